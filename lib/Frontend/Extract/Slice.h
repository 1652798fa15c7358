//===- Slice.h - What decides about the reads of a statement ----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A static slice (Weiser: Program Slicing, 1981) of the text of one statement: the parts on which
/// the subscripts of some of its reads depend, and whether these happen.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_SLICE_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_SLICE_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

#include <set>
#include <vector>

namespace gputile::frontend {

/// The slice of a syntax tree for some of its reads.
class Slice {
public:
  /// \param root the statements
  /// \param reads lvalues in them
  Slice(const std::vector<const clang::Stmt *> &root, std::set<const clang::Expr *> reads);

  /// Whether the slice is for \p reads.
  bool isOf(const std::set<const clang::Expr *> &reads) const { return reads == Reads; }
  /// Whether \p stmt contains one of the reads.
  bool reads(const clang::Stmt *stmt) const;
  /// Whether \p stmt belongs to the slice: it reads, or assigns what the slice needs, or jumps.
  bool contains(const clang::Stmt *stmt) const;
  /// Whether the slice needs the value of \p variable.
  bool needs(const clang::VarDecl *variable) const { return Needed.count(variable); }
  /// Whether \p stmt assigns what the slice needs.
  bool assigns(const clang::Stmt *stmt) const;
  /// Whether the slice computes the same wherever it runs: no sum of it may be rounded otherwise.
  bool isExact() const { return Exact; }

private:
  bool Exact = true;
  std::set<const clang::Expr *> Reads;
  std::set<const clang::VarDecl *> Needed;

  void need(const clang::Stmt *stmt);
  void needGuards(const clang::Stmt *expr);
  void visit(const clang::Stmt *stmt);
};

/// The variable of the lvalue \p expr, `v` or `v[i][j]`; null where it is none.
const clang::VarDecl *baseVariable(const clang::Expr *expr);

} // namespace gputile::frontend

#endif
