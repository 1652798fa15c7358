//===- OpenMPLoop.cpp - Loops under OpenMP directives ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/OpenMPLoop.h"

#include "Frontend/Describe.h"
#include "Frontend/Extract/UseAfter.h"

#include "gputile/Frontend/DynamicVisitor.h"
#include "gputile/Frontend/SideEffects.h"

#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace gputile::frontend {
namespace {

using llvm::omp::Directive;

/// Counts the places in a loop where a variable stands, and those of them in updates by one
/// operator, `s = s + x` and its other forms.
class Updates : public DynamicVisitor {
public:
  Updates(const VarDecl *variable, BinaryOperatorKind code) : Variable(variable), Code(code) {}

  unsigned mentions = 0, inUpdates = 0;

  bool VisitDeclRefExpr(DeclRefExpr *ref) override {
    mentions += ref->getDecl()->getCanonicalDecl() == Variable;
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *op) override {
    if (op->isIncrementDecrementOp() && Code == BO_Add)
      inUpdates += isVariable(op->getSubExpr());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *op) override {
    if (!isVariable(op->getLHS()) || !op->isAssignmentOp())
      return true;
    if (op->isCompoundAssignmentOp())
      inUpdates += belongs(BinaryOperator::getOpForCompoundAssignment(op->getOpcode()));
    else if (isTermOf(op->getRHS()))
      inUpdates += 2;
    return true;
  }

private:
  bool isVariable(const Expr *expr) const {
    const VarDecl *named = namedVariable(expr->IgnoreParenImpCasts());
    return named && named->getCanonicalDecl() == Variable;
  }
  /// `reduction(+: s)` is for sums and differences.
  bool belongs(BinaryOperatorKind code) const {
    return code == Code || (Code == BO_Add && code == BO_Sub);
  }
  /// Whether \p expr is `s + x + y`, or `x + s`.
  bool isTermOf(const Expr *expr) const {
    const auto *op = dyn_cast<BinaryOperator>(expr->IgnoreParenImpCasts());
    if (!op || !belongs(op->getOpcode()))
      return false;
    return isVariable(op->getLHS()) || (op->getOpcode() == Code && isVariable(op->getRHS())) ||
           isTermOf(op->getLHS());
  }

  const VarDecl *Variable;
  BinaryOperatorKind Code;
};

class DirectiveCheck {
public:
  DirectiveCheck(ExtractState &state, const OMPExecutableDirective &directive)
      : State(state), TheDirective(directive) {}

  void run() {
    checkKind();
    for (const OMPClause *clause : TheDirective.clauses())
      if (!clause->isImplicit())
        check(*clause);
    // `simd` leaves the value in the iterator that the loop has without it.
    if (TheDirective.getDirectiveKind() != Directive::OMPD_simd)
      for (const Expr *counter : cast<OMPLoopDirective>(TheDirective).counters())
        checkPrivate(counter);
  }

private:
  [[noreturn]] void refuseDirective(SourceLocation loc, const std::string &why) const {
    const auto name = llvm::omp::getOpenMPDirectiveName(TheDirective.getDirectiveKind());
    refuse(DiagId::OpenMPDirective, loc, {name.str(), why});
  }

  void checkKind() const {
    switch (TheDirective.getDirectiveKind()) {
    case Directive::OMPD_parallel_for:
    case Directive::OMPD_parallel_for_simd:
    case Directive::OMPD_simd:
      return;
    case Directive::OMPD_for:
    case Directive::OMPD_for_simd:
      refuseDirective(TheDirective.getBeginLoc(),
                      "divides the loop among threads that run already, and each of them would "
                      "run the region; write '#pragma omp parallel for'");
    default:
      refuseDirective(TheDirective.getBeginLoc(), "is not 'parallel for', 'parallel for simd' or "
                                                  "'simd', beside which '#pragma gpu_tile' can stand");
    }
  }

  void check(const OMPClause &clause) const {
    switch (clause.getClauseKind()) {
    case llvm::omp::OMPC_private:
      return checkAll(cast<OMPPrivateClause>(clause).varlists());
    case llvm::omp::OMPC_firstprivate:
      return checkAll(cast<OMPFirstprivateClause>(clause).varlists());
    case llvm::omp::OMPC_reduction:
      return checkReduction(cast<OMPReductionClause>(clause));
    case llvm::omp::OMPC_lastprivate: // The value of the last iteration.
    case llvm::omp::OMPC_shared:
    case llvm::omp::OMPC_default:
    case llvm::omp::OMPC_collapse:
    case llvm::omp::OMPC_proc_bind:
    case llvm::omp::OMPC_safelen:
    case llvm::omp::OMPC_simdlen:
    case llvm::omp::OMPC_order:
    case llvm::omp::OMPC_nontemporal:
      return;
    case llvm::omp::OMPC_if:
    case llvm::omp::OMPC_num_threads:
    case llvm::omp::OMPC_schedule:
    case llvm::omp::OMPC_aligned:
      return checkEffects(clause);
    default:
      refuseClause(clause);
    }
  }

  [[noreturn]] void refuseClause(const OMPClause &clause) const {
    refuseDirective(clause.getBeginLoc(),
                    "has clause '" + llvm::omp::getOpenMPClauseName(clause.getClauseKind()).str() +
                        "', with which the loop may do something else than on one thread");
  }

  template <typename Range> void checkAll(const Range &variables) const {
    for (const Expr *variable : variables)
      checkPrivate(variable);
  }

  /// Without the directive the loop writes the variable itself.
  void checkPrivate(const Expr *mention) const {
    const VarDecl *variable = namedVariable(mention);
    if (variable && State.Facts.declared.count(variable))
      return;
    if (variable && !mayBeReadBehind(State, &TheDirective, variable))
      return;
    const std::string name = variable ? variable->getNameAsString() : "an object";
    refuseDirective(mention->getExprLoc(), "gives each thread a '" + name +
                                               "' of its own, and '" + name +
                                               "' may be read after the loop; declare '" + name +
                                               "' inside the region");
  }

  /// Clang evaluates what has effects even where the GPU runs the loop.
  void checkEffects(const OMPClause &clause) const {
    for (const Stmt *child : clause.children()) {
      const auto *expr = dyn_cast_or_null<Expr>(child);
      const auto *ref = expr ? dyn_cast<DeclRefExpr>(expr->IgnoreParenImpCasts()) : nullptr;
      if (const auto *captured = ref ? dyn_cast<OMPCapturedExprDecl>(ref->getDecl()) : nullptr)
        expr = captured->getInit();
      if (expr && findSideEffect(State.Ast, expr))
        refuseClause(clause);
    }
  }

  /// The operator of \p clause, if its meaning is OpenMP's own.
  static std::optional<BinaryOperatorKind> operatorOf(const OMPReductionClause &clause) {
    if (clause.getModifier() != OMPC_REDUCTION_unknown &&
        clause.getModifier() != OMPC_REDUCTION_default)
      return std::nullopt;
    switch (clause.getNameInfo().getName().getCXXOverloadedOperator()) {
    case OO_Plus:
    case OO_Minus: return BO_Add;
    case OO_Star: return BO_Mul;
    case OO_Amp: return BO_And;
    case OO_Pipe: return BO_Or;
    case OO_Caret: return BO_Xor;
    case OO_AmpAmp: return BO_LAnd;
    case OO_PipePipe: return BO_LOr;
    default: return std::nullopt;
    }
  }

  /// What OpenMP does then is what the loop does on one thread, but for the order.
  void checkReduction(const OMPReductionClause &clause) const {
    const auto code = operatorOf(clause);
    for (const Expr *mention : clause.varlists()) {
      const VarDecl *variable = namedVariable(mention);
      if (!code || !variable || !variable->getType()->isArithmeticType())
        refuseClause(clause);
      Updates updates(variable->getCanonicalDecl(), *code);
      updates.TraverseStmt(const_cast<Stmt *>(TheDirective.getRawStmt()));
      if (updates.mentions != updates.inUpdates)
        refuseClause(clause);
    }
  }

  ExtractState &State;
  const OMPExecutableDirective &TheDirective;
};

} // namespace

void checkDirective(ExtractState &state, const Stmt *directive) {
  if (!isa<OMPLoopBasedDirective>(directive))
    refuseStatement(directive);
  DirectiveCheck(state, *cast<OMPExecutableDirective>(directive)).run();
}

} // namespace gputile::frontend
