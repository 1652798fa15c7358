//===- MemberAccess.h - Members that text at a region may name --*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The caller of a region's entry evaluates what functions of classes read, `m_p` in
/// `double &p(int i) { return m_p[i]; }`. Where it is private it has no name there. The language
/// lets an explicit instantiation name private members: it gives a pointer to the member away.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_MEMBERACCESS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_MEMBERACCESS_H

#include "gputile/Frontend/Frontend.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

#include <map>
#include <optional>
#include <string>

namespace gputile::frontend {

/// Whether text in \p function may name \p member of an object of class \p object; null: unknown.
bool mayName(const clang::FunctionDecl *function, const clang::NamedDecl *member,
             const clang::CXXRecordDecl *object);

/// Whether text in \p function may take an object of \p derived for one of its base.
bool mayConvert(const clang::FunctionDecl *function, const clang::CXXRecordDecl *derived,
                const clang::CXXBaseSpecifier *base);

/// The private members that text at one region names.
class PrivateMembers {
public:
  /// \param name with which names of declarations begin; no other region has it
  PrivateMembers(clang::ASTContext &ast, const MarkedRegion &region, std::string name)
      : Ast(ast), Region(region), Name(std::move(name)) {}

  /// An expression that points to \p field, for `object.*` in front of it. None where the class
  /// cannot be named before the declaration that contains the region.
  std::optional<std::string> pointerTo(const clang::FieldDecl *field);

  /// What the expressions need, to stand before that declaration.
  std::string declarations() const;

private:
  clang::ASTContext &Ast;
  const MarkedRegion &Region;
  std::string Name;
  std::map<const clang::FieldDecl *, size_t> Numbers;
  std::string Declared;

  bool isKnownBefore(const clang::RecordDecl *record) const;
  bool canName(clang::QualType type) const;
};

} // namespace gputile::frontend

#endif
