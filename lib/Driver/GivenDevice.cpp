//===- GivenDevice.cpp - The device that option --device names ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/GivenDevice.h"

#include "gputile/Frontend/ClauseValues.h"
#include "gputile/IR/Devices.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

namespace gputile::driver {
namespace {

llvm::Error expected(const std::string &what) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), what);
}

/// Reading from a pipe could wait for ever.
llvm::Expected<DeviceProfile> deviceOfFile(const std::string &path) {
  const std::string aProfile = "a device profile (docs/devices.md): ";
  if (!llvm::sys::fs::is_regular_file(path))
    return expected(aProfile + path + ": is no file with text");
  constexpr uint64_t mostBytes = 1 << 20;
  uint64_t bytes = 0;
  if (llvm::sys::fs::file_size(path, bytes) || bytes > mostBytes)
    return expected(aProfile + path + ": has more than " + std::to_string(mostBytes) + " bytes");
  const auto text =
      llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false,
                                  /*IsVolatile=*/true);
  if (!text)
    return expected(aProfile + path + ": " + text.getError().message());
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
