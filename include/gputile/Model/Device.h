//===- Device.h - What a device offers to a kernel, and for what -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The device that plans are made for. Its numbers are listed in DeviceNumbers.def. A
/// default-constructed profile is that of share/gputile/devices/h100.json, from which
/// cmake/GputileDevices.cmake makes DefaultDevice.h.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_MODEL_DEVICE_H
#define GPUTILE_MODEL_DEVICE_H

#include "gputile/Model/DefaultDevice.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

namespace gputile {

/// Limits of a device, in numbers of what their names say.
struct DeviceLimits {
#define LIMIT(NAME, LEAST, MOST) long NAME = default_device::NAME;
#include "gputile/Model/DeviceNumbers.def"

  /// Registers that a thread may spend on elements of arrays: the rest is for addresses
  /// and values in between.
  long registersForTiles() const { return registersPerThread / 4 + 1; }
  /// Bytes of shared memory that tiles of a block may take where no clause gives their sizes: what
  /// every device with compute capability 7.0 or more offers to hosts that ask for it, but for the
  /// ticket of persistent kernels.
  long sharedBytesForTiles() const {
    constexpr long everywhere = 64 * 1024 - 16;
    return std::max(sharedBytesPerBlock, std::min(sharedBytesPerBlockOptIn, everywhere));
  }
};

/// Times and rates of a device, in the units of their names. What the device cannot do is
/// infinitely expensive.
struct DeviceCosts {
#define COST(NAME, LEAST, MOST) double NAME = default_device::NAME;
#include "gputile/Model/DeviceNumbers.def"

  /// Instructions times lanes.
  double instructionsPerSecond() const { return laneInstructionsPerNanosecond * 1e9; }
  /// Of device memory.
  double bytesPerSecond() const { return dramGigabytesPerSecond * 1e9; }
  double secondsOfLaunch() const { return launchMicroseconds / 1e6; }
  /// Whether lanes of a warp can read registers of one another.
  bool hasShuffles() const { return std::isfinite(shuffleCycles); }
  /// Whether all blocks of a launch can wait for one another, …
  bool hasGridBarriers() const { return std::isfinite(gridBarrierMicroseconds); }
  /// … and one block for another.
  bool hasFlags() const { return std::isfinite(flagMicroseconds); }
};

/// A device that plans are made for.
struct DeviceProfile {
  std::string name = default_device::name;   ///< As users call it.
  std::string title = default_device::title; ///< As its maker calls it.
  /// What CUDA's driver calls devices that are like it.
  std::vector<std::string> driverNames{std::begin(default_device::driverNames),
                                       std::end(default_device::driverNames)};
  DeviceLimits limits;
  DeviceCosts costs;
};

} // namespace gputile

#endif
