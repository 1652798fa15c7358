//===- Mutations.cpp - Small mistakes planted in generated text -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutations.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <optional>
#include <set>

using namespace clang;

namespace gputile::test {

const char *const NotMade =
    "a condition that chooses between two texts for the same work (full and partial blocks, 32 and 64 bits) is only weakened\n"
    "bounds of blocks and of wavefronts are only tightened: the conditions within those outside leave them without work\n"
    "a loop over tiles or over the hull of one, whose inner loop's bounds are exact, is only shortened\n"
    "tests before what is stored back to arrays are not changed: what was loaded and not changed may be stored, or not\n"
    "tests before what goes to shared memory or registers are only tightened, and those before loads left out: what is not stored back does not matter\n"
    "the test for no iterations at all is only made to hold for some: without iterations nothing is launched\n"
    "parts of a union of elements that are loaded are not changed alone: they overlap\n"
    "ends of rows, and bounds of loops that load, are not changed: what is loaded may be more than is used, and several of them may say the same\n"
    "the condition around the work of a tile, or a barrier in it, is not changed: without work its loops have no iterations, and one part may follow from the others\n"
    "conditions of waits are left out, or the waits, and not changed: chains of other waits may order the same blocks, and further waits do no harm\n"
    "the bound of a loop with steps is moved by whole steps\n"
    "coefficients in conditions are not changed: where no variable is negative, i + 4 b >= 1 is i + 3 b >= 1\n"
    "limits of sizes (numbers above 65536, and what is compared with them) keep a reserve and are not moved\n"
    "one test of several for 32 bits may follow from the others\n"
    "more memory than the plan's may be allocated (box.set), and flags may be set twice\n"
    "of text of scheme stream only masks are changed, but for those of rows in front of its loop: lanes load and compute more than is used\n"
    "names and lines in messages are not compared\n"
    "minimum and maximum of equal expressions are the same\n";

namespace {

/// Numbers from here on are limits.
constexpr int64_t LeastLimit = 65536;

/// Which changes of a condition are made.
enum class Changes { All, Weaker };

class Finder {
public:
  Finder(ASTContext &context, unsigned begin, unsigned end)
      : Context(context), Sources(context.getSourceManager()), Begin(begin), End(end) {}

  void function(const FunctionDecl *function);
  /// The same, only of masks of cells.
  void masks(const FunctionDecl *function);
  std::vector<Mutation> take();

private:
  void visit(const Stmt *s, Changes changes = Changes::All);
  void visitIf(const IfStmt *s);
  void visitTest(const IfStmt *s, const Expr *test);
  bool visitHoisted(const VarDecl *variable, const Stmt *in);
  void visitLoop(const ForStmt *loop);
  void visitOperator(const BinaryOperator *op, Changes changes);
  void visitStricter(const Expr *condition);
  void changeNumber(const IntegerLiteral *number, bool up);
  void visitBound(const Expr *bound, bool up);
  void visitBoundOf(const VarDecl *variable);
  bool isShortenedOnly(const ForStmt *loop) const;
  const BinaryOperator *onlyAssignment(const Stmt *s) const;
  bool isLocal(const Expr *e) const;
  bool storesBack(const Stmt *s) const;
  bool changesLocal(const Stmt *s) const;
  bool loads(const Stmt *s) const;
  bool isOfTile(const IfStmt *s) const;
  bool waits(const IfStmt *s) const;
  void visitCall(const CallExpr *call);
  void visitMasks(const Stmt *s);
  bool loadsFirstRows(const Stmt *s) const;
  void visitMask(const BinaryOperator *mask);
  void visitCondition(const Expr *condition);
  void visitName(const Expr *e, llvm::StringRef name);
  void visitThread(const MemberExpr *member);
  void replace(const std::string &kind, SourceRange range, const std::string &text);
  void replaceToken(const std::string &kind, SourceLocation at, const std::string &text);
  std::string textOf(SourceRange range) const;
  std::optional<std::pair<unsigned, unsigned>> offsets(SourceRange range) const;

  ASTContext &Context;
  SourceManager &Sources;
  unsigned Begin, End;
  uint64_t Step = 1;         ///< Of the loop whose bounds are visited.
  bool InCondition = false;  ///< Of an "if".
  unsigned Loops = 0;        ///< Around what is visited for masks.
  std::vector<std::string> Strides; ///< Parameters of the function that are strides.
  std::vector<std::string> Masks;   ///< Its masks of cells, as far as they have been met.
  const Stmt *Body = nullptr;       ///< Of the function.
  std::vector<Mutation> Found;
};

} // namespace

std::optional<std::pair<unsigned, unsigned>> Finder::offsets(SourceRange range) const {
  const CharSourceRange chars = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(range), Sources,
                                                         Context.getLangOpts());
  if (chars.isInvalid() || Sources.getFileID(chars.getBegin()) != Sources.getMainFileID())
    return std::nullopt;
  const unsigned begin = Sources.getFileOffset(chars.getBegin()), end = Sources.getFileOffset(chars.getEnd());
  if (begin < Begin || end > End || end <= begin)
    return std::nullopt;
  return std::pair(begin, end);
}

std::string Finder::textOf(SourceRange range) const {
  const auto at = offsets(range);
  return at ? Sources.getBufferData(Sources.getMainFileID()).slice(at->first, at->second).str() : "";
}

void Finder::replace(const std::string &kind, SourceRange range, const std::string &text) {
  if (const auto at = offsets(range))
    Found.push_back({kind, at->first, at->second, text});
}

void Finder::replaceToken(const std::string &kind, SourceLocation at, const std::string &text) {
  replace(kind, SourceRange(at, at), text);
}

void Finder::function(const FunctionDecl *function) {
  Strides.clear();
  Masks.clear();
  for (const ParmVarDecl *parameter : function->parameters())
    if (parameter->getName().contains("_stride"))
      Strides.push_back(parameter->getNameAsString());
  Body = function->getBody();
  visit(Body);
}

void Finder::masks(const FunctionDecl *function) {
  Masks.clear();
  visitMasks(function->getBody());
}

/// Whether both branches of \p s do the same work.
static bool choosesText(const IfStmt *s) { return s->getElse() != nullptr; }

/// The assignment that \p s has, under loops and tests, as its only or last statement.
const BinaryOperator *Finder::onlyAssignment(const Stmt *s) const {
  if (const auto *block = dyn_cast<CompoundStmt>(s))
    return block->body_empty() ? nullptr : onlyAssignment(block->body_back());
  if (const auto *choice = dyn_cast<IfStmt>(s))
    return choice->getElse() ? nullptr : onlyAssignment(choice->getThen());
  if (const auto *loop = dyn_cast<ForStmt>(s))
    return onlyAssignment(loop->getBody());
  if (const auto *unrolled = dyn_cast<AttributedStmt>(s))
    return onlyAssignment(unrolled->getSubStmt());
  const auto *expression = dyn_cast<Expr>(s);
  const auto *op = expression ? dyn_cast<BinaryOperator>(expression->IgnoreParenImpCasts()) : nullptr;
  return op && op->isAssignmentOp() ? op : nullptr;
}

/// Whether \p e lies in shared memory or registers.
bool Finder::isLocal(const Expr *e) const {
  const std::string text = textOf(e->getSourceRange());
  return llvm::StringRef(text).starts_with("s_") || llvm::StringRef(text).starts_with("p_");
}

static bool isElement(const Expr *e) { return isa<ArraySubscriptExpr>(e->IgnoreParenImpCasts()); }

bool Finder::storesBack(const Stmt *s) const {
  const BinaryOperator *copy = onlyAssignment(s);
  return copy && !isLocal(copy->getLHS()) && isElement(copy->getRHS()) && isLocal(copy->getRHS());
}

bool Finder::changesLocal(const Stmt *s) const {
  const BinaryOperator *assignment = onlyAssignment(s);
  return assignment && isLocal(assignment->getLHS());
}

bool Finder::loads(const Stmt *s) const {
  return changesLocal(s) && isElement(onlyAssignment(s)->getRHS()) && !isLocal(onlyAssignment(s)->getRHS());
}

/// Whether \p s is around all work of a tile, or a barrier of it.
bool Finder::isOfTile(const IfStmt *s) const {
  const std::string then = textOf(s->getThen()->getSourceRange());
  const llvm::StringRef only = llvm::StringRef(then).trim("{}; \n\t");
  return !choosesText(s) && (only == "__syncthreads()" || only.contains("GPT_TILE("));
}

/// Whether \p s decides about a wait for another block.
bool Finder::waits(const IfStmt *s) const {
  return llvm::StringRef(textOf(s->getThen()->getSourceRange())).starts_with("gpt_wait(");
}

/// What \p s tests, \p test: its condition, or a part of it that stands in front of a loop.
void Finder::visitTest(const IfStmt *s, const Expr *test) {
  const std::string condition = textOf(test->getSourceRange());
  const bool limit = condition.find("> ") != std::string::npos && condition.find("largest") != std::string::npos;
  if (condition == "gpt_first_thread()" || storesBack(s))
    return;
  if (changesLocal(s)) {
    if (loads(s))
      replace("condition always true", test->getSourceRange(), "true");
    visitStricter(test);
  } else if (isOfTile(s)) {
    return;
  } else if (textOf(s->getThen()->getSourceRange()).find("nothing()") != std::string::npos) {
    replace("condition always true", test->getSourceRange(), "true");
    if (const auto *empty = dyn_cast<UnaryOperator>(test->IgnoreParenImpCasts()))
      visitStricter(empty->getSubExpr());
  } else if (condition.find("narrow()") != std::string::npos || waits(s)) {
    replace("condition always true", test->getSourceRange(), "true");
  } else if (!limit || choosesText(s)) {
    replace("condition always true", test->getSourceRange(), "true");
    if (!choosesText(s) && isa<ReturnStmt>(s->getThen()))
      replace("guard removed", test->getSourceRange(), "false");
    InCondition = true;
    visit(test, choosesText(s) ? Changes::Weaker : Changes::All);
    InCondition = false;
  }
}

void Finder::visitIf(const IfStmt *s) {
  visitTest(s, s->getCond());
  visit(s->getThen());
  if (s->getElse())
    visit(s->getElse());
}

/// The variable that \p s declares, or null.
static const VarDecl *declared(const Stmt *s) {
  const auto *declaration = dyn_cast_or_null<DeclStmt>(s);
  return declaration && declaration->isSingleDecl() ? dyn_cast<VarDecl>(declaration->getSingleDecl()) : nullptr;
}

/// Whether \p s, or a block that it begins with, declares a wavefront's number.
static bool beginsWavefront(const Stmt *s) {
  const auto *block = dyn_cast<CompoundStmt>(s);
  if (block)
    return !block->body_empty() && beginsWavefront(block->body_front());
  const VarDecl *first = declared(s);
  return first && first->getName() == "h0";
}

/// Whether \p s mentions \p variable.
static bool mentions(const Stmt *s, const VarDecl *variable) {
  if (!s)
    return false;
  if (const auto *name = dyn_cast<DeclRefExpr>(s))
    return name->getDecl() == variable;
  return llvm::any_of(s->children(), [&](const Stmt *child) { return mentions(child, variable); });
}

/// What \p variable stands for in the conditions of \p in. \returns whether one names it.
bool Finder::visitHoisted(const VarDecl *variable, const Stmt *in) {
  if (!in)
    return false;
  const auto *choice = dyn_cast<IfStmt>(in);
  bool named = choice && mentions(choice->getCond(), variable);
  if (named)
    visitTest(choice, variable->getInit());
  for (const Stmt *child : in->children())
    named |= visitHoisted(variable, child);
  return named;
}

/// Whether \p s has a loop whose end depends on \p variable.
static bool bounds(const Stmt *s, const VarDecl *variable) {
  if (!s)
    return false;
  if (const auto *loop = dyn_cast<ForStmt>(s); loop && mentions(loop->getCond(), variable))
    return true;
  return llvm::any_of(s->children(), [&](const Stmt *child) { return bounds(child, variable); });
}

/// Loops over wavefronts, those around loops with exact bounds, and those that store a tile back.
bool Finder::isShortenedOnly(const ForStmt *loop) const {
  const VarDecl *variable = declared(loop->getInit());
  return variable && loop->getCond() &&
         (bounds(loop->getBody(), variable) || beginsWavefront(loop->getBody()) || storesBack(loop));
}

/// What \p increment adds: "i += 4".
static uint64_t stepOf(const Expr *increment) {
  const auto *add = dyn_cast_or_null<BinaryOperator>(increment);
  const auto *number = add ? dyn_cast<IntegerLiteral>(add->getRHS()->IgnoreParenImpCasts()) : nullptr;
  return number ? number->getValue().getZExtValue() : 1;
}

void Finder::visitLoop(const ForStmt *loop) {
  if (loads(loop))
    return visit(loop->getBody());
  const bool shortened = isShortenedOnly(loop);
  if (shortened)
    visitBound(declared(loop->getInit())->getInit(), true);
  else
    visit(loop->getInit());
  Step = stepOf(loop->getInc());
  if (shortened)
    visitStricter(loop->getCond());
  else
    visit(loop->getCond());
  Step = 1;
  visit(loop->getInc());
  visit(loop->getBody());
}

/// Changes of a bound that raise it when \p up, or else lower it.
void Finder::visitBound(const Expr *bound, bool up) {
  bound = bound->IgnoreParenCasts();
  if (const auto *number = dyn_cast<IntegerLiteral>(bound)) {
    changeNumber(number, up);
  } else if (const auto *op = dyn_cast<BinaryOperator>(bound); op && op->isAdditiveOp()) {
    const bool add = op->getOpcode() == BO_Add;
    if (isa<IntegerLiteral>(op->getRHS()->IgnoreParenCasts()) && add != up)
      replaceToken("sign changed", op->getOperatorLoc(), add ? "-" : "+");
    visitBound(op->getLHS(), up);
    visitBound(op->getRHS(), up == add);
  } else if (op && op->getOpcode() == BO_Div) {
    visitBound(op->getLHS(), up);
  } else if (const auto *call = dyn_cast<CallExpr>(bound)) {
    const std::string name = textOf(call->getCallee()->getSourceRange());
    const bool choice = name == "gpt_min" || name == "gpt_max";
    if (choice && (name == "gpt_min") == up)
      visitCall(call);
    for (unsigned i = 0; i < (choice ? call->getNumArgs() : name == "gpt_floord" ? 1 : 0); ++i)
      visitBound(call->getArg(i), up);
  }
}

/// Bounds of blocks and of wavefronts.
void Finder::visitBoundOf(const VarDecl *variable) {
  const llvm::StringRef name = variable->getName();
  visitBound(variable->getInit(), name.ends_with("_first") || name.ends_with("_low"));
}

static bool isBound(llvm::StringRef name) {
  return (name.starts_with("b") || name.starts_with("h")) && name.size() > 1 && llvm::isDigit(name[1]) &&
         (name.ends_with("_first") || name.ends_with("_low") || name.ends_with("_count") || name.ends_with("_size"));
}

/// What a copy knows of a row: ends of its columns, and of the times that decide on them.
static bool isRowEnd(llvm::StringRef name) {
  const llvm::StringRef part = name.rtrim("0123456789");
  return name == "first" || name == "last" ||
         (part != name && (part == "low" || part == "high" || part == "least" || part == "most"));
}

static const char *otherComparison(BinaryOperatorKind op) {
  switch (op) {
  case BO_LT:
    return "<=";
  case BO_LE:
    return "<";
  case BO_GT:
    return ">=";
  case BO_GE:
    return ">";
  default:
    return nullptr;
  }
}

/// Comparisons that hold for less.
void Finder::visitStricter(const Expr *condition) {
  const auto *op = dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts());
  if (!op)
    return;
  if (op->getOpcode() == BO_LAnd) {
    visitStricter(op->getLHS());
    visitStricter(op->getRHS());
  } else if (op->isRelationalOp()) {
    const bool greater = op->getOpcode() == BO_GE || op->getOpcode() == BO_GT;
    if (Step == 1 && (op->getOpcode() == BO_LE || op->getOpcode() == BO_GE))
      replaceToken("comparison changed", op->getOperatorLoc(), otherComparison(op->getOpcode()));
    visitBound(op->getLHS(), !greater);
    visitBound(op->getRHS(), greater);
  }
}

/// One up, or down; in the bounds of a loop, a step.
void Finder::changeNumber(const IntegerLiteral *number, bool up) {
  const int64_t value = number->getValue().getSExtValue(), other = value + (up ? 1 : -1) * int64_t(Step);
  if (value < LeastLimit)
    replace(up ? "number up" : "number down", number->getSourceRange(),
            other < 0 ? "(" + std::to_string(other) + ")" : std::to_string(other));
}

void Finder::visitOperator(const BinaryOperator *op, Changes changes) {
  const bool onlyWeaken = changes == Changes::Weaker;
  if (op->isLogicalOp()) {
    const std::string left = textOf(op->getLHS()->getSourceRange()), right = textOf(op->getRHS()->getSourceRange());
    const bool weaker = op->getOpcode() == BO_LAnd;
    if (!left.empty() && !right.empty() && (weaker || !onlyWeaken)) {
      replace("left condition only", op->getSourceRange(), left);
      replace("right condition only", op->getSourceRange(), right);
    }
  } else if (const char *other = Step == 1 ? otherComparison(op->getOpcode()) : nullptr) {
    const bool greater = op->getOpcode() == BO_GE || op->getOpcode() == BO_GT;
    if (onlyWeaken)
      replace("condition weaker", op->getRHS()->getSourceRange(),
              "(" + textOf(op->getRHS()->getSourceRange()) + (greater ? ") - 1" : ") + 1"));
    else
      replaceToken("comparison changed", op->getOperatorLoc(), other);
  } else if (op->getOpcode() == BO_EQ && !onlyWeaken) {
    replaceToken("comparison changed", op->getOperatorLoc(), "!=");
  } else if ((op->getOpcode() == BO_Add || op->getOpcode() == BO_Sub) && !onlyWeaken) {
    replaceToken("sign changed", op->getOperatorLoc(), op->getOpcode() == BO_Add ? "-" : "+");
  }
}

void Finder::visitCall(const CallExpr *call) {
  const Expr *callee = call->getCallee()->IgnoreParenImpCasts();
  const std::string name = textOf(callee->getSourceRange());
  const bool same = call->getNumArgs() == 2 && textOf(call->getArg(0)->getSourceRange()) == textOf(call->getArg(1)->getSourceRange());
  if ((name == "gpt_min" || name == "gpt_max") && !same)
    replace("minimum and maximum exchanged", callee->getSourceRange(), name == "gpt_min" ? "gpt_max" : "gpt_min");
  if (name == "__syncthreads" || name == "gpt_wait" || name == "gpt_signal" ||
      llvm::StringRef(name).ends_with(".sync") || llvm::StringRef(name).starts_with("run.copyOut"))
    replace(name == "run.copyOut" ? "copy dropped" : "barrier dropped", call->getSourceRange(), "(void)0");
  if (name == "run.copyIn")
    replace("copy dropped", call->getSourceRange(), "true");
}

void Finder::visitCondition(const Expr *condition) {
  InCondition = true;
  visit(condition);
  InCondition = false;
}

/// "mask |= (unsigned)(condition) << cell": the bit of the next cell, a wrong bit of the first cell, another condition.
void Finder::visitMask(const BinaryOperator *mask) {
  const auto *shift = dyn_cast<BinaryOperator>(mask->getRHS()->IgnoreParenImpCasts());
  if (!shift || shift->getOpcode() != BO_Shl)
    return;
  const std::string cell = textOf(shift->getRHS()->getSourceRange());
  replace("bit of another cell", shift->getRHS()->getSourceRange(), "(" + cell + " + 1)");
  if (const auto *bit = dyn_cast<CStyleCastExpr>(shift->getLHS()->IgnoreParenImpCasts())) {
    const SourceRange condition = bit->getSubExpr()->getSourceRange();
    replace("bit flipped", condition, "(" + textOf(condition) + " != (" + cell + " == 0))");
    visitCondition(bit->getSubExpr());
  }
  Masks.push_back(textOf(mask->getLHS()->getSourceRange()));
}

/// How masks are made, which are used, and "const unsigned active = condition of a row ? mask : 0u" or "const bool
/// active = condition of a row".
void Finder::visitMasks(const Stmt *s) {
  if (!s || loadsFirstRows(s))
    return;
  const bool isLoop = isa<ForStmt>(s);
  Loops += isLoop;
  if (const auto *op = dyn_cast<BinaryOperator>(s); op && op->getOpcode() == BO_OrAssign)
    return visitMask(op);
  if (const VarDecl *variable = declared(s); variable && variable->getInit()) {
    const auto *choice = dyn_cast<ConditionalOperator>(variable->getInit()->IgnoreParenImpCasts());
    if (choice && llvm::is_contained(Masks, textOf(choice->getTrueExpr()->getSourceRange())))
      visitCondition(choice->getCond());
    else if (!choice && variable->getName() == "active")
      visitCondition(variable->getInit());
  }
  if (const auto *name = dyn_cast<DeclRefExpr>(s); name && name->getDecl()->getIdentifier())
    visitName(name, name->getDecl()->getName());
  for (const Stmt *child : s->children())
    visitMasks(child);
  Loops -= isLoop;
}

/// Whether \p s loads rows in front of the loop over rows. Of the first ones, cells at borders may be unused.
bool Finder::loadsFirstRows(const Stmt *s) const {
  const auto *call = dyn_cast<CallExpr>(s);
  return call && Loops == 0 && call->getNumArgs() > 0 &&
         llvm::StringRef(textOf(call->getArg(0)->getSourceRange())).contains("_ahead[");
}

/// Another stride or mask in place of one.
void Finder::visitName(const Expr *e, llvm::StringRef name) {
  const bool isMask = llvm::is_contained(Masks, name);
  if (!isMask && !name.contains("_stride"))
    return;
  for (const std::string &other : isMask ? Masks : Strides)
    if (other != name)
      return replace(isMask ? "mask exchanged" : "stride exchanged", e->getSourceRange(), other);
}

void Finder::visitThread(const MemberExpr *member) {
  const std::string text = textOf(member->getSourceRange());
  const auto other = llvm::StringSwitch<const char *>(text)
                         .Case("threadIdx.x", "threadIdx.y")
                         .Case("threadIdx.y", "threadIdx.x")
                         .Case("threadIdx.z", "threadIdx.y")
                         .Case("blockIdx.x", "blockIdx.y")
                         .Case("blockIdx.y", "blockIdx.x")
                         .Case("blockIdx.z", "blockIdx.y")
                         .Case("gridDim.x", "gridDim.y")
                         .Case("gridDim.y", "gridDim.x")
                         .Default(nullptr);
  if (other)
    replace("axis exchanged", member->getSourceRange(), other);
}

void Finder::visit(const Stmt *s, Changes changes) {
  if (!s)
    return;
  if (const auto *choice = dyn_cast<IfStmt>(s))
    return visitIf(choice);
  const llvm::StringRef beginning = llvm::StringRef(Sources.getCharacterData(Sources.getFileLoc(s->getBeginLoc()))).take_until([](char c) { return c == '('; });
  if (isa<DeclStmt>(s) && beginning.starts_with("static gpt_region"))
    return;
  if (isa<CallExpr>(s) && beginning.ends_with(".box.set"))
    return;
  if (const auto *loop = dyn_cast<ForStmt>(s); loop && loop->getInit() && textOf(loop->getInit()->getSourceRange()).find("blockIdx") != std::string::npos)
    return visit(loop->getBody());
  if (const auto *loop = dyn_cast<ForStmt>(s))
    return visitLoop(loop);
  if (const VarDecl *variable = declared(s); variable && variable->getInit()) {
    if (variable->getName() == "largest")
      return;
    if (isBound(variable->getName()))
      return visitBoundOf(variable);
    if (isRowEnd(variable->getName()))
      return;
    if (variable->getType()->isBooleanType() && visitHoisted(variable, Body))
      return;
  }
  if (const auto *number = dyn_cast<IntegerLiteral>(s); number && changes == Changes::All)
    for (const bool up : {true, false})
      changeNumber(number, up);
  if (const auto *op = dyn_cast<BinaryOperator>(s); op && InCondition && op->getOpcode() == BO_Mul)
    return;
  if (const auto *op = dyn_cast<BinaryOperator>(s))
    visitOperator(op, changes);
  if (const auto *call = dyn_cast<CallExpr>(s))
    visitCall(call);
  if (const auto *name = dyn_cast<DeclRefExpr>(s); name && changes == Changes::All)
    if (const auto *identifier = name->getDecl()->getIdentifier())
      visitName(name, identifier->getName());
  if (const auto *member = dyn_cast<MemberExpr>(s))
    visitThread(member);
  for (const Stmt *child : s->children())
    visit(child, changes);
}

/// One of each, in the order of the text.
std::vector<Mutation> Finder::take() {
  std::set<std::tuple<unsigned, unsigned, std::string>> known;
  std::vector<Mutation> result;
  for (Mutation &mutation : Found)
    if (known.insert({mutation.begin, mutation.end, mutation.text}).second)
      result.push_back(std::move(mutation));
  llvm::stable_sort(result,
                    [](const Mutation &a, const Mutation &b) { return a.begin < b.begin; });
  return result;
}

std::vector<Mutation> findMutations(ASTContext &context, unsigned begin, unsigned end) {
  Finder finder(context, begin, end);
  const SourceManager &sources = context.getSourceManager();
  const bool streams = sources.getBufferData(sources.getMainFileID()).slice(begin, end).contains("GPUTILE_STREAM");
  for (const Decl *decl : context.getTranslationUnitDecl()->noload_decls()) {
    const auto *pattern = dyn_cast<FunctionTemplateDecl>(decl);
    const auto *function = pattern ? pattern->getTemplatedDecl() : dyn_cast<FunctionDecl>(decl);
    if (streams) {
      if (pattern && function->doesThisDeclarationHaveABody() && !function->getName().starts_with("gpt_"))
        finder.masks(function);
      continue;
    }
    if (const auto *language = dyn_cast<LinkageSpecDecl>(decl))
      for (const Decl *inner : language->decls())
        if (const auto *one = dyn_cast<FunctionDecl>(inner); one && one->doesThisDeclarationHaveABody())
          finder.function(one);
    if (function && function->doesThisDeclarationHaveABody())
      finder.function(function);
  }
  return finder.take();
}

} // namespace gputile::test
