//===- ComplexTypes.h - Which types are complex numbers ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_COMPLEXTYPES_H
#define GPUTILE_LIB_FRONTEND_INLINE_COMPLEXTYPES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

#include <optional>

namespace gputile::frontend {

/// The type of the parts of \p type, `_Complex` or `std::complex`; none for other types and for
/// parts other than `double` and `float`.
std::optional<clang::QualType> partOfComplex(const clang::ASTContext &ast, clang::QualType type);

/// The definition of std::complex<T> if \p type is that; else null.
const clang::CXXRecordDecl *libraryComplex(clang::QualType type);
/// Whether \p type is `double` or `float`.
bool isPart(const clang::ASTContext &ast, clang::QualType type);

} // namespace gputile::frontend

#endif
