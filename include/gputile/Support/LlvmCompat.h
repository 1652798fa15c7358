//===- LlvmCompat.h - Releases 16 to 19 of LLVM and Clang --------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The only place that depends on the release of LLVM, for the layers that include Clang.
/// Sources use what all releases from 16 to 19 have, and the names that are declared here.
/// Releases 16 and 19 are built and tested. What changed after release 16:
///
/// | release | change |
/// | --- | --- |
/// | 18 | `Linkage`, `ArraySizeModifier` and `PredefinedIdentKind` are scoped enumerations |
/// | 18 | `CompilerInvocation::getLangOpts` returns a reference, no pointer |
/// | 18 | `CXXThisExpr::Create` replaces a constructor |
/// | 18 | methods may have an explicit object parameter (C++23) |
/// | 18 | `-fcx-limited-range`: products of complex numbers need not recover infinities |
/// | 18 | command-line options are chosen by their visibility, no longer by flags |
/// | 19 | `-fcomplex-arithmetic=`; no option at all is a range of its own, `CX_None` |
/// | 19 | `OMPArraySectionExpr` is called `ArraySectionExpr` |
/// | 19 | `FieldDecl::isUnnamedBitfield` is called `isUnnamedBitField` |
/// | 19 | `ThreadPool` is called `DefaultThreadPool` |
///
/// Where a release renamed something, the new name is declared here for older releases, in
/// namespace gputile: sources write it without `clang::`.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_SUPPORT_LLVMCOMPAT_H
#define GPUTILE_SUPPORT_LLVMCOMPAT_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprOpenMP.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Driver/Options.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/ThreadPool.h"

static_assert(LLVM_VERSION_MAJOR >= 16 && LLVM_VERSION_MAJOR <= 19);

namespace gputile {

//===-- Names of newer releases ---------------------------------------------===//

#if LLVM_VERSION_MAJOR < 18
struct Linkage {
  static constexpr clang::Linkage Internal = clang::InternalLinkage;
};
struct ArraySizeModifier {
  static constexpr clang::ArrayType::ArraySizeModifier Normal = clang::ArrayType::Normal;
};
struct PredefinedIdentKind {
  static constexpr clang::PredefinedExpr::IdentKind PrettyFunction =
      clang::PredefinedExpr::PrettyFunction;
};
#endif

#if LLVM_VERSION_MAJOR < 19
using ArraySectionExpr = clang::OMPArraySectionExpr;
using DefaultThreadPool = llvm::ThreadPool;
#else
using llvm::DefaultThreadPool;
#endif

//===-- Clang's AST ---------------------------------------------------------===//

/// An implicit `this`.
inline clang::CXXThisExpr *makeThis(const clang::ASTContext &context, clang::SourceLocation loc,
                                    clang::QualType type) {
#if LLVM_VERSION_MAJOR < 18
  return new (context) clang::CXXThisExpr(loc, type, /*IsImplicit=*/true);
#else
  return clang::CXXThisExpr::Create(context, loc, type, /*IsImplicit=*/true);
#endif
}

/// Whether \p method has a parameter for its object, `void f(this T &self)`.
inline bool hasExplicitObject(const clang::CXXMethodDecl &method) {
#if LLVM_VERSION_MAJOR < 18
  return false;
#else
  return method.isExplicitObjectMemberFunction();
#endif
}

/// Whether products of complex numbers recover infinities under \p options, which are
/// LangOptions or FPOptions.
template <typename Options> bool recoversInfinities(const Options &options) {
#if LLVM_VERSION_MAJOR < 18
  return true;
#elif LLVM_VERSION_MAJOR < 19
  return options.getComplexRange() == clang::LangOptions::CX_Full;
#else
  return options.getComplexRange() == clang::LangOptions::CX_Full ||
         options.getComplexRange() == clang::LangOptions::CX_None;
#endif
}

//===-- Command lines -------------------------------------------------------===//

inline clang::LangOptions &languageOptions(clang::CompilerInvocation &invocation) {
#if LLVM_VERSION_MAJOR < 18
  return *invocation.getLangOpts();
#else
  return invocation.getLangOpts();
#endif
}

/// \p arguments as the command `clang` reads them; the last ones lack \p missingCount values.
inline llvm::opt::InputArgList parseClangArguments(llvm::ArrayRef<const char *> arguments,
                                                   unsigned &missingIndex, unsigned &missingCount) {
  using namespace clang::driver;
#if LLVM_VERSION_MAJOR < 18
  return getDriverOptTable().ParseArgs(arguments, missingIndex, missingCount, /*FlagsToInclude=*/0,
                                       options::NoDriverOption | options::CLOption |
                                           options::DXCOption | options::CLDXCOption |
                                           options::FlangOnlyOption);
#else
  return getDriverOptTable().ParseArgs(arguments, missingIndex, missingCount,
                                       llvm::opt::Visibility(options::ClangOption));
#endif
}

} // namespace gputile

#endif
