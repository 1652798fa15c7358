//===- PrivacyFlow.cpp - Where values come from ---------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier/PrivacyFlow.h"

#include "gputile/Support/LastAccesses.h"

#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_map.h>

using namespace gputile;
using namespace gputile::verifier;

static std::string tagOf(const Statement &statement, unsigned access) {
  return statement.name + "_" + std::to_string(access);
}

/// { S_k[i] -> A[a] } for access k of S: its own tuple name tells which access wrote.
static isl::map tagged(const Statement &statement, unsigned access, const isl::map &map) {
  return map.set_domain_tuple(tagOf(statement, access));
}

const std::vector<ValueFlow::Write> &ValueFlow::writesTo(unsigned array) const {
  const auto [entry, isNew] = Writes.try_emplace(array);
  if (!isNew)
    return entry->second;
  for (const Statement &s : TheScop.statements)
    for (unsigned k = 0; k < s.accesses.size(); ++k) {
      const Access &access = s.accesses[k];
      if (s.references[access.reference].array == array && access.kind != AccessKind::Read)
        entry->second.push_back({access.kind,
                                 tagged(s, k, access.relation).intersect_params(Context),
                                 tagged(s, k, s.schedule), FixedRange(access.relation)});
    }
  return entry->second;
}

isl::union_map ValueFlow::outside(unsigned array, const isl::union_map &reads) const {
  if (TheScop.arrays[array].storage != ArrayStorage::Private)
    return reads;
  isl::space undefined =
      isl::space::unit(TheScop.ctx()).add_named_tuple(TheScop.arrays[array].name + "_undefined", 0);
  return isl::manage(isl_union_map_from_domain_and_range(
      reads.domain().release(), isl::set::universe(undefined).to_union_set().release()));
}

Origins ValueFlow::directlyInto(unsigned s, unsigned k) const {
  const Statement &sink = TheScop.statements[s];
  unsigned array = sink.references[sink.accesses[k].reference].array;
  isl::union_map schedule = tagged(sink, k, sink.schedule).to_union_map();
  isl::union_map must = isl::union_map::empty(TheScop.ctx()), may = must;
  const FixedRange fixed(sink.accesses[k].relation);
  for (const Write &write : writesTo(array)) {
    if (write.fixed.differsFrom(fixed))
      continue; // It reaches no element that is read.
    isl::union_map &writes = write.kind == AccessKind::MustWrite ? must : may;
    writes = writes.unite(write.elements.to_union_map());
    schedule = schedule.unite(write.schedule.to_union_map());
  }
  isl::map read = tagged(sink, k, sink.accesses[k].relation).intersect_params(Context);
  const LastAccesses flow = lastAccesses(read.to_union_map(), must, may, schedule);
  return {flow.must, flow.may, outside(array, flow.mustNoSource), outside(array, flow.mayNoSource)};
}

/// Takes the pairs whose source is access 0 of \p copy out of \p flow, as
/// { C_1[e] -> S_k[i] }: from what the copy reads.
static isl::union_map takeCopied(isl::union_map &flow, const Statement &copy) {
  isl::union_set writes = named(copy.domain, tagOf(copy, 0)).to_union_set();
  isl::union_map taken = flow.intersect_domain(writes);
  flow = flow.subtract_domain(writes);
  isl::union_map result = isl::union_map::empty(copy.domain.ctx());
  taken.foreach_map([&](isl::map map) {
    result = result.unite(map.set_domain_tuple(tagOf(copy, 1)).to_union_map());
  });
  return result;
}

/// None where its values come through itself.
const Origins *ValueFlow::intoCopy(unsigned statement) const {
  if (const auto known = IntoCopies.find(statement); known != IntoCopies.end())
    return &known->second;
  if (!Open.insert(statement).second)
    return nullptr;
  Origins origins = into(statement, 1);
  Open.erase(statement);
  return &IntoCopies.emplace(statement, std::move(origins)).first->second;
}

Origins ValueFlow::into(unsigned s, unsigned k) const {
  Origins result = directlyInto(s, k);
  for (unsigned c : Copies) {
    const Statement &copy = TheScop.statements[c];
    const isl::union_set writes = named(copy.domain, tagOf(copy, 0)).to_union_set();
    if (result.may.intersect_domain(writes).is_empty())
      continue;
    const Origins *copied = intoCopy(c);
    if (!copied)
      continue;
    const isl::union_map must = takeCopied(result.must, copy), may = takeCopied(result.may, copy);
    result.must = result.must.unite(copied->must.apply_range(must));
    result.may = result.may.unite(copied->may.apply_range(may));
    result.mustOutside = result.mustOutside.unite(must.reverse().apply_range(copied->mustOutside));
    result.mayOutside = result.mayOutside.unite(may.reverse().apply_range(copied->mayOutside));
  }
  return result;
}
