//===- Planes.h - Arrays with a plane for each of some iterations -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How a program whose outermost loop does several iterations at once, on planes of arrays as
/// arrays of their own, is a form of another one.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_IR_PLANES_H
#define GPUTILE_IR_PLANES_H

#include <optional>
#include <vector>

namespace gputile {

/// What an array of the changed program is of the original ones.
struct PlaneOf {
  unsigned array;            ///< Of the original program.
  std::optional<long> plane; ///< Its elements with this first subscript; none: all of it.
};

/// What a statement of the changed program is of the original ones: S[period u + phase, i…] as
/// S'[u, i…].
struct PhaseOf {
  unsigned statement; ///< Of the original program.
  long phase;         ///< 0 <= phase < period
};

struct PlaneChange {
  long period;
  /// The position of the loop in the original schedules, [x…, period u + phase, y…]; the changed
  /// ones are [x…, u, phase, y…].
  unsigned time;
  std::vector<PhaseOf> statements; ///< By index of a statement of the changed program.
  std::vector<PlaneOf> arrays;     ///< By index of an array of the changed program.
};

} // namespace gputile

#endif
