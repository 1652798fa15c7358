//===- Sums.cpp - Which sums can be split -----------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transform/PartialSums/Sums.h"

#include "gputile/Support/IslTools.h"

#include <algorithm>

namespace gputile::transform {

/// Whether the least or greatest number of parts is that of all: the first or the last of equal
/// ones, which may be zeros of two signs. Which zero fmin and fmax take is not said.
static bool isComparison(UpdateOperator op) {
  return isExtremum(op) && op != UpdateOperator::LeastNumber && op != UpdateOperator::GreatestNumber;
}

bool mayBeInParts(const Update &update) {
  return update.order == UpdateOrder::Reassociable ||
         (update.order == UpdateOrder::Fixed && isComparison(update.op));
}

static bool isOrdered(const Statement &statement, unsigned array) {
  return std::any_of(statement.updates.begin(), statement.updates.end(), [&](const Update &update) {
    return statement.references[update.reference].array == array &&
           update.order == UpdateOrder::Fixed;
  });
}

std::optional<UpdateOperator> sumOf(const Statement &statement, unsigned array) {
  std::optional<UpdateOperator> found;
  const Reference *first = nullptr;
  for (unsigned r = 0; r < statement.references.size(); ++r) {
    const Reference &reference = statement.references[r];
    if (reference.array != array)
      continue;
    const Update *update = updateOf(statement, r);
    const bool fits = update && mayBeInParts(*update) && reference.affine &&
                      (!found || *found == commutingClass(update->op)) &&
                      (!first || first->index.is_equal(reference.index));
    if (!fits)
      return std::nullopt;
    found = commutingClass(update->op);
    first = first ? first : &reference;
  }
  return found;
}

isl::map sumElement(const Statement &statement, unsigned array) {
  const auto found =
      std::find_if(statement.references.begin(), statement.references.end(),
                   [&](const Reference &reference) { return reference.array == array; });
  return found->index.intersect_domain(statement.domain);
}

namespace {

/// Looks for the sums of one statement.
class Finder {
public:
  Finder(const Scop &scop, unsigned statement)
      : TheScop(scop), Index(statement), TheStatement(scop.statements[statement]) {}

  std::optional<Sums> find(bool ordered) const {
    const std::vector<unsigned> arrays = summedArrays(ordered);
    for (unsigned depth = 0; !arrays.empty() && depth < dims(); ++depth) {
      Sums sums{Index, depth, positionOf(depth), splittable(arrays, depth), arrays, ordered, {}};
      if (sums.loops.empty())
        return std::nullopt;
      if (ordered && (sums.loops.size() < dims() - depth || !findDirections(sums)))
        continue;
      const bool alone = std::all_of(arrays.begin(), arrays.end(), [&](unsigned array) {
        return isAlone(array, sums.position);
      });
      if (alone)
        return sums;
    }
    return std::nullopt;
  }

private:
  unsigned dims() const { return setDims(TheStatement.domain); }

  /// Those that can be summed up in some loop.
  std::vector<unsigned> summedArrays(bool ordered) const {
    std::vector<unsigned> arrays;
    for (unsigned array = 0; array < TheScop.arrays.size(); ++array) {
      if (!sumOf(TheStatement, array) || isOrdered(TheStatement, array) != ordered)
        continue;
      const std::vector<unsigned> loops = splittable({array}, 0);
      if (!loops.empty() && isAlone(array, positionOf(loops.back())))
        arrays.push_back(array);
    }
    return arrays;
  }

  /// Finds which loops of \p sums, all those from its depth on, count down. False where they are not
  /// the inner ones in the schedule, too.
  bool findDirections(Sums &sums) const {
    for (unsigned down = 0; down < 1u << sums.loops.size(); ++down) {
      sums.down.assign(sums.loops.size(), false);
      for (unsigned l = 0; l < sums.loops.size(); ++l)
        sums.down[l] = (down >> l & 1) != 0;
      if (runsInOrder(sums))
        return true;
    }
    return false;
  }

  /// Whether the loops of \p sums run in the order of their iterations, in the directions given.
  bool runsInOrder(const Sums &sums) const {
    const isl::map own = TheStatement.domain.identity(), around = selectRange(own, 0, sums.depth);
    const isl::map back(own.ctx(), "{ [i] -> [-i] }");
    isl::map order = around;
    for (unsigned l = 0; l < sums.loops.size(); ++l) {
      const isl::map iterator = selectRange(own, sums.loops[l], 1);
      order = joinRanges(order, sums.down[l] ? iterator.apply_range(back) : iterator);
    }
    const isl::map schedule = TheStatement.schedule.intersect_domain(TheStatement.domain);
    const isl::map outside = selectRange(schedule, 0, sums.position);
    return lexLess(schedule, schedule)
        .intersect(sameImage(outside, outside))
        .is_subset(lexLess(order, order).intersect(sameImage(around, around)));
  }

  /// The first dimension of the schedule that depends on iterators from \p depth on.
  unsigned positionOf(unsigned depth) const {
    const isl::map schedule = TheStatement.schedule.intersect_domain(TheStatement.domain);
    const isl::pw_multi_aff times = schedule.as_pw_multi_aff().gist(TheStatement.domain);
    const unsigned count = rangeDims(schedule);
    for (unsigned position = 0; position < count; ++position)
      if (isl_pw_aff_involves_dims(times.at(static_cast<int>(position)).get(), isl_dim_in, depth,
                                   dims() - depth))
        return position;
    return count;
  }

  /// Up to two innermost loops from \p depth on that lead to one element each.
  std::vector<unsigned> splittable(const std::vector<unsigned> &arrays, unsigned depth) const {
    std::vector<unsigned> loops;
    for (unsigned d = dims(); d-- > depth && loops.size() < 2;)
      if (std::none_of(arrays.begin(), arrays.end(),
                       [&](unsigned array) { return dependsOn(array, d); }))
        loops.insert(loops.begin(), d);
    return loops;
  }

  bool dependsOn(unsigned array, unsigned d) const {
    const isl::map element =
        sumElement(TheStatement, array).gist_domain(TheStatement.domain);
    return isl_map_involves_dims(element.get(), isl_dim_in, d, 1);
  }

  /// Whether no other use of an element of \p array follows one of its updates in the loops
  /// at \p position of the schedule.
  bool isAlone(unsigned array, unsigned position) const {
    const isl::map element = sumElement(TheStatement, array);
    const UpdateOperator op = *sumOf(TheStatement, array);
    return std::all_of(
        TheScop.statements.begin(), TheScop.statements.end(), [&](const Statement &other) {
          if (isOrdered(TheStatement, array) ? &other == &TheStatement : sumOf(other, array) == op)
            return true;
          for (const Access &access : other.accesses)
            if (other.references[access.reference].array == array &&
                !followsInside(element, other, access.relation, position).is_empty())
              return false;
          return true;
        });
  }

  isl::map followsInside(const isl::map &element, const Statement &other,
                         const isl::map &relation, unsigned position) const {
    const isl::map &mine = TheStatement.schedule, &theirs = other.schedule;
    return element.apply_range(relation.reverse())
        .intersect(lexLess(mine, theirs))
        .intersect(sameImage(selectRange(mine, 0, position), selectRange(theirs, 0, position)));
  }

  const Scop &TheScop;
  unsigned Index;
  const Statement &TheStatement;
};

} // namespace

std::optional<Sums> findSums(const Scop &scop, unsigned statement) {
  const Finder finder(scop, statement);
  const std::optional<Sums> sums = finder.find(/*ordered=*/false);
  return sums ? sums : finder.find(/*ordered=*/true);
}

} // namespace gputile::transform
