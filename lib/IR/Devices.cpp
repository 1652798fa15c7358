//===- Devices.cpp - The devices that clauses name ------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/IR/Devices.h"

#include "DeviceNames.h"

#include <iterator>

namespace gputile {

std::vector<std::string> deviceNames() {
  return {std::begin(builtInDevices), std::end(builtInDevices)};
}

} // namespace gputile
