//===- LoopCounters.cpp - Steps other than one as counted loops -----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/LoopCounters.h"

#include "Frontend/Extract/BindTuples.h"

namespace gputile::frontend {

static isl::pw_aff parameter(const ExtractState &state, const std::string &id) {
  return isl::pw_aff::param_on_domain(state.universe(), isl::id(state.Isl, id));
}

/// A start with a division would move it from one set into every subscript.
static bool isSimple(const isl::pw_aff &start) {
  return start.isa_aff() && isl_aff_dim(start.as_aff().get(), isl_dim_div) == 0;
}

void addCounter(ExtractState &state, LoopLevel &level, const isl::pw_aff &start,
                const llvm::APSInt &step) {
  if (step == 1 || step == -1 || !isSimple(start))
    return;
  std::string id = state.Names.unique(level.id + "_k");
  isl::val stride(state.Isl, llvm::toString(step, 10));
  isl::pw_aff value = start.add(parameter(state, id).scale(stride));
  level.counter = LoopCounter{id, parameter(state, level.id).eq_set(value)};
}

std::vector<std::string> dimensionIds(const std::vector<LoopLevel> &loops) {
  std::vector<std::string> ids;
  for (const LoopLevel &level : loops)
    ids.push_back(level.counter ? level.counter->id : level.id);
  return ids;
}

isl::set overCounters(isl::set set, const std::vector<LoopLevel> &loops) {
  // Inner loops first: their first values are functions of outer iterators.
  for (auto level = loops.rbegin(); level != loops.rend(); ++level)
    if (level->counter)
      set = set.intersect(level->counter->meaning).project_out_param(level->id);
  return set;
}

std::optional<isl::pw_multi_aff> iteratorValues(const ExtractState &state,
                                                const std::vector<LoopLevel> &loops,
                                                const std::string &name) {
  bool counted = false;
  isl::set values = state.universe();
  std::vector<std::string> ids;
  for (const LoopLevel &level : loops) {
    counted = counted || level.counter;
    ids.push_back("gpt_value" + std::to_string(ids.size()));
    values = values.intersect(parameter(state, ids.back()).eq_set(parameter(state, level.id)));
  }
  if (!counted)
    return std::nullopt;
  isl::map map = bindMap(overCounters(values, loops), name, dimensionIds(loops), "V", ids);
  map = isl::manage(isl_map_reset_tuple_id(map.release(), isl_dim_out));
  return map.as_pw_multi_aff();
}

} // namespace gputile::frontend
