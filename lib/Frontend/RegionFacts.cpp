//===- RegionFacts.cpp - Facts about variables, found before the walk ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/RegionFacts.h"

#include "Frontend/Extract/Parts.h"
#include "Frontend/LoopHeader.h"

#include "gputile/Frontend/DynamicVisitor.h"

#include "clang/AST/StmtOpenMP.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace gputile::frontend {

const VarDecl *loopVariable(const ForStmt *loop) { return headerOf(loop).iterator; }

namespace {

/// Shared by both passes: sees every write to a variable and every escape.
class VariableVisitor : public DynamicVisitor {
public:
  bool VisitUnaryOperator(UnaryOperator *op) override {
    if (op->isIncrementDecrementOp())
      sawWrite(op->getSubExpr(), op);
    else if (op->getOpcode() == UO_AddrOf)
      sawEscape(op->getSubExpr());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *op) override {
    if (op->isAssignmentOp())
      sawWrite(op->getLHS(), op);
    return true;
  }

protected:
  virtual void sawWrite(const Expr *target, const Expr *write) = 0;
  virtual void sawEscape(const Expr *operand) = 0;
};

class RegionVisitor : public VariableVisitor {
public:
  explicit RegionVisitor(RegionFacts &facts) : Facts(facts) {}

  bool VisitVarDecl(VarDecl *variable) override {
    Facts.declared.insert(variable);
    return true;
  }
  bool VisitForStmt(ForStmt *loop) override {
    const LoopHeader header = headerOf(loop);
    if (header.iterator) {
      Facts.iterators.insert(header.iterator);
      Headers.insert({header.step, header.first});
      if (header.startsFromBefore(loop))
        Facts.written.emplace(header.iterator, header.step);
    }
    return true;
  }
  void sawWrite(const Expr *target, const Expr *write) override {
    if (Headers.count(write))
      return;
    if (const VarDecl *variable = namedVariable(target))
      Facts.written.emplace(variable, write);
  }
  void sawEscape(const Expr *operand) override {
    if (const VarDecl *variable = namedVariable(operand))
      Facts.written.emplace(variable, operand);
  }

private:
  RegionFacts &Facts;
  std::set<const Expr *> Headers; ///< Steps and initialisations of loops.
};

class FunctionVisitor : public VariableVisitor {
  using Base = VariableVisitor;

public:
  FunctionVisitor(FunctionFacts &facts, const FunctionDecl *function)
      : Facts(facts), Function(function) {}

  bool shouldVisitImplicitCode() const override { return true; }

  // Clang makes functions of what OpenMP directives apply to.
  bool TraverseCapturedStmt(CapturedStmt *captured, DataRecursionQueue *) override {
    return TraverseStmt(captured->getCapturedStmt());
  }
  bool TraverseStmt(Stmt *stmt, DataRecursionQueue * = nullptr) override {
    const bool captures =
        stmt && isa<OMPExecutableDirective, LambdaExpr, BlockExpr>(stmt) && !isParallelLoop(*stmt);
    return captures ? traverseCapturing(stmt) : traversePlain(stmt);
  }
  /// What is written to an object of each thread does not change the variable.
  bool VisitOMPExecutableDirective(OMPExecutableDirective *directive) override {
    if (isParallelLoop(*directive))
      return true; // It may run no iteration, and so change nothing.
    for (const OMPClause *clause : directive->clauses())
      for (const Stmt *part : clause->children())
        if (const auto *expr = dyn_cast_or_null<Expr>(part))
          sawEscape(expr);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *ref) override {
    if (const auto *variable = dyn_cast<VarDecl>(ref->getDecl())) {
      Facts.uses[variable].push_back(ref);
      if (ref->refersToEnclosingVariableOrCapture() && (Captured || !isOwn(*variable)) && !Copies.count(variable))
        escapes(variable, nullptr);
    }
    return true;
  }
  bool VisitVarDecl(VarDecl *variable) override {
    // `T &r = v` and `T *p = v` let others reach v.
    if (const Expr *init = variable->getInit())
      if (variable->getType()->isReferenceType())
        sawEscape(init);
    return true;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *subscript) override {
    Subscripted.insert(subscript->getBase()->IgnoreParens());
    return true;
  }
  bool VisitCallExpr(CallExpr *call) override {
    for (const Expr *argument : call->arguments())
      if (argument->isGLValue())
        sawEscape(argument);
    return true;
  }
  // Objects may hold references; copies hold none to what they are made of.
  bool VisitCXXConstructExpr(CXXConstructExpr *made) override {
    for (const Expr *argument : made->arguments())
      if (argument->isGLValue() && !made->getConstructor()->isCopyOrMoveConstructor())
        sawEscape(argument);
    return true;
  }
  bool VisitInitListExpr(InitListExpr *list) override {
    for (const Expr *part : list->inits())
      if (part->isGLValue() && list->isSemanticForm())
        sawEscape(part);
    return true;
  }
  /// An array that decays other than to be subscripted may be reached later.
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) override {
    if (cast->getCastKind() == CK_ArrayToPointerDecay && !Subscripted.count(cast))
      sawEscape(cast->getSubExpr());
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *lambda) override {
    for (const LambdaCapture &capture : lambda->captures())
      if (capture.capturesVariable() && capture.getCaptureKind() != LCK_ByCopy)
        if (const auto *variable = dyn_cast<VarDecl>(capture.getCapturedVar()))
          escapes(variable, nullptr);
    return true;
  }
  void sawWrite(const Expr *target, const Expr *) override {
    if (const VarDecl *variable = namedVariable(target))
      Facts.written.insert(variable);
  }
  void sawEscape(const Expr *operand) override {
    if (const VarDecl *variable = rootVariable(operand))
      escapes(variable, operand);
  }

private:
  void escapes(const VarDecl *variable, const Expr *place) {
    Facts.addressTaken.insert(variable);
    Facts.escapes[variable].push_back(place);
  }

  // The next two stand apart from TraverseStmt, of which deep expressions need many frames.
  LLVM_ATTRIBUTE_NOINLINE bool traverseCapturing(Stmt *stmt) {
    llvm::SaveAndRestore inner(Captured, true);
    llvm::SaveAndRestore copies(Copies, copiesOf(dyn_cast<LambdaExpr>(stmt)));
    return traversePlain(stmt);
  }

  /// Clang makes of clauses other mentions than those in the text.
  LLVM_ATTRIBUTE_NOINLINE bool traverseDirective(OMPExecutableDirective &directive) {
    VisitOMPExecutableDirective(&directive);
    const auto traverse = [this](Stmt *part) { return TraverseStmt(part); };
    for (OMPClause *clause : directive.clauses())
      if (!llvm::all_of(clause->used_children(), traverse))
        return false;
    return llvm::all_of(directive.children(), traverse);
  }

  bool traversePlain(Stmt *stmt) {
    auto *directive = dyn_cast_or_null<OMPExecutableDirective>(stmt);
    return directive ? traverseDirective(*directive) : Base::TraverseStmt(stmt);
  }

  std::set<const VarDecl *> Copies; ///< Of which the innermost lambda has copies, which are other variables.

  static std::set<const VarDecl *> copiesOf(const LambdaExpr *lambda) {
    std::set<const VarDecl *> copies;
    if (lambda)
      for (const LambdaCapture &capture : lambda->captures())
        if (capture.capturesVariable() && capture.getCaptureKind() == LCK_ByCopy)
          copies.insert(dyn_cast<VarDecl>(capture.getCapturedVar()));
    return copies;
  }

  /// The variable of which \p expr is a part.
  static const VarDecl *rootVariable(const Expr *expr) {
    while (true) {
      expr = expr->IgnoreParenCasts();
      if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expr))
        expr = subscript->getBase();
      else if (const auto *member = dyn_cast<MemberExpr>(expr))
        expr = member->getBase();
      else if (const auto *op = dyn_cast<UnaryOperator>(expr))
        expr = op->getSubExpr();
      else if (const auto *op = dyn_cast<BinaryOperator>(expr))
        expr = op->getLHS();
      else
        return namedVariable(expr);
    }
  }

  /// Threads of one loop read no variable that another iteration writes: for variables
  /// of the function it is as without the directive.
  static bool isParallelLoop(const Stmt &stmt) {
    return isa<OMPParallelForDirective, OMPParallelForSimdDirective, OMPSimdDirective>(stmt);
  }
  bool isOwn(const VarDecl &variable) const {
    const DeclContext *scope = variable.getDeclContext();
    while (isa<CapturedDecl>(scope))
      scope = scope->getParent();
    return scope == Function;
  }

  FunctionFacts &Facts;
  const FunctionDecl *Function;
  bool Captured = false; ///< In a part of the function that others may run.
  std::set<const Expr *> Subscripted;
};

} // namespace

/// The variables that \p region may name otherwise than by their names.
static std::set<const VarDecl *> renamedIn(const Stmt *region) {
  std::set<const VarDecl *> renamed;
  const auto addAll = [&](const Stmt *root) {
    forEachPart(root, [&](const Stmt *part) {
      const auto *ref = dyn_cast<DeclRefExpr>(part);
      if (const auto *variable = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr)
        renamed.insert(variable);
    });
  };
  forEachPart(region, [&](const Stmt *part) {
    const auto *op = dyn_cast<UnaryOperator>(part);
    if (isa<LambdaExpr>(part) || (op && op->getOpcode() == UO_AddrOf))
      addAll(part);
    if (const auto *declared = dyn_cast<DeclStmt>(part))
      for (const Decl *decl : declared->decls())
        if (const auto *reference = dyn_cast<VarDecl>(decl);
            reference && reference->getType()->isReferenceType() && reference->getInit())
          addAll(reference->getInit());
  });
  return renamed;
}

RegionFacts collectRegionFacts(const Stmt *region) {
  RegionFacts facts;
  RegionVisitor(facts).TraverseStmt(const_cast<Stmt *>(region));
  facts.renamed = renamedIn(region);
  return facts;
}

FunctionFacts collectFunctionFacts(const FunctionDecl *function) {
  FunctionFacts facts;
  if (function && function->hasBody())
    FunctionVisitor(facts, function).TraverseStmt(function->getBody());
  return facts;
}

} // namespace gputile::frontend
