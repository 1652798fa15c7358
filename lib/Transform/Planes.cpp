//===- Planes.cpp - Planes of arrays as arrays -----------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Transform/Planes.h"

#include "Transform/FreshNames.h"
#include "gputile/Support/IslTools.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>
#include <map>
#include <set>

using namespace gputile;
using namespace gputile::transform;

/// The position in schedules of the first iterator of all statements.
static std::optional<unsigned> timePosition(const Scop &scop) {
  const auto isTime = [&](unsigned d) {
    return std::all_of(scop.statements.begin(), scop.statements.end(), [&](const Statement &s) {
      return setDims(s.domain) > 0 && d < rangeDims(s.schedule) &&
             s.schedule.is_subset(equateDims(s.schedule, 0, d));
    });
  };
  if (scop.statements.empty())
    return std::nullopt;
  for (unsigned d = 0; d < rangeDims(scop.statements.front().schedule); ++d)
    if (isTime(d))
      return d;
  return std::nullopt;
}

/// { [x…, v, y…] -> [x…, u, c, y…] : v = period u + c } for c = \p phase, with v in position \p d
/// of \p dims.
static isl::map phaseOfTime(isl::ctx ctx, unsigned dims, unsigned d, long period, long phase) {
  const isl::space in = isl::space::unit(ctx).add_unnamed_tuple(dims + 1);
  isl::aff_list values(ctx, static_cast<int>(dims));
  for (unsigned k = 0; k < dims; ++k) {
    const isl::aff here = coordinateOn(in, k < d ? k : k > d ? k + 1 : d);
    values =
        values.add(k == d ? here.scale(isl::val(ctx, period)).add(coordinateOn(in, d + 1)) : here);
  }
  const isl::map back = isl::multi_aff(in.add_unnamed_tuple(dims), values).as_map();
  return isl::manage(isl_map_fix_si(back.copy(), isl_dim_in, d + 1, static_cast<int>(phase)))
      .reverse();
}

/// { S[t, i…] -> S'[u, i…] : t = period u + phase }, S' being \p name.
static isl::map phaseOfInstances(const isl::set &domain, long period, long phase,
                                 const std::string &name) {
  const unsigned dims = setDims(domain);
  const isl::map flat = selectRange(phaseOfTime(domain.ctx(), dims, 0, period, phase), 0, 1);
  isl::map result = flat;
  if (dims > 1)
    result = joinRanges(flat, projection(domain.ctx(), dims, 1, dims - 1));
  return result.set_domain_tuple(isl_set_get_tuple_name(domain.get()))
      .set_range_tuple(name)
      .intersect_domain(domain);
}

/// The first subscript of \p elements, if it is one number.
static std::optional<long> planeIn(const isl::map &elements) {
  const isl::set range = elements.range();
  const isl::val low = range.dim_min_val(0), high = range.dim_max_val(0);
  return low.is_int() && low.eq(high) ? asLong(low) : std::nullopt;
}

namespace {

class Unfolder {
public:
  Unfolder(const Scop &scop, unsigned time, long period)
      : TheScop(scop), Known(scop.context.intersect(scop.guard)), Names(scop) {
    Result.scop = scop;
    Result.change.period = period;
    Result.change.time = time;
  }

  /// \returns whether there is an array to take apart
  bool findArrays() {
    for (unsigned a = 0; a < TheScop.arrays.size(); ++a)
      if (hasPlanes(a))
        Folded.insert(a);
    return !Folded.empty();
  }

  PlanesApart build() {
    for (unsigned a = 0; a < TheScop.arrays.size(); ++a)
      Result.change.arrays.push_back({a, std::nullopt});
    addPlanes();
    Result.scop.statements.clear();
    isl::union_map apart = isl::union_map::empty(TheScop.ctx());
    for (long phase = 0; phase < Result.change.period; ++phase)
      for (unsigned s = 0; s < TheScop.statements.size(); ++s) {
        Statement part = phaseOf(TheScop.statements[s], phase);
        apart = apart.unite(
            phaseOfInstances(TheScop.statements[s].domain, Result.change.period, phase, part.name)
                .to_union_map());
        Result.scop.statements.push_back(std::move(part));
        Result.change.statements.push_back({s, phase});
      }
    for (Independence &claim : Result.scop.independent)
      claim.apart = claim.apart.apply_domain(apart).apply_range(apart);
    return std::move(Result);
  }

private:
  isl::map inPhase(const isl::map &map, const isl::set &domain, long phase) const {
    return map.apply_domain(phaseOfInstances(domain, Result.change.period, phase, "P"));
  }

  /// Whether in each phase all first subscripts of the array are numbers, and not in all
  /// iterations; where there is one phase, whether they are several.
  bool hasPlanes(unsigned array) const {
    bool varies = false;
    std::set<std::optional<long>> planes;
    if (TheScop.arrays[array].rank < 2 || TheScop.arrays[array].storage == ArrayStorage::Private ||
        TheScop.arrays[array].assumedExtent)
      return false;
    for (const Statement &s : TheScop.statements)
      for (const Reference &reference : s.references) {
        if (reference.array != array)
          continue;
        if (!reference.affine)
          return false;
        const isl::map elements =
            reference.index.intersect_domain(s.domain).intersect_params(Known);
        planes.insert(planeIn(elements));
        varies = varies || (Result.change.period == 1 ? planes.size() > 1 : !planeIn(elements));
        for (long phase = 0; phase < Result.change.period; ++phase) {
          const isl::map there = inPhase(elements, s.domain, phase);
          if (!there.is_empty() && !planeIn(there))
            return false;
        }
      }
    return varies;
  }

  /// \p elements of a folded array as those of the array for its plane.
  isl::map onPlane(const isl::map &elements, unsigned array) const {
    return dropRangeDims(elements, 0, 1).set_range_tuple(Result.scop.arrays[array].name);
  }

  /// The plane of reference \p r in phase \p phase; without instances there any one will do.
  long planeOf(const Statement &statement, unsigned r, long phase) const {
    const isl::map elements = statement.references[r].index.intersect_params(Known);
    return planeIn(inPhase(elements, statement.domain, phase)).value_or(0);
  }

  /// An array for each plane that is met. The first one takes the place of the folded array.
  void addPlanes() {
    std::set<std::pair<unsigned, long>> planes;
    for (const Statement &s : TheScop.statements)
      for (unsigned r = 0; r < s.references.size(); ++r)
        for (long phase = 0;
             phase < Result.change.period && Folded.count(s.references[r].array) != 0; ++phase)
          planes.emplace(s.references[r].array, planeOf(s, r, phase));
    for (const auto &[folded, plane] : planes) {
      Array array = planeArray(TheScop.arrays[folded], plane);
      array.name = Names.make(array.name + "_");
      const bool isFirst = !Result.change.arrays[folded].plane;
      Planes[{folded, plane}] =
          isFirst ? folded : static_cast<unsigned>(Result.change.arrays.size());
      if (isFirst) {
        Result.scop.arrays[folded] = std::move(array);
        Result.change.arrays[folded] = {folded, plane};
      } else {
        Result.scop.arrays.push_back(std::move(array));
        Result.change.arrays.push_back({folded, plane});
      }
    }
  }

  static Array planeArray(Array array, long plane) {
    const std::string number = std::to_string(plane);
    array.sourceName += "[" + number + "]";
    array.baseExpr =
        "(" + array.baseExpr + " + " + number + " * (" + array.strideExprs.front() + "))";
    array.strideExprs.erase(array.strideExprs.begin());
    array.strideConstants.erase(array.strideConstants.begin());
    --array.rank;
    // Subscripts that leave a plane are found at run time, as overlap with another one.
    array.storage = ArrayStorage::Pointer;
    array.noAlias = false;
    array.sharers.clear();
    return array;
  }

  Statement phaseOf(const Statement &whole, long phase) {
    Statement part = whole;
    if (phase > 0)
      part.name = Names.make("S");
    const isl::map to = phaseOfInstances(whole.domain, Result.change.period, phase, part.name);
    part.domain = whole.domain.apply(to);
    part.schedule = whole.schedule.apply_domain(to).apply_range(phaseOfTime(
        TheScop.ctx(), rangeDims(whole.schedule), Result.change.time, Result.change.period, phase));
    const isl::map values = whole.iteratorValues ? whole.iteratorValues->as_map()
                                                 : projection(TheScop.ctx(), setDims(whole.domain),
                                                              0, setDims(whole.domain))
                                                       .set_domain_tuple(whole.name);
    part.iteratorValues = to.reverse().apply_range(values).as_pw_multi_aff();
    if (whole.unsplit)
      part.unsplit = to.reverse().apply_range(whole.unsplit->as_map()).as_pw_multi_aff();
    for (unsigned r = 0; r < part.references.size(); ++r)
      changeReference(part, r, to, phase, whole);
    return part;
  }

  void changeReference(Statement &part, unsigned r, const isl::map &to, long phase,
                       const Statement &whole) {
    Reference &reference = part.references[r];
    reference.index = reference.index.apply_domain(to);
    const bool isFolded = Folded.count(reference.array) != 0;
    if (isFolded) {
      reference.array = Planes.at({reference.array, planeOf(whole, r, phase)});
      reference.index = onPlane(reference.index, reference.array);
    }
    for (Access &access : part.accesses)
      if (access.reference == r) {
        access.relation = access.relation.apply_domain(to);
        if (isFolded)
          access.relation = onPlane(access.relation, reference.array);
      }
  }

  const Scop &TheScop;
  const isl::set Known; ///< Of the parameters.
  FreshNames Names;
  PlanesApart Result;
  std::set<unsigned> Folded;
  std::map<std::pair<unsigned, long>, unsigned> Planes;
};

} // namespace

std::optional<PlanesApart> gputile::takePlanesApart(const Scop &scop) {
  const std::optional<unsigned> time = timePosition(scop);
  if (!time || !scop.inspections.empty() || !scop.inspected.empty())
    return std::nullopt;
  // One phase is for what no others are for: an array that they do not need would be the only one.
  for (const long period : {2L, 3L, 4L, 1L}) {
    Unfolder unfolder(scop, *time, period);
    if (unfolder.findArrays())
      return unfolder.build();
  }
  return std::nullopt;
}
