//===- Schemes.h - The schemes' steps in the chain --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_SCHEMES_H
#define GPUTILE_LIB_DRIVER_SCHEMES_H

#include "gputile/IR/Ddg.h"
#include "gputile/IR/RegionPlan.h"
#include "gputile/IR/Schedule.h"
#include "gputile/IR/Scop.h"
#include "gputile/IR/SplitBand.h"
#include "gputile/Model/Choice.h"
#include "gputile/Model/Device.h"

#include <optional>
#include <string>
#include <vector>

namespace gputile::driver {

/// Hyperplanes, and for schemes split and stream the bands that they are rows of.
struct FoundSchedule {
  ScheduleNode tree;
  std::vector<SplitBand> bands; ///< For scheme split: its time loops.
  std::optional<StreamBand> stream; ///< For scheme stream.
  std::optional<std::string> whyOriginal = std::nullopt; ///< As ScheduleSearch::whyOriginal.
};

/// What is particular to a scheme. Everything else in the chain is the same for all.
struct SchemeSteps {
  Scheme scheme;
  Result<FoundSchedule> (*schedule)(const Scop &scop, const Ddg &ddg);
  Result<RegionPlan> (*map)(const Scop &scop, const Ddg &ddg, const FoundSchedule &schedule,
                            const DeviceProfile &device, TileSearch search);
};

/// The ways in which host loops may be launched for \p wish, the best first. The flags of blocks are
/// for tiles of several iterations: they take memory for each block of each launch.
std::vector<Launch> launchesFor(Scheme scheme, Launch wish);

/// \param scheme not Scheme::Auto
const SchemeSteps &stepsOf(Scheme scheme);

} // namespace gputile::driver

#endif
