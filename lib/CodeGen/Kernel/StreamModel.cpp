//===- StreamModel.cpp - Names of a kernel of scheme stream ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Kernel/StreamModel.h"

namespace gputile::codegen {

StreamNames::StreamNames(NameTable &names, const Scop &scop, const StreamPlan &plan)
    : newest(names.fresh("z")), first(names.fresh("z_first")), last(names.fresh("z_last")),
      column(names.fresh("x")), step(names.fresh("p")), cell(names.fresh("v")),
      time(names.fresh("t")), row(names.fresh("i")), place(names.fresh("j")) {
  for (const unsigned array : plan.band.fields) {
    const std::string &name = scop.arrays[array].name;
    const auto fresh = [&](const char *what) { return names.fresh(name + "_" + what); };
    fields.push_back({fresh("from"), fresh("to"), fresh("from_pitch"), fresh("to_pitch"),
                      fresh("from_aligned"), fresh("to_aligned"),
                      fresh("ahead"), fresh("exists"), fresh("row_first"), fresh("row_last"),
                      fresh("column_first"), fresh("column_last")});
  }
  size_t mostReads = 0;
  for (const StreamStage &stage : plan.band.stages) {
    states.push_back(names.fresh(scop.arrays[plan.band.fields[stage.field]].name + "_" +
                                 scop.statements[stage.statement].name));
    mostReads = std::max(mostReads, stage.reads.size());
  }
  for (size_t r = 0; r < mostReads; ++r)
    rows.push_back(names.fresh("r" + std::to_string(r)));
}

} // namespace gputile::codegen
