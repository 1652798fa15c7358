//===- SizeSearch.cpp - Default sizes that fit in shared memory -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model/DefaultSizes.h"

#include <algorithm>
#include <numeric>

namespace gputile {

using namespace model;

namespace {

/// All rows of a band but the first: time, or the wavefront.
std::vector<unsigned> allButFirst(size_t rows) {
  std::vector<unsigned> mapped(rows - 1);
  std::iota(mapped.begin(), mapped.end(), 1u);
  return mapped;
}

/// Halves the largest size that no clause gives. \returns false when all are one.
bool shrink(DefaultSizes &defaults, const BandSizes &sizes) {
  long *largest = nullptr;
  for (size_t r = 0; r < sizes.tile.size(); ++r) {
    long &size = r == 0 ? defaults.otherTile : defaults.tile[r - 1];
    // The last row is a warp wide as long as others can give way.
    bool isX = r + 1 == sizes.tile.size() && size <= 32;
    if (sizes.fromClause[r] || size == 1)
      continue;
    // Of equal ones the later row: tiles that are short in time make more launches.
    if (!largest || (size >= *largest && !isX) || (*largest <= 2 && size > *largest))
      largest = &size;
  }
  if (!largest)
    return false;
  *largest /= 2;
  return true;
}

/// Sizes of split tiles that shrink step by step.
class SplitSizes {
public:
  SplitSizes(const Scop &scop, size_t dims, long steps, const SplitWidths &widths)
      : TheScop(scop), Given(scop.clauses.tile.value), Steps(steps), Widths(widths),
        Defaults(splitDefaults(dims)) {
    Defaults.height = wholeIterations(Defaults.height);
  }

  Result<BandSizes> choose(const DeviceLimits &limits) const {
    const long height = Given.empty() ? Defaults.height : Given.front();
    std::vector<long> periods;
    for (unsigned d = 0; d < Defaults.extent.size(); ++d) {
      const SplitWidth width = Widths(height, d);
      if (isGiven(d) && Given[d + 1] < width.least)
        return narrow(d, width.least);
      periods.push_back(isGiven(d) ? Given[d + 1] : period(d, width));
    }
    return chooseSizes(TheScop, periods.size() + 1, allButFirst(periods.size() + 1),
                       {periods, Defaults.block, height}, limits);
  }

  /// Halves the largest default. \returns false when nothing is left to halve.
  bool shrink() {
    long *largest = nullptr;
    for (unsigned d = 0; d < Defaults.extent.size(); ++d)
      if (!isGiven(d) && Defaults.extent[d] > 1 && (!largest || Defaults.extent[d] > *largest))
        largest = &Defaults.extent[d];
    const bool canLower = Given.empty() && Defaults.height > Steps;
    // A band loses time where tiles are narrower than they shrink.
    if (canLower && (!largest || Defaults.height > *largest / 2)) {
      Defaults.height = wholeIterations(Defaults.height / 2);
      return true;
    }
    if (largest)
      *largest /= 2;
    return largest != nullptr;
  }

private:
  bool isGiven(unsigned d) const { return d + 1 < Given.size(); }

  /// Bands of whole iterations of the time loop need no case distinctions.
  long wholeIterations(long height) const { return std::max(1L, height / Steps) * Steps; }

  /// The gap between tiles, half of what they exceed the least by, is at least a halo:
  /// boxes can be copied.
  long period(unsigned d, const SplitWidth &width) const {
    const bool isX = d + 1 == Defaults.extent.size();
    const long period = width.least + std::max(Defaults.extent[d], 2 * width.halo);
    return isX && period > 32 ? (period + 31) / 32 * 32 : period;
  }

  Refusal narrow(unsigned d, long least) const {
    return {DiagId::BadTileSize,
            TheScop.loc,
            {"tile size " + std::to_string(Given[d + 1]),
             "tiles of " + std::to_string(Given[0]) + " steps must be at least " +
                 std::to_string(least) + " wide here"},
            {},
            {}};
  }

  const Scop &TheScop;
  const std::vector<long> &Given;
  const long Steps;
  const SplitWidths &Widths;
  SplitDefaults Defaults;
};

/// Sizes, and what tiles hold in shared memory.
struct FittedSizes {
  BandSizes sizes;
  long bytes;

  double pointsPerByte() const {
    double points = 1;
    for (long size : sizes.tile)
      points *= static_cast<double>(size);
    return bytes > 0 ? points / static_cast<double>(bytes) : 0;
  }
};

/// The first of ever smaller sizes from \p defaults on with which tiles fit.
Result<FittedSizes> fitWavefrontSizes(const Scop &scop, size_t rows, DefaultSizes defaults,
                                      const DeviceLimits &limits, const SharedBytes &bytes) {
  // Tiles of fewer rows have enough points as it is: more blocks beside each other hide the
  // time at their barriers.
  constexpr size_t manyRows = 4;
  const long most = rows < manyRows ? limits.sharedBytesPerBlock : limits.sharedBytesForTiles();
  bool shares = true;
  while (true) {
    Result<BandSizes> sizes = chooseSizes(scop, rows, allButFirst(rows), defaults, limits);
    if (!sizes)
      return sizes.refusal();
    const long used = bytes(*sizes);
    if (used == 0 && shares) {
      shares = false;
      if (std::optional<DefaultSizes> unshared = unsharedWavefrontDefaults(rows)) {
        defaults = std::move(*unshared);
        continue;
      }
    }
    if (used <= most || !shrink(defaults, *sizes))
      return FittedSizes{std::move(*sizes), used};
  }
}

} // namespace

Result<BandSizes> searchWavefrontSizes(const Scop &scop, size_t rows, const DeviceLimits &limits,
                                       const SharedBytes &bytes) {
  std::optional<FittedSizes> best, last;
  for (const DefaultSizes &defaults : wavefrontDefaults(rows)) {
    Result<FittedSizes> fitted = fitWavefrontSizes(scop, rows, defaults, limits, bytes);
    if (!fitted)
      return fitted.refusal();
    last = *fitted;
    if (!best || last->pointsPerByte() > best->pointsPerByte())
      best = last;
  }
  if (best->sizes.tile != last->sizes.tile || best->sizes.block != last->sizes.block)
    bytes(best->sizes);
  return std::move(best->sizes);
}

Result<BandSizes> searchSplitSizes(const Scop &scop, size_t dims, long steps,
                                   const DeviceLimits &limits, const SplitWidths &widths,
                                   const SharedBytes &bytes) {
  SplitSizes search(scop, dims, steps, widths);
  while (true) {
    Result<BandSizes> sizes = search.choose(limits);
    if (!sizes || bytes(*sizes) <= limits.sharedBytesPerBlock || !search.shrink())
      return sizes;
  }
}

} // namespace gputile
