// Failures on purpose, and counts of calls:
//
//   GPUTILE_CPU_FAIL=<function>:<n>[:<code>][,...]   n: a number from 1, `n+` or `*`
//   GPUTILE_CPU_CALLS=<file>    appends "function count" lines when the process ends
#pragma once

#include "Emulation/Driver/Api.h"

namespace gputile::emulation {

// name, error that it fails with when the environment names none
#define GPUTILE_DRIVER_FUNCTIONS(F)                                                                \
  F(cuInit, CUDA_ERROR_NO_DEVICE)                                                                  \
  F(cuDriverGetVersion, CUDA_ERROR_UNKNOWN)                                                        \
  F(cuDeviceGetCount, CUDA_ERROR_UNKNOWN)                                                          \
  F(cuDeviceGet, CUDA_ERROR_INVALID_DEVICE)                                                        \
  F(cuDeviceGetName, CUDA_ERROR_UNKNOWN)                                                           \
  F(cuDeviceGetAttribute, CUDA_ERROR_UNKNOWN)                                                      \
  F(cuDevicePrimaryCtxRetain, CUDA_ERROR_OUT_OF_MEMORY)                                            \
  F(cuDevicePrimaryCtxRelease_v2, CUDA_ERROR_LAUNCH_FAILED)                                        \
  F(cuCtxGetCurrent, CUDA_ERROR_UNKNOWN)                                                           \
  F(cuCtxGetDevice, CUDA_ERROR_UNKNOWN)                                                            \
  F(cuCtxPushCurrent_v2, CUDA_ERROR_INVALID_CONTEXT)                                               \
  F(cuCtxPopCurrent_v2, CUDA_ERROR_INVALID_CONTEXT)                                                \
  F(cuCtxSynchronize, CUDA_ERROR_ILLEGAL_ADDRESS)                                                  \
  F(cuPointerGetAttribute, CUDA_ERROR_INVALID_VALUE)                                               \
  F(cuMemGetAddressRange_v2, CUDA_ERROR_INVALID_VALUE)                                             \
  F(cuMemAlloc_v2, CUDA_ERROR_OUT_OF_MEMORY)                                                       \
  F(cuMemFree_v2, CUDA_ERROR_LAUNCH_FAILED)                                                        \
  F(cuMemHostAlloc, CUDA_ERROR_OUT_OF_MEMORY)                                                      \
  F(cuMemFreeHost, CUDA_ERROR_LAUNCH_FAILED)                                                       \
  F(cuMemcpyHtoDAsync_v2, CUDA_ERROR_LAUNCH_FAILED)                                                \
  F(cuMemcpyDtoHAsync_v2, CUDA_ERROR_LAUNCH_FAILED)                                                \
  F(cuMemcpy2DAsync_v2, CUDA_ERROR_LAUNCH_FAILED)                                                  \
  F(cuMemsetD32Async, CUDA_ERROR_LAUNCH_FAILED)                                                    \
  F(cuStreamCreate, CUDA_ERROR_OUT_OF_MEMORY)                                                      \
  F(cuStreamSynchronize, CUDA_ERROR_ILLEGAL_ADDRESS)                                               \
  F(cuStreamDestroy_v2, CUDA_ERROR_LAUNCH_FAILED)                                                  \
  F(cuStreamWaitEvent, CUDA_ERROR_LAUNCH_FAILED)                                                   \
  F(cuModuleLoadData, CUDA_ERROR_NO_BINARY_FOR_GPU)                                                \
  F(cuModuleUnload, CUDA_ERROR_LAUNCH_FAILED)                                                      \
  F(cuModuleGetFunction, CUDA_ERROR_NOT_FOUND)                                                     \
  F(cuLaunchKernel, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES)                                            \
  F(cuLaunchCooperativeKernel, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE)                            \
  F(cuFuncSetAttribute, CUDA_ERROR_INVALID_VALUE)                                                  \
  F(cuOccupancyMaxActiveBlocksPerMultiprocessor, CUDA_ERROR_UNKNOWN)                               \
  F(cuEventCreate, CUDA_ERROR_OUT_OF_MEMORY)                                                       \
  F(cuEventRecord, CUDA_ERROR_LAUNCH_FAILED)                                                       \
  F(cuEventQuery, CUDA_ERROR_ILLEGAL_ADDRESS)                                                      \
  F(cuEventSynchronize, CUDA_ERROR_ILLEGAL_ADDRESS)                                                \
  F(cuEventElapsedTime, CUDA_ERROR_NOT_READY)                                                      \
  F(cuEventDestroy_v2, CUDA_ERROR_LAUNCH_FAILED)                                                   \
  F(cuGetErrorName, CUDA_ERROR_INVALID_VALUE)                                                      \
  F(cuGetErrorString, CUDA_ERROR_INVALID_VALUE)                                                    \
  F(nvrtcVersion, NVRTC_ERROR_INTERNAL_ERROR)                                                      \
  F(nvrtcCreateProgram, NVRTC_ERROR_PROGRAM_CREATION_FAILURE)                                      \
  F(nvrtcCompileProgram, NVRTC_ERROR_COMPILATION)                                                  \
  F(nvrtcGetCUBINSize, NVRTC_ERROR_INVALID_PROGRAM)                                                \
  F(nvrtcGetCUBIN, NVRTC_ERROR_INVALID_PROGRAM)                                                    \
  F(nvrtcGetProgramLogSize, NVRTC_ERROR_INVALID_PROGRAM)                                           \
  F(nvrtcGetProgramLog, NVRTC_ERROR_INVALID_PROGRAM)                                               \
  F(nvrtcDestroyProgram, NVRTC_ERROR_INVALID_PROGRAM)                                              \
  F(nvrtcGetErrorString, NVRTC_SUCCESS) /* cannot fail */

enum class Function {
#define GPUTILE_ENUMERATOR(name, error) name,
  GPUTILE_DRIVER_FUNCTIONS(GPUTILE_ENUMERATOR)
#undef GPUTILE_ENUMERATOR
};

/// Counts a call. \returns the error with which it must fail, or 0. The caller holds
/// the lock of Entry.h.
int countCall(Function function);

/// Appends the counts to the file that GPUTILE_CPU_CALLS names.
void writeCallCounts();

} // namespace gputile::emulation
