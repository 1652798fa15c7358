//===- MappingTestSupport.h - Schedules from text, checks of any plan ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Builds schedule trees without the scheduler, and checks what must hold of
/// every plan. Example (matrix product, one permutable band):
/// \code
///   ScheduleNode tree = band({row({"S0[i,j]->[i]", "S1[i,j,k]->[i]"}, true), …}, leaf());
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_UNITTESTS_MAPPINGTESTSUPPORT_H
#define GPUTILE_UNITTESTS_MAPPINGTESTSUPPORT_H

#include "TestScop.h"

#include "gputile/IR/RegionPlan.h"
#include "gputile/IR/Schedule.h"
#include "gputile/Mapping/Mapping.h"

#include <gtest/gtest.h>

namespace gputile::test {

/// Builds nodes for one Scop.
class Tree {
public:
  explicit Tree(const Scop &scop) : TheScop(scop) {}

  /// A row from "S0[i,j] -> [(i + j)]" per statement; parameters are known.
  BandRow row(const std::vector<std::string> &functions, bool coincident) const;
  ScheduleNode band(std::vector<BandRow> rows, ScheduleNode child) const;
  ScheduleNode sequence(std::vector<ScheduleNode> children) const;
  ScheduleNode leaf(const std::vector<std::string> &statements) const;

private:
  const Scop &TheScop;
};

/// { … } with the parameters of \p scop in front.
isl::map mapOf(const Scop &scop, const std::string &text);
isl::set setOf(const Scop &scop, const std::string &text);

/// The map of the statement called \p name in \p maps.
isl::map statementMap(const Scop &scop, const isl::union_map &maps, const std::string &name);

/// Expects what must hold of every plan: complete and injective placement,
/// dependent instances of one launch on one thread, threads within the block,
/// uniform barriers around every copy, tiles that hold what is read through
/// them and what fits the limits.
void expectValidPlan(const Scop &scop, const RegionPlan &plan, const DeviceLimits &limits = {});

/// mapParallel of \p tree, expected to work and to be valid.
RegionPlan expectMapped(const Scop &scop, const ScheduleNode &tree,
                        const DeviceLimits &limits = {});

/// The refusal of \p tree; fails when it is mapped.
Refusal expectRefused(const Scop &scop, const ScheduleNode &tree,
                      const DeviceLimits &limits = {});

/// The tile called \p name, or none (a failure of the test).
const SharedTile *sharedTile(const KernelPlan &kernel, const std::string &name);
const RegisterTile *registerTile(const KernelPlan &kernel, const std::string &name);

} // namespace gputile::test

#endif
