//===- Containers.h - Elements of containers of the library -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `v[i]` of a std::vector is analysed as `v.data()[i]`, of which only the element is the region's
/// memory: no element access makes, moves or frees one. Of a std::array it is an element of the
/// array that is its only member.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_CONTAINERS_H
#define GPUTILE_LIB_FRONTEND_INLINE_CONTAINERS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace gputile::frontend {

/// `v[i]`, `v.front()`, or the pointer `v.data()` of a container.
struct ContainerAccess {
  const clang::Expr *container;         ///< An lvalue, or a pointer to it.
  bool isPointer;                       ///< In `p->front()`.
  bool isData;                          ///< A pointer to the first element.
  const clang::Expr *index = nullptr;   ///< Null for the first element.
};

/// None when \p call is something else, or `v.data()` of what holds a pointer: that stays.
std::optional<ContainerAccess> containerAccess(const clang::CallExpr *call);

/// What \p access gives of \p container, an lvalue, at \p index: copies of what stands in the
/// access. Null when the container's type has no such function.
clang::Expr *accessOf(clang::ASTContext &ast, const ContainerAccess &access, clang::Expr *container,
                      clang::Expr *index, clang::SourceLocation loc);

/// The container of which \p call, `v.data()`, gives the elements; else null.
const clang::Expr *containerOfData(const clang::CallExpr *call);

/// How many elements \p container has, an array or container of the library; null for others.
clang::Expr *countOf(clang::ASTContext &ast, clang::Expr *container, clang::SourceLocation loc);
/// Its element at \p index.
clang::Expr *elementOf(clang::ASTContext &ast, clang::Expr *container, clang::Expr *index, clang::SourceLocation loc);

/// The container of which \p call, `v.size()`, gives the number of elements; else null.
const clang::Expr *containerOfSize(const clang::CallExpr *call);

/// Whether evaluating \p expr may do more than compute a value. `v.data()` does not, and neither do
/// calls that are \p pure, by default none.
bool hasEffects(const clang::ASTContext &ast, const clang::Expr *expr,
                llvm::function_ref<bool(const clang::CallExpr *)> pure);
bool hasEffects(const clang::ASTContext &ast, const clang::Expr *expr);

/// Whether an object of \p type is a container that holds a pointer to its elements: `swap`
/// exchanges it.
bool holdsPointer(clang::QualType type);

/// Whether `.size()` of a container of \p type is the number of its elements.
bool hasSize(clang::QualType type);

} // namespace gputile::frontend

#endif
