//===- Actions.h - Copies and barriers of a kernel --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_ACTIONS_H
#define GPUTILE_LIB_MAPPING_ACTIONS_H

#include "Mapping/CompactOrder.h"
#include "gputile/IR/RegionPlan.h"

namespace gputile::mapping {

/// An action with its place in words: first or last things at a level.
struct PlannedAction {
  KernelAction::Kind kind;
  unsigned tile;  ///< As KernelAction::tile.
  unsigned level; ///< Index into KernelSpace::levels.
  bool before;    ///< Before the statements of the level, or after them.
};

/// The actions that tiles need, in the order in which they happen at their
/// level: load registers, copy all boxes of the level, barrier; then barrier
/// (the next copy overwrites what others may still read), store registers.
///
/// \param sharedLevels the level of each shared tile
/// \param loads, stores per register tile: whether it has elements to move
std::vector<PlannedAction> planActions(const std::vector<unsigned> &sharedLevels,
                                       const std::vector<bool> &loads,
                                       const std::vector<bool> &stores);

/// How many actions stand at each scalar of \p space.
std::map<unsigned, ScalarUse> scalarUses(const KernelSpace &space,
                                         const std::vector<PlannedAction> &actions);

/// { name[h…, b…, e_0 … e_{q-1}] -> [e_0 … e_{q-1}, value, 0, …] } on \p domain,
/// { [h…, b…, e_0 … e_{q-1}] }.
/// \param outerDims of h and b
/// \param orderDims of the order
isl::map actionOrder(unsigned outerDims, unsigned orderDims, const isl::set &domain,
                     const std::string &name, long value);

/// "copy", "barrier", …: the stem of the names of such actions.
const char *actionStem(KernelAction::Kind kind);

/// Gives \p actions their points in the compacted \p space, whose scalars leave
/// room for them before and after the statements. A barrier
/// happens where a box of its level is copied: a set that does not depend on
/// the thread.
std::vector<KernelAction> placeActions(const KernelSpace &space,
                                       const std::vector<PlannedAction> &actions,
                                       const std::vector<unsigned> &sharedLevels,
                                       const KernelPlan &kernel);

} // namespace gputile::mapping

#endif
