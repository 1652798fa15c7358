//===- StoredOperands.cpp - Operands of updates apart from them -----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `… x += e; …` is `… t = e; …  x += t;` when the statement has no other use of x, executes the
/// update once, and nothing runs between the two statements. Where it executes the update at most
/// once (UpdateOrder::Fixed says so), t holds a number before that changes no x.
///
//===----------------------------------------------------------------------===//

#include "Verifier/Compare.h"
#include "Verifier/Independence.h"
#include "Verifier/PartialSums.h"
#include "Verifier/Updates.h"

#include <algorithm>
#include <set>

using namespace gputile;
using namespace gputile::verifier;

static Outcome bad(std::string what) { return fail(Kind::StoredOperands, std::move(what)); }

namespace {

using Pieces = std::vector<BodyPiece>;

/// An update that has become a statement.
struct Moved {
  unsigned statement; ///< What it was a part of.
  Update update;      ///< As it was.
  unsigned scalar;    ///< The new array.
  isl::map element;   ///< { S[i] -> A[a] } where it may be executed.
  bool always;        ///< It is executed there, whatever the data.
};

/// When statements run with regard to the instance of the original one that they belong to.
long placeOf(const Statement &statement) {
  return plainFixedRangeDim(statement.schedule.intersect_domain(statement.domain),
                            rangeDims(statement.schedule) - 1)
      .value_or(-1);
}

isl::map withoutLast(const isl::map &schedule) {
  return dropRangeDims(schedule, rangeDims(schedule) - 1, 1);
}

/// { S[i] -> t[] }
isl::map toScalar(const isl::set &domain, const std::string &name) {
  return selectRange(domain.identity(), 0, 0).set_range_tuple(name);
}

/// An original statement in both programs.
class StatementPair {
public:
  StatementPair(const Scop &before, const Scop &after, unsigned s)
      : Before(before), After(after), Index(s), X(before.statements[s]), Y(after.statements[s]) {}

  Outcome compare(std::vector<Moved> &moved) const {
    const Outcome different = bad("statement " + X.name + " is not the original one");
    if (!sameInstances() || X.references.size() != Y.references.size())
      return different;
    Statement expected = X;
    std::vector<Moved> here;
    for (auto update = X.updates.rbegin(); update != X.updates.rend(); ++update)
      if (isMoved(update->reference)) {
        here.insert(here.begin(), readMoved(*update));
        if (Outcome failure = checkMoved(here.front()))
          return failure;
        store(expected, here.front());
      }
    if (!sameTextAndUses(expected))
      return different;
    moved.insert(moved.end(), here.begin(), here.end());
    return std::nullopt;
  }

private:
  bool isMoved(unsigned r) const { return Y.references[r].array != X.references[r].array; }

  bool sameInstances() const {
    return X.name == Y.name && X.domain.is_equal(Y.domain) && X.iterators == Y.iterators &&
           X.iteratorTypes == Y.iteratorTypes && sameValues() && placeOf(Y) >= 0 &&
           withoutLast(Y.schedule.intersect_domain(Y.domain))
               .is_equal(X.schedule.intersect_domain(X.domain));
  }

  bool sameValues() const {
    return X.iteratorValues.has_value() == Y.iteratorValues.has_value() &&
           (!X.iteratorValues || X.iteratorValues->as_map().is_equal(Y.iteratorValues->as_map()));
  }

  Moved readMoved(const Update &update) const {
    Moved result{Index, update, Y.references[update.reference].array,
                 isl::map::empty(X.references[update.reference].index.space()), true};
    for (const Access &access : X.accesses)
      if (access.reference == update.reference) {
        result.element = result.element.unite(access.relation);
        result.always = result.always && access.kind != AccessKind::MayWrite;
      }
    return result;
  }

  /// It is what all of the statement's uses of the array are: reads and writes of one element.
  Outcome checkMoved(const Moved &moved) const {
    const unsigned r = moved.update.reference, array = X.references[r].array;
    const std::string where = "the update of " + Before.arrays[array].name + " in " + X.name;
    if (moved.update.order != UpdateOrder::Fixed || moved.update.unordered ||
        !isWellFormed(X, moved.update))
      return bad(where + " is not one whose operand can be stored");
    for (unsigned other = 0; other < X.references.size(); ++other)
      if (X.references[other].array == array && (!updateOf(X, other) || !isMoved(other)))
        return bad(where + " is not the only use of " + Before.arrays[array].name);
    bool exact = X.references[r].affine && moved.element.is_single_valued();
    for (const Access &access : X.accesses)
      exact = exact && (access.reference != r || access.relation.is_equal(moved.element));
    if (!exact)
      return bad(where + " is not one of one element");
    const bool isNew = moved.scalar >= Before.arrays.size() && moved.scalar < After.arrays.size();
    if (!isNew || After.arrays[moved.scalar].rank != 0 ||
        After.arrays[moved.scalar].elementType != moved.update.operandType)
      return bad(where + " does not store its operand in a new scalar of its type");
    return std::nullopt;
  }

  /// Makes `t = e` of `x += e` in \p statement, whose text behind the update has changed already.
  void store(Statement &statement, const Moved &moved) const {
    const Update &update = moved.update;
    Pieces text{BodyPiece::makeReference(update.reference), BodyPiece::makeText(" = ")};
    text.insert(text.end(), update.operand.begin(), update.operand.end());
    const auto begin = statement.body.begin() + static_cast<long>(update.begin);
    const auto end = statement.body.begin() + static_cast<long>(update.end);
    statement.body.insert(statement.body.erase(begin, end), text.begin(), text.end());
    std::erase_if(statement.updates,
                  [&](const Update &other) { return other.reference == update.reference; });
    const size_t longer = text.size() - (update.end - update.begin);
    for (Update &other : statement.updates)
      if (other.begin >= update.end) {
        other.begin += longer;
        other.end += longer;
      }
    const isl::map scalar =
        toScalar(moved.element.domain(), After.arrays[moved.scalar].name);
    std::erase_if(statement.accesses, [&](const Access &access) {
      return access.reference == update.reference && access.kind == AccessKind::Read;
    });
    for (Access &access : statement.accesses)
      if (access.reference == update.reference)
        access.relation = scalar;
    statement.references[update.reference].array = moved.scalar;
    statement.references[update.reference].index = scalar;
  }

  bool sameTextAndUses(const Statement &expected) const {
    const auto sameAccess = [](const Access &a, const Access &b) {
      return a.reference == b.reference && a.kind == b.kind && a.relation.is_equal(b.relation);
    };
    const auto sameReference = [&](const Reference &a, const Reference &b) {
      return a.array == b.array && a.affine == b.affine &&
             a.index.intersect_domain(X.domain).is_equal(b.index.intersect_domain(X.domain)) &&
             std::equal(a.subscripts.begin(), a.subscripts.end(), b.subscripts.begin(),
                        b.subscripts.end(), samePieces);
    };
    return samePieces(expected.body, Y.body) &&
           std::equal(expected.updates.begin(), expected.updates.end(), Y.updates.begin(),
                      Y.updates.end(), sameUpdate) &&
           std::equal(expected.accesses.begin(), expected.accesses.end(), Y.accesses.begin(),
                      Y.accesses.end(), sameAccess) &&
           std::equal(expected.references.begin(), expected.references.end(),
                      Y.references.begin(), Y.references.end(), sameReference);
  }

  const Scop &Before, &After;
  unsigned Index;
  const Statement &X, &Y;
};

/// The statements that stand for the updates that have moved.
class NewStatements {
public:
  NewStatements(const Scop &before, const Scop &after, const std::vector<Moved> &moved)
      : Before(before), After(after), AllMoved(moved) {}

  Outcome check() const {
    std::set<unsigned> scalars;
    std::vector<bool> known(After.statements.size(), false);
    std::fill_n(known.begin(), Before.statements.size(), true);
    long last = -1;
    const Moved *previous = nullptr;
    for (const Moved &moved : AllMoved) {
      if (!scalars.insert(moved.scalar).second)
        return bad("two operands are stored in " + scalarOf(moved).name);
      if (!previous || previous->statement != moved.statement)
        last = placeOf(After.statements[moved.statement]);
      previous = &moved;
      if (Outcome failure = checkOne(moved, last, known))
        return failure;
    }
    const auto other = std::find(known.begin(), known.end(), false);
    if (other != known.end())
      return bad("statement " +
                 After.statements[static_cast<size_t>(other - known.begin())].name +
                 " stands for no update");
    return checkApart();
  }

private:
  const Array &scalarOf(const Moved &moved) const { return After.arrays[moved.scalar]; }

  /// \param last when the statement before that belongs to the same one runs
  Outcome checkOne(const Moved &moved, long &last, std::vector<bool> &known) const {
    const std::string &name = scalarOf(moved).name;
    const long here = placeOf(After.statements[moved.statement]);
    unsigned beginnings = 0, updates = 0;
    for (size_t s = Before.statements.size(); s < After.statements.size(); ++s) {
      const Statement &statement = After.statements[s];
      if (!mentions(statement, moved.scalar))
        continue;
      known[s] = true;
      if (!belongsTo(moved, statement))
        return bad("statement " + statement.name + " does not run with what stores " + name);
      const long place = placeOf(statement);
      if (isBeginning(moved, statement) && place >= 0 && place < here) {
        ++beginnings;
      } else if (isUpdate(moved, statement) && place > last) {
        ++updates;
        last = place;
      } else {
        return bad("statement " + statement.name + " is not the update whose operand " + name +
                   " holds");
      }
    }
    if (updates != 1 || beginnings != (moved.always ? 0 : 1))
      return bad("what " + name + " holds is not used once");
    return std::nullopt;
  }

  static bool mentions(const Statement &statement, unsigned array) {
    return std::any_of(statement.references.begin(), statement.references.end(),
                       [&](const Reference &reference) { return reference.array == array; });
  }

  /// { S_new[i] -> … } of \p map, { S[i] -> … }.
  static isl::map renamed(const isl::map &map, const Statement &statement) {
    return map.set_domain_tuple(statement.name);
  }

  /// Its instances are those that may execute the update, and run when these do.
  bool belongsTo(const Moved &moved, const Statement &statement) const {
    const isl::set domain = moved.element.domain();
    const isl::map times = Before.statements[moved.statement].schedule.intersect_domain(domain);
    return statement.domain.is_equal(named(domain, statement.name)) &&
           withoutLast(statement.schedule.intersect_domain(statement.domain))
               .is_equal(renamed(times, statement));
  }

  static bool hasUses(const Statement &statement, const std::vector<AccessKind> &kinds,
                      const std::vector<unsigned> &references) {
    bool same = statement.accesses.size() == kinds.size();
    for (size_t a = 0; same && a < kinds.size(); ++a)
      same = statement.accesses[a].kind == kinds[a] &&
             statement.accesses[a].reference == references[a];
    return same;
  }

  /// Whether reference \p r is of \p elements of \p array, and its accesses are too.
  static bool isReference(const Statement &statement, unsigned r, unsigned array,
                          const isl::map &elements) {
    const Reference &reference = statement.references[r];
    bool same = reference.array == array && reference.affine && reference.subscripts.empty() &&
                reference.index.intersect_domain(statement.domain).is_equal(elements);
    for (const Access &access : statement.accesses)
      same = same && (access.reference != r || access.relation.is_equal(elements));
    return same;
  }

  isl::map scalarElement(const Moved &moved, const Statement &statement) const {
    return toScalar(statement.domain, scalarOf(moved).name);
  }

  /// `t = -0.0;`
  bool isBeginning(const Moved &moved, const Statement &statement) const {
    const Pieces &body = statement.body;
    return statement.references.size() == 1 && statement.updates.empty() && body.size() == 4 &&
           body[2].kind == BodyPiece::Kind::Text &&
           samePieces(body, {BodyPiece::makeReference(0), BodyPiece::makeText(" = "), body[2],
                             BodyPiece::makeText(";")}) &&
           changesNothing(moved.update, body[2].text) &&
           hasUses(statement, {AccessKind::MustWrite}, {0}) &&
           isReference(statement, 0, moved.scalar, scalarElement(moved, statement)) &&
           Before.arrays[Before.statements[moved.statement].references[moved.update.reference].array]
                   .rank == 0;
  }

  /// x - 0.0 is x. Extrema that keep x give e where x is not ordered, whatever e is.
  static bool changesNothing(const Update &update, const std::string &value) {
    switch (update.op) {
    case UpdateOperator::Subtract:
      return value == (update.operandType == "float" ? "0.0f" : "0.0") && isFloating(update);
    case UpdateOperator::KeepLess:
    case UpdateOperator::KeepNotGreater:
    case UpdateOperator::KeepGreater:
    case UpdateOperator::KeepNotLess:
      return false;
    default:
      return isFloating(update) && isNeutral(update.op, update.operandType, value);
    }
  }
  static bool isFloating(const Update &update) {
    return update.operandType == "float" || update.operandType == "double";
  }

  /// `x += t;`
  bool isUpdate(const Moved &moved, const Statement &statement) const {
    if (statement.references.size() != 2 || statement.updates.size() != 1)
      return false;
    const Update &update = statement.updates.front();
    const Reference &element =
        Before.statements[moved.statement].references[moved.update.reference];
    return update.op == moved.update.op && update.operandType == moved.update.operandType &&
           update.order == UpdateOrder::Fixed && !update.unordered && update.reference == 0 &&
           update.begin == 0 && update.end + 1 == statement.body.size() &&
           isWellFormed(statement, update) &&
           samePieces(update.operand, {BodyPiece::makeReference(1)}) &&
           samePieces({statement.body.back()}, {BodyPiece::makeText(";")}) &&
           hasUses(statement, {AccessKind::Read, AccessKind::MustWrite, AccessKind::Read},
                   {0, 0, 1}) &&
           isReference(statement, 0, element.array, renamed(moved.element, statement)) &&
           isReference(statement, 1, moved.scalar, scalarElement(moved, statement));
  }

  /// No other instance runs at the time of one that stores operands.
  Outcome checkApart() const {
    for (const Moved &moved : AllMoved)
      for (unsigned s = 0; s < Before.statements.size(); ++s) {
        const Statement &mine = Before.statements[moved.statement], &other = Before.statements[s];
        isl::map together = sameImage(mine.schedule.intersect_domain(mine.domain),
                                      other.schedule.intersect_domain(other.domain));
        if (s == moved.statement)
          together = together.subtract(mine.domain.identity());
        if (!together.is_empty())
          return bad("statement " + other.name + " runs at the time of " + mine.name);
      }
    return std::nullopt;
  }

  const Scop &Before, &After;
  const std::vector<Moved> &AllMoved;
};

} // namespace

std::optional<VerificationFailure> gputile::verifyStoredOperands(const Scop &original,
                                                                 const Scop &changed) {
  if (!sameSurroundings(original, changed) || !original.context.is_equal(changed.context) ||
      !original.guard.is_equal(changed.guard))
    return bad("the region's parameters, assumptions or the values after it have changed");
  if (original.statements.size() > changed.statements.size())
    return bad("statements have been removed");
  if (Outcome failure = checkNewArrays(original, changed, Kind::StoredOperands))
    return failure;
  if (Outcome failure = checkIndependence(original, changed, ownInstances(original)))
    return failure;
  std::vector<Moved> moved;
  for (unsigned s = 0; s < original.statements.size(); ++s)
    if (Outcome failure = StatementPair(original, changed, s).compare(moved))
      return failure;
  return NewStatements(original, changed, moved).check();
}
