//===- Members.h - Members of structures as elements ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An array of structures is seen as one array for each type T that its members have, with the
/// memory of a structure as a further dimension of sizeof(structure) / sizeof(T) elements:
/// `struct { double x, v[3]; int id; } p[n]` as `double p[n][5]` and `int p[n][10]`, in which
/// `p[i].v[k]` is p[i][1 + k] and `p[i].id` is p[i][8]. Subscripts within a structure stay in
/// their arrays, so that no elements of two such arrays share memory, and each is an element of
/// one member.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_MEMBERS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_MEMBERS_H

#include "Frontend/Extract/AccessPath.h"

namespace gputile::frontend {

/// Refuses what shares memory with other members, or is none of its own: members of unions,
/// bit-fields, references, volatile data.
void refuseOddMember(const clang::MemberExpr *member);

/// Adds the step to \p member to \p path, which leads to a structure.
void enterMember(const ExtractState &state, AccessPath &path, const clang::MemberExpr *member);

/// Appends \p part, `__real__` or `__imag__`, to \p path, which ends with a complex number.
void enterPart(const ExtractState &state, AccessPath &path, const clang::UnaryOperator *part);

/// Adds a subscript for the elements of \p array, the end of \p path.
void enterInnerArray(const ExtractState &state, MemberPath &path, const clang::Expr *array);

/// Fills in what \p path, which leads to \p expr, says in elements of the type of \p expr.
/// Refuses structures as a whole, and members whose place is no number of elements.
void finishMember(const ExtractState &state, AccessPath &path, const clang::Expr *expr);

/// The number of elements of \p type in the memory of \p structure.
uint64_t elementsIn(const clang::ASTContext &ast, clang::QualType structure, clang::QualType type);

} // namespace gputile::frontend

#endif
