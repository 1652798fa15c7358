//===- FunctionAnalyses.h - What regions of a function share -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Analyses of whole functions, each made once for all regions of a unit: a function may
/// contain many.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_FUNCTIONANALYSES_H
#define GPUTILE_LIB_FRONTEND_FUNCTIONANALYSES_H

#include "Frontend/FileTemporaries.h"
#include "Frontend/FlowGraph.h"
#include "Frontend/RegionFacts.h"

#include "gputile/Frontend/Frontend.h"

namespace gputile {

/// Analyses of functions, each made once.
class FunctionAnalyses {
public:
  const frontend::FunctionFacts &factsOf(const clang::FunctionDecl *function) {
    auto [entry, isNew] = Facts.try_emplace(function);
    if (isNew)
      entry->second = frontend::collectFunctionFacts(function);
    return entry->second;
  }

  frontend::FlowGraph &graphOf(clang::ASTContext &ast, const clang::FunctionDecl *function) {
    return Graphs.try_emplace(function, ast, function).first->second;
  }

  /// Whether no value of \p variable, of the file, passes between two functions.
  bool isFileTemporary(clang::ASTContext &ast, const clang::VarDecl *variable) {
    return Temporaries.contains(ast, *this, variable);
  }

private:
  std::map<const clang::FunctionDecl *, frontend::FunctionFacts> Facts;
  std::map<const clang::FunctionDecl *, frontend::FlowGraph> Graphs;
  frontend::FileTemporaries Temporaries;
};

namespace frontend {

/// Gives all \p regions of a unit the same analyses, and what \p state knows of it.
void shareAnalyses(std::vector<MarkedRegion> &regions, const PragmaState &state);

} // namespace frontend
} // namespace gputile

#endif
