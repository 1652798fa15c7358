//===- StreamModel.cpp - Names of a kernel of scheme stream ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Kernel/StreamModel.h"

namespace gputile::codegen {

/// The last \p count of \p all.
static std::vector<const char *> lastOf(const std::vector<const char *> &all, size_t count) {
  return {all.end() - static_cast<long>(count), all.end()};
}

StreamNames::StreamNames(NameTable &names, const Scop &scop, const StreamPlan &plan)
    : lastBlock(names.fresh("b0_last")), blocksEach(names.fresh("b0_each")),
      aligned(names.fresh("Aligned")), lastLaunch(names.fresh("Last")), newest(names.fresh("z")),
      first(names.fresh("z_first")), last(names.fresh("z_last")),
      work(names.fresh(plan.band.rank == 3 ? "plane" : "row")), full(names.fresh("full")),
      firstFull(names.fresh("z_full_first")), lastFull(names.fresh("z_full_last")),
      stop(names.fresh("z_stop")), unrolled(names.fresh("next")), step(names.fresh("p")),
      stepsLeft(names.fresh("p_count")), time(names.fresh("t")), row(names.fresh("i")),
      own(names.fresh("own")), active(names.fresh("active")), restored(names.fresh("restored")),
      turn(names.fresh("turn")), laneBefore(names.fresh("lane_above")),
      laneBehind(names.fresh("lane_below")) {
  const unsigned rank = plan.band.rank, across = plan.band.acrossDims();
  for (const char *name : lastOf({"y", "x"}, across)) {
    starts.push_back(names.fresh(name));
    lanes.push_back(names.fresh(std::string("lane_") + name));
  }
  for (const char *name : lastOf({"u", "v"}, across))
    cells.push_back(names.fresh(name));
  for (unsigned d = 0; d < across; ++d)
    places.push_back(names.fresh(d == 0 ? "j" : "k"));
  for (const unsigned array : plan.band.fields) {
    const std::string &name = scop.arrays[array].name;
    const auto fresh = [&](const std::string &what) { return names.fresh(name + "_" + what); };
    Field field{fresh("from"),
                fresh("to"),
                fresh("from_aligned"),
                fresh("to_aligned"),
                fresh("ahead"),
                fresh("exists"),
                fresh("stores"),
                fresh("last_step"),
                fresh("cells"),
                fresh("found"),
                fresh("written"),
                fresh("others"),
                fresh("in"),
                fresh("out"),
                fresh("rows"),
                {},
                {},
                {},
                {}};
    for (const char *pitch : lastOf({"plane_pitch", "pitch"}, rank - 1)) {
      field.fromPitches.push_back(fresh(std::string("from_") + pitch));
      field.toPitches.push_back(fresh(std::string("to_") + pitch));
    }
    for (const char *dim : lastOf({"plane", "row", "column"}, rank)) {
      field.firsts.push_back(fresh(std::string(dim) + "_first"));
      field.lasts.push_back(fresh(std::string(dim) + "_last"));
    }
    fields.push_back(std::move(field));
  }
  for (const StreamEdges &e : plan.edges())
    edges.push_back(names.fresh(
        scop.arrays[plan.band.fields[plan.band.stages[e.state.stage].field]].name + "_edges"));
  size_t mostReads = 0;
  for (const StreamStage &stage : plan.band.stages) {
    masks.push_back(names.fresh(scop.statements[stage.statement].name + "_cells"));
    spread.push_back(names.fresh(scop.statements[stage.statement].name + "_mask"));
    states.push_back(names.fresh(scop.arrays[plan.band.fields[stage.field]].name + "_" +
                                 scop.statements[stage.statement].name));
    sums.emplace_back();
    for (size_t part = 0; part < stage.parts.size(); ++part)
      sums.back().push_back(names.fresh(states.back() + "_sum" + std::to_string(part)));
    mostReads = std::max(mostReads, stage.reads.size());
  }
  for (size_t r = 0; r < mostReads; ++r)
    rows.push_back(names.fresh("r" + std::to_string(r)));
  for (size_t r = 0; r < plan.band.sharedReaches().size(); ++r)
    sharedRows.push_back(names.fresh("s" + std::to_string(r)));
}

} // namespace gputile::codegen
