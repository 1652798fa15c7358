//===- Type.h - C types as CUDA text ----------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_CTEXT_TYPE_H
#define GPUTILE_LIB_FRONTEND_CTEXT_TYPE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Type.h"

#include <string>

namespace gputile::frontend {

/// The name that CUDA C++ has for arithmetic type \p type, without typedefs and
/// qualifiers; enumerations are their integer type. Empty when there is none
/// (long double, __int128, _Complex, vectors, …).
std::string typeText(clang::QualType type);

/// Same, but refuses at \p loc when there is none.
std::string cudaType(clang::QualType type, clang::SourceLocation loc);

/// \p type as users wrote it.
std::string userType(clang::QualType type);

/// The integer type behind \p type: enumerations unwrapped, no qualifiers.
clang::QualType integerType(clang::QualType type);

/// True for types that hold an integer (bool, char, enumerations included).
bool isInteger(clang::QualType type);

/// Refuses when \p type is volatile or atomic at any level.
void refuseVolatile(clang::QualType type, llvm::StringRef name, clang::SourceLocation loc);

} // namespace gputile::frontend

#endif
