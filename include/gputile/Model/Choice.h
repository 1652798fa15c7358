//===- Choice.h - Which ways to transform a region are tried ----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_MODEL_CHOICE_H
#define GPUTILE_MODEL_CHOICE_H

#include "gputile/IR/Clauses.h"
#include "gputile/Model/Device.h"

#include <vector>

namespace gputile {

/// Which layouts of a scheme are estimated, where it estimates any: those that have been the best
/// of some program, or all that the registers and the shared memory of the device allow.
enum class TileSearch { Pruned, Exhaustive };

/// One way to transform a region.
struct Attempt {
  Scheme scheme;
  /// Arrays are copied in place of hindering false dependences. An attempt without
  /// copies follows, for the case that values cannot be followed through them.
  bool copies = false;
  /// What follows would do as well: given up for any reason. It may cost a part of what others may.
  /// Scheme wavefront is only tried where the loops of scheme parallel would be launched once per
  /// value of a skewed loop, or where timeTilingPays; scheme parallel with copies only where they
  /// spare such launches, or give another parallel loop to a statement with at most one.
  bool optional = false;
};

/// What is tried for a region with \p clauses, the best first. The first whose plan is
/// proved is taken. A clause `scheme` leaves the attempts of that scheme.
std::vector<Attempt> chooseAttempts(const Clauses &clauses);

/// An iteration of a time loop in which stencils compute cells, or of an elimination, when each
/// statement is a kernel of its own (scheme parallel). All counts are per cell.
struct TimeStep {
  unsigned dimensions = 0; ///< Of space.
  bool spreads = false;    ///< A value is read by whole rows of cells, as an elimination's pivot.
  unsigned statements = 0;
  /// What the kernels load from arrays and store: an array once for each statement that reads it, and
  /// once for each that writes it.
  unsigned bytes = 0;
};

/// Whether tiles of several time steps (scheme wavefront) are faster than a kernel for each step,
/// by counts of executed instructions and bytes (bench/counts) and the rates of the device. One
/// dimension takes half as many instructions that way. In two dimensions copies between device and
/// shared memory take more instructions than the steps themselves: that pays where many bytes move,
/// and in eliminations, whose steps shrink and share rows and columns. In three it does not.
bool timeTilingPays(const TimeStep &step, const DeviceCosts &costs);

/// How many copies false dependences of one array may take: any number where the user
/// asks for them. Else one for each direction along an axis, since each takes as much
/// shared memory as its array, and the tiles would get smaller than less slant makes up
/// for.
unsigned maxCopies(FalseDeps wish);

} // namespace gputile

#endif
