//===- CircularBuffer.h - Slots for time slices -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An array with a dimension for time needs few of its slices at a time. Slices are numbered
/// in the order of time, forwards or backwards, and an access uses at time t the slice
/// t + lead, for a lead of its own. The tile of such an array keeps a few slots that take
/// turns. At time t of a band, as an order within that time:
///   loads   of slice t + load, what of it is read, but not written first
///   steps   with a barrier after each
///   stores  of slice t + written
/// Slices that are loaded at earlier times are loaded when the block starts.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_SPLIT_CIRCULARBUFFER_H
#define GPUTILE_LIB_MAPPING_SPLIT_CIRCULARBUFFER_H

#include "Mapping/Memory/PlacedTile.h"
#include "Mapping/Split/Tiling.h"

namespace gputile::mapping {

/// An access, and which time slice it uses.
struct SliceUse {
  unsigned statement;
  const Access *access;
  long lead; ///< Slice minus time.
};

/// The time slices of an array, and who uses them when.
struct TimeSlices {
  unsigned dim = 0;       ///< Of the array.
  bool backwards = false; ///< Slice s has index -s.
  std::vector<SliceUse> uses;
  long least = 0, most = 0; ///< Of the leads.
  long written = 0;         ///< The lead of all writes.

  /// Whether \p use, a write, always writes, and before anything reads the element.
  bool writesFirst(const SplitBand &band, const SliceUse &use) const;
  /// Whether \p use may come before the first barrier of the time that uses the slice first.
  bool isEarly(const SplitRegion &region, const SliceUse &use) const;
  /// Slots that are enough when slices are loaded \p ahead times before they are used first:
  /// from the load to the last use, and to the store, with a barrier before the next load.
  long slots(long ahead) const;
};

/// How the slices of \p array follow time, if they do in one of its dimensions but the last,
/// and if it is written.
std::optional<TimeSlices> findTimeSlices(const SplitRegion &region, unsigned array);

} // namespace gputile::mapping

#endif
