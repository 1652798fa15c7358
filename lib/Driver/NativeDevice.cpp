//===- NativeDevice.cpp - The GPU of this machine -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// CUDA's driver is loaded when it is asked, so that gputile is built and runs without.
///
//===----------------------------------------------------------------------===//

#include "Driver/GivenDevice.h"

#include "gputile/Frontend/ClauseValues.h"
#include "gputile/IR/Devices.h"

#include "llvm/ADT/STLExtras.h"

#include <dlfcn.h>

namespace gputile::driver {
namespace {

llvm::Error expectedGpu(const std::string &why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "a GPU in this machine: " + why);
}

/// Function \p name of the driver, with the type of \p function. \returns whether there is one.
template <typename Function> bool bind(void *library, const char *name, Function *&function) {
  function = reinterpret_cast<Function *>(dlsym(library, name));
  return function != nullptr;
}

/// What the driver calls the first GPU. The driver stays loaded: its threads may still run.
llvm::Expected<std::string> nameOfGpu() {
  using Status = int;
  using Device = int;
  void *const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return expectedGpu(std::string("there is no CUDA driver (") + dlerror() + ")");
  Status (*init)(unsigned) = nullptr;
  Status (*deviceGet)(Device *, int) = nullptr;
  Status (*deviceGetName)(char *, int, Device) = nullptr;
  if (!bind(library, "cuInit", init) || !bind(library, "cuDeviceGet", deviceGet) ||
      !bind(library, "cuDeviceGetName", deviceGetName))
    return expectedGpu("libcuda.so.1 is no CUDA driver");
  if (const Status status = init(0))
    return expectedGpu("the CUDA driver does not start, with error " + std::to_string(status));
  Device device = 0;
  char name[256] = "";
  if (deviceGet(&device, 0) || deviceGetName(name, sizeof name - 1, device))
    return expectedGpu("the CUDA driver finds none");
  return name;
}

} // namespace

llvm::Expected<DeviceProfile> nativeDevice() {
  llvm::Expected<std::string> gpu = nameOfGpu();
  if (!gpu)
    return gpu.takeError();
  const std::vector<std::string> names = deviceNames();
  for (const std::string &name : names)
    if (std::optional<DeviceProfile> device = deviceProfileOf(name);
        llvm::is_contained(device->driverNames, *gpu))
      return std::move(*device);
  return expectedGpu("'" + *gpu + "' is none of " + namesOf(names) +
                     "; give the file of a device profile");
}

} // namespace gputile::driver
