//===- Actions.cpp - Copies and barriers of a kernel ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Actions.h"

#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <set>

namespace gputile::mapping {
namespace {

using Kind = KernelAction::Kind;

/// Order positions of one level's actions, by index into the action list.
struct Slots {
  std::vector<size_t> before, after;
};

std::map<unsigned, Slots> slotsByLevel(const std::vector<PlannedAction> &actions) {
  std::map<unsigned, Slots> slots;
  for (size_t a = 0; a < actions.size(); ++a) {
    Slots &level = slots[actions[a].level];
    (actions[a].before ? level.before : level.after).push_back(a);
  }
  return slots;
}

/// { [h…, b…] } of { [h…, b…, …] -> A[a] }.
isl::set outerDomain(const KernelSpace &space, const isl::map &tile) {
  unsigned dims = tile.domain_tuple_dim();
  return tile.domain().apply(selectDims(tile.space(), dims, 0, space.outerDims())).coalesce();
}

/// Where an action happens, before it gets its position: { [h…, b…, e…] }.
isl::set actionDomain(const KernelSpace &space, const PlannedAction &action,
                      const std::vector<unsigned> &sharedLevels, const KernelPlan &kernel) {
  if (action.kind == Kind::RegisterLoad)
    return outerDomain(space, kernel.registers[action.tile].loaded);
  if (action.kind == Kind::RegisterStore)
    return outerDomain(space, kernel.registers[action.tile].stored);
  if (action.kind == Kind::CopyIn)
    return kernel.shared[action.tile].copied.domain().coalesce();
  isl::set domain;
  for (size_t t = 0; t < kernel.shared.size(); ++t) {
    if (sharedLevels[t] != action.level)
      continue;
    isl::set copied = kernel.shared[t].copied.domain();
    domain = domain.is_null() ? copied : domain.unite(copied);
  }
  return domain.coalesce();
}

/// The largest value of scalar \p position among the statements.
long lastScalar(const KernelSpace &space, unsigned position) {
  long last = 0;
  for (const auto &[s, f] : space.order[position])
    last = std::max(last, f.constant_val().num_si());
  return last;
}

} // namespace

const char *actionStem(KernelAction::Kind kind) {
  switch (kind) {
  case Kind::CopyIn:
    return "copy";
  case Kind::CopyOut:
    return "store";
  case Kind::Barrier:
    return "barrier";
  case Kind::RegisterLoad:
    return "registerload";
  case Kind::RegisterStore:
    return "registerstore";
  }
  return "";
}

isl::map actionOrder(unsigned outerDims, unsigned orderDims, const isl::set &domain,
                     const std::string &name, long value) {
  isl::set points = named(domain, name);
  isl::space tuple = points.space();
  const unsigned prefix = domain.tuple_dim() - outerDims;
  isl::aff_list list(domain.ctx(), static_cast<int>(orderDims));
  for (unsigned e = 0; e < orderDims; ++e)
    list = list.add(e < prefix ? coordinateOn(tuple, outerDims + e)
                               : tuple.zero_aff_on_domain().add_constant(e == prefix ? value : 0L));
  return isl::multi_aff(tuple.add_unnamed_tuple(orderDims), list).as_map().intersect_domain(points);
}

std::vector<PlannedAction> planActions(const std::vector<unsigned> &sharedLevels,
                                       const std::vector<bool> &loads,
                                       const std::vector<bool> &stores) {
  std::vector<PlannedAction> actions;
  for (unsigned r = 0; r < loads.size(); ++r)
    if (loads[r])
      actions.push_back({Kind::RegisterLoad, r, 0, true});
  for (unsigned t = 0; t < sharedLevels.size(); ++t)
    actions.push_back({Kind::CopyIn, t, sharedLevels[t], true});
  for (unsigned level : std::set<unsigned>(sharedLevels.begin(), sharedLevels.end())) {
    actions.push_back({Kind::Barrier, 0, level, true});
    actions.push_back({Kind::Barrier, 0, level, false});
  }
  for (unsigned r = 0; r < stores.size(); ++r)
    if (stores[r])
      actions.push_back({Kind::RegisterStore, r, 0, false});
  return actions;
}

std::map<unsigned, ScalarUse> scalarUses(const KernelSpace &space,
                                         const std::vector<PlannedAction> &actions) {
  std::map<unsigned, ScalarUse> uses;
  for (const auto &[level, slots] : slotsByLevel(actions)) {
    ScalarUse &use = uses[space.levels[level].prefix];
    use.before = std::max(use.before, static_cast<long>(slots.before.size()));
    use.after = std::max(use.after, static_cast<long>(slots.after.size()));
  }
  return uses;
}

std::vector<KernelAction> placeActions(const KernelSpace &space,
                                       const std::vector<PlannedAction> &actions,
                                       const std::vector<unsigned> &sharedLevels,
                                       const KernelPlan &kernel) {
  std::vector<KernelAction> result;
  for (const auto &[level, slots] : slotsByLevel(actions)) {
    unsigned position = space.levels[level].prefix;
    auto place = [&](const std::vector<size_t> &indices, long first) {
      for (size_t a : indices) {
        const PlannedAction &action = actions[a];
        std::string name = actionStem(action.kind) + std::to_string(result.size());
        isl::set domain = actionDomain(space, action, sharedLevels, kernel);
        isl::map order = actionOrder(space.outerDims(), static_cast<unsigned>(space.order.size()),
                                     domain, name, first++);
        result.push_back({.kind = action.kind,
                          .name = std::move(name),
                          .tile = action.tile,
                          .order = std::move(order)});
      }
    };
    place(slots.before, 0);
    place(slots.after, lastScalar(space, position) + 1);
  }
  return result;
}

} // namespace gputile::mapping
