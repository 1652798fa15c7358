//===- StreamModel.h - Names of a kernel of scheme stream -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_KERNEL_STREAMMODEL_H
#define GPUTILE_LIB_CODEGEN_KERNEL_STREAMMODEL_H

#include "CodeGen/Names.h"

#include <string>
#include <vector>

namespace gputile::codegen {

/// Variables of the text of a kernel of scheme stream.
struct StreamNames {
  StreamNames(NameTable &names, const Scop &scop, const StreamPlan &plan);

  /// Of one field: what is read and written, rows that are loaded early, and its box. Pitches are of
  /// all dimensions but the last.
  struct Field {
    std::string from, to, fromAligned, toAligned, ahead, exists, stores;
    std::string
        lastStep; ///< Of a transient field: the iteration in the launch that leaves it, or -1.
    std::string cells;    ///< The mask of those of the lane that it has, or that a stage writes.
    std::string found;    ///< Of a transient field: the mask of those that it has,
    std::string written;  ///< of those of a row that a stage writes in some iteration,
    std::string others;   ///< and of those that none does.
    std::string in,
        out; ///< In three dimensions: the lane's first cell of the plane that is loaded or stored.
    std::string rows; ///< Of a clipped block: where the lane's rows of cells begin in that plane.
    std::vector<std::string> fromPitches, toPitches, firsts, lasts;
  };
  std::string lastBlock, blocksEach; ///< Of those that lie below each other and that a warp takes; how many it takes.
  std::string aligned; ///< Parameter of the function for full blocks: alignmentText() holds.
  std::string lastLaunch; ///< Parameter of the function for other blocks: see launchesBeforeLast.
  std::string newest, first, last; ///< The number of the newest row, and its range.
  std::string work;                ///< Of a full block: the function for a row,
  std::string full;                ///< its parameter, whether all tests of the row hold,
  std::string firstFull, lastFull; ///< the rows of which that is known,
  std::string stop, unrolled;      ///< and what loops over the others, and over several of those.
  std::vector<std::string> lanes;  ///< By dimension across the rows: the place of the lane, if there are several,
  std::vector<std::string> starts; ///< its first cell,
  std::vector<std::string> cells;  ///< and the number of a cell of the lane.
  std::string step;                ///< Iteration of the time loop in the launch,
  std::string stepsLeft;           ///< and so many of them there are, where the text counts them.
  std::string time, row;           ///< (t, i, j…) of an instance.
  std::vector<std::string> places;
  std::vector<Field> fields;
  std::string own;                 ///< Masks: of the cells that the block owns,
  std::vector<std::string> masks;  ///< by stage of those that it writes in some row,
  std::vector<std::string>
      spread; ///< the same as a number for each cell, of which all bits are alike,
  std::string active;              ///< of those in the row at hand,
  std::string restored;            ///< and of the others, which keep their values.
  std::vector<std::string> states; ///< Per stage: the rows of the state behind it.
  std::vector<std::vector<std::string>> sums; ///< Per stage and part: the rows of what it gives.
  std::string turn; ///< The number of the row among those of the block: it gives the slot of edges.
  std::string laneBefore, laneBehind; ///< That hand on to the lane.
  std::vector<std::string> edges;  ///< By StreamPlan::edges: shared memory.
  std::vector<std::string> rows;   ///< With neighbours' cells, of one stage at a time,
  std::vector<std::string> sharedRows; ///< and by StreamBand::sharedReaches.
};

} // namespace gputile::codegen

#endif
