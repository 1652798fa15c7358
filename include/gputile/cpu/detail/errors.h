// CUDA's error codes, the last error, and failures that tests provoke:
//
//   GPUTILE_CPU_FAIL=<function>:<n>[,<function>:<n>...]
//
// makes the n-th call (from 1) of an API function fail. A launch counts as
// cudaLaunchKernel or cudaLaunchCooperativeKernel. Entries of driver functions are
// libgputile_cpu's, and passed over here.
#pragma once

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gputile/cpu/detail/settings.h"
#include "gputile/cpu/detail/layer_begin.h"

// name, value, text
#define GPUTILE_CPU_ERRORS(E)                                                                 \
  E(cudaSuccess, 0, "no error")                                                               \
  E(cudaErrorInvalidValue, 1, "invalid argument")                                             \
  E(cudaErrorMemoryAllocation, 2, "out of memory")                                            \
  E(cudaErrorInitializationError, 3, "initialization error")                                  \
  E(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                       \
  E(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                                 \
  E(cudaErrorInvalidSymbol, 13, "invalid device symbol")                                      \
  E(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                 \
  E(cudaErrorInsufficientDriver, 35, "CUDA driver version is insufficient for CUDA runtime version") \
  E(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                            \
  E(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                             \
  E(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                    \
  E(cudaErrorNoKernelImageForDevice, 209, "no kernel image is available for execution on the device") \
  E(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                           \
  E(cudaErrorNotReady, 600, "device not ready")                                               \
  E(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                 \
  E(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")            \
  E(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")                   \
  E(cudaErrorLaunchFailure, 719, "unspecified launch failure")                                \
  E(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch")         \
  E(cudaErrorNotSupported, 801, "operation not supported")                                    \
  E(cudaErrorUnknown, 999, "unknown error")

enum cudaError {
#define GPUTILE_CPU_ERROR(name, value, text) name = value,
  GPUTILE_CPU_ERRORS(GPUTILE_CPU_ERROR)
#undef GPUTILE_CPU_ERROR
};
typedef enum cudaError cudaError_t;

namespace gputile::cpu {

inline thread_local cudaError_t lastError = cudaSuccess;

inline cudaError_t failed(cudaError_t error) {
  if (error != cudaSuccess)
    lastError = error;
  return error;
}

// A call that is to fail.
struct PlannedFailure {
  char function[64];
  unsigned long call; // counts down
};

// What GPUTILE_CPU_FAIL asks for.
struct FailurePlan {
  PlannedFailure entries[16];
  unsigned count = 0;
};

// The driver's and NVRTC's functions; libgputile_cpu reads their entries.
inline bool isOfDriver(const char *function) {
  return !strncmp(function, "nvrtc", 5) ||
         (!strncmp(function, "cu", 2) && function[2] >= 'A' && function[2] <= 'Z');
}

constexpr const char *expectedFailure = "function:n, separated by commas";

// One "<function>:<n>" of `length` characters.
inline void planFailure(FailurePlan &plan, const char *text, size_t length) {
  if (isOfDriver(text))
    return;
  const char *colon = static_cast<const char *>(memchr(text, ':', length));
  const size_t name = colon ? size_t(colon - text) : length;
  if (plan.count == 16)
    badSetting("GPUTILE_CPU_FAIL", text, "at most 16 entries");
  if (!name || name >= sizeof plan.entries[0].function)
    badSetting("GPUTILE_CPU_FAIL", text, expectedFailure);
  PlannedFailure &entry = plan.entries[plan.count++];
  memcpy(entry.function, text, name);
  entry.function[name] = 0;
  entry.call = 1;
  if (!colon)
    return;
  char *end = nullptr;
  entry.call = strtoul(colon + 1, &end, 10);
  if (!entry.call || end != text + length)
    badSetting("GPUTILE_CPU_FAIL", text, expectedFailure);
}

inline FailurePlan readFailurePlan() {
  FailurePlan plan;
  const char *text = getenv("GPUTILE_CPU_FAIL");
  while (text && *text) {
    const size_t length = strcspn(text, ",");
    planFailure(plan, text, length);
    text += length + (text[length] == ',');
  }
  return plan;
}

inline pthread_mutex_t planLock = PTHREAD_MUTEX_INITIALIZER;

// Every API function asks this first.
inline bool mustFail(const char *function) {
  static FailurePlan plan = readFailurePlan();
  if (!plan.count)
    return false;
  bool fail = false;
  pthread_mutex_lock(&planLock);
  for (unsigned i = 0; i < plan.count; ++i)
    if (!strcmp(plan.entries[i].function, function) && plan.entries[i].call)
      fail |= !--plan.entries[i].call;
  pthread_mutex_unlock(&planLock);
  return fail;
}

} // namespace gputile::cpu

// `return`s from an API function whose failure is planned.
#define GPUTILE_CPU_API(error)                                                                \
  if (::gputile::cpu::mustFail(__func__))                                                     \
  return ::gputile::cpu::failed(error)

inline const char *cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define GPUTILE_CPU_ERROR(name, value, text)                                                  \
  case name:                                                                                  \
    return #name;
    GPUTILE_CPU_ERRORS(GPUTILE_CPU_ERROR)
#undef GPUTILE_CPU_ERROR
  }
  return "unrecognized error code";
}

inline const char *cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define GPUTILE_CPU_ERROR(name, value, text)                                                  \
  case name:                                                                                  \
    return text;
    GPUTILE_CPU_ERRORS(GPUTILE_CPU_ERROR)
#undef GPUTILE_CPU_ERROR
  }
  return "unrecognized error code";
}

inline cudaError_t cudaPeekAtLastError() {
  GPUTILE_CPU_API(cudaErrorUnknown);
  return ::gputile::cpu::lastError;
}

inline cudaError_t cudaGetLastError() {
  using ::gputile::cpu::lastError;
  const cudaError_t error = ::gputile::cpu::mustFail(__func__) ? cudaErrorUnknown : lastError;
  lastError = cudaSuccess;
  return error;
}

#include "gputile/cpu/detail/layer_end.h"
