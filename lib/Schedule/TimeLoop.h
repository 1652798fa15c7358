//===- TimeLoop.h - The loop around all statements --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_SCHEDULE_TIMELOOP_H
#define GPUTILE_LIB_SCHEDULE_TIMELOOP_H

#include "gputile/IR/Scop.h"

#include <map>
#include <optional>
#include <vector>

namespace gputile::schedule {

/// By statement the functions of its place in the original order, { S[i] -> [(f)] }.
using Orders = std::vector<std::vector<isl::aff>>;

/// Without regard to the domains; none where some are not affine.
std::optional<Orders> ordersOf(const Scop &scop);

/// The outermost loop of statements that are one loop nest.
struct TimeLoop {
  std::map<unsigned, isl::aff> time; ///< Per statement { S[i] -> [(t)] }.
  /// Per statement the functions of its schedule below that loop.
  std::map<unsigned, std::vector<isl::aff>> below;
  /// The place of each statement in the text of the loop's body.
  std::map<unsigned, unsigned> rank;

  /// Those of `below` that are loops.
  std::vector<isl::aff> loopsOf(unsigned statement) const;
};

/// A search for it, or the reason why there is none, for users.
struct TimeLoopSearch {
  std::optional<TimeLoop> loop;
  std::string why;
};

/// The first position of the schedules that is no constant is time, if nothing tells statements
/// apart before it.
TimeLoopSearch findTimeLoop(const Scop &scop);

/// The loop at \p position of the orders of \p statements, which are all inside it.
TimeLoop timeLoopAt(const Orders &orders, const std::vector<unsigned> &statements, size_t position);

} // namespace gputile::schedule

#endif
