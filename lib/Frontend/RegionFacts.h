//===- RegionFacts.h - Facts about variables, found before the walk -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a region and its function do with variables, collected in one pass each.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_REGIONFACTS_H
#define GPUTILE_LIB_FRONTEND_REGIONFACTS_H

#include "Frontend/AssignedVariable.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <map>
#include <set>
#include <vector>

namespace gputile::frontend {

/// What a region does with variables.
struct RegionFacts {
  /// First assignment to the variable itself (not to what it points to), loop
  /// headers excepted.
  std::map<const clang::VarDecl *, const clang::Expr *> written;
  std::set<const clang::VarDecl *> declared;  ///< Inside the region.
  std::set<const clang::VarDecl *> iterators; ///< Of for statements.
  /// The region may name them otherwise than by their names.
  std::set<const clang::VarDecl *> renamed;

  bool modified(const clang::VarDecl *variable) const {
    return written.count(variable) || iterators.count(variable);
  }
};

/// What the function around a region does with variables.
struct FunctionFacts {
  std::set<const clang::VarDecl *> addressTaken; ///< Or captured, or decayed and passed on.
  /// Of these variables, the places whose addresses are taken; null for a capture.
  std::map<const clang::VarDecl *, std::vector<const clang::Expr *>> escapes;
  std::set<const clang::VarDecl *> written;      ///< Anywhere in the function.
  /// Every mention of a variable, in source order.
  std::map<const clang::VarDecl *, std::vector<const clang::DeclRefExpr *>> uses;
};

/// The variable stepped by the header of \p loop; null when it has another form.
const clang::VarDecl *loopVariable(const clang::ForStmt *loop);

RegionFacts collectRegionFacts(const clang::Stmt *region);
FunctionFacts collectFunctionFacts(const clang::FunctionDecl *function);

} // namespace gputile::frontend

#endif
