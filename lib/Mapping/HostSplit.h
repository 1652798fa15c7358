//===- HostSplit.h - Which part of a schedule runs on the host ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_HOSTSPLIT_H
#define GPUTILE_LIB_MAPPING_HOSTSPLIT_H

#include "Coordinates.h"
#include "gputile/IR/Schedule.h"

namespace gputile {

/// A subtree that becomes one kernel, and the launches it is run in.
struct KernelRegion {
  ScheduleNode node;
  /// Launch vector of the statements below \c node, as long for every region.
  Coordinates launch;
  /// Positions of \c launch that are loops.
  std::vector<unsigned> hostDims;
  /// True when \c node is a band with a coincident row; else one thread runs it.
  bool parallel = false;
};

/// Splits \p schedule at its outermost bands with a coincident row (Verdoolaege
/// et al. 2013, section 6.3). Bands above them are loops of the host, sequences
/// scalar positions. A subtree without any coincident row is one region, and so
/// is a run of such subtrees in a sequence.
std::vector<KernelRegion> splitHost(const Scop &scop, const ScheduleNode &schedule);

} // namespace gputile

#endif
