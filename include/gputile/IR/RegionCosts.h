//===- RegionCosts.h - What a region is estimated to cost -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_IR_REGIONCOSTS_H
#define GPUTILE_IR_REGIONCOSTS_H

#include <vector>

namespace gputile {

/// Of one instance of a statement.
struct StatementCost {
  double hostNanoseconds = 0; ///< On a core of the host.
  double instructions = 0;    ///< That a thread of the device executes, index arithmetic included.
};

/// What a compiled program needs in order to compare a call of a region on the device with its
/// original loops, once it knows the sizes (gputile_rt_weigh in gputile_rt.h).
struct RegionCosts {
  std::vector<StatementCost> statements; ///< Per Scop::statements.
  /// Of the device; as the costs of the same names in DeviceNumbers.def.
  long multiprocessors = 0;
  double laneInstructionsPerNanosecond = 0, clockGigahertz = 0;
  double launchMicroseconds = 0, gridBarrierMicroseconds = 0, flagMicroseconds = 0;
  double hostToDeviceGigabytesPerSecond = 0, deviceToHostGigabytesPerSecond = 0;
};

} // namespace gputile

#endif
