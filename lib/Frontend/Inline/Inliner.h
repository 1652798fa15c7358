//===- Inliner.h - Copies a region with the bodies of functions -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How Inline.h puts bodies in the place of calls. Where a function is one expression, that takes the place of the
/// call. Else its body stands in front of the statement, and a variable in the place of the call. So stand values of
/// structures, `a + b` of vectors, and what only a condition lets run.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_INLINER_H
#define GPUTILE_LIB_FRONTEND_INLINE_INLINER_H

#include "Frontend/Inline/Callees.h"
#include "Frontend/Inline/CallEffects.h"
#include "Frontend/Inline/Clone.h"
#include "Frontend/Inline/Inline.h"
#include "Frontend/RegionFacts.h"

#include <set>

namespace gputile::frontend {

class Inliner;

/// A lambda that a variable or a parameter stands for.
struct Closure {
  const clang::LambdaExpr *lambda = nullptr;
  const Inliner *environment = nullptr; ///< Has copied what is around it; null where that is the function of the region.
  std::map<const clang::VarDecl *, clang::VarDecl *> copies; ///< Of variables that it captures by copy.
};

/// What the copies of a region and of the bodies in it share.
struct InlinerState {
  clang::ASTContext &ast;
  const MarkedRegion &region;
  InlinedRegion &result;
  std::set<const clang::FunctionDecl *> open; ///< Being copied now.
  /// Calls that give integers: those that are to be replaced, and copies of those that stay.
  std::set<const clang::CallExpr *> expanded;
  std::map<const clang::CallExpr *, const clang::CallExpr *> kept;
  clang::SourceLocation at = {}; ///< Of the call for which an expression of another function is copied.
  std::map<const clang::VarDecl *, Closure> closures;
  std::set<const clang::VarDecl *> temporaries; ///< That no program names.
};

/// Copies a statement with the bodies of the functions that it calls.
class Inliner : public Cloner {
public:
  Inliner(InlinerState &state, bool fresh);

protected:
  bool replaces(const clang::CallExpr *call) const override;
  bool isReplaced(const clang::Stmt *stmt) const override;
  clang::Expr *replacement(const clang::Expr *expr) override;
  clang::SourceLocation placeOf(clang::SourceLocation original) const override {
    return All.at.isValid() ? All.at : original;
  }
  clang::Expr *call(const clang::CallExpr *call) override;
  clang::Expr *load(const clang::Expr *place) override;
  bool append(const clang::Stmt *item, std::vector<clang::Stmt *> &items) override;

private:
  using Items = std::vector<clang::Stmt *>;
  InlinerState &All;

  // Which calls (Inline.cpp).
  const clang::FunctionDecl *candidate(const clang::CallExpr *call) const;
  bool onlyComputes(const clang::CallExpr *call) const;
  bool changesMore(const clang::Expr *copy) const;
  bool isNumber(clang::QualType type) const;
  bool isCopiedStructure(clang::QualType type) const;
  bool isPlainStructure(clang::QualType type) const;
  bool staysFixed(const clang::CallExpr *call, const clang::FunctionDecl *definition) const;
  clang::Expr *keep(const clang::CallExpr *call);
  clang::Expr *containerCall(const clang::CallExpr *call);
  clang::Expr *passedObject(const ObjectCall &object);

  // Functions that are one expression (Inline.cpp).
  clang::Expr *valueOf(const clang::CallExpr *call, bool loaded);
  clang::Expr *result(std::vector<const clang::Stmt *> items, const clang::CallExpr *call, bool loaded);
  bool passForValue(const clang::ParmVarDecl *parameter, const clang::Expr *argument, Inliner &callee);
  clang::Expr *choose(const clang::IfStmt *branch, std::vector<const clang::Stmt *> rest,
                      const clang::CallExpr *call, bool loaded);

  // Functions that are statements (Expand.cpp).
  bool hoist(const clang::Stmt *item, Items &items, bool &isDone);
  bool hoistCall(const clang::CallExpr *call, const clang::Stmt *item, bool isCondition, Items &items, bool &isDone);
  bool mayMove(const clang::Expr *part, const clang::Stmt *item, const CallEffects &effects) const;
  bool expand(const clang::CallExpr *call, bool discarded, Items &items);
  bool pass(const clang::ParmVarDecl *parameter, const clang::Expr *argument, const clang::Expr *call,
            const CallEffects &effects, const clang::FunctionDecl *definition, Inliner &callee, Items &items);
  bool passPlace(const clang::ParmVarDecl *parameter, clang::Expr *place, const clang::Expr *call,
                 const CallEffects &effects, Inliner &callee, Items &items);
  clang::Expr *pinned(clang::Expr *place, const clang::Expr *call, const CallEffects &effects, Items &items);
  bool isUnexposed(const clang::Expr *place) const;
  clang::Stmt *bodyOf(const clang::FunctionDecl *definition, clang::VarDecl *result, Inliner &callee);
  clang::Expr *returnedPlace(const clang::FunctionDecl *definition, Inliner &callee) const;

  // What ends the program (Expand.cpp).
  bool raises(const clang::CallExpr *call) const;
  clang::Expr *raise(const clang::CallExpr *call);

  // Values of structures, and what conditions let run (Objects.cpp).
  bool isTemporary(const clang::Expr *place) const;
  clang::VarDecl *newTemporary(const std::string &name, clang::QualType type, clang::SourceLocation loc);
  clang::VarDecl *newObject(clang::QualType type, clang::SourceLocation loc);
  clang::Expr *assignment(clang::Expr *place, const clang::Expr *value);
  bool construct(const clang::CXXConstructExpr *made, Items &items);
  bool initialise(clang::Expr *place, const clang::Expr *init, Items &items);
  bool hoistTemporary(const clang::Expr *temporary, Items &items);
  bool hoistChoice(const clang::Expr *choice, Items &items);
  bool needsStatements(const clang::Expr *expr);
  bool bindReference(const clang::DeclStmt *declared);

  // Loops over containers (RangeLoops.cpp).
  clang::Stmt *rangeLoop(const clang::CXXForRangeStmt *range);
  bool bindElement(const clang::VarDecl *variable, clang::Expr *element, Items &items);

  // Lambdas (Closures.cpp).
  std::optional<Closure> closureOf(const clang::Expr *expr) const;
  std::optional<Closure> makeClosure(const clang::LambdaExpr *lambda, Items &items);
  bool declareClosure(const clang::DeclStmt *declared, Items &items, bool &isDone);
  bool passClosure(const clang::ParmVarDecl *parameter, const clang::Expr *argument, Items &items);
  bool isKnownClosure(const clang::Expr *object) const;
  bool enter(const clang::CallExpr *call, Inliner &callee, Items &items);
};

/// The expression that \p expr binds to a reference to const, if it makes a value for that.
const clang::Expr *temporaryValue(const clang::Expr *expr);

/// Whether a function of the device can run in the place of \p call.
bool isCopied(const clang::CallExpr *call, const clang::FunctionDecl *definition);

} // namespace gputile::frontend

#endif
