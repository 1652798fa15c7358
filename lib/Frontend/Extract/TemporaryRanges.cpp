//===- TemporaryRanges.cpp - Where values of scalars begin and end --------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/TemporaryRanges.h"

#include "Frontend/CText/Type.h"
#include "Frontend/Extract/Constants.h"
#include "Frontend/Extract/LocalGroups.h"
#include "Frontend/Extract/UseAfter.h"

#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetOperations.h"

using namespace clang;

namespace gputile::frontend {

using Items = std::vector<const Stmt *>;

//===-- Ranges --------------------------------------------------------------------===//

/// The variable that \p stmt, `v = …;`, gives a value of its own.
static const VarDecl *definedBy(const Stmt *stmt) {
  const auto *expr = dyn_cast<Expr>(stmt);
  const auto *op = expr ? dyn_cast<BinaryOperator>(expr->IgnoreParens()) : nullptr;
  if (!op || op->getOpcode() != BO_Assign)
    return nullptr;
  const VarDecl *variable = namedVariable(op->getLHS());
  return variable && !mentions(op->getRHS(), variable) ? variable : nullptr;
}

/// The variables that \p stmt gives values of their own, on all of its ways.
static std::vector<const VarDecl *> definedIn(const Stmt *stmt) {
  if (const VarDecl *variable = definedBy(stmt))
    return {variable};
  std::vector<const VarDecl *> defined;
  if (const auto *branch = dyn_cast<IfStmt>(stmt); branch && branch->getElse()) {
    const std::vector<const VarDecl *> otherwise = definedIn(branch->getElse());
    for (const VarDecl *variable : definedIn(branch->getThen()))
      if (llvm::is_contained(otherwise, variable) && !mentions(branch->getCond(), variable))
        defined.push_back(variable);
  }
  if (const auto *block = dyn_cast<CompoundStmt>(stmt))
    for (auto item = block->body_begin(); item != block->body_end(); ++item)
      for (const VarDecl *variable : definedIn(*item))
        if (std::none_of(block->body_begin(), item,
                         [&](const Stmt *earlier) { return mentions(earlier, variable); }))
          defined.push_back(variable);
  return defined;
}

static bool canBeLocal(const ExtractState &state, const VarDecl *variable) {
  QualType type = variable->getType();
  return isOwnedByFunction(state, variable) && type->isArithmeticType() &&
         !typeText(type).empty() && !type.isVolatileQualified() && !isExposed(state, variable) &&
         !state.Facts.iterators.count(variable) && !state.Scalars.follows(variable);
}

static bool isMentioned(const Items &items, size_t begin, size_t end, const VarDecl *variable) {
  return std::any_of(items.begin() + static_cast<long>(begin),
                     items.begin() + static_cast<long>(end),
                     [&](const Stmt *item) { return mentions(item, variable); });
}

TemporaryRange temporariesFrom(ExtractState &state, const Items &items, size_t begin, size_t end) {
  TemporaryRange range{end, {}};
  for (size_t k = begin; k < range.end; ++k)
    for (const VarDecl *variable : definedIn(items[k])) {
      if (!canBeLocal(state, variable) || llvm::is_contained(range.variables, variable) ||
          isMentioned(items, begin, k, variable))
        continue;
      const size_t last = lastUse(items, k, variable);
      const bool crosses = std::any_of(items.begin() + static_cast<long>(k),
                                       items.begin() + static_cast<long>(last) + 1, containsLoop);
      if (crosses || mayBeReadBehind(state, items[last], variable))
        continue;
      range.variables.push_back(variable);
      range.end = std::max(range.end, last + 1);
    }
  return range;
}

//===-- Whether one statement is as parallel as several ------------------------------===//

namespace {

/// The structure of each subscript.
using Subscripts = std::vector<llvm::FoldingSetNodeID>;

/// What a run of statements does with variables.
class Accesses {
public:
  explicit Accesses(ExtractState &state) : State(state) {}

  /// Adds the next statement. \returns false where not all is understood.
  bool add(const Stmt *root);
  /// Forgets what is written to \p temporaries and to other variables of an iteration.
  void forgetTemporaries(const std::vector<const VarDecl *> &temporaries);
  unsigned writes() const;
  /// Whether all elements that are written belong to one iteration, in which \p before ran
  /// before these statements.
  bool stayInIteration(const Accesses &before) const;
  /// Whether an element is read that these statements have written, and not read before: one
  /// statement would seem to read what was there before it.
  bool readsOwnValues() const { return ReadsOwnValues; }

private:
  /// References to one array.
  struct Uses {
    std::set<Subscripts> places; ///< All constants are alike.
    std::set<const VarDecl *> iterators; ///< In the subscripts of the last one.
    std::set<Subscripts> read, written;
    unsigned writes = 0;

    bool provide(const std::set<Subscripts> &elements) const;
  };
  struct Reference {
    Uses *uses;
    Subscripts subscripts;
  };

  ExtractState &State;
  std::map<const VarDecl *, Uses> ByVariable;
  bool ReadsOwnValues = false;

  std::optional<Reference> reference(const Expr *expr, std::vector<const Stmt *> &pending);
  llvm::FoldingSetNodeID structureOf(const Expr *expr) const;
  void noteOrder(const std::vector<Reference> &reads, const std::vector<Reference> &writes);
};

} // namespace

/// The variable of `a[i][j]`, with the subscripts, the last one first.
static const VarDecl *baseOf(const Expr *expr, std::vector<const Expr *> &subscripts) {
  expr = expr->IgnoreParenImpCasts();
  while (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expr)) {
    subscripts.push_back(subscript->getIdx());
    expr = subscript->getBase()->IgnoreParenImpCasts();
  }
  return namedVariable(expr);
}

llvm::FoldingSetNodeID Accesses::structureOf(const Expr *expr) const {
  llvm::FoldingSetNodeID id;
  expr->IgnoreParenImpCasts()->Profile(id, State.Ast, true);
  return id;
}

/// The reference that \p expr is; its subscripts are still to be added.
std::optional<Accesses::Reference> Accesses::reference(const Expr *expr,
                                                       std::vector<const Stmt *> &pending) {
  std::vector<const Expr *> indices;
  const VarDecl *variable = baseOf(expr, indices);
  if (!variable)
    return std::nullopt;
  Uses &uses = ByVariable[variable];
  uses.iterators.clear();
  Subscripts place, subscripts;
  for (const Expr *index : indices) {
    subscripts.push_back(structureOf(index));
    place.push_back(integerConstant(State.Ast, index) ? llvm::FoldingSetNodeID()
                                                      : subscripts.back());
    for (const LoopLevel &level : State.Loops)
      if (mentions(index, level.variable))
        uses.iterators.insert(level.variable);
  }
  uses.places.insert(std::move(place));
  pending.insert(pending.end(), indices.begin(), indices.end());
  return Reference{&uses, std::move(subscripts)};
}

/// What \p stmt assigns, if it does; \p reads: whether it also reads that.
static const Expr *targetOf(const Stmt *stmt, bool &reads) {
  if (const auto *op = dyn_cast<BinaryOperator>(stmt); op && op->isAssignmentOp()) {
    reads = op->getOpcode() != BO_Assign;
    return op->getLHS()->IgnoreParens();
  }
  const auto *op = dyn_cast<UnaryOperator>(stmt);
  reads = true;
  return op && op->isIncrementDecrementOp() ? op->getSubExpr()->IgnoreParens() : nullptr;
}

static bool isObscure(const Stmt *stmt) {
  const auto *op = dyn_cast<UnaryOperator>(stmt);
  return isa<MemberExpr>(stmt) ||
         (op && (op->getOpcode() == UO_Deref || op->getOpcode() == UO_AddrOf));
}

bool Accesses::add(const Stmt *root) {
  std::vector<const Stmt *> pending{root};
  std::vector<Reference> reads, writes;
  std::map<const Stmt *, bool> targets; // Whether they are also read.
  while (!pending.empty()) {
    const Stmt *stmt = pending.back();
    pending.pop_back();
    if (!stmt)
      continue;
    bool alsoRead = false;
    if (const Expr *target = targetOf(stmt, alsoRead))
      targets[target] = alsoRead;
    const auto *ref = dyn_cast<DeclRefExpr>(stmt);
    if (isObscure(stmt))
      return false;
    if (isa<ArraySubscriptExpr>(stmt) || (ref && isa<VarDecl>(ref->getDecl()))) {
      auto found = reference(cast<Expr>(stmt), pending);
      if (!found)
        return false;
      auto target = targets.find(stmt);
      if (target == targets.end() || target->second)
        reads.push_back(*found);
      if (target != targets.end())
        writes.push_back(*found);
      continue;
    }
    pending.insert(pending.end(), stmt->child_begin(), stmt->child_end());
  }
  noteOrder(reads, writes);
  return true;
}

void Accesses::noteOrder(const std::vector<Reference> &reads,
                         const std::vector<Reference> &writes) {
  for (const Reference &read : reads) {
    if (!read.uses->written.count(read.subscripts))
      read.uses->read.insert(read.subscripts);
    else if (!read.uses->read.count(read.subscripts) && !read.subscripts.empty())
      ReadsOwnValues = true;
  }
  for (const Reference &write : writes) {
    write.uses->written.insert(write.subscripts);
    ++write.uses->writes;
  }
}

void Accesses::forgetTemporaries(const std::vector<const VarDecl *> &temporaries) {
  for (auto &[variable, uses] : ByVariable)
    if (llvm::is_contained(temporaries, variable) || State.Scalars.follows(variable) ||
        State.Facts.declared.count(variable))
      uses.writes = 0;
}

unsigned Accesses::writes() const {
  unsigned count = 0;
  for (const auto &[variable, uses] : ByVariable)
    count += uses.writes;
  return count;
}

/// Arrays of more elements get no copy for every iteration.
static constexpr uint64_t MostScratchElements = 2048;

/// Whether every iteration may have an array \p variable of its own, as far as its size and what
/// is behind the region tell.
static bool mayBePrivate(ExtractState &state, const VarDecl *variable) {
  const auto *array = state.Ast.getAsConstantArrayType(variable->getType());
  return array && state.Ast.getConstantArrayElementCount(array) <= MostScratchElements &&
         (state.Facts.declared.count(variable) || !mayBeReadAfter(state, variable));
}

/// Whether this, all that an iteration did so far with an array, gives it \p elements.
bool Accesses::Uses::provide(const std::set<Subscripts> &elements) const {
  const bool someVary = llvm::any_of(places, [](const Subscripts &place) {
    return llvm::any_of(place, [](const auto &id) { return id != llvm::FoldingSetNodeID(); });
  });
  return read.empty() &&
         ((someVary && !written.empty()) || llvm::set_is_subset(elements, written));
}

bool Accesses::stayInIteration(const Accesses &before) const {
  static const Uses None;
  for (const auto &[variable, uses] : ByVariable) {
    if (!uses.writes)
      continue;
    const auto earlier = before.ByVariable.find(variable);
    const bool isOfIteration =
        uses.iterators.size() == State.Loops.size() ||
        (mayBePrivate(State, variable) &&
         (earlier == before.ByVariable.end() ? None : earlier->second).provide(uses.read));
    if (uses.places.size() > 1 || !isOfIteration)
      return false;
  }
  return true;
}

bool mayBeOneStatement(ExtractState &state, llvm::ArrayRef<const Stmt *> before,
                       llvm::ArrayRef<const Stmt *> items,
                       const std::vector<const VarDecl *> &temporaries) {
  Accesses accesses(state);
  for (const Stmt *item : items)
    if (!accesses.add(item))
      return false;
  accesses.forgetTemporaries(temporaries);
  if (accesses.writes() <= 1)
    return true;
  Accesses earlier(state);
  for (const Stmt *item : before)
    earlier.add(item); // What is not understood provides nothing.
  // A variable of several statements to which data says what is assigned has no private copies.
  const bool mustBe = llvm::any_of(items, [&](const Stmt *item) {
    return isa<IfStmt>(item) && llvm::any_of(definedIn(item), [&](const VarDecl *variable) {
             return llvm::is_contained(temporaries, variable);
           });
  });
  return accesses.stayInIteration(earlier) && (mustBe || !accesses.readsOwnValues());
}

} // namespace gputile::frontend
