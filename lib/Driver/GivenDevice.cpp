//===- GivenDevice.cpp - The device that option --device names ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/GivenDevice.h"

#include "Driver/SmallFile.h"
#include "gputile/Frontend/ClauseValues.h"
#include "gputile/IR/Devices.h"

#include "llvm/Support/FileSystem.h"

namespace gputile::driver {
namespace {

llvm::Error expected(const std::string &what) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), what);
}

llvm::Expected<DeviceProfile> deviceOfFile(const std::string &path) {
  const std::string aProfile = "a device profile (docs/devices.md): ";
  auto text = textOfSmallFile(path);
  if (!text)
    return expected(aProfile + llvm::toString(text.takeError()));
  llvm::Expected<DeviceProfile> device = readDeviceProfile((*text)->getBuffer(), path);
  if (!device)
    return expected(aProfile + llvm::toString(device.takeError()));
  return device;
}

} // namespace

llvm::Expected<DeviceProfile> givenDevice(const std::string &text) {
  if (std::optional<DeviceProfile> device = deviceProfileOf(text))
    return std::move(*device);
  if (text == "native")
    return nativeDevice();
  if (!text.empty() && llvm::sys::fs::exists(text))
    return deviceOfFile(text);
  std::vector<std::string> names = deviceNames();
  names.emplace_back("native");
  return expected(namesOf(names) + ", or the file of a device profile");
}

} // namespace gputile::driver
