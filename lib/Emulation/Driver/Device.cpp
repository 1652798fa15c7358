// The functions of initialisation, of the device's properties and of contexts.
#include "Emulation/Driver/Device.h"

#include <string.h>

#include "Emulation/Driver/Context.h"
#include "Emulation/Driver/Entry.h"
#include "gputile/cpu/detail/device_api.h"

namespace gputile::emulation {
namespace {

cpu::Settings readDeviceSettings() {
  cpu::Settings settings = cpu::readSettings();
  if (!getenv("GPUTILE_CPU_SMS"))
    settings.multiprocessors = 4;
  return settings;
}

CUresult checkDevice(CUdevice device) {
  return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

// -1: no such attribute here.
int valueOf(CUdevice_attribute attribute) {
  if (attribute < 0 || attribute > cudaDevAttrMemoryPoolsSupported)
    return -1;
  switch (attribute) {
  case cudaDevAttrComputeCapabilityMajor:
    return 9;
  case cudaDevAttrComputeCapabilityMinor:
    return 0;
  default:
    return cpu::attributeOf(cudaDeviceAttr(attribute));
  }
}

} // namespace

const cpu::Settings &settingsOfDevice() {
  static const cpu::Settings settings = readDeviceSettings();
  return settings;
}

} // namespace gputile::emulation

using namespace gputile::emulation;

CUresult cuInit(unsigned flags) {
  GPUTILE_ENTER(cuInit, Needs::nothing);
  if (flags)
    return CUDA_ERROR_INVALID_VALUE;
  gputile::cpu::givenSettings = &settingsOfDevice();
  initialise();
  return CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *version) {
  GPUTILE_ENTER(cuDriverGetVersion, Needs::nothing);
  *version = 12000;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *count) {
  GPUTILE_ENTER(cuDeviceGetCount, Needs::initialisation);
  *count = 1;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  GPUTILE_ENTER(cuDeviceGet, Needs::initialisation);
  *device = 0;
  return checkDevice(ordinal);
}

CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
  GPUTILE_ENTER(cuDeviceGetName, Needs::initialisation);
  if (!name || length <= 0)
    return CUDA_ERROR_INVALID_VALUE;
  snprintf(name, size_t(length), "gputile CPU execution");
  return checkDevice(device);
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
  GPUTILE_ENTER(cuDeviceGetAttribute, Needs::initialisation);
  *value = valueOf(attribute);
  return *value < 0 ? CUDA_ERROR_INVALID_VALUE : checkDevice(device);
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  GPUTILE_ENTER(cuDevicePrimaryCtxRetain, Needs::initialisation);
  if (checkDevice(device))
    return checkDevice(device);
  ++primaryContext().retained;
  *context = &primaryContext();
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  GPUTILE_ENTER_RELEASE(cuDevicePrimaryCtxRelease_v2, Needs::initialisation);
  if (checkDevice(device))
    return entry.after(checkDevice(device));
  if (!primaryContext().retained)
    return entry.after(CUDA_ERROR_INVALID_CONTEXT);
  --primaryContext().retained;
  return entry.after(CUDA_SUCCESS);
}

CUresult cuCtxGetCurrent(CUcontext *context) {
  GPUTILE_ENTER(cuCtxGetCurrent, Needs::initialisation);
  *context = pushedContexts() ? &primaryContext() : nullptr;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *device) {
  GPUTILE_ENTER(cuCtxGetDevice, Needs::context);
  *device = 0;
  return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent_v2(CUcontext context) {
  GPUTILE_ENTER(cuCtxPushCurrent_v2, Needs::initialisation);
  if (context != &primaryContext())
    return CUDA_ERROR_INVALID_CONTEXT;
  if (!primaryContext().retained)
    return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  ++pushedContexts();
  return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent_v2(CUcontext *context) {
  GPUTILE_ENTER_RELEASE(cuCtxPopCurrent_v2, Needs::initialisation);
  if (!pushedContexts())
    return entry.after(CUDA_ERROR_INVALID_CONTEXT);
  if (context)
    *context = &primaryContext();
  --pushedContexts();
  return entry.after(CUDA_SUCCESS);
}
