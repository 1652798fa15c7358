//===- ExitValues.cpp - Iterators after the region ------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/ExitValues.h"

#include "Frontend/Extract/BindTuples.h"
#include "Frontend/Extract/LoopCounters.h"
#include "Frontend/Extract/NameAtRegion.h"
#include "Frontend/Extract/UseAfter.h"
#include "gputile/Support/IslTools.h"

using namespace clang;

namespace gputile::frontend {

isl::map scheduleMap(isl::ctx ctx, const std::string &name, const std::vector<int> &positions,
                     const std::vector<bool> &countsDown, size_t depth) {
  std::string in, out;
  for (size_t d = 0; d <= depth; ++d) {
    bool used = d < countsDown.size();
    std::string iterator = "i" + std::to_string(d);
    if (used)
      in += (d > 0 ? ", " : "") + iterator;
    out += (d > 0 ? ", " : "") + (d < positions.size() ? std::to_string(positions[d]) : "0");
    if (d < depth)
      out += ", " + (used ? (countsDown[d] ? "-" : "") + iterator : "0");
  }
  return isl::map(ctx, "{ " + name + "[" + in + "] -> [" + out + "] }");
}

size_t maximalDepth(const ExtractState &state) {
  size_t depth = 0;
  for (const PlacedStatement &placed : state.Statements)
    depth = std::max(depth, placed.countsDown.size());
  for (const ExitEvent &exit : state.Exits)
    depth = std::max(depth, exit.loops.size());
  return depth;
}

/// { [time…, value] }: when the loop ends and what it leaves in its iterator.
static isl::set timedValue(ExtractState &state, const ExitEvent &exit, size_t depth) {
  std::vector<bool> countsDown;
  for (const LoopLevel &level : exit.loops)
    countsDown.push_back(level.countsDown());
  isl::map value =
      bindMap(overCounters(exit.value, exit.loops), "L", dimensionIds(exit.loops), "V", {ExitId});
  isl::map time = scheduleMap(state.Isl, "L", exit.positions, countsDown, depth);
  isl::map timed = isl::manage(isl_map_apply_domain(value.copy(), time.copy()));
  return timed.wrap().flatten();
}

/// Whether such a variable has its old value after the region depends on data.
[[noreturn]] static void refuseConditional(ExtractState &state, const ExitEvent &exit) {
  if (!state.Facts.iterators.count(exit.variable))
    throw NotFollowedError{exit.variable};
  refuse(DiagId::UnsupportedExpression, exit.loc,
         {"a loop under a condition on data whose iterator '" + exit.variable->getName().str() +
          "' is used after the region"});
}

static void addExitValue(ExtractState &state, const VarDecl *variable) {
  size_t depth = maximalDepth(state) + 1; // Positions may be one more.
  isl::set all;
  for (const ExitEvent &exit : state.Exits) {
    if (exit.variable != variable)
      continue;
    if (exit.conditional)
      refuseConditional(state, exit);
    state.require(exit.valid, exit.value, exit.loc);
    isl::set timed = timedValue(state, exit, depth);
    all = all.is_null() ? timed : all.unite(timed);
  }
  isl::set last = all.lexmax();
  unsigned dims = static_cast<unsigned>(isl_set_dim(last.get(), isl_dim_set));
  last = dropDims(last, 0, dims - 1);
  isl::pw_aff value = last.as_pw_multi_aff().at(0).coalesce();
  state.TheScop.exitValues.push_back({nameAtRegion(variable, variable->getLocation()), value});
}

void computeExitValues(ExtractState &state) {
  std::set<const VarDecl *> done;
  for (size_t e = 0; e < state.Exits.size(); ++e) {
    const VarDecl *variable = state.Exits[e].variable;
    if (done.insert(variable).second && mayBeReadAfter(state, variable))
      addExitValue(state, variable);
  }
}

} // namespace gputile::frontend
