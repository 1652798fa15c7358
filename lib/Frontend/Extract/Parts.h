//===- Parts.h - What a statement or expression holds -----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_PARTS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_PARTS_H

#include "gputile/Frontend/StatementText.h"

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

#include <vector>

namespace gputile::frontend {

/// True when \p wanted holds for \p root or something in it, each before its parts. Expressions
/// may be deep: no recursion.
template <typename Wanted> bool anyPart(const clang::Stmt *root, Wanted wanted) {
  std::vector<const clang::Stmt *> pending{root};
  while (!pending.empty()) {
    const clang::Stmt *stmt = pending.back();
    pending.pop_back();
    if (stmt && wanted(stmt))
      return true;
    if (stmt)
      appendParts(*stmt, pending);
  }
  return false;
}

/// Calls \p visit for \p root and everything in it, each before its parts.
template <typename Visit> void forEachPart(const clang::Stmt *root, Visit visit) {
  anyPart(root, [&](const clang::Stmt *stmt) {
    visit(stmt);
    return false;
  });
}

/// The statements of a block, \p stmt itself where it is another one, none where it is null.
inline std::vector<const clang::Stmt *> itemsOf(const clang::Stmt *stmt) {
  if (const auto *block = llvm::dyn_cast_or_null<clang::CompoundStmt>(stmt))
    return {block->body_begin(), block->body_end()};
  return stmt ? std::vector<const clang::Stmt *>{stmt} : std::vector<const clang::Stmt *>{};
}

/// Whether two expressions have one structure and name the same variables.
inline bool sameStructure(const clang::ASTContext &ast, const clang::Expr *a, const clang::Expr *b) {
  llvm::FoldingSetNodeID first, second;
  a->Profile(first, ast, /*Canonical=*/true);
  b->Profile(second, ast, /*Canonical=*/true);
  return first == second;
}

/// Whether the text of \p expr is small: what is put in the place of variables may pile up.
inline bool isSmall(const clang::Expr *expr) {
  size_t count = 0;
  std::vector<const clang::Stmt *> pending{expr};
  for (; !pending.empty() && count < 500; ++count) {
    const clang::Stmt *part = pending.back();
    pending.pop_back();
    pending.insert(pending.end(), part->child_begin(), part->child_end());
  }
  return pending.empty();
}

} // namespace gputile::frontend

#endif
