//===- HostSplit.h - Which part of a schedule runs on the host ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_HOSTSPLIT_H
#define GPUTILE_LIB_MAPPING_HOSTSPLIT_H

#include "Mapping/Coordinates.h"
#include "gputile/IR/Schedule.h"
#include "gputile/IR/SplitBand.h"

namespace gputile::mapping {

/// A subtree that becomes one kernel, and the launches it is run in.
struct KernelRegion {
  ScheduleNode node;
  /// Launch vector of the statements below \c node, as long for every region.
  Coordinates launch;
  /// Positions of \c launch that are loops.
  std::vector<unsigned> hostDims;
  /// True when \c node is a band with a coincident row; else one thread runs it,
  /// unless it is a wavefront region.
  bool parallel = false;
  /// True when \c node is tiled in all its rows, and wavefronts of tiles are
  /// launched: the last position of \c hostDims is theirs, constant until sizes
  /// are known.
  bool wavefront = false;
  /// Set when \c node is a time loop that is split tiled: \c launch is then of what is around it.
  const SplitBand *split = nullptr;
};

/// Most rows of a band that scheme wavefront tiles: the wavefront and a block's
/// three coordinates.
constexpr size_t maxWavefrontRows = 4;

/// Splits \p schedule at its outermost bands with a coincident row (Verdoolaege
/// et al. 2013, section 6.3). Bands above them are loops of the host, sequences
/// scalar positions. A subtree without any coincident row is one region, and so
/// is a run of such subtrees in a sequence.
///
/// \param wavefronts also make wavefront regions: of bands of at least two rows,
///        none coincident, with nothing but sequences below them. Of more than
///        maxWavefrontRows rows the outermost stay on the host.
/// \param split time loops that are regions of their own
std::vector<KernelRegion> splitHost(const Scop &scop, const ScheduleNode &schedule,
                                    bool wavefronts = false,
                                    const std::vector<SplitBand> &split = {});

} // namespace gputile::mapping

#endif
