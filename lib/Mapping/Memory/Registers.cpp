//===- Registers.cpp - Elements that live in registers ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Memory/Registers.h"

#include <algorithm>

namespace gputile::mapping {
namespace {

/// { [h…, b…, t…, p…] -> A[a] }
isl::map elementsOf(const Scop &scop, const ThreadPositions &threads, const ReferenceGroup &group) {
  isl::map result;
  for (const KernelReference &r : group.members) {
    isl::map element = r.access.apply_domain(threads.of(scop, r.id.statement));
    result = result.is_null() ? element : result.unite(element);
  }
  return result.coalesce();
}

/// No two threads (or points of one) of a launch have the same element.
bool isOneThreadsOwn(const KernelSpace &space, const isl::map &element) {
  unsigned dims = element.domain_tuple_dim();
  isl::map host =
      selectDims(element.space(), dims, 0, static_cast<unsigned>(space.host.size()));
  return host.range_product(element).is_injective();
}

/// Some element is accessed by more than one statement instance of a launch.
/// What one instance does with an element, the compiler of the kernel sees.
bool hasReuse(const Scop &scop, const KernelSpace &space, const ReferenceGroup &group) {
  std::map<unsigned, isl::map> accesses; // By statement: { S[i] -> A[a] }.
  for (const KernelReference &r : group.members) {
    auto [entry, isNew] = accesses.try_emplace(r.id.statement, r.access);
    if (!isNew)
      entry->second = entry->second.unite(r.access).coalesce();
  }
  std::vector<isl::map> seen; // { [h…] -> A[a] }
  for (const auto &[s, access] : accesses) {
    isl::map host = space.hostMap(scop, s);
    if (!host.range_product(access).is_injective())
      return true;
    isl::map footprint = access.apply_domain(host);
    for (const isl::map &other : seen)
      if (!other.is_disjoint(footprint))
        return true;
    seen.push_back(footprint);
  }
  return false;
}

/// A scalar that is only read is an argument of the kernel, or one load.
bool isReadOnlyScalar(const Scop &scop, const ReferenceGroup &group) {
  return scop.arrays[group.array].rank == 0 && !group.isWritten();
}

long wordsOf(const Scop &scop, const KernelSpace &space, const ReferenceGroup &group) {
  long elements = 1;
  for (long extent : space.unrollExtents)
    elements *= extent;
  return elements * ((scop.arrays[group.array].elementBytes + 3) / 4);
}

/// One element per position of a thread, which no other position has.
bool isRegisterShaped(const Scop &scop, const KernelSpace &space, const ThreadPositions &threads,
                      const ReferenceGroup &group) {
  isl::map element = elementsOf(scop, threads, group);
  return element.is_single_valued() && isOneThreadsOwn(space, element);
}

/// Reads of the same element by the same thread become one group. Those of
/// which none is used again are left out: they gain nothing.
std::vector<ReferenceGroup> mergeEqualReads(const Scop &scop, const KernelSpace &space,
                                            const ThreadPositions &threads,
                                            const std::vector<ReferenceGroup> &groups) {
  std::vector<ReferenceGroup> result;
  std::vector<isl::map> elements;
  for (const ReferenceGroup &group : groups) {
    if (!group.isAffine() || isReadOnlyScalar(scop, group) || !hasReuse(scop, space, group))
      continue;
    isl::map element = elementsOf(scop, threads, group);
    bool mergedIn = false;
    for (size_t i = 0; i < result.size() && !mergedIn; ++i) {
      if (result[i].array != group.array || group.isWritten() || result[i].isWritten() ||
          element.is_disjoint(elements[i]) || !element.unite(elements[i]).is_single_valued())
        continue;
      result[i].members.push_back(group.members.front());
      elements[i] = elements[i].unite(element);
      mergedIn = true;
    }
    if (mergedIn)
      continue;
    result.push_back(group);
    elements.push_back(element);
  }
  return result;
}

/// { [h…, b…, t…, p…] -> [e…] }: when the accesses of the given kind happen.
isl::map timesOf(const Scop &scop, const KernelSpace &space, const ThreadPositions &threads,
                 const ReferenceGroup &group, isl::map KernelReference::*kind) {
  isl::map result;
  for (const KernelReference &r : group.members) {
    unsigned s = r.id.statement;
    isl::map times = threads.of(scop, s)
                         .intersect_domain((r.*kind).domain())
                         .reverse()
                         .apply_range(space.orderMap(scop, s));
    result = result.is_null() ? times : result.unite(times);
  }
  return result.coalesce();
}

/// Positions at which the value before the first statement is read.
isl::set exposedReads(const isl::map &reads, const isl::map &mustWrites) {
  if (mustWrites.is_empty())
    return reads.domain();
  isl::map later = isl::manage(isl_map_lex_lt(mustWrites.range().space().release()));
  isl::map afterFirstWrite = mustWrites.lexmin().apply_range(later);
  return reads.subtract(afterFirstWrite).domain();
}

/// Every access of the region to the array of \p group is one of its members.
bool holdsWholeArray(const Scop &scop, const ReferenceGroup &group) {
  size_t count = 0;
  for (const Statement &statement : scop.statements)
    for (unsigned r = 0; r < statement.references.size(); ++r) {
      bool accessed = std::any_of(statement.accesses.begin(), statement.accesses.end(),
                                  [&](const Access &a) { return a.reference == r; });
      if (accessed && statement.references[r].array == group.array)
        ++count;
    }
  return count == group.members.size();
}

/// \p element on \p positions, in its own words where that is all of it.
isl::map restrictedTo(const isl::map &element, const isl::set &positions) {
  if (element.domain().is_subset(positions))
    return element;
  return element.intersect_domain(positions).coalesce();
}

} // namespace

std::vector<ReferenceGroup> takeRegisterGroups(const Scop &scop, const KernelSpace &space,
                                               const ThreadPositions &threads,
                                               std::vector<ReferenceGroup> &groups,
                                               const DeviceLimits &limits) {
  std::vector<ReferenceGroup> merged = mergeEqualReads(scop, space, threads, groups);
  std::vector<ReferenceGroup> taken;
  long left = limits.registersForTiles();
  // Accumulators first, they gain most: a store and a load per use.
  for (bool written : {true, false})
    for (const ReferenceGroup &group : merged) {
      long words = wordsOf(scop, space, group);
      if (group.isWritten() != written || words > left ||
          !isRegisterShaped(scop, space, threads, group))
        continue;
      left -= words;
      taken.push_back(group);
    }
  auto isTaken = [&](const ReferenceGroup &group) {
    return std::any_of(taken.begin(), taken.end(), [&](const ReferenceGroup &t) {
      std::vector<ReferenceId> ids = t.ids();
      return std::binary_search(ids.begin(), ids.end(), group.members.front().id);
    });
  };
  groups.erase(std::remove_if(groups.begin(), groups.end(), isTaken), groups.end());
  return taken;
}

RegisterTile makeRegisterTile(const Scop &scop, const KernelSpace &space,
                              const ThreadPositions &threads, const ReferenceGroup &group, std::string name) {
  RegisterTile tile;
  tile.name = std::move(name);
  tile.array = group.array;
  tile.references = group.ids();
  tile.element = elementsOf(scop, threads, group);
  isl::map mustWrites = timesOf(scop, space, threads, group, &KernelReference::mustWrites);
  isl::set written = timesOf(scop, space, threads, group, &KernelReference::mayWrites).domain();
  isl::set exposed =
      exposedReads(timesOf(scop, space, threads, group, &KernelReference::reads), mustWrites);
  bool staysInside = scop.arrays[group.array].storage == ArrayStorage::Private &&
                     exposed.is_empty() && holdsWholeArray(scop, group);
  if (staysInside)
    written = isl::set::empty(written.space());
  // A store of an element that was only maybe written must restore its value.
  isl::set loaded = exposed.unite(written.subtract(mustWrites.domain()));
  tile.loaded = restrictedTo(tile.element, loaded);
  tile.stored = restrictedTo(tile.element, written);
  return tile;
}

} // namespace gputile::mapping
