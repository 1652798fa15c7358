//===- LastValues.cpp - Temporaries that are read after the region --------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Transform/LastValues.h"

#include "Transform/FreshNames.h"
#include "Transform/PrivateArray.h"
#include "gputile/Support/IslTools.h"
#include "gputile/Transform/Privatize.h"

#include <algorithm>
#include <map>

using namespace gputile;
using namespace gputile::transform;

namespace {

/// What statements write of one variable: by statement { S[i] -> x[a] }.
using Writes = std::map<unsigned, isl::map>;

/// The writes to \p array, if which element a reference means is always known, and so is whether it
/// is written.
std::optional<Writes> writesTo(const Scop &scop, unsigned array) {
  Writes writes;
  for (unsigned s = 0; s < scop.statements.size(); ++s) {
    const Statement &statement = scop.statements[s];
    for (const Access &access : statement.accesses) {
      const Reference &reference = statement.references[access.reference];
      if (reference.array != array)
        continue;
      if (!reference.affine || access.kind == AccessKind::MayWrite ||
          !access.relation.is_single_valued())
        return std::nullopt;
      if (access.kind == AccessKind::Read)
        continue;
      const auto [entry, isNew] = writes.emplace(s, access.relation);
      if (!isNew && !entry->second.is_equal(access.relation))
        return std::nullopt; // Which of them is the last in an instance?
    }
  }
  return writes.empty() ? std::nullopt : std::optional(std::move(writes));
}

/// Whether iterations of some outermost loop write the same element: else there is nothing to gain.
bool isReused(const Writes &writes) {
  return std::any_of(writes.begin(), writes.end(), [](const auto &entry) {
    const isl::map &write = entry.second;
    if (domainDims(write) == 0)
      return false;
    const isl::map again = write.apply_range(write.reverse());
    isl_map *apart = isl_map_universe(again.space().release());
    apart = isl_map_order_lt(apart, isl_dim_in, 0, isl_dim_out, 0);
    return !again.is_disjoint(isl::manage(apart));
  });
}

/// Gives the private array of a variable its uses, and the variable its last values.
class Splitter {
public:
  Splitter(Scop &scop, FreshNames &names, unsigned array)
      : Result(scop), Names(names), Array(array) {}

  void split(const Writes &writes) {
    const unsigned temporary = static_cast<unsigned>(Result.arrays.size());
    const std::string name = Names.make(Result.arrays[Array].name + "_private");
    Result.arrays.push_back(privateLike(Result.arrays[Array], name));
    const isl::map last = lastTimes(writes);
    std::vector<Statement> stores;
    for (const auto &[s, write] : writes) {
      const isl::map stored = write.intersect(scheduleOf(s).apply_range(last.reverse()));
      if (!stored.is_empty())
        stores.push_back(storeBehind(Result.statements[s], stored.coalesce(), temporary));
    }
    for (Statement &s : Result.statements)
      redirect(s, temporary);
    for (Statement &s : stores)
      Result.statements.push_back(std::move(s));
  }

private:
  isl::map scheduleOf(unsigned s) const {
    const Statement &statement = Result.statements[s];
    return statement.schedule.intersect_domain(statement.domain)
        .intersect_params(Result.context.intersect(Result.guard));
  }

  /// { x[a] -> [t] }: when an element is written for the last time.
  isl::map lastTimes(const Writes &writes) const {
    isl::map times;
    for (const auto &[s, write] : writes) {
      const isl::map one = write.reverse().apply_range(scheduleOf(s));
      times = times.is_null() ? one : times.unite(one);
    }
    return times.lexmax();
  }

  /// `x[a] = p[a];` behind the instances of \p s in \p write, { S[i] -> x[a] }.
  Statement storeBehind(const Statement &s, const isl::map &write, unsigned temporary) {
    Statement store;
    store.name = Names.make("S");
    store.domain = named(write.domain(), store.name);
    const unsigned last = rangeDims(s.schedule) - 1;
    store.schedule = insertFixed(dropRangeDims(s.schedule, last, 1), last, 1)
                         .set_domain_tuple(store.name)
                         .intersect_domain(store.domain);
    store.iterators = s.iterators;
    store.iteratorTypes = s.iteratorTypes;
    if (s.iteratorValues)
      store.iteratorValues = s.iteratorValues->as_map().set_domain_tuple(store.name).as_pw_multi_aff();
    store.loc = s.loc;
    for (unsigned array : {Array, temporary}) {
      Reference reference;
      reference.array = array;
      reference.index = write.set_domain_tuple(store.name).set_range_tuple(Result.arrays[array].name);
      reference.loc = s.loc;
      store.accesses.push_back({static_cast<unsigned>(store.references.size()),
                                array == Array ? AccessKind::MustWrite : AccessKind::Read,
                                reference.index});
      store.references.push_back(std::move(reference));
    }
    store.body = {BodyPiece::makeReference(0), BodyPiece::makeText(" = "),
                  BodyPiece::makeReference(1), BodyPiece::makeText(";")};
    return store;
  }

  void redirect(Statement &s, unsigned temporary) const {
    const std::string &name = Result.arrays[temporary].name;
    for (Access &access : s.accesses)
      if (s.references[access.reference].array == Array)
        access.relation = access.relation.set_range_tuple(name);
    for (Reference &reference : s.references)
      if (reference.array == Array) {
        reference.index = reference.index.set_range_tuple(name);
        reference.array = temporary;
      }
  }

  Scop &Result;
  FreshNames &Names;
  unsigned Array;
};

/// Whether the values of the variable may be those of others: where they may come from outside, or go
/// there, only the region's own writes are looked at.
bool isCandidate(const Array &array) {
  return array.storage != ArrayStorage::Private && !array.deadAfter && !array.assumedExtent;
}

/// \p scop with last values of \p arrays.
Scop withLastValuesOf(const Scop &scop, const std::map<unsigned, Writes> &variables) {
  Scop result = scop;
  for (Statement &s : result.statements)
    s.schedule = insertFixed(s.schedule, rangeDims(s.schedule), 0);
  FreshNames names(scop);
  for (const auto &[array, writes] : variables)
    Splitter(result, names, array).split(writes);
  return result;
}

} // namespace

std::optional<LastValues> gputile::withLastValues(const Scop &scop) {
  std::map<unsigned, Writes> variables;
  for (unsigned array = 0; array < scop.arrays.size(); ++array)
    if (isCandidate(scop.arrays[array]))
      if (auto writes = writesTo(scop, array); writes && isReused(*writes) && canExpand(scop, array))
        variables.emplace(array, std::move(*writes));
  if (variables.empty())
    return std::nullopt;
  LastValues result{withLastValuesOf(scop, variables), {}};
  for (const auto &[array, writes] : variables)
    result.variables.push_back(scop.arrays[array].sourceName);
  return result;
}
