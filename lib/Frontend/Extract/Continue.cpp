//===- Continue.cpp - `continue` and `return` as conditions ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/Continue.h"

#include "Frontend/Extract/Parts.h"

#include "clang/AST/Expr.h"
#include "clang/AST/StmtCXX.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>
#include <optional>
#include <vector>

using namespace clang;

namespace gputile::frontend {

static bool isAnyLoop(const Stmt *stmt) {
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(stmt);
}

/// The first \p Jump in \p stmt that is not in a statement for which \p owns holds.
template <typename Jump, typename Owns> static const Stmt *findJump(const Stmt *stmt, Owns owns) {
  if (!stmt || isa<Expr>(stmt) || owns(stmt))
    return nullptr;
  if (isa<Jump>(stmt))
    return stmt;
  for (const Stmt *child : stmt->children())
    if (const Stmt *found = findJump<Jump>(child, owns))
      return found;
  return nullptr;
}

const Stmt *findBreak(const Stmt *body) {
  return findJump<BreakStmt>(body,
                             [](const Stmt *stmt) { return isAnyLoop(stmt) || isa<SwitchStmt>(stmt); });
}

const Stmt *findContinue(const Stmt *body) { return findJump<ContinueStmt>(body, isAnyLoop); }

bool mayLeaveIteration(const Stmt *body) {
  return findBreak(body) || findContinue(body) || anyPart(body, [](const Stmt *part) {
           return isa<ReturnStmt, GotoStmt, IndirectGotoStmt, LabelStmt>(part);
         });
}

namespace {

/// Moves what follows a jump to the end under conditions.
class Rewriter {
public:
  using Sequence = std::vector<const Stmt *>;
  /// The first of the jumps in a statement.
  using Find = const Stmt *(*)(const Stmt *);
  /// What stands in the place of a jump, or null.
  using Replace = std::function<Stmt *(const Stmt *)>;

  Rewriter(ASTContext &ast, Find find, Replace replace)
      : Ast(ast), FindJump(find), Replacement(std::move(replace)) {}

  /// \p items without jumps; nothing where that takes other means.
  std::optional<Sequence> sequence(const Sequence &items);
  Stmt *block(const Sequence &items, SourceLocation loc);

private:
  /// What runs for some values in a `switch`.
  struct CaseGroup {
    std::vector<const Expr *> values;
    bool isDefault = false;
    Sequence items;    ///< Without the `break` at the end.
    bool ends = false; ///< There was one.
  };

  ASTContext &Ast;
  Find FindJump;
  Replace Replacement;
  static constexpr unsigned maxCopies = 4;
  unsigned Copies = 0; ///< Of statements that follow, made so far.

  bool isJump(const Stmt *stmt) const { return FindJump(stmt) == stmt; }
  bool alwaysJumps(const Stmt *stmt) const;
  bool alwaysJumps(const Sequence &items) const;
  std::optional<Sequence> branch(const IfStmt *stmt, const Sequence &rest);
  std::optional<Sequence> side(const Stmt *stmt, const Sequence &rest);
  std::optional<Sequence> side(Sequence items, bool jumps, const Sequence &rest);
  bool append(const Stmt *item, CaseGroup &group);
  std::optional<std::vector<CaseGroup>> groupsOf(const SwitchStmt *stmt);
  std::optional<Sequence> branches(const SwitchStmt *stmt, const Sequence &rest);
  Stmt *ifStatement(const IfStmt *stmt, const Sequence &then, const Sequence &otherwise);
  Expr *negation(const Expr *condition);
};

} // namespace

/// True when nothing behind \p stmt runs.
bool Rewriter::alwaysJumps(const Stmt *stmt) const { return alwaysJumps(itemsOf(stmt)); }

bool Rewriter::alwaysJumps(const Sequence &items) const {
  if (items.empty())
    return false;
  if (isJump(items.back()))
    return true;
  const auto *branch = dyn_cast<IfStmt>(items.back());
  return branch && branch->getElse() && alwaysJumps(branch->getThen()) &&
         alwaysJumps(branch->getElse());
}

Stmt *Rewriter::block(const Sequence &items, SourceLocation loc) {
  std::vector<Stmt *> body;
  for (const Stmt *item : items)
    body.push_back(const_cast<Stmt *>(item));
  return CompoundStmt::Create(Ast, body, FPOptionsOverride(), loc, loc);
}

Expr *Rewriter::negation(const Expr *condition) {
  return UnaryOperator::Create(Ast, const_cast<Expr *>(condition), UO_LNot,
                               Ast.getLogicalOperationType(), VK_PRValue, OK_Ordinary,
                               condition->getExprLoc(), false, FPOptionsOverride());
}

Stmt *Rewriter::ifStatement(const IfStmt *stmt, const Sequence &then, const Sequence &otherwise) {
  const bool swapped = then.empty();
  Expr *condition = const_cast<Expr *>(stmt->getCond());
  const SourceLocation loc = stmt->getIfLoc();
  return IfStmt::Create(Ast, loc, IfStatementKind::Ordinary, nullptr, nullptr,
                        swapped ? negation(condition) : condition, loc, loc,
                        block(swapped ? otherwise : then, loc), loc,
                        swapped || otherwise.empty() ? nullptr : block(otherwise, loc));
}

/// One side of an `if`, and what follows where that side does not end with a jump.
std::optional<Rewriter::Sequence> Rewriter::side(const Stmt *stmt, const Sequence &rest) {
  return side(itemsOf(stmt), alwaysJumps(stmt), rest);
}

std::optional<Rewriter::Sequence> Rewriter::side(Sequence items, bool jumps, const Sequence &rest) {
  if (!jumps)
    items.insert(items.end(), rest.begin(), rest.end());
  return sequence(items);
}

std::optional<Rewriter::Sequence> Rewriter::branch(const IfStmt *stmt, const Sequence &rest) {
  if (stmt->getInit() || stmt->getConditionVariable() || stmt->isConsteval())
    return std::nullopt;
  if (!rest.empty() && !alwaysJumps(stmt->getThen()) && !alwaysJumps(stmt->getElse()) &&
      ++Copies > maxCopies)
    return std::nullopt;
  auto then = side(stmt->getThen(), rest);
  auto otherwise = then ? side(stmt->getElse(), rest) : std::nullopt;
  if (!otherwise)
    return std::nullopt;
  return Sequence{ifStatement(stmt, *then, *otherwise)};
}

/// Appends \p item to \p group, without a `break` at its end. \returns whether it has no other one.
bool Rewriter::append(const Stmt *item, CaseGroup &group) {
  if (group.ends)
    return false;
  Sequence items = itemsOf(item);
  group.ends = !items.empty() && isa<BreakStmt>(items.back());
  if (group.ends)
    items.pop_back();
  if (llvm::any_of(items, findBreak))
    return false;
  const bool isBlock = isa<CompoundStmt>(item);
  if (isBlock && group.ends)
    group.items.push_back(block(items, item->getBeginLoc()));
  else if (isBlock || !group.ends)
    group.items.push_back(item);
  return true;
}

/// The groups of \p stmt; nothing where its parts are not in plain sight.
std::optional<std::vector<Rewriter::CaseGroup>> Rewriter::groupsOf(const SwitchStmt *stmt) {
  const auto *body = dyn_cast<CompoundStmt>(stmt->getBody());
  if (!body || stmt->getInit() || stmt->getConditionVariable())
    return std::nullopt;
  std::vector<CaseGroup> groups;
  for (const Stmt *item : body->body()) {
    if (isa<SwitchCase>(item))
      groups.emplace_back();
    if (groups.empty() || isa<DeclStmt>(item)) // What is declared there other groups can name.
      return std::nullopt;
    CaseGroup &group = groups.back();
    while (const auto *label = dyn_cast<SwitchCase>(item)) {
      const auto *one = dyn_cast<CaseStmt>(label);
      if (one && one->getRHS())
        return std::nullopt;
      if (one)
        group.values.push_back(one->getLHS());
      group.isDefault = group.isDefault || !one;
      item = label->getSubStmt();
    }
    if (!append(item, group))
      return std::nullopt;
  }
  return groups;
}

/// `switch` as a chain of `if`, each of which ends with a jump or with what follows.
std::optional<Rewriter::Sequence> Rewriter::branches(const SwitchStmt *stmt, const Sequence &rest) {
  auto *condition = const_cast<Expr *>(stmt->getCond());
  const auto groups = groupsOf(stmt);
  if (!groups || groups->empty() || condition->HasSideEffects(Ast))
    return std::nullopt;
  std::optional<Sequence> otherwise;
  std::vector<std::pair<Expr *, Sequence>> chain;
  for (const CaseGroup &group : *groups) {
    const bool jumps = alwaysJumps(group.items);
    if ((!group.ends && !jumps && &group != &groups->back()) ||
        (!jumps && !rest.empty() && ++Copies > maxCopies))
      return std::nullopt;
    auto items = side(group.items, jumps, rest);
    if (!items)
      return std::nullopt;
    if (group.isDefault) {
      otherwise = std::move(items);
      continue;
    }
    Expr *any = nullptr;
    const auto operation = [&](Expr *left, Expr *right, BinaryOperatorKind kind) {
      return BinaryOperator::Create(Ast, left, right, kind, Ast.getLogicalOperationType(),
                                    VK_PRValue, OK_Ordinary, stmt->getSwitchLoc(),
                                    FPOptionsOverride());
    };
    for (const Expr *value : group.values) {
      Expr *same = operation(condition, const_cast<Expr *>(value), BO_EQ);
      any = any ? operation(any, same, BO_LOr) : same;
    }
    chain.emplace_back(any, std::move(*items));
  }
  if (!otherwise)
    otherwise = sequence(rest);
  const SourceLocation loc = stmt->getSwitchLoc();
  for (auto link = chain.rbegin(); otherwise && link != chain.rend(); ++link)
    otherwise = Sequence{IfStmt::Create(Ast, loc, IfStatementKind::Ordinary, nullptr, nullptr,
                                        link->first, loc, loc, block(link->second, loc), loc,
                                        otherwise->empty() ? nullptr : block(*otherwise, loc))};
  return otherwise;
}

std::optional<Rewriter::Sequence> Rewriter::sequence(const Sequence &items) {
  Sequence result;
  for (auto item = items.begin(); item != items.end(); ++item) {
    if (isJump(*item)) {
      if (const Stmt *replacement = Replacement(*item))
        result.push_back(replacement);
      return result;
    }
    if (!FindJump(*item)) {
      result.push_back(*item);
      continue;
    }
    Sequence rest(item + 1, items.end());
    std::optional<Sequence> tail;
    if (const auto *choice = dyn_cast<IfStmt>(*item)) {
      tail = branch(choice, rest);
    } else if (const auto *several = dyn_cast<SwitchStmt>(*item)) {
      tail = branches(several, rest);
    } else if (isa<CompoundStmt>(*item)) {
      Sequence inner = itemsOf(*item);
      inner.insert(inner.end(), rest.begin(), rest.end());
      tail = sequence(inner);
    }
    if (!tail)
      return std::nullopt;
    result.insert(result.end(), tail->begin(), tail->end());
    return result;
  }
  return result;
}

const Stmt *withoutContinue(ASTContext &ast, const Stmt *body) {
  if (!findContinue(body))
    return body;
  Rewriter rewriter(ast, findContinue, [](const Stmt *) { return nullptr; });
  auto items = rewriter.sequence(itemsOf(body));
  return items ? rewriter.block(*items, body->getBeginLoc()) : nullptr;
}

static const Stmt *findReturn(const Stmt *body) {
  return findJump<ReturnStmt>(body, [](const Stmt *) { return false; });
}

const Stmt *withoutReturn(ASTContext &ast, const Stmt *body,
                          llvm::function_ref<Stmt *(const ReturnStmt *)> result) {
  if (!findReturn(body))
    return body;
  Rewriter rewriter(ast, findReturn,
                    [&](const Stmt *jump) { return result(cast<ReturnStmt>(jump)); });
  auto items = rewriter.sequence(itemsOf(body));
  return items ? rewriter.block(*items, body->getBeginLoc()) : nullptr;
}

} // namespace gputile::frontend
