//===- GivenDevice.h - The device that option --device names ----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_GIVENDEVICE_H
#define GPUTILE_LIB_DRIVER_GIVENDEVICE_H

#include "gputile/Model/DeviceFile.h"

#include <string>

namespace gputile::driver {

/// The profile that \p text stands for: one of deviceNames(), "native", or else a file.
/// \returns an error that says what is expected instead
llvm::Expected<DeviceProfile> givenDevice(const std::string &text);

/// The profile of the first GPU of this machine, by the name that CUDA's driver has for it.
/// \returns an error where there is none, or none with a profile
llvm::Expected<DeviceProfile> nativeDevice();

} // namespace gputile::driver

#endif
