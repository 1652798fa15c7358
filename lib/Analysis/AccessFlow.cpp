//===- AccessFlow.cpp - Last writers, per array and access ----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/AccessFlow.h"

#include "gputile/Support/IslTools.h"

using namespace gputile;
using namespace gputile::analysis;

isl::set analysis::knownOf(const Scop &scop) { return scop.context.intersect(scop.guard); }

/// { [S[i] -> access_k[]] -> S[i] } for the statement of \p domain.
static isl::map untag(const isl::set &domain, unsigned position) {
  isl::space tag = isl::manage(isl_space_params_alloc(domain.ctx().get(), 0))
                       .add_named_tuple("access_" + std::to_string(position), 0);
  isl::map tagged =
      isl::manage(isl_map_from_domain_and_range(domain.copy(), isl_set_universe(tag.copy())));
  return domainMap(tagged);
}

std::vector<TaggedAccess> analysis::taggedAccesses(const Scop &scop, unsigned array) {
  std::vector<TaggedAccess> result;
  isl::set known = knownOf(scop);
  for (unsigned s = 0; s < scop.statements.size(); ++s) {
    const Statement &statement = scop.statements[s];
    const std::optional<UpdateOperator> updates = unorderedUpdates(statement, array);
    for (unsigned a = 0; a < statement.accesses.size(); ++a) {
      const Access &access = statement.accesses[a];
      if (statement.references[access.reference].array != array)
        continue;
      isl::map tag = untag(statement.domain, static_cast<unsigned>(result.size()));
      result.push_back({s, a, access.kind, updates,
                        tag.apply_range(access.relation.intersect_params(known)), tag.apply_range(statement.schedule)});
    }
  }
  return result;
}

/// { [t…] -> [-t…] }
static isl::map reversal(const isl::map &schedule) {
  isl::space space = schedule.space().range();
  isl::multi_aff identity = isl::manage(isl_multi_aff_identity(space.map_from_set().release()));
  return identity.neg().as_map();
}

isl::union_flow analysis::accessFlow(const std::vector<TaggedAccess> &accesses,
                                     const std::vector<unsigned> &sinks,
                                     const std::vector<unsigned> &sources, Direction direction) {
  isl::ctx ctx = accesses.front().relation.ctx();
  isl::union_map sink = isl::union_map::empty(ctx), must = sink, may = sink, schedule = sink;
  for (unsigned k : sinks)
    sink = sink.unite(isl::union_map(accesses[k].relation));
  for (unsigned k : sources) {
    isl::union_map &kind = accesses[k].kind == AccessKind::MustWrite ? must : may;
    kind = kind.unite(isl::union_map(accesses[k].relation));
  }
  for (const TaggedAccess &access : accesses)
    schedule = schedule.unite(isl::union_map(access.schedule));
  if (direction == Direction::Backward)
    schedule = schedule.apply_range(isl::union_map(reversal(accesses.front().schedule)));
  return isl::union_access_info(sink)
      .set_must_source(must)
      .set_may_source(may)
      .set_schedule_map(schedule)
      .compute_flow();
}

std::vector<unsigned> analysis::readPositions(const std::vector<TaggedAccess> &accesses) {
  std::vector<unsigned> positions;
  for (unsigned k = 0; k < accesses.size(); ++k)
    if (accesses[k].kind == AccessKind::Read)
      positions.push_back(k);
  return positions;
}

std::vector<unsigned> analysis::writePositions(const std::vector<TaggedAccess> &accesses) {
  std::vector<unsigned> positions;
  for (unsigned k = 0; k < accesses.size(); ++k)
    if (accesses[k].kind != AccessKind::Read)
      positions.push_back(k);
  return positions;
}
