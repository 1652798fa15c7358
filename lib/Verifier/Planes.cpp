//===- Planes.cpp - Planes of arrays as arrays ----------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The same instances meet the same elements under other names. Their order stays, because
/// [x, p u + c, y] and [x, u, c, y] with 0 <= c < p are in the same lexicographic order.
///
//===----------------------------------------------------------------------===//

#include "Verifier/Compare.h"
#include "Verifier/Independence.h"
#include "Verifier/Updates.h"

#include <algorithm>
#include <set>

using namespace gputile;
using namespace gputile::verifier;

static Outcome bad(std::string what) { return fail(Kind::Planes, std::move(what)); }

/// { [v] -> [u, c] : v = period u + c } for c = \p phase
static isl::map phaseOf(isl::ctx ctx, long period, long phase) {
  return isl::map(ctx, "{ [v] -> [u, " + std::to_string(phase) + "] : v = " +
                           std::to_string(period) + " u + " + std::to_string(phase) + " }");
}

/// Maps of different spaces are not equal either.
static bool equalMaps(const isl::map &a, const isl::map &b) {
  return isl_space_has_equal_tuples(a.space().get(), b.space().get()) == isl_bool_true &&
         a.is_equal(b);
}

/// Whether all that \p statement says is said of its own instances.
static bool isOfOneSpace(const Statement &statement) {
  const auto isMine = [&](const isl::map &map) {
    return isl_space_has_equal_tuples(map.space().domain().get(), statement.domain.space().get()) ==
           isl_bool_true;
  };
  return isl_set_get_tuple_name(statement.domain.get()) == statement.name &&
         isMine(statement.schedule) &&
         (!statement.iteratorValues || isMine(statement.iteratorValues->as_map())) &&
         std::all_of(statement.references.begin(), statement.references.end(),
                     [&](const Reference &reference) { return isMine(reference.index); }) &&
         std::all_of(statement.accesses.begin(), statement.accesses.end(),
                     [&](const Access &access) { return isMine(access.relation); });
}

/// { x -> [y_first … ] } of \p count dimensions of \p map = { x -> [y…] }; none for 0 of them.
static isl::map joined(const isl::map &before, const isl::map &map, unsigned first,
                       unsigned count) {
  return count == 0 ? before : joinRanges(before, selectRange(map, first, count));
}

namespace {

class PlaneCheck {
public:
  PlaneCheck(const Scop &original, const Scop &changed, const PlaneChange &change)
      : Original(original), Changed(changed), Change(change) {}

  Outcome check() const {
    if (!sameSurroundings(Original, Changed) || !Original.context.is_equal(Changed.context) ||
        !Original.guard.is_equal(Changed.guard) || !Original.inspections.empty() ||
        !Original.inspected.empty() || !Changed.inspections.empty() || !Changed.inspected.empty())
      return bad("the region's parameters, assumptions or the values after it have changed");
    if (Change.period < 1 || Change.statements.size() != Changed.statements.size() ||
        Change.arrays.size() != Changed.arrays.size())
      return bad("there are statements or arrays without an origin");
    if (Outcome failure = checkArrays())
      return failure;
    if (Outcome failure = checkPhases())
      return failure;
    isl::union_map instances = isl::union_map::empty(Original.ctx());
    for (unsigned s = 0; s < Changed.statements.size(); ++s) {
      if (Outcome failure = checkStatement(s))
        return failure;
      instances = instances.unite(originOf(s).to_union_map());
    }
    return checkIndependence(Original, Changed, instances);
  }

private:
  const Statement &whole(unsigned s) const {
    return Original.statements[Change.statements[s].statement];
  }

  /// Each array is one of the original ones, or a plane of one that is there in planes only.
  Outcome checkArrays() const {
    std::set<std::pair<unsigned, std::optional<long>>> seen;
    for (unsigned a = 0; a < Changed.arrays.size(); ++a) {
      const PlaneOf &origin = Change.arrays[a];
      if (origin.array >= Original.arrays.size() ||
          !seen.emplace(origin.array, origin.plane).second)
        return bad("array " + Changed.arrays[a].name + " is there twice");
      const Array &array = Original.arrays[origin.array];
      if (origin.plane ? !isPlane(array, *origin.plane, Changed.arrays[a])
                       : !sameArray(array, Changed.arrays[a]))
        return bad("array " + Changed.arrays[a].name + " is not what it is said to be of " +
                   array.name);
    }
    for (unsigned a = 0; a < Original.arrays.size(); ++a) {
      const auto first = seen.lower_bound({a, std::nullopt});
      if (first == seen.end() || first->first != a)
        return bad("array " + Original.arrays[a].name + " is gone");
      if (!first->second && std::next(first) != seen.end() && std::next(first)->first == a)
        return bad("array " + Original.arrays[a].name + " shares memory with its planes");
    }
    return std::nullopt;
  }

  /// Planes are disjoint only as far as subscripts stay in them, which a test for overlap tells.
  static bool isPlane(const Array &array, long plane, const Array &mine) {
    return array.rank >= 2 && array.storage != ArrayStorage::Private && !array.assumedExtent &&
           plane >= 0 && mine.rank == array.rank - 1 && mine.storage == ArrayStorage::Pointer &&
           !mine.noAlias && mine.sharers.empty() && !mine.assumedExtent &&
           mine.deadAfter == array.deadAfter && mine.inDeviceMemory == array.inDeviceMemory &&
           mine.elementType == array.elementType && mine.elementBytes == array.elementBytes &&
           mine.baseExpr == "(" + array.baseExpr + " + " + std::to_string(plane) + " * (" +
                                array.strideExprs.front() + "))" &&
           std::equal(array.strideExprs.begin() + 1, array.strideExprs.end(),
                      mine.strideExprs.begin(), mine.strideExprs.end()) &&
           std::equal(array.strideConstants.begin() + 1, array.strideConstants.end(),
                      mine.strideConstants.begin(), mine.strideConstants.end());
  }

  /// Each statement is there once for each phase.
  Outcome checkPhases() const {
    std::set<std::pair<unsigned, long>> seen;
    for (const PhaseOf &part : Change.statements)
      if (part.statement >= Original.statements.size() || part.phase < 0 ||
          part.phase >= Change.period || !seen.emplace(part.statement, part.phase).second)
        return bad("a statement is there twice in a phase, or in none");
    if (seen.size() != Original.statements.size() * static_cast<size_t>(Change.period))
      return bad("a statement lacks a phase");
    return std::nullopt;
  }

  /// { S'[u, i…] -> S[t, i…] }
  isl::map originOf(unsigned s) const {
    const isl::set &domain = whole(s).domain;
    const isl::map self = domain.identity();
    const isl::map time =
        selectRange(self, 0, 1)
            .apply_range(phaseOf(domain.ctx(), Change.period, Change.statements[s].phase));
    return joined(selectRange(time, 0, 1), self, 1, setDims(domain) - 1)
        .set_range_tuple(Changed.statements[s].name)
        .reverse();
  }

  Outcome checkStatement(unsigned s) const {
    const Statement &before = whole(s), &mine = Changed.statements[s];
    if (setDims(before.domain) == 0 || setDims(mine.domain) != setDims(before.domain) ||
        !isOfOneSpace(mine))
      return bad("statement " + mine.name + " has other iterators");
    const isl::map origin = originOf(s);
    const bool same = before.iterators == mine.iterators &&
                      before.iteratorTypes == mine.iteratorTypes &&
                      samePieces(before.body, mine.body) &&
                      equalMaps(mine.domain.identity(), origin.domain().identity()) &&
                      hasValues(before, mine, origin) &&
                      std::equal(before.updates.begin(), before.updates.end(), mine.updates.begin(),
                                 mine.updates.end(), sameUpdate);
    if (!same)
      return bad("statement " + mine.name + " is not " + before.name + " in a phase");
    if (!isInOrder(before, mine, origin, Change.statements[s].phase))
      return bad("statement " + mine.name + " has not the times of " + before.name);
    return checkReferences(before, mine, origin);
  }

  static bool hasValues(const Statement &before, const Statement &mine, const isl::map &origin) {
    const isl::map values = before.iteratorValues
                                ? before.iteratorValues->as_map()
                                : flatRange(before.domain.identity().set_range_tuple("I"));
    return mine.iteratorValues &&
           equalMaps(flatRange(mine.iteratorValues->as_map().intersect_domain(mine.domain)),
                     flatRange(origin.apply_range(values)));
  }

  bool isInOrder(const Statement &before, const Statement &mine, const isl::map &origin,
                 long phase) const {
    const unsigned dims = rangeDims(before.schedule);
    if (Change.time >= dims)
      return false;
    const isl::map times = origin.apply_range(before.schedule);
    const isl::map here = selectRange(times, Change.time, 1)
                              .apply_range(phaseOf(Original.ctx(), Change.period, phase));
    isl::map expected =
        Change.time == 0 ? here : joinRanges(selectRange(times, 0, Change.time), here);
    expected = joined(expected, times, Change.time + 1, dims - Change.time - 1);
    return equalMaps(mine.schedule.intersect_domain(mine.domain), expected);
  }

  isl::set known() const { return Original.context.intersect(Original.guard); }

  /// \p elements of an original array, met by original instances, as the changed program has them;
  /// none where some of them are on another plane.
  std::optional<isl::map> renamed(const isl::map &elements, unsigned array,
                                  const isl::map &origin) const {
    const isl::map met = origin.apply_range(elements);
    const PlaneOf &place = Change.arrays[array];
    if (!place.plane)
      return met;
    const isl::map there =
        isl::manage(isl_map_fix_si(met.copy(), isl_dim_out, 0, static_cast<int>(*place.plane)));
    if (!met.intersect_params(known()).is_subset(there))
      return std::nullopt;
    return dropRangeDims(there, 0, 1).set_range_tuple(Changed.arrays[array].name);
  }

  bool isRenamed(const isl::map &before, const isl::map &mine, unsigned array,
                 const isl::map &origin) const {
    const std::optional<isl::map> expected = renamed(before, array, origin);
    return expected &&
           equalMaps(expected->intersect_params(known()), mine.intersect_params(known()));
  }

  Outcome checkReferences(const Statement &before, const Statement &mine,
                          const isl::map &origin) const {
    bool same = before.references.size() == mine.references.size() &&
                before.accesses.size() == mine.accesses.size();
    for (unsigned r = 0; same && r < before.references.size(); ++r) {
      const Reference &a = before.references[r], &b = mine.references[r];
      same = b.array < Changed.arrays.size() && Change.arrays[b.array].array == a.array &&
             a.affine == b.affine && (a.affine || !Change.arrays[b.array].plane) &&
             std::equal(a.subscripts.begin(), a.subscripts.end(), b.subscripts.begin(),
                        b.subscripts.end(), samePieces) &&
             isRenamed(a.index, b.index, b.array, origin);
    }
    for (unsigned k = 0; same && k < before.accesses.size(); ++k) {
      const Access &a = before.accesses[k], &b = mine.accesses[k];
      same = a.reference == b.reference && a.kind == b.kind &&
             isRenamed(a.relation, b.relation, mine.references[b.reference].array, origin);
    }
    return same ? std::nullopt
                : bad("statement " + mine.name + " meets other elements than " + before.name);
  }

  const Scop &Original, &Changed;
  const PlaneChange &Change;
};

} // namespace

std::optional<VerificationFailure> gputile::verifyPlanes(const Scop &original, const Scop &changed,
                                                         const PlaneChange &change) {
  return PlaneCheck(original, changed, change).check();
}
