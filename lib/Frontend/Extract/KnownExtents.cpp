//===- KnownExtents.cpp - How much memory a pointer points to -------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/KnownExtents.h"

#include "gputile/Frontend/DynamicVisitor.h"
#include "gputile/Support/LlvmCompat.h"

using namespace clang;

namespace gputile::frontend {

namespace {
/// Finds the calls of a function, and whether it is mentioned otherwise.
class Calls : public DynamicVisitor {
public:
  explicit Calls(const FunctionDecl *function) : Function(function->getCanonicalDecl()) {}

  std::vector<const CallExpr *> Found;
  size_t Mentions = 0;

  bool VisitCallExpr(CallExpr *call) override {
    const FunctionDecl *callee = call->getDirectCallee();
    if (callee && callee->getCanonicalDecl() == Function)
      Found.push_back(call);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *ref) override {
    Mentions += ref->getDecl()->getCanonicalDecl() == Function;
    return true;
  }

private:
  const FunctionDecl *Function;
};
} // namespace

/// The function of which \p pointer is a parameter that never changes, if only this file can
/// call it.
static const FunctionDecl *onlyCalledHere(const ExtractState &state, const VarDecl *pointer) {
  const auto *parameter = dyn_cast<ParmVarDecl>(pointer);
  const FunctionDecl *function = state.Region.function;
  if (!parameter || !function || parameter->getDeclContext() != function ||
      state.Ast.getLangOpts().CPlusPlus || function->getFormalLinkage() != Linkage::Internal ||
      function->hasAttrs() || state.Function.written.count(pointer) ||
      state.Function.addressTaken.count(pointer))
    return nullptr;
  return function;
}

/// The number of elements of the array that \p argument is, when they have type \p element.
static std::optional<llvm::APInt> arraySize(const ASTContext &ast, const Expr *argument,
                                            QualType element) {
  const auto *ref = dyn_cast<DeclRefExpr>(argument->IgnoreParenImpCasts());
  const auto *array = ref ? ast.getAsConstantArrayType(ref->getType()) : nullptr;
  if (!array || !ast.hasSameUnqualifiedType(array->getElementType(), element))
    return std::nullopt;
  return array->getSize();
}

// The answer rests on all functions of the file, as Driver/Recall/Mentions knows.
std::optional<llvm::APInt> extentFromCalls(const ExtractState &state, const VarDecl *pointer) {
  const FunctionDecl *function = onlyCalledHere(state, pointer);
  if (!function || !pointer->getType()->isPointerType())
    return std::nullopt;
  Calls calls(function);
  for (Decl *decl : state.Ast.getTranslationUnitDecl()->decls())
    if (!state.Ast.getSourceManager().isInSystemHeader(decl->getLocation()))
      calls.TraverseDecl(decl);
  const unsigned index = cast<ParmVarDecl>(pointer)->getFunctionScopeIndex();
  std::optional<llvm::APInt> least;
  for (const CallExpr *call : calls.Found) {
    auto size = call->getNumArgs() > index
                    ? arraySize(state.Ast, call->getArg(index), pointer->getType()->getPointeeType())
                    : std::nullopt;
    if (!size)
      return std::nullopt;
    if (!least || size->ult(*least))
      least = size;
  }
  return calls.Mentions == calls.Found.size() ? least : std::nullopt;
}

} // namespace gputile::frontend
