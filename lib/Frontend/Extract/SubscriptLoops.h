//===- SubscriptLoops.h - Loops that subscripts depend on -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// On which loops around a statement the subscript of `B[index[i]]` or `B[e]`, with `int e = index[i]`
/// before it, depends.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_SUBSCRIPTLOOPS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_SUBSCRIPTLOOPS_H

#include "Frontend/Extract/AccessPath.h"

#include <map>
#include <set>

namespace gputile::frontend {

/// Follows the variables of one statement while that is printed. Where it loses track it knows of
/// fewer loops than there are.
class SubscriptLoops {
public:
  SubscriptLoops(ExtractState &state, const WalkPoint &point) : State(state), Point(point) {}

  /// \p variable of the statement gets \p value.
  void assign(const clang::VarDecl *variable, const clang::Expr *value);
  /// The loops, numbered from the outermost one, on which the subscripts of \p path depend.
  std::set<unsigned> of(const AccessPath &path);

private:
  void visit(const Subscript &subscript);
  void visit(const clang::Stmt *part);
  void visitVariable(const clang::VarDecl *variable);
  bool visitElement(const clang::Expr *expr);

  ExtractState &State;
  const WalkPoint &Point;
  std::map<const clang::VarDecl *, std::set<unsigned>> OfVariable;
  std::set<unsigned> Found;
};

} // namespace gputile::frontend

#endif
