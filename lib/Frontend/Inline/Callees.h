//===- Callees.h - Functions whose bodies are known -------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_CALLEES_H
#define GPUTILE_LIB_FRONTEND_INLINE_CALLEES_H

#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"

#include <optional>

namespace gputile::frontend {

/// The definition of \p function that runs when it is called, if it is in this unit and no
/// other may take its place; else null.
const clang::FunctionDecl *knownDefinition(const clang::FunctionDecl *function);

/// The definition that \p call runs, when it may be put in the place of the call; else null.
const clang::FunctionDecl *inlinableCallee(clang::ASTContext &ast, const clang::CallExpr *call);

/// The argument of `std::move`, `std::forward` or `std::as_const`, which \p call is another name of; null
/// for other calls.
const clang::Expr *passedOn(const clang::CallExpr *call);

/// The object whose function a call runs.
struct ObjectCall {
  const clang::Expr *object = nullptr; ///< Null where there is none, or it is a lambda.
  bool isPointer = false;              ///< `object` points to it.
  unsigned firstArgument = 0;          ///< Of the parameters.
};

/// None when \p call calls a function of an object in another form than `a.f(x)` and `a[x]`.
std::optional<ObjectCall> objectOf(const clang::CallExpr *call);

/// The object of which \p call runs `operator()`; else null.
const clang::Expr *calledObject(const clang::CallExpr *call);

/// Whether the class of a lambda captures nothing by copy but variables that never change.
bool capturesOnlyFixed(const clang::CXXRecordDecl *lambda);

/// Whether \p definition has values of structures.
bool usesStructures(const clang::FunctionDecl *definition);

/// Whether a copy of \p definition can run with the values of its arguments alone: it reaches no
/// memory but its own variables.
bool takesValuesOnly(const clang::FunctionDecl *definition);

/// Whether the names that \p definition uses mean the same at \p region, in \p function.
/// \param isKnownLambda whether it is known what stands for variables of other functions that it captures
bool seesTheSame(const clang::FunctionDecl *definition, const clang::Stmt *region,
                 const clang::FunctionDecl *function, bool isKnownLambda = false);

} // namespace gputile::frontend

#endif
