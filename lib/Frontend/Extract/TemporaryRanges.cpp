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
#include "Frontend/Extract/Parts.h"
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
  size_t writes() const;
  /// Whether all elements that are written belong to one iteration, in which \p before ran
  /// before these statements.
  bool stayInIteration(const Accesses &before) const;
  /// Whether an element is read that these statements may have written, and not read before: one
  /// statement would seem to read what was there before it.
  bool mayReadOwnValues() const { return MayReadOwnValues; }

private:
  struct Element {
    Subscripts place;      ///< All constants are alike.
    Subscripts subscripts;
    std::set<const VarDecl *> iterators; ///< In the subscripts.
    bool plain;            ///< No subscript depends on data.

    bool mayMeet(const Element &other) const;
  };
  /// By statement, the elements that it reads or writes.
  using ByStatement = std::map<unsigned, std::vector<Element>>;
  /// References to one array.
  struct Uses {
    ByStatement reads, writes;
    std::set<Subscripts> read, written;
    std::set<Subscripts> certain; ///< Those of `written` that are in any case.

    bool provide(const std::set<Subscripts> &elements) const;
    std::optional<Element> writtenPlace() const;
  };
  struct Reference {
    Uses *uses;
    Element element;
    bool certain; ///< Written in any case.
  };

  ExtractState &State;
  unsigned Statements = 0;
  std::map<const VarDecl *, Uses> ByVariable;
  std::set<unsigned> Writing; ///< Statements that write what others may see.
  bool MayReadOwnValues = false;

  std::optional<Reference> reference(const Expr *expr, std::vector<const Stmt *> &pending);
  llvm::FoldingSetNodeID structureOf(const Expr *expr) const;
  void noteOrder(const std::vector<Reference> &reads, const std::vector<Reference> &writes);
  bool writesAnew(const Uses &uses, unsigned statement) const;
  bool carriesAlone(const Uses &uses, unsigned statement, const Subscripts &place) const;
  bool losesNothing(const Uses &uses, const Subscripts &writtenPlace) const;
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

/// Whether data may say what the value of \p index is.
static bool dependsOnData(const Expr *index) {
  return anyPart(index, [](const Stmt *part) { return isa<ArraySubscriptExpr, MemberExpr, CallExpr>(part); });
}

/// The reference that \p expr is; its subscripts are still to be added.
std::optional<Accesses::Reference> Accesses::reference(const Expr *expr,
                                                       std::vector<const Stmt *> &pending) {
  std::vector<const Expr *> indices;
  const VarDecl *variable = baseOf(expr, indices);
  if (!variable)
    return std::nullopt;
  Element element{{}, {}, {}, true};
  for (const Expr *index : indices) {
    element.subscripts.push_back(structureOf(index));
    element.place.push_back(integerConstant(State.Ast, index) ? llvm::FoldingSetNodeID()
                                                              : element.subscripts.back());
    element.plain &= !dependsOnData(index);
    for (const LoopLevel &level : State.Loops)
      if (mentions(index, level.variable))
        element.iterators.insert(level.variable);
  }
  pending.insert(pending.end(), indices.begin(), indices.end());
  return Reference{&ByVariable[variable], std::move(element), false};
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
  const auto *expr = dyn_cast<Expr>(root);
  bool readsIt = false;
  const Expr *assigned = expr ? targetOf(expr->IgnoreParens(), readsIt) : nullptr;
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
      found->certain = target != targets.end() && stmt == assigned && found->element.plain;
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
  for (const auto &[uses, element, certain] : reads) {
    if (!uses->written.count(element.subscripts))
      uses->read.insert(element.subscripts);
    else if (!uses->read.count(element.subscripts) && !uses->certain.count(element.subscripts) &&
             !element.subscripts.empty())
      MayReadOwnValues = true;
    uses->reads[Statements].push_back(element);
  }
  for (const auto &[uses, element, certain] : writes) {
    uses->written.insert(element.subscripts);
    if (certain)
      uses->certain.insert(element.subscripts);
    uses->writes[Statements].push_back(element);
  }
  ++Statements;
}

void Accesses::forgetTemporaries(const std::vector<const VarDecl *> &temporaries) {
  for (auto &[variable, uses] : ByVariable) {
    if (llvm::is_contained(temporaries, variable) || State.Scalars.follows(variable) ||
        State.Facts.declared.count(variable))
      uses.writes.clear();
    for (const auto &[statement, elements] : uses.writes)
      Writing.insert(statement);
  }
}

size_t Accesses::writes() const {
  size_t count = 0;
  for (const auto &[variable, uses] : ByVariable)
    for (const auto &[statement, elements] : uses.writes)
      count += elements.size();
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
  const auto varies = [](const Element &element) {
    return llvm::any_of(element.place, [](const auto &id) { return id != llvm::FoldingSetNodeID(); });
  };
  const auto someVary = [&](const ByStatement &uses) {
    return llvm::any_of(uses, [&](const auto &entry) { return llvm::any_of(entry.second, varies); });
  };
  return read.empty() && (((someVary(reads) || someVary(writes)) && !written.empty()) ||
                          llvm::set_is_subset(elements, written));
}

/// One of the elements that are written, if all are in one place.
std::optional<Accesses::Element> Accesses::Uses::writtenPlace() const {
  const Element &first = writes.begin()->second.front();
  for (const auto &[statement, elements] : writes)
    for (const Element &element : elements)
      if (element.place != first.place)
        return std::nullopt;
  return first;
}

/// Whether constants do not tell the two apart.
bool Accesses::Element::mayMeet(const Element &other) const {
  const llvm::FoldingSetNodeID constant;
  for (size_t d = 0; d < std::min(place.size(), other.place.size()); ++d)
    if (place[d] == constant && other.place[d] == constant && subscripts[d] != other.subscripts[d])
      return false;
  return true;
}

/// Whether \p statement writes this, and does not only update an element: sums may be made of parts.
bool Accesses::writesAnew(const Uses &uses, unsigned statement) const {
  const auto reads = uses.reads.find(statement), writes = uses.writes.find(statement);
  return writes != uses.writes.end() &&
         (reads == uses.reads.end() || llvm::any_of(reads->second, [&](const Element &read) {
            return llvm::none_of(writes->second, [&](const Element &written) {
              return written.subscripts == read.subscripts;
            });
          }));
}

/// Whether \p statement reads in \p place, perhaps, what it has written in another iteration.
bool Accesses::carriesAlone(const Uses &uses, unsigned statement, const Subscripts &place) const {
  const auto reads = uses.reads.find(statement), writes = uses.writes.find(statement);
  return reads != uses.reads.end() && writes != uses.writes.end() &&
         llvm::any_of(reads->second, [&](const Element &read) {
           return read.place == place && llvm::any_of(writes->second, [&](const Element &written) {
                    return read.mayMeet(written);
                  });
         });
}

/// Whether what is read elsewhere than in \p writtenPlace keeps no loop from being parallel that would
/// be for one of the statements.
bool Accesses::losesNothing(const Uses &uses, const Subscripts &writtenPlace) const {
  const auto isWritten = [&](const Element &read) {
    return llvm::any_of(uses.writes, [&](const auto &entry) {
      return llvm::any_of(entry.second, [&](const Element &written) { return read.mayMeet(written); });
    });
  };
  for (const auto &[statement, elements] : uses.reads)
    for (const Element &read : elements)
      if (read.place != writtenPlace && isWritten(read) &&
          !llvm::all_of(Writing, [&](unsigned writer) { return carriesAlone(uses, writer, read.place); }))
        return false;
  return true;
}

bool Accesses::stayInIteration(const Accesses &before) const {
  static const Uses None;
  for (const auto &[variable, uses] : ByVariable) {
    if (uses.writes.empty())
      continue;
    const auto place = uses.writtenPlace();
    if (!place || !losesNothing(uses, place->place))
      return false;
    const auto earlier = before.ByVariable.find(variable);
    const bool isOfIteration =
        place->iterators.size() == State.Loops.size() ||
        (mayBePrivate(State, variable) &&
         (earlier == before.ByVariable.end() ? None : earlier->second).provide(uses.read));
    // Where each statement alone writes the element again, nothing is lost.
    const bool allWrite = place->plain && !place->iterators.empty() &&
                          llvm::all_of(Writing, [&](unsigned k) { return writesAnew(uses, k); });
    if (!isOfIteration && !allWrite)
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
  return accesses.stayInIteration(earlier) && (mustBe || !accesses.mayReadOwnValues());
}

} // namespace gputile::frontend
