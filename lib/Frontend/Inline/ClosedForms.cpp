//===- ClosedForms.cpp - Integers that nests of loops count ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/ClosedForms.h"

#include "Frontend/AssignedVariable.h"
#include "Frontend/CText/Type.h"
#include "Frontend/Extract/Constants.h"
#include "Frontend/Extract/Continue.h"
#include "Frontend/Extract/LoopSteps.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/VariableStep.h"
#include "Frontend/FunctionAnalyses.h"
#include "Frontend/Inline/Arithmetic.h"
#include "Frontend/Inline/Clone.h"
#include "Frontend/Liveness.h"
#include "Frontend/LoopHeader.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <optional>
#include <set>

using namespace clang;

namespace gputile::frontend {
namespace {

/// plus - minus + number, of expressions of the region or none.
struct Factor {
  const Expr *plus = nullptr, *minus = nullptr;
  int64_t number = 0;
};

/// A sum of products.
class Amount {
public:
  struct Term {
    int64_t number;
    std::vector<Factor> factors; ///< None is a number.
  };
  std::vector<Term> terms;
  bool mayWrap = false; ///< C defines what the program has where a sum leaves its type.

  void add(const Amount &other) {
    for (const Term &term : other.terms)
      if (term.factors.empty() && !terms.empty() && terms.back().factors.empty())
        terms.back().number += term.number;
      else
        terms.push_back(term);
    mayWrap |= other.mayWrap;
  }
  Amount times(const Factor &factor) const {
    Amount product = *this;
    for (Term &term : product.terms)
      if (factor.plus || factor.minus)
        term.factors.push_back(factor);
      else // Numbers that are too large are those of loops that never end.
        term.number = int64_t(uint64_t(term.number) * uint64_t(factor.number));
    return product;
  }
};

/// A loop that runs as often as its header says.
struct CountedLoop {
  const VarDecl *iterator;
  const Expr *first;
  bool down; ///< Each iteration subtracts one from the iterator, or else adds one.
  Factor count;
  std::vector<const Expr *> after; ///< Other parts of the third part of the header.
};

bool isNumber(const Factor &factor) { return !factor.plus && !factor.minus; }

std::set<const VarDecl *> declaredIn(const Stmt *stmt) {
  std::set<const VarDecl *> declared;
  forEachPart(stmt, [&](const Stmt *part) {
    if (const auto *declaration = dyn_cast<DeclStmt>(part))
      for (const Decl *decl : declaration->decls())
        if (const auto *variable = dyn_cast<VarDecl>(decl))
          declared.insert(variable);
  });
  return declared;
}

/// The variable that \p stmt, part of an expression, reads; else null. Parentheses do not read.
const VarDecl *readBy(const Stmt *stmt) {
  return isa<ParenExpr>(stmt) ? nullptr : loadedVariable(dyn_cast<Expr>(stmt));
}

unsigned readsIn(const Stmt *stmt, const VarDecl *variable) {
  unsigned reads = 0;
  forEachPart(stmt, [&](const Stmt *part) { reads += readBy(part) == variable; });
  return reads;
}

unsigned mentionsIn(const Stmt *stmt, const VarDecl *variable) {
  unsigned mentions = 0;
  forEachPart(stmt, [&](const Stmt *part) {
    const auto *ref = dyn_cast<DeclRefExpr>(part);
    mentions += ref && ref->getDecl() == variable;
  });
  return mentions;
}

bool assigns(const Stmt *stmt, const VarDecl *variable) {
  return anyPart(
      stmt, [&](const Stmt *part) { return assignedVariable(dyn_cast<Expr>(part)) == variable; });
}

/// How often each variable is mentioned, and how often that is to read it.
class Uses {
public:
  explicit Uses(const Stmt *stmt) {
    forEachPart(stmt, [&](const Stmt *part) {
      if (const auto *ref = dyn_cast<DeclRefExpr>(part))
        if (const auto *variable = dyn_cast<VarDecl>(ref->getDecl()))
          ++Counts[variable].mentions;
      if (const VarDecl *variable = readBy(part))
        ++Counts[variable].reads;
    });
  }

  /// Of \p variable, mentions that do not read it.
  unsigned others(const VarDecl *variable) const {
    const auto found = Counts.find(variable);
    return found == Counts.end() ? 0 : found->second.mentions - found->second.reads;
  }

private:
  struct Count {
    unsigned mentions = 0, reads = 0;
  };
  std::map<const VarDecl *, Count> Counts;
};

/// By how much statements change integers.
class Amounts {
public:
  Amounts(ASTContext &ast) : Ast(ast) {}

  /// What \p root, a loop, adds to \p variable, and every other way in which it uses it is to read
  /// it. None where that is not known.
  std::optional<Amount> ofNest(const ForStmt *root, const VarDecl *variable) const {
    const Nest nest(root, variable);
    const bool jumps = anyPart(root, [](const Stmt *part) {
      return isa<GotoStmt, IndirectGotoStmt, LabelStmt, ReturnStmt, LambdaExpr>(part);
    });
    return jumps || nest.declared.count(variable) ? std::nullopt : amountOf(root, nest);
  }

  /// As of a nest that is known to have one.
  Amount inside(const Stmt *stmt, const ForStmt *root, const VarDecl *variable) const {
    return *amountOf(stmt, Nest(root, variable));
  }

  /// \p loop, where nothing in it but its head changes its iterator, nor \p root what decides how
  /// often it runs.
  std::optional<CountedLoop> counted(const ForStmt *loop, const ForStmt *root) const {
    return counted(loop, Nest(root, nullptr));
  }

  /// What \p step, an expression for itself, adds to \p variable; none where it is something else.
  std::optional<Amount> stepOf(const Expr *step, const VarDecl *variable) const;

private:
  struct Nest {
    Nest(const ForStmt *root, const VarDecl *variable)
        : variable(variable), assigned(assignmentsIn(root)), declared(declaredIn(root)) {}
    const VarDecl *variable;
    std::map<const VarDecl *, unsigned> assigned;
    std::set<const VarDecl *> declared;

    bool changes(const VarDecl *other) const {
      return other == variable || assigned.count(other) || declared.count(other);
    }
  };
  static constexpr int64_t MostOfNumbers = int64_t(1) << 20;

  ASTContext &Ast;

  std::optional<int64_t> smallNumber(const Expr *expr) const {
    const auto number = integerConstant(Ast, expr);
    const auto value = number ? number->tryExtValue() : std::nullopt;
    return value && *value <= MostOfNumbers && *value >= -MostOfNumbers ? value : std::nullopt;
  }
  /// Adds or subtracts \p expr.
  void put(Factor &factor, const Expr *expr, bool negative) const {
    if (const auto number = smallNumber(expr))
      factor.number += negative ? -*number : *number;
    else
      (negative ? factor.minus : factor.plus) = expr;
  }
  static bool isFixed(const Expr *value, const Nest &nest);
  std::optional<CountedLoop> counted(const ForStmt *loop, const Nest &nest) const;
  std::optional<Amount> amountOf(const Stmt *stmt, const Nest &nest) const;
  std::optional<Amount> amountOfLoop(const ForStmt *loop, const Nest &nest) const;
};

/// A variable and a nest in which it has a closed form.
struct ClosedForm {
  const VarDecl *variable;
  bool readLater; ///< Its value behind the nest is needed.
};

using ClosedForms = std::map<const ForStmt *, std::vector<ClosedForm>>;

/// Finds the outermost nests in which an integer has a closed form.
class FormFinder {
public:
  FormFinder(ASTContext &ast, const MarkedRegion &region, const Stmt *statement)
      : Ast(ast), Statement(statement), TheAmounts(ast),
        Facts(region.analyses->factsOf(region.function)),
        Live(region.analyses->graphOf(ast, region.function), region.statement) {}

  ClosedForms find() {
    const std::set<const VarDecl *> declared = declaredIn(Statement);
    const Uses uses(Statement);
    for (const auto &[variable, count] : assignmentsIn(Statement)) {
      const bool isLocal = declared.count(variable);
      // Anything else may make a reference of it, or a pointer.
      const bool isPlain = uses.others(variable) == count;
      if (isPlain && isCandidate(variable, isLocal))
        findIn(Statement, {variable, isLocal || isDeadBehind(variable)}, 0);
    }
    return std::move(Found);
  }

private:
  ASTContext &Ast;
  const Stmt *Statement;
  const Amounts TheAmounts;
  const FunctionFacts &Facts;
  Liveness Live;
  ClosedForms Found;

  bool isCandidate(const VarDecl *variable, bool isLocal) const {
    const QualType type = variable->getType();
    return type->isIntegerType() && isInteger(type) && !type->isReferenceType() &&
           !type.isVolatileQualified() && Ast.getIntWidth(type) >= 32 &&
           variable->hasLocalStorage() && !Facts.addressTaken.count(variable) &&
           (isLocal || Facts.uses.count(variable));
  }
  bool isDeadBehind(const VarDecl *variable) const {
    return !Live.isLiveBehind(variable, Facts.uses.at(variable));
  }

  struct Wanted {
    const VarDecl *variable;
    bool isDeadBehind; ///< The region.
  };

  /// Whether what \p item assigns to \p variable does not depend on what it was, or declares it.
  static bool beginsAnew(const Stmt *item, const VarDecl *variable) {
    if (const auto *declaration = dyn_cast_or_null<DeclStmt>(item))
      return llvm::is_contained(declaration->decls(), variable);
    const auto *assign = dyn_cast_or_null<BinaryOperator>(item);
    return assign && assign->getOpcode() == BO_Assign && assignedVariable(assign) == variable &&
           readsIn(assign, variable) == 0;
  }

  /// \param loops how many loops there are whose iterations hand on the value
  void findIn(const Stmt *stmt, const Wanted &wanted, unsigned loops) {
    if (!stmt || !assigns(stmt, wanted.variable))
      return;
    const auto *loop = dyn_cast<ForStmt>(stmt);
    if (loop && isClosed(loop, wanted.variable)) {
      // Steps in other places read it, too.
      const auto uses = [&](const Stmt *part) {
        unsigned starts = 0;
        forEachPart(part, [&](const Stmt *item) {
          starts += isa<Expr>(item) && beginsAnew(item, wanted.variable);
        });
        return mentionsIn(part, wanted.variable) - starts;
      };
      const bool isUsedElsewhere = uses(Statement) > uses(loop);
      Found[loop].push_back(
          {wanted.variable, loops > 0 || !wanted.isDeadBehind || isUsedElsewhere});
      return;
    }
    if (isa<Expr, DeclStmt>(stmt))
      return;
    loops += isa<ForStmt, WhileStmt, DoStmt>(stmt);
    for (const Stmt *child : stmt->children()) {
      if (isa<CompoundStmt>(stmt) && beginsAnew(child, wanted.variable))
        loops = 0;
      findIn(child, wanted, loops);
    }
  }

  bool isClosed(const ForStmt *loop, const VarDecl *variable) const {
    const auto inductions = inductionsOf(Ast, loop);
    const bool isInduction = llvm::any_of(
        inductions, [&](const Induction &induction) { return induction.variable == variable; });
    return !isInduction && isRead(loop, variable) && TheAmounts.ofNest(loop, variable);
  }

  /// Whether anything but its steps reads \p variable in \p loop: others are sums.
  static bool isRead(const ForStmt *loop, const VarDecl *variable) {
    unsigned bySteps = 0;
    forEachPart(loop, [&](const Stmt *part) {
      if (assignedVariable(dyn_cast<Expr>(part)) == variable)
        bySteps += readsIn(part, variable);
    });
    return readsIn(loop, variable) > bySteps;
  }
};

/// Copies a region with closed forms.
class FormCloner : public Cloner {
public:
  FormCloner(ASTContext &ast, DeclContext *owner, ClosedForms forms, Originals &originals,
             LoopSizes &sizes, std::set<const Expr *> &exact)
      : Cloner(ast, owner, /*fresh=*/false, originals), Copies(originals), Sizes(sizes),
        Text(ast, exact), TheAmounts(ast), Forms(std::move(forms)) {}

  Stmt *copyOf(const Stmt *region) {
    std::vector<Stmt *> items;
    if (!append(region, items))
      return nullptr;
    if (items.size() == 1)
      return items.front();
    Stmt *copy = CompoundStmt::Create(Ast, items, FPOptionsOverride(), region->getBeginLoc(),
                                      region->getEndLoc());
    Copies[copy] = region;
    return copy;
  }

protected:
  bool isReplaced(const Stmt *stmt) const override {
    const auto *loop = dyn_cast<ForStmt>(stmt);
    const auto *ref = dyn_cast<DeclRefExpr>(stmt);
    return (loop && Forms.count(loop)) || (ref && openFor(dyn_cast<VarDecl>(ref->getDecl())));
  }
  Expr *replacement(const Expr *expr) override;
  bool append(const Stmt *item, std::vector<Stmt *> &items) override;

private:
  /// A variable in the nest that is being copied.
  struct Open {
    const ForStmt *root;
    Amount now; ///< What has been added to it since the nest began.
  };
  Originals &Copies;
  LoopSizes &Sizes;
  Arithmetic Text;
  const Amounts TheAmounts;
  const ClosedForms Forms;
  std::map<const VarDecl *, Open> OpenForms;
  std::set<const Expr *> Fixed; ///< That are demanded.

  const Open *openFor(const VarDecl *variable) const {
    const auto open = OpenForms.find(variable);
    return open == OpenForms.end() ? nullptr : &open->second;
  }
  /// The variable of an open form that \p expr reads; else null.
  const VarDecl *openRead(const Expr *expr) const {
    const VarDecl *variable = readBy(expr);
    return openFor(variable) ? variable : nullptr;
  }

  bool appendNest(const ForStmt *root, std::vector<Stmt *> &items);
  bool appendLoop(const ForStmt *loop, std::vector<Stmt *> &items);
  Stmt *loopCopy(const ForStmt *loop);
  bool isCountNeeded(const ForStmt *loop, const VarDecl *variable) const;
  void demand(const Factor &count, const ForStmt *loop);
  void demandFixed(const Factor &factor);
  Expr *factorText(const Factor &factor, SourceLocation loc);
  Expr *sumText(Expr *start, const Amount &amount, SourceLocation loc);
  Expr *valueOf(const VarDecl *variable, SourceLocation loc);

  /// \p value, of the region, in 64 bits.
  Expr *wide(const Expr *value) {
    Expr *copy = expr(value);
    return copy ? Text.converted(copy, Ast.LongLongTy, false) : nullptr;
  }
};

} // namespace

//===-- Syntax ----------------------------------------------------------------===//

/// Operators on numbers, on variables that the nest neither declares nor assigns, and on their
/// members. Extraction tells whether it changes them in other ways.
bool Amounts::isFixed(const Expr *value, const Nest &nest) {
  return isInteger(value->getType()) && !anyPart(value, [&](const Stmt *part) {
           const auto *ref = dyn_cast<DeclRefExpr>(part);
           const auto *variable = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
           const bool isKnown = isa<DeclRefExpr, CastExpr, ParenExpr, MemberExpr, IntegerLiteral,
                                    UnaryOperator, BinaryOperator, CXXThisExpr, ConstantExpr>(part);
           const auto *step = dyn_cast<UnaryOperator>(part);
           const auto *op = dyn_cast<BinaryOperator>(part);
           return !isKnown || (variable && nest.changes(variable)) ||
                  (step && step->isIncrementDecrementOp()) || (op && op->isAssignmentOp());
         });
}

/// The type in which \p step, an assignment, adds.
static QualType typeOfSum(const Expr *step) {
  if (const auto *compound = dyn_cast<CompoundAssignOperator>(step))
    return compound->getComputationResultType();
  const auto *assign = dyn_cast<BinaryOperator>(step);
  return (assign ? assign->getRHS()->IgnoreParenImpCasts() : step)->getType();
}

/// The operand that \p step, `k += e`, `k -= e`, `k = k + e`, adds, and whether it is subtracted;
/// null for all else.
static std::pair<const Expr *, bool> operandOf(const Expr *step, const VarDecl *variable) {
  const auto *assign = dyn_cast<BinaryOperator>(step);
  if (!assign || assignedVariable(step) != variable)
    return {nullptr, false};
  if (assign->getOpcode() == BO_AddAssign || assign->getOpcode() == BO_SubAssign)
    return {assign->getRHS(), assign->getOpcode() == BO_SubAssign};
  const auto *sum = dyn_cast<BinaryOperator>(assign->getRHS()->IgnoreParenImpCasts());
  if (!sum || assign->getOpcode() != BO_Assign || !sum->isAdditiveOp())
    return {nullptr, false};
  const auto names = [&](const Expr *operand) {
    return namedVariable(operand->IgnoreParenImpCasts()) == variable;
  };
  const bool down = sum->getOpcode() == BO_Sub;
  if (names(sum->getLHS()))
    return {sum->getRHS(), down};
  return {!down && names(sum->getRHS()) ? sum->getLHS() : nullptr, false};
}

std::optional<Amount> Amounts::stepOf(const Expr *step, const VarDecl *variable) const {
  Amount amount;
  const QualType type = typeOfSum(step);
  amount.mayWrap =
      !type->isSignedIntegerType() || Ast.getIntWidth(type) != Ast.getIntWidth(variable->getType());
  if (const auto constant = frontend::stepOf(Ast, variable, step)) {
    const auto number = constant->tryExtValue();
    if (!number || *number > MostOfNumbers || *number < -MostOfNumbers)
      return std::nullopt;
    amount.terms.push_back({*number, {}});
    return amount;
  }
  const auto [operand, down] = operandOf(step, variable);
  const Expr *size = operand ? operand->IgnoreParens() : nullptr;
  // In the type of the sum, the operand is the same modulo its size: `u += -1` counts down.
  if (const auto *cast = dyn_cast_or_null<ImplicitCastExpr>(size);
      cast && cast->getCastKind() == CK_IntegralCast && isInteger(cast->getSubExpr()->getType()) &&
      Ast.getIntWidth(cast->getType()) >= Ast.getIntWidth(cast->getSubExpr()->getType()))
    size = cast->getSubExpr()->IgnoreParens();
  if (!size || !isInteger(size->getType()))
    return std::nullopt;
  amount.terms.push_back({down ? -1 : 1, {Factor{size, nullptr, 0}}});
  return amount;
}

std::optional<CountedLoop> Amounts::counted(const ForStmt *loop, const Nest &nest) const {
  const LoopHeader header = headerOf(loop);
  if (!header.iterator || !header.step || !header.before.empty() || header.stepsInCondition ||
      loop->getConditionVariable() || !isInteger(header.iterator->getType()) ||
      header.iterator->getType()->isReferenceType() || header.iterator == nest.variable)
    return std::nullopt;
  const auto step = frontend::stepOf(Ast, header.iterator, header.step);
  const Expr *first = onlyFirstValue(loop, header);
  const auto comparison =
      step && first ? comparisonOf(loop->getCond(), header.iterator) : std::nullopt;
  if (!comparison || (*step != 1 && *step != -1))
    return std::nullopt;
  const bool down = *step == -1;
  const bool goesDown = comparison->code == BO_GT || comparison->code == BO_GE;
  if (down != goesDown || (!goesDown && comparison->code != BO_LT && comparison->code != BO_LE) ||
      !isFixed(first, nest) || !isFixed(comparison->bound, nest))
    return std::nullopt;
  const unsigned inHead = header.first ? 2 : 1;
  if (assignmentsIn(loop)[header.iterator] != inHead)
    return std::nullopt;
  // A signed iterator that is compared as an unsigned number has to be none of the negative ones.
  if (comparison->bound->getType()->isUnsignedIntegerType() &&
      header.iterator->getType()->isSignedIntegerType()) {
    const auto number = smallNumber(first);
    if (down || !number || *number < 0)
      return std::nullopt;
  }
  Factor count;
  put(count, down ? first : comparison->bound, false);
  put(count, down ? comparison->bound : first, true);
  count.number += comparison->code == BO_LE || comparison->code == BO_GE;
  return CountedLoop{header.iterator, first, down, count, header.after};
}

std::optional<Amount> Amounts::amountOfLoop(const ForStmt *loop, const Nest &nest) const {
  const auto known = counted(loop, nest);
  const Stmt *body = loop->getBody();
  // Only statements of the body read what its iterations change.
  const unsigned outside = mentionsIn(loop, nest.variable) - mentionsIn(body, nest.variable);
  if (!known || findContinue(body) || findBreak(body) ||
      (isNumber(known->count) && known->count.number < 0))
    return std::nullopt;
  std::optional<Amount> amount = amountOf(body, nest);
  unsigned inSteps = 0;
  for (const Expr *part : known->after)
    if (amount && assigns(part, nest.variable)) {
      const auto step = amountOf(part, nest);
      inSteps += mentionsIn(part, nest.variable);
      if (step)
        amount->add(*step);
      else
        amount.reset();
    }
  return amount && inSteps == outside ? std::optional(amount->times(known->count)) : std::nullopt;
}

std::optional<Amount> Amounts::amountOf(const Stmt *stmt, const Nest &nest) const {
  const unsigned assignments = stmt ? assignmentsIn(stmt)[nest.variable] : 0;
  if (assignments == 0)
    return Amount{};
  if (const auto *attributed = dyn_cast<AttributedStmt>(stmt))
    return amountOf(attributed->getSubStmt(), nest);
  if (const auto *loop = dyn_cast<ForStmt>(stmt))
    return amountOfLoop(loop, nest);
  if (const auto *block = dyn_cast<CompoundStmt>(stmt)) {
    Amount sum;
    for (const Stmt *item : block->body()) {
      const std::optional<Amount> amount = amountOf(item, nest);
      if (!amount)
        return std::nullopt;
      sum.add(*amount);
    }
    return sum;
  }
  const auto *expr = dyn_cast<Expr>(stmt);
  std::optional<Amount> amount =
      expr && assignments == 1 ? stepOf(expr->IgnoreParens(), nest.variable) : std::nullopt;
  for (const Amount::Term &term : amount ? amount->terms : std::vector<Amount::Term>())
    for (const Factor &factor : term.factors)
      if (!isFixed(factor.plus, nest))
        return std::nullopt;
  return amount;
}

//===-- The copy --------------------------------------------------------------===//

Expr *FormCloner::replacement(const Expr *expr) {
  const VarDecl *variable = openRead(expr);
  return variable ? valueOf(variable, expr->getExprLoc()) : nullptr;
}

bool FormCloner::append(const Stmt *item, std::vector<Stmt *> &items) {
  if (const auto *attributed = dyn_cast<AttributedStmt>(item); attributed && changes(attributed))
    return append(attributed->getSubStmt(), items);
  if (const auto *loop = dyn_cast<ForStmt>(item))
    return Forms.count(loop) ? appendNest(loop, items) : appendLoop(loop, items);
  const auto *expr = dyn_cast<Expr>(item);
  const VarDecl *variable = expr ? assignedVariable(expr->IgnoreParens()) : nullptr;
  const auto open = OpenForms.find(variable);
  if (open == OpenForms.end())
    return Cloner::append(item, items);
  open->second.now.add(*TheAmounts.stepOf(expr->IgnoreParens(), variable));
  return true;
}

bool FormCloner::appendNest(const ForStmt *root, std::vector<Stmt *> &items) {
  const std::vector<ClosedForm> &forms = Forms.at(root);
  for (const ClosedForm &form : forms)
    OpenForms[form.variable] = {root, {}};
  if (!appendLoop(root, items))
    return false;
  const SourceLocation loc = root->getEndLoc();
  for (const ClosedForm &form : forms) {
    auto *variable = const_cast<VarDecl *>(form.variable);
    if (form.readLater) {
      Expr *value = valueOf(variable, loc);
      if (!value)
        return false;
      OpenForms.erase(variable);
      Expr *place = expr(mention(variable, loc));
      items.push_back(BinaryOperator::Create(Ast, place, value, BO_Assign, place->getType(),
                                             Ast.getLangOpts().CPlusPlus ? VK_LValue : VK_PRValue,
                                             OK_Ordinary, loc, FPOptionsOverride()));
    }
    OpenForms.erase(variable);
  }
  return true;
}

bool FormCloner::appendLoop(const ForStmt *loop, std::vector<Stmt *> &items) {
  std::map<const VarDecl *, Amount> before, each;
  std::optional<CountedLoop> counted;
  for (const auto &[variable, open] : OpenForms) {
    if (!assigns(loop, variable))
      continue;
    counted = TheAmounts.counted(loop, open.root);
    before[variable] = open.now;
    each[variable] = TheAmounts.inside(loop->getBody(), open.root, variable);
    for (const Expr *part : counted->after)
      if (assigns(part, variable))
        each[variable].add(TheAmounts.inside(part, open.root, variable));
  }
  if (!counted)
    return Cloner::append(loop, items);
  auto *iterator = const_cast<VarDecl *>(counted->iterator);
  const Expr *value = readOf(Ast, iterator, loop->getForLoc());
  const Factor done =
      counted->down ? Factor{counted->first, value, 0} : Factor{value, counted->first, 0};
  for (auto &[variable, amount] : each)
    OpenForms[variable].now.add(amount.times(done));
  Stmt *copy = loopCopy(loop);
  if (!copy)
    return false;
  items.push_back(copy);
  for (auto &[variable, amount] : each) {
    Amount behind = before[variable];
    behind.add(amount.times(counted->count));
    OpenForms[variable].now = std::move(behind);
  }
  if (llvm::any_of(each, [&](const auto &own) { return isCountNeeded(loop, own.first); }))
    demand(counted->count, loop);
  return true;
}

/// Whether \p variable is read after \p loop, in whose nest it is.
bool FormCloner::isCountNeeded(const ForStmt *loop, const VarDecl *variable) const {
  if (OpenForms.at(variable).root != loop)
    return true;
  return llvm::any_of(Forms.at(loop), [&](const ClosedForm &form) {
    return form.variable == variable && form.readLater;
  });
}

Stmt *FormCloner::loopCopy(const ForStmt *loop) {
  std::vector<Stmt *> body;
  Stmt *init = stmt(loop->getInit());
  Expr *condition = init ? expr(loop->getCond()) : nullptr;
  if (!condition || !append(loop->getBody(), body))
    return nullptr;
  Expr *step = nullptr;
  for (const Expr *part : commaParts(loop->getInc())) {
    if (OpenForms.count(assignedVariable(part)))
      continue;
    Expr *copy = expr(part);
    if (!copy)
      return nullptr;
    step = step ? Text.binary(step, BO_Comma, copy, copy->getType()) : copy;
  }
  Stmt *whole = body.size() == 1 ? body.front()
                                 : CompoundStmt::Create(Ast, body, FPOptionsOverride(),
                                                        loop->getBody()->getBeginLoc(),
                                                        loop->getBody()->getEndLoc());
  Copies.emplace(whole, loop->getBody());
  auto *copy = new (Ast) ForStmt(Ast, init, condition, nullptr, step, whole, loop->getForLoc(),
                                 loop->getLParenLoc(), loop->getRParenLoc());
  Copies[copy] = loop;
  return copy;
}

/// Behind the loop its count stands for how often it ran.
void FormCloner::demand(const Factor &count, const ForStmt *loop) {
  if (isNumber(count))
    return;
  Expr *value = factorText(count, loop->getForLoc());
  if (value)
    Sizes.sizes.push_back({value, false, 0, loop->getForLoc()});
}

Expr *FormCloner::factorText(const Factor &factor, SourceLocation loc) {
  const auto number = [&](int64_t value) {
    return Text.number(value < 0 ? -uint64_t(value) : uint64_t(value), Ast.LongLongTy, loc);
  };
  demandFixed(factor);
  Expr *sum = factor.plus ? wide(factor.plus) : number(0);
  if (sum && factor.minus) {
    Expr *minus = wide(factor.minus);
    sum = minus ? Text.binary(sum, BO_Sub, minus, Ast.LongLongTy) : nullptr;
  }
  if (sum && factor.number != 0)
    sum = Text.binary(sum, factor.number < 0 ? BO_Sub : BO_Add, number(factor.number),
                      Ast.LongLongTy);
  return sum ? new (Ast) ParenExpr(loc, loc, sum) : nullptr;
}

/// What may change without being named has to be known in front of the region.
void FormCloner::demandFixed(const Factor &factor) {
  for (const Expr *part : {factor.plus, factor.minus}) {
    const bool isReached =
        part && anyPart(part, [](const Stmt *stmt) {
          const auto *ref = dyn_cast<DeclRefExpr>(stmt);
          const auto *variable = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
          const auto *op = dyn_cast<UnaryOperator>(stmt);
          return isa<MemberExpr>(stmt) || (op && op->getOpcode() == UO_Deref) ||
                 (variable &&
                  (!variable->hasLocalStorage() || variable->getType()->isReferenceType()));
        });
    if (isReached && Fixed.insert(part).second)
      Sizes.fixed.push_back(part);
  }
}

/// \p start plus \p amount.
Expr *FormCloner::sumText(Expr *sum, const Amount &amount, SourceLocation loc) {
  for (const Amount::Term &term : amount.terms) {
    const bool negative = term.number < 0;
    const uint64_t number = negative ? -uint64_t(term.number) : uint64_t(term.number);
    if (number == 0)
      continue;
    Expr *product =
        number != 1 || term.factors.empty() ? Text.number(number, Ast.LongLongTy, loc) : nullptr;
    for (const Factor &factor : term.factors) {
      Expr *text = factorText(factor, loc);
      if (!text)
        return nullptr;
      product = product ? Text.binary(product, BO_Mul, text, Ast.LongLongTy) : text;
    }
    sum = Text.binary(sum, negative ? BO_Sub : BO_Add, product, Ast.LongLongTy);
  }
  return sum;
}

/// The value of \p variable at this point of its nest.
Expr *FormCloner::valueOf(const VarDecl *variable, SourceLocation loc) {
  const Open open = OpenForms.at(variable);
  OpenForms.erase(variable); // What is read is the variable itself.
  Expr *start = wide(readOf(Ast, const_cast<VarDecl *>(variable), loc));
  OpenForms.emplace(variable, open);
  Expr *sum = start ? sumText(start, open.now, loc) : nullptr;
  if (!sum)
    return nullptr;
  const QualType type = variable->getType().getUnqualifiedType();
  // A signed sum that the program computes without overflow is one.
  return Text.converted(new (Ast) ParenExpr(loc, loc, sum), type,
                        type->isSignedIntegerType() && !open.now.mayWrap);
}

std::optional<LoopSizes> closeForms(ASTContext &ast, const MarkedRegion &region,
                                    InlinedRegion &inlined) {
  if (!region.function || !region.analyses || ast.getLangOpts().isSignedOverflowDefined())
    return std::nullopt;
  const ClosedForms forms = FormFinder(ast, region, inlined.statement).find();
  if (forms.empty())
    return std::nullopt;
  Cloner::Originals copies;
  LoopSizes sizes;
  std::set<const Expr *> exact = inlined.exact;
  FormCloner cloner(ast, const_cast<FunctionDecl *>(region.function), forms, copies, sizes, exact);
  Stmt *copy = cloner.copyOf(inlined.statement);
  if (!copy)
    return std::nullopt;
  inlined.replace(copy, copies);
  inlined.exact = std::move(exact);
  return sizes;
}

} // namespace gputile::frontend
