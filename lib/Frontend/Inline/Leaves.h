//===- Leaves.h - The arithmetic members of plain structures ----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_LEAVES_H
#define GPUTILE_LIB_FRONTEND_INLINE_LEAVES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"

#include <optional>
#include <vector>

namespace gputile::frontend {

/// The way to a member through structures in structures.
using Fields = std::vector<const clang::FieldDecl *>;

/// A member of arithmetic type, in as many arrays as stand on the way to it.
struct Leaf {
  Fields fields;
  std::vector<uint64_t> extents; ///< Of the arrays, outermost first.
  clang::QualType type;          ///< Of one element, without qualifiers.
};

/// The leaves of \p type, a structure or arrays of structures; none unless all its members have
/// values that copies keep: no unions, bit-fields, pointers, references, volatile members, base
/// classes, and nothing that functions of a class do when objects are made or copied.
std::optional<std::vector<Leaf>> leavesOf(clang::ASTContext &ast, clang::QualType type);

/// Whether \p method, a constructor or an assignment, copies an object member by member.
bool copiesMembers(const clang::CXXMethodDecl *method);

/// An array of \p extents, outermost first, with elements of \p type.
clang::QualType arrayOf(clang::ASTContext &ast, clang::QualType type,
                        const std::vector<uint64_t> &extents);

/// `{}`, of \p type: all zero.
clang::Expr *emptyList(clang::ASTContext &ast, clang::QualType type, clang::SourceLocation loc);

/// `v[i].a.b[k]` taken apart: the variable, the members, and all subscripts in their order.
struct MemberChain {
  clang::VarDecl *variable = nullptr;
  Fields fields;
  std::vector<const clang::Expr *> subscripts; ///< Null for 0.
};

/// None when \p expr is no part of a variable.
std::optional<MemberChain> memberChain(const clang::Expr *expr);

/// Whether \p init initialises a member by default with others of the same object, which `this` means there only.
bool readsItsObject(const clang::Expr *init);

/// `a = b` of structures: what is written and what is read.
struct StructureCopy {
  const clang::Expr *target;
  const clang::Expr *source; ///< An lvalue, or a list of initialisers.
};

/// None when \p expr is no assignment that only copies a structure.
std::optional<StructureCopy> structureCopy(const clang::Expr *expr);

/// What a variable of structure type is initialised with, an lvalue or a list; null when it is
/// neither, or reads the variable.
const clang::Expr *structureSource(const clang::Expr *init);

} // namespace gputile::frontend

#endif
