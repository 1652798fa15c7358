//===- Device.h - What a device offers to a kernel --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_MODEL_DEVICE_H
#define GPUTILE_MODEL_DEVICE_H

namespace gputile {

/// Limits of the device a plan is made for.
struct DeviceLimits {
  long sharedBytesPerBlock = 48 * 1024;
  long threadsPerBlock = 1024;
  long threadsInZ = 64; ///< CUDA allows fewer threads in z than in x and y.
  long registersPerThread = 255;

  /// Registers that a thread may spend on elements of arrays: the rest is for addresses
  /// and values in between.
  long registersForTiles() const { return registersPerThread / 4 + 1; }
};

} // namespace gputile

#endif
