//===- Copies.cpp - A Scop with copy statements ---------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transform/FalseDeps/Reads.h"
#include "Transform/FreshNames.h"
#include "Transform/PrivateArray.h"

#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <initializer_list>
#include <map>

using namespace gputile;
using namespace gputile::transform;

namespace {

/// Adds the copies of all groups to one Scop. A copy made where the first d
/// schedule dimensions begin a new value runs before all else there: in front of
/// dimension d a constant one is inserted, which is 0, 1, … for the copies and
/// greater for the other statements.
class CopyInserter {
public:
  CopyInserter(const Scop &scop, const std::vector<CopyGroup> &groups)
      : Before(scop), Groups(groups), Result(scop), Names(scop) {}

  Scop insert() {
    for (const CopyGroup &group : Groups)
      addGroup(group);
    buildSchedules();
    return std::move(Result);
  }

private:
  /// A copy statement whose schedule waits until all copies are known.
  struct Copy {
    unsigned statement, depth, number;
    std::vector<std::optional<long>> prefix;
  };

  void addGroup(const CopyGroup &group) {
    const unsigned target = addArray(group.array);
    const std::string &name = Result.arrays[target].name;
    isl::set elements = isl::set::empty(elementSpace(group.array));
    isl::set instances = isl::set::empty(instanceSpace(group));
    for (const CopyGroup::Read &read : group.reads) {
      Statement &s = Result.statements[read.statement];
      elements = elements.unite(s.accesses[read.access].relation.range());
      instances = instances.unite(instancesFor(group, read));
      s.references[read.reference].array = target;
      for (isl::map *map : {&s.references[read.reference].index, &s.accesses[read.access].relation})
        *map = map->set_range_tuple(name);
    }
    isl::set written = accessed(group.array, {AccessKind::MustWrite, AccessKind::MayWrite});
    isl::set existing = accessed(group.array, {AccessKind::Read, AccessKind::MustWrite});
    isl::set unwritten = elements.subtract(written);
    // Where the copy is made once anyway, one statement copies everything.
    if (!unwritten.is_empty() && variableDims(group) != 0) {
      CopyGroup once = group;
      once.depth = 0;
      once.prefix.clear();
      addStatement(once, target, simplified(flatSet(unwritten), flatSet(existing)));
      instances = instances.intersect(forAllTimes(group, written));
      existing = existing.intersect(written);
    }
    addStatement(group, target, simplified(instances, forAllTimes(group, existing)));
  }

  /// { [p…, a…] } for all p.
  static isl::set forAllTimes(const CopyGroup &group, const isl::set &elements) {
    return isl::manage(
        isl_set_insert_dims(flatSet(elements).release(), isl_dim_set, 0, variableDims(group)));
  }

  /// \p needed, or for simpler code a convex set with more of \p allowed: the
  /// shifted boxes of a stencil's reads lack a corner.
  static isl::set simplified(const isl::set &needed, const isl::set &allowed) {
    // Not coalesced before: that would invent a constraint that cuts the corner off.
    isl::set hull = simpleHull(needed);
    // Allowed are all times, and a hull of sets that differ much may be without end there.
    const bool isUsable =
        hull.is_subset(allowed) && isl_set_is_bounded(hull.get()) == isl_bool_true;
    return isUsable ? hull : needed.coalesce();
  }

  unsigned addArray(unsigned original) {
    const Array &array = Before.arrays[original];
    Result.arrays.push_back(privateLike(array, Names.make(array.name)));
    return static_cast<unsigned>(Result.arrays.size() - 1);
  }

  isl::space elementSpace(unsigned array) const {
    const Array &a = Before.arrays[array];
    return isl::space::unit(Before.ctx()).add_named_tuple(a.name, a.rank);
  }
  /// [p…, a…]
  isl::space instanceSpace(const CopyGroup &group) const {
    return isl::space::unit(Before.ctx())
        .add_unnamed_tuple(variableDims(group) + Before.arrays[group.array].rank);
  }
  static unsigned variableDims(const CopyGroup &group) {
    return static_cast<unsigned>(
        std::count(group.prefix.begin(), group.prefix.end(), std::nullopt));
  }

  /// { [p…, a…] } that \p read needs.
  isl::set instancesFor(const CopyGroup &group, const CopyGroup::Read &read) const {
    const Statement &s = Before.statements[read.statement];
    isl_map *around = isl_map_copy(s.schedule.get());
    int dims = isl_map_dim(around, isl_dim_out);
    for (int d = dims - 1; d >= 0; --d)
      if (d >= static_cast<int>(group.depth) || group.prefix[static_cast<unsigned>(d)])
        around = isl_map_project_out(around, isl_dim_out, d, 1);
    isl_map *both =
        isl_map_flat_range_product(around, isl_map_copy(s.accesses[read.access].relation.get()));
    return isl::manage(isl_set_reset_tuple_id(isl_map_range(both)));
  }

  /// { A[a] } that accesses of the given kinds touch.
  isl::set accessed(unsigned array, std::initializer_list<AccessKind> kinds) const {
    isl::set elements = isl::set::empty(elementSpace(array));
    for (const Statement &s : Before.statements)
      for (const Access &access : s.accesses)
        if (std::find(kinds.begin(), kinds.end(), access.kind) != kinds.end() &&
            s.references[access.reference].array == array)
          elements = elements.unite(access.relation.range());
    return elements;
  }

  /// Adds the statement that copies the element a for each instance [p…, a…].
  void addStatement(const CopyGroup &group, unsigned target, const isl::set &instances) {
    Statement copy;
    copy.name = Names.make("S");
    copy.domain = named(instances.coalesce(), copy.name);
    const Statement &reader = Before.statements[group.reads.front().statement];
    const unsigned outer = variableDims(group), rank = Before.arrays[group.array].rank;
    for (unsigned d = 0; d < outer + rank; ++d) {
      copy.iterators.push_back(d < outer && d < reader.iterators.size()
                                   ? reader.iterators[d]
                                   : "a" + std::to_string(d - std::min(d, outer)));
      copy.iteratorTypes.push_back("long");
    }
    copy.references.push_back(reference(copy, target, outer, rank));
    copy.references.push_back(reference(copy, group.array, outer, rank));
    copy.accesses.push_back({0, AccessKind::MustWrite, copy.references[0].index});
    copy.accesses.push_back({1, AccessKind::Read, copy.references[1].index});
    copy.body = {BodyPiece::makeReference(0), BodyPiece::makeText(" = "),
                 BodyPiece::makeReference(1), BodyPiece::makeText(";")};
    copy.loc = reader.loc;
    copy.schedule = isl::map::empty(copy.domain.space().map_from_set()); // Built at the end.
    const unsigned index = static_cast<unsigned>(Result.statements.size());
    Result.statements.push_back(copy);
    Copies.push_back({index, group.depth, CountAt[group.depth]++, group.prefix});
  }

  /// The reference { C[p…, a…] -> A[a…] } of \p copy.
  Reference reference(const Statement &copy, unsigned array, unsigned outer, unsigned rank) const {
    isl_map *map = isl_map_universe(
        copy.domain.space().add_named_tuple(Result.arrays[array].name, rank).release());
    for (unsigned d = 0; d < rank; ++d)
      map = isl_map_equate(map, isl_dim_in, static_cast<int>(outer + d), isl_dim_out,
                           static_cast<int>(d));
    Reference result;
    result.array = array;
    result.index = isl::manage(map).intersect_domain(copy.domain);
    result.loc = copy.loc;
    return result;
  }

  void buildSchedules() {
    const unsigned dims =
        static_cast<unsigned>(isl_map_dim(Before.statements.front().schedule.get(), isl_dim_out));
    unsigned padding = 0;
    for (const Copy &copy : Copies)
      padding = std::max(padding, rankOf(copy) - std::min(rankOf(copy), dims - copy.depth));
    for (unsigned s = 0; s < Before.statements.size(); ++s) {
      isl::map &schedule = Result.statements[s].schedule;
      for (auto at = CountAt.rbegin(); at != CountAt.rend(); ++at)
        schedule = insertFixed(schedule, at->first, at->second);
      schedule = insertFixed(schedule, rangeDims(schedule), 0, padding);
    }
    for (const Copy &copy : Copies)
      schedule(copy, dims + padding);
  }

  unsigned rankOf(const Copy &copy) const {
    return Result.arrays[Result.statements[copy.statement].references[0].array].rank;
  }

  /// Copies run inside what is around them, in the order of their elements.
  void schedule(const Copy &copy, unsigned dims) {
    Statement &s = Result.statements[copy.statement];
    const unsigned total = dims + static_cast<unsigned>(CountAt.size());
    isl_map *map = isl_map_universe(s.domain.space().add_unnamed_tuple(total).release());
    int out = 0, in = 0;
    auto fix = [&](long value) {
      map = isl_map_fix_si(map, isl_dim_out, static_cast<unsigned>(out++), static_cast<int>(value));
    };
    auto iterate = [&] { map = isl_map_equate(map, isl_dim_in, in++, isl_dim_out, out++); };
    for (unsigned d = 0; d < copy.depth; ++d) {
      if (CountAt.count(d))
        fix(CountAt.at(d));
      if (copy.prefix[d])
        fix(*copy.prefix[d]);
      else
        iterate();
    }
    fix(copy.number);
    for (unsigned d = 0; d < rankOf(copy); ++d)
      iterate();
    while (out < static_cast<int>(total))
      fix(0);
    s.schedule = isl::manage(map).intersect_domain(s.domain);
  }

  const Scop &Before;
  const std::vector<CopyGroup> &Groups;
  Scop Result;
  FreshNames Names;
  std::vector<Copy> Copies;
  std::map<unsigned, unsigned> CountAt; ///< Number of copies by depth.
};

} // namespace

Scop transform::insertCopies(const Scop &scop, const std::vector<CopyGroup> &groups) {
  return CopyInserter(scop, groups).insert();
}
