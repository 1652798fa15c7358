//===- AccessPath.h - An lvalue as variable and subscripts ------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_ACCESSPATH_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_ACCESSPATH_H

#include "Frontend/Extract/State.h"

#include <vector>

namespace gputile::frontend {

/// A subscript is a sum: `*(p + i - 1)` and `p[i - 1]` have the same path.
struct SubscriptTerm {
  const clang::Expr *expr;
  bool negative;
};
using Subscript = std::vector<SubscriptTerm>;

/// A subscript of an array within a structure.
struct InnerSubscript {
  Subscript subscript;
  uint64_t extent; ///< Of the array.
  uint64_t bytes;  ///< Of one of its elements.
};

/// `.velocity[k]` behind an element that is a structure. The structure is seen as a row of elements
/// of the member's type, of which `position` counts: see Members.h.
struct MemberPath {
  clang::QualType structure;
  uint64_t offset = 0; ///< In bytes, with zero for all subscripts.
  std::vector<InnerSubscript> subscripts;
  clang::QualType type;     ///< Of the member in the end; without qualifiers, no enumeration.
  Subscript position;       ///< offset and subscripts, in elements of `type`.
  uint64_t first = 0, last = 0; ///< The least and the greatest value of `position`.
};

/// `A[i][j]`, `*(p + i)`, `(*A)[j]`, `x`, `cells[i].speed[k]`, … taken apart.
struct AccessPath {
  const clang::VarDecl *variable = nullptr;
  std::vector<Subscript> subscripts; ///< Outermost dimension first.
  std::optional<MemberPath> member;  ///< What follows the subscripts.
  clang::SourceLocation loc;

  size_t rank() const { return subscripts.size() + (member ? 1 : 0); }
};

/// Takes lvalue \p expr apart; refuses what cannot be followed.
AccessPath accessPath(ExtractState &state, const clang::Expr *expr);

/// Notes that \p variable, a pointer that the region declares, always has the value of its
/// initialiser, `&a[8 * i]`, if that is so: accesses through it are accesses through the pointer
/// or array there. Likewise for a reference to an element or a structure. \returns whether it is.
bool registerDerivedPointer(ExtractState &state, const clang::VarDecl *variable);

/// Notes that \p variable, an integer local of the region, always equals its initialiser, if that depends on memory
/// that the region does not write: `const int k = index[i];`. \returns whether it does.
bool registerLoadedLocal(ExtractState &state, const clang::VarDecl *variable);

} // namespace gputile::frontend

#endif
