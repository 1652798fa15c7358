//===- CopyPropagation.cpp - Copies that become versions ------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Transform/CopyPropagation.h"

#include "Transform/CopyPropagation/Groups.h"
#include "Transform/CopyPropagation/Origins.h"
#include "Transform/FreshNames.h"
#include "Transform/PrivateArray.h"
#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <map>

using namespace gputile;
using namespace gputile::transform;

namespace {

/// More of an array than this is not kept.
constexpr long MostVersions = 4;

/// The number that all distances of \p times, { [t] -> [t'] }, are.
std::optional<long> distanceOf(const isl::map &times) {
  const isl::set distances = times.deltas();
  const isl::val least = distances.dim_min_val(0), greatest = distances.dim_max_val(0);
  return least.is_int() && least.eq(greatest) ? asLong(least) : std::nullopt;
}

/// { [t] -> [t - delay] }. (isl reads no text where its operations are limited.)
isl::aff earlierBy(isl::ctx ctx, long delay) {
  return coordinateOn(isl::space::unit(ctx).add_unnamed_tuple(1), 0).add_constant(-delay);
}

/// No element of \p array, { A[a] }.
isl::set noElements(const Scop &scop, unsigned array) {
  const Array &info = scop.arrays[array];
  return isl::set::empty(isl::space::unit(scop.ctx()).add_named_tuple(info.name, info.rank));
}

/// The elements of \p array that the accesses of \p scop surely reach, { A[a] }.
isl::set existingElements(const Scop &scop, unsigned array) {
  isl::set elements = noElements(scop, array);
  for (const Statement &s : scop.statements)
    for (const Access &access : s.accesses)
      if (access.kind != AccessKind::MayWrite && s.references[access.reference].affine &&
          s.references[access.reference].array == array)
        elements = elements.unite(access.relation.intersect_domain(s.domain).range());
  return elements;
}

/// What \p loop writes to \p array, { A[a] }.
isl::set writtenElements(const Scop &scop, const CopyingLoop &loop, unsigned array) {
  isl::set elements = noElements(scop, array);
  for (unsigned index : loop.statements) {
    const Statement &s = scop.statements[index];
    for (const Access &access : s.accesses)
      if (access.kind != AccessKind::Read && s.references[access.reference].array == array)
        elements = elements.unite(access.relation.intersect_domain(s.domain).range());
  }
  return elements.coalesce();
}

/// The statements of a loop, and behind it one that reads what each array holds then.
struct LoopWithExits {
  Scop scop;
  std::set<unsigned> copies;
  std::map<unsigned, unsigned> exits; ///< By array: the statement.
};

/// Whether somebody may look at \p array behind \p loop.
bool isReadBehind(const Scop &scop, const CopyingLoop &loop, unsigned array) {
  if (scop.arrays[array].storage != ArrayStorage::Private && !scop.arrays[array].deadAfter)
    return true;
  for (unsigned s = 0; s < scop.statements.size(); ++s)
    for (const Reference &reference : scop.statements[s].references)
      if (reference.array == array &&
          std::find(loop.statements.begin(), loop.statements.end(), s) == loop.statements.end())
        return true;
  return false;
}

Statement exitOf(const Scop &scop, unsigned array, const isl::set &elements, unsigned dims) {
  Statement s;
  s.name = "exit_" + scop.arrays[array].name;
  s.domain = named(elements, s.name);
  isl_map *schedule = isl_map_universe(s.domain.space().add_unnamed_tuple(dims).release());
  for (unsigned d = 0; d < dims; ++d)
    schedule = isl_map_fix_si(schedule, isl_dim_out, d, d == 0);
  s.schedule = isl::manage(schedule).intersect_domain(s.domain);
  Reference reference;
  reference.array = array;
  reference.index = s.domain.identity().set_range_tuple(scop.arrays[array].name);
  s.accesses.push_back({0, AccessKind::Read, reference.index});
  s.references.push_back(std::move(reference));
  return s;
}

LoopWithExits withExits(const Scop &scop, const CopyingLoop &loop) {
  LoopWithExits result{scop, {}, {}};
  std::vector<Statement> &statements = result.scop.statements;
  statements.clear();
  for (unsigned s : loop.statements) {
    if (loop.copies.count(s))
      result.copies.insert(static_cast<unsigned>(statements.size()));
    statements.push_back(scop.statements[s]);
    statements.back().schedule = insertFixed(statements.back().schedule, 0, 0);
  }
  const unsigned dims = rangeDims(statements.front().schedule);
  for (unsigned array : loop.arrays) {
    const isl::set written = writtenElements(scop, loop, array);
    if (written.is_empty() || !isReadBehind(scop, loop, array))
      continue;
    result.exits.emplace(array, static_cast<unsigned>(statements.size()));
    statements.push_back(exitOf(scop, array, written, dims));
  }
  return result;
}

/// A read that goes to a version.
struct VersionedRead {
  unsigned statement, access; ///< Of the original Scop.
  long delay;                 ///< Between the computation of the value and the read.
  std::map<unsigned, isl::map> before; ///< Origins::before.
};

/// What is to become of the arrays of one loop.
struct Plan {
  const CopyingLoop *loop;
  std::vector<VersionedRead> reads;
  unsigned versions = 1;
  std::map<unsigned, isl::map> last; ///< By array: { A[a] -> [t] }, when its value was computed.
  /// By array: { A[a] }, what the loop leaves there is from in front of it; it is as if it had been
  /// computed at the time `entered` of the array that it comes from.
  std::map<unsigned, isl::set> kept;
  std::map<unsigned, isl::set> entered; ///< { [t] }
};

/// Looks at the values of one loop.
class Planner {
public:
  Planner(const Scop &scop, const CopyingLoop &loop)
      : TheScop(scop), Loop(loop), Inside(withExits(scop, loop)),
        Values(Inside.scop, Inside.copies) {}

  std::optional<Plan> plan() {
    Plan plan{&Loop, {}, 1, {}, {}, {}};
    for (unsigned s = 0; s < Loop.statements.size(); ++s)
      if (!Inside.copies.count(s) && !addReads(s, plan))
        return std::nullopt;
    for (const VersionedRead &read : plan.reads)
      plan.versions = std::max(plan.versions, static_cast<unsigned>(read.delay) + 1);
    addEntered(plan);
    if (plan.versions < 2 || plan.versions > MostVersions || !addLast(plan))
      return std::nullopt;
    return plan;
  }

private:
  isl::map time(unsigned s) const { return timeOf(TheScop.statements[Loop.statements[s]], Loop.loop); }

  /// Statement \p s of the loop. \returns false where a read can go to no version.
  bool addReads(unsigned s, Plan &plan) {
    const Statement &statement = Inside.scop.statements[s];
    for (unsigned k = 0; k < statement.accesses.size(); ++k) {
      const Access &access = statement.accesses[k];
      if (access.kind != AccessKind::Read ||
          !Loop.arrays.count(statement.references[access.reference].array))
        continue;
      auto origins = Values.into(s, k);
      if (!origins)
        return false;
      const bool updates = isWritten(statement, access.reference);
      if (origins->computed.empty() && !updates)
        continue; // What the array holds stays there.
      const std::optional<long> delay = delayOf(s, *origins);
      if (!delay || *delay < 0 || *delay >= MostVersions || (updates && *delay != 0))
        return false;
      plan.reads.push_back({Loop.statements[s], k, *delay, std::move(origins->before)});
    }
    return true;
  }

  static bool isWritten(const Statement &s, unsigned reference) {
    return std::any_of(s.accesses.begin(), s.accesses.end(), [&](const Access &access) {
      return access.reference == reference && access.kind != AccessKind::Read;
    });
  }

  /// The same for all that a read in \p s sees; 0 where all comes from in front of the loop.
  std::optional<long> delayOf(unsigned s, const Origins &origins) const {
    std::optional<long> delay;
    for (const auto &[producer, relation] : origins.computed) {
      const auto here = distanceOf(relation.apply_domain(time(producer)).apply_range(time(s)));
      if (!here || (delay && *delay != *here))
        return std::nullopt;
      delay = here;
    }
    return delay ? delay : 0;
  }

  /// The first version that a read looks for what is in front of the loop.
  void addEntered(Plan &plan) const {
    for (const VersionedRead &read : plan.reads) {
      const isl::map earlier = earlierBy(TheScop.ctx(), read.delay).as_map();
      const isl::map times = timeOf(TheScop.statements[read.statement], Loop.loop).apply_range(earlier);
      for (const auto &[array, elements] : read.before) {
        const isl::set here = times.intersect_domain(elements.domain()).range();
        const auto [entry, isNew] = plan.entered.try_emplace(array, here);
        entry->second = entry->second.unite(here).lexmin();
      }
    }
  }

  bool addLast(Plan &plan) {
    for (const auto &[array, exit] : Inside.exits) {
      const auto origins = Values.into(exit, 0);
      if (!origins)
        return false;
      isl::map times = isl::map::empty(
          Inside.scop.statements[exit].domain.space().add_unnamed_tuple(1));
      for (const auto &[producer, relation] : origins->computed)
        times = times.unite(relation.reverse().apply_range(time(producer)));
      for (const auto &[source, elements] : origins->before) {
        const auto entered = plan.entered.find(source);
        if (entered == plan.entered.end())
          return false;
        times = times.unite(allPairs(elements.domain(), entered->second));
        const auto [entry, isNew] = plan.kept.try_emplace(source, elements.range());
        if (!isNew)
          entry->second = entry->second.unite(elements.range());
      }
      if (!times.is_single_valued())
        return false;
      plan.last.emplace(array, times.set_domain_tuple(TheScop.arrays[array].name).coalesce());
    }
    return true;
  }

  const Scop &TheScop;
  const CopyingLoop &Loop;
  const LoopWithExits Inside;
  ValueOrigins Values;
};

/// Builds the Scop of several plans. In front of the dimension of each loop a constant one is
/// inserted: 0 for what runs before the loop, 1 for it and all else, 2 for what runs behind it.
/// Another constant one behind all tells the copies in one place apart.
class Builder {
public:
  Builder(const Scop &scop, const std::vector<Plan> &plans) : Before(scop), Names(scop) {
    Result.scop = scop;
    for (const Plan &plan : plans)
      Inserted.insert(plan.loop->loop.dimension());
    for (const Plan &plan : plans)
      add(plan);
  }

  /// Whether an element of a version would have to hold what two arrays hold in front of the loop.
  bool conflicts() const { return Conflicts; }

  PropagatedCopies build() {
    buildSchedules();
    std::erase_if(Result.scop.statements, [&](const Statement &s) { return LeftOut.count(s.name); });
    return std::move(Result);
  }

private:
  /// A new copy and when it runs.
  struct Place {
    unsigned statement;
    const OuterLoop *loop;
    bool behind;
  };

  void add(const Plan &plan) {
    const unsigned array = addArray(plan);
    std::map<unsigned, isl::set> needed; // By array: { [v, a…] }
    for (const VersionedRead &read : plan.reads)
      redirectRead(plan, read, array, needed);
    for (const auto &[source, elements] : plan.kept)
      addNeeded(needed, source, enteredElements(plan, source, elements));
    for (unsigned s : plan.loop->statements)
      if (plan.loop->copies.count(s))
        LeftOut.insert(Before.statements[s].name);
      else
        redirectWrites(plan, s, array);
    for (auto one = needed.begin(); one != needed.end(); ++one)
      for (auto other = needed.begin(); other != one; ++other)
        Conflicts = Conflicts || !one->second.is_disjoint(other->second);
    for (const auto &[source, instances] : needed)
      addEntry(plan, array, source, simplified(plan, source, instances, needed));
    for (const auto &[target, times] : plan.last)
      addExit(plan, array, target, times);
  }

  unsigned addArray(const Plan &plan) {
    const Array &first = Before.arrays[*plan.loop->arrays.begin()];
    Versions versions{Names.make(first.name + "_version"), {}, plan.versions};
    for (unsigned source : plan.loop->arrays)
      versions.sources.push_back(Before.arrays[source].sourceName);
    Array array = privateLike(first, versions.array);
    ++array.rank;
    Result.scop.arrays.push_back(std::move(array));
    Result.versions.push_back(std::move(versions));
    return static_cast<unsigned>(Result.scop.arrays.size() - 1);
  }

  /// { [t] -> [v] }: where what is computed \p delay before t lies.
  isl::map versionAt(const Plan &plan, long delay) const {
    return earlierBy(Before.ctx(), delay).mod(isl::val(Before.ctx(), long(plan.versions))).as_map();
  }

  /// \p relation, { S[i] -> A[a] }, as { S[i] -> V[v, a] }.
  isl::map versioned(const Plan &plan, const Statement &s, const isl::map &relation, long delay,
                     unsigned array) const {
    const isl::map version = timeOf(s, plan.loop->loop).apply_range(versionAt(plan, delay));
    return joinRanges(version, selectRange(relation, 0, rangeDims(relation)))
        .set_range_tuple(Result.scop.arrays[array].name);
  }

  void redirectRead(const Plan &plan, const VersionedRead &read, unsigned array,
                    std::map<unsigned, isl::set> &needed) {
    const Statement &old = Before.statements[read.statement];
    Statement &s = Result.scop.statements[read.statement];
    Access &access = s.accesses[read.access];
    redirect(plan, old, s, access.reference, read.delay, array);
    access.relation = versioned(plan, old, access.relation, read.delay, array);
    for (const auto &[source, elements] : read.before)
      addNeeded(needed, source, flatSet(versioned(plan, old, elements, read.delay, array).range()));
  }

  static void addNeeded(std::map<unsigned, isl::set> &needed, unsigned source, const isl::set &here) {
    const auto [entry, isNew] = needed.try_emplace(source, here);
    if (!isNew)
      entry->second = entry->second.unite(here);
  }

  /// { [v, a…] } where v is the version in which \p source enters the loop.
  isl::set enteredElements(const Plan &plan, unsigned source, const isl::set &elements) const {
    const isl::set version = plan.entered.at(source).apply(versionAt(plan, 0));
    return isl::manage(isl_set_flat_product(version.copy(), flatSet(elements).release()));
  }

  void redirectWrites(const Plan &plan, unsigned statement, unsigned array) {
    const Statement &old = Before.statements[statement];
    Statement &s = Result.scop.statements[statement];
    for (Access &access : s.accesses) {
      if (access.kind == AccessKind::Read ||
          !plan.loop->arrays.count(old.references[access.reference].array))
        continue;
      redirect(plan, old, s, access.reference, 0, array);
      access.relation = versioned(plan, old, access.relation, 0, array);
    }
  }

  void redirect(const Plan &plan, const Statement &old, Statement &s, unsigned reference, long delay,
                unsigned array) const {
    s.references[reference].array = array;
    s.references[reference].index =
        versioned(plan, old, old.references[reference].index, delay, array);
  }

  /// \p instances, { [v, a…] }, or for simpler code more of the elements of \p source, if no
  /// other array provides those: a convex set of them, or the same ones in all versions.
  isl::set simplified(const Plan &plan, unsigned source, const isl::set &instances,
                      const std::map<unsigned, isl::set> &needed) const {
    isl::set allowed = inAllVersions(plan, flatSet(existingElements(Before, source)));
    for (const auto &[other, theirs] : needed)
      if (other != source)
        allowed = allowed.subtract(theirs);
    const isl::set elements = dropDims(instances, 0, 1).coalesce();
    for (const isl::set &wider : {isl::set(simpleHull(instances)), inAllVersions(plan, elements)})
      if (wider.is_subset(allowed))
        return wider;
    return instances.coalesce();
  }

  /// { [v, a…] } for all versions v of \p elements, { [a…] }.
  static isl::set inAllVersions(const Plan &plan, const isl::set &elements) {
    const isl::set all = isl::manage(isl_set_insert_dims(elements.copy(), isl_dim_set, 0, 1));
    return isl::manage(isl_set_upper_bound_si(boundBelow(all, 0, 0).release(), isl_dim_set, 0,
                                              static_cast<int>(plan.versions) - 1));
  }

  /// Adds `V[v][a…] = A[a…];` for \p instances, { [v, a…] }.
  void addEntry(const Plan &plan, unsigned array, unsigned source, const isl::set &instances) {
    Statement s = newStatement(plan, instances);
    const isl::map all = s.domain.identity();
    addReference(s, array, all, AccessKind::MustWrite);
    addReference(s, source, selectRange(all, 1, rangeDims(all) - 1), AccessKind::Read);
    addCopy(std::move(s), plan, false);
  }

  /// Adds `A[a…] = V[v][a…];` where \p times, { A[a] -> [t] }, says when the value was computed.
  void addExit(const Plan &plan, unsigned array, unsigned target, const isl::map &times) {
    Statement s = newStatement(plan, flatSet(times.domain()));
    const isl::map all = s.domain.identity();
    const isl::map version = times.apply_range(versionAt(plan, 0)).set_domain_tuple(s.name);
    addReference(s, target, all, AccessKind::MustWrite);
    addReference(s, array, joinRanges(version, selectRange(all, 0, rangeDims(all))), AccessKind::Read);
    addCopy(std::move(s), plan, true);
  }

  Statement newStatement(const Plan &plan, const isl::set &instances) {
    Statement s;
    s.name = Names.make("S");
    s.domain = named(instances, s.name);
    s.schedule = s.domain.identity(); // Built at the end.
    for (unsigned d = 0; d < setDims(s.domain); ++d) {
      s.iterators.push_back("a" + std::to_string(d));
      s.iteratorTypes.push_back("long");
    }
    s.loc = Before.statements[*plan.loop->copies.begin()].loc;
    return s;
  }

  void addReference(Statement &s, unsigned array, const isl::map &index, AccessKind kind) const {
    Reference reference;
    reference.array = array;
    reference.index = index.set_range_tuple(Result.scop.arrays[array].name).intersect_domain(s.domain);
    reference.loc = s.loc;
    s.accesses.push_back({static_cast<unsigned>(s.references.size()), kind, reference.index});
    s.references.push_back(std::move(reference));
  }

  void addCopy(Statement s, const Plan &plan, bool behind) {
    s.body = {BodyPiece::makeReference(0), BodyPiece::makeText(" = "), BodyPiece::makeReference(1),
              BodyPiece::makeText(";")};
    Places.push_back({static_cast<unsigned>(Result.scop.statements.size()), &plan.loop->loop, behind});
    Result.scop.statements.push_back(std::move(s));
  }

  void buildSchedules() {
    const unsigned dims = rangeDims(Before.statements.front().schedule);
    unsigned padding = 1;
    for (const Place &place : Places)
      padding = std::max(padding, 1 + place.loop->dimension() + depthOf(place) -
                                      std::min(dims, place.loop->dimension() + depthOf(place)));
    const unsigned all = dims + static_cast<unsigned>(Inserted.size()) + padding;
    for (unsigned s = 0; s < Before.statements.size(); ++s) {
      isl::map &schedule = Result.scop.statements[s].schedule;
      for (auto at = Inserted.rbegin(); at != Inserted.rend(); ++at)
        schedule = insertFixed(schedule, *at, 1);
      schedule = insertFixed(schedule, all - padding, 0, padding);
    }
    for (unsigned k = 0; k < Places.size(); ++k)
      schedule(Places[k], k, all);
  }

  unsigned depthOf(const Place &place) const {
    return setDims(Result.scop.statements[place.statement].domain);
  }

  /// The elements in their order, in place of the loop; \p number last.
  void schedule(const Place &place, unsigned number, unsigned dims) {
    Statement &s = Result.scop.statements[place.statement];
    isl_map *map = isl_map_universe(s.domain.space().add_unnamed_tuple(dims).release());
    unsigned out = 0;
    auto fix = [&](long value) { map = isl_map_fix_si(map, isl_dim_out, out++, static_cast<int>(value)); };
    for (unsigned d = 0; d <= place.loop->dimension(); ++d) {
      if (Inserted.count(d))
        fix(d < place.loop->dimension() ? 1 : place.behind ? 2 : 0);
      if (d < place.loop->dimension())
        fix(place.loop->prefix[d]);
    }
    for (unsigned d = 0; d < setDims(s.domain); ++d)
      map = isl_map_equate(map, isl_dim_in, static_cast<int>(d), isl_dim_out, static_cast<int>(out++));
    while (out + 1 < dims)
      fix(0);
    fix(number);
    s.schedule = isl::manage(map).intersect_domain(s.domain);
  }

  const Scop &Before;
  FreshNames Names;
  PropagatedCopies Result;
  std::set<unsigned> Inserted; ///< Dimensions of the original schedule with a new one in front.
  std::set<std::string> LeftOut;
  bool Conflicts = false;
  std::vector<Place> Places;
};

} // namespace

std::optional<PropagatedCopies> gputile::propagateCopies(const Scop &scop) {
  const std::vector<CopyingLoop> loops = findCopyingLoops(scop);
  std::vector<Plan> plans;
  for (const CopyingLoop &loop : loops)
    if (auto plan = Planner(scop, loop).plan(); plan && !Builder(scop, {*plan}).conflicts())
      plans.push_back(std::move(*plan));
  return plans.empty() ? std::nullopt : std::optional(Builder(scop, plans).build());
}
