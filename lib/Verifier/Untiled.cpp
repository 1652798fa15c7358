//===- Untiled.cpp - Programs without loops over tiles --------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each instance is one of the original program, with its text and its elements. All run at the
/// original times, or those that access one element, not both to read it, run in the original
/// order.
///
//===----------------------------------------------------------------------===//

#include "Verifier/Compare.h"
#include "Verifier/Independence.h"
#include "Verifier/SameInstances.h"

#include <isl/union_map.h>

using namespace gputile;
using namespace gputile::verifier;

static Outcome bad(std::string what) { return fail(Kind::Untiled, std::move(what)); }

/// Whether \p instances of a statement are those of \p original, each of one.
static Outcome checkStatement(const Statement &original, const Statement &changed,
                              const SameInstances &instances, const isl::set &context) {
  const isl::map &origin = instances.origin();
  if (original.name != changed.name || !origin.is_single_valued() || !origin.is_injective() ||
      !origin.domain().is_equal(changed.domain.intersect_params(context)) ||
      !origin.range().is_equal(original.domain.intersect_params(context)))
    return bad("the instances of statement " + changed.name + " are not the original ones");
  if (!instances.haveSameText())
    return bad("the text of statement " + changed.name + " is not the original one");
  if (!instances.haveSameAccesses())
    return bad("statement " + changed.name + " accesses other elements");
  return std::nullopt;
}

/// The pairs of instances of \p changed that access one element, and do not both read it.
static isl::union_map conflictsOf(const Scop &changed) {
  const isl::union_map reads = readsOf(changed), writes = mayWritesOf(changed);
  const isl::union_map all = reads.unite(writes);
  return writes.apply_range(all.reverse()).unite(reads.apply_range(writes.reverse()));
}

static Outcome checkOrder(const Scop &original, const Scop &changed, const isl::union_map &origins,
                          const isl::set &context) {
  const isl::union_map before = origins.apply_range(scheduleOf(original)),
                       after = scheduleOf(changed);
  const isl::union_map first =
      isl::manage(isl_union_map_lex_lt_union_map(before.copy(), before.copy()));
  const isl::union_map notFirst =
      isl::manage(isl_union_map_lex_ge_union_map(after.copy(), after.copy()));
  const isl::union_map wrong =
      conflictsOf(changed).intersect_params(context).intersect(first).intersect(notFirst);
  return wrong.is_empty() ? Outcome()
                          : bad("two accesses to one element no longer have their order");
}

std::optional<VerificationFailure> gputile::verifyUntiled(const Scop &original, const Scop &changed,
                                                          const std::vector<isl::map> &origins) {
  if (!sameSurroundings(original, changed) || !original.context.is_equal(changed.context) ||
      !original.guard.is_equal(changed.guard))
    return bad("the region's parameters, assumptions or the values after it have changed");
  if (Outcome failure = checkNewArrays(original, changed, Kind::Untiled))
    return failure;
  if (original.arrays.size() != changed.arrays.size() ||
      original.statements.size() != changed.statements.size() ||
      origins.size() != changed.statements.size())
    return bad("there are new arrays or statements");
  const isl::set context = changed.context.intersect(changed.guard);
  isl::union_map instances = isl::union_map::empty(original.ctx());
  for (unsigned s = 0; s < origins.size(); ++s) {
    const Statement &before = original.statements[s], &after = changed.statements[s];
    const SameInstances same(before, after, origins[s].intersect_params(context));
    if (Outcome failure = checkStatement(before, after, same, context))
      return failure;
    instances = instances.unite(isl::union_map(same.origin()));
  }
  if (Outcome failure = checkIndependence(original, changed, instances))
    return failure;
  return checkOrder(original, changed, instances, context);
}
