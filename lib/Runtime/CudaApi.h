/*===- CudaApi.h - The driver and NVRTC, loaded at run time ---*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

/* What the library uses of the CUDA driver API and of NVRTC, declared here so that no
 * CUDA is needed to build it, and found with dlopen so that none is needed to run. */

#ifndef GPUTILE_RUNTIME_CUDAAPI_H
#define GPUTILE_RUNTIME_CUDAAPI_H

#include <stddef.h>

typedef int CUresult;
typedef int CUdevice;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef unsigned long long CUdeviceptr;
typedef int nvrtcResult;
typedef struct nvrtcProgram_st *nvrtcProgram;

enum {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_DEINITIALIZED = 4,
  CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_INVALID_IMAGE = 200,
  CUDA_ERROR_INVALID_CONTEXT = 201,
  CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
  CUDA_ERROR_INVALID_PTX = 218,
  CUDA_ERROR_UNSUPPORTED_PTX_VERSION = 222,
  CUDA_ERROR_INVALID_SOURCE = 300,
  CUDA_ERROR_NOT_FOUND = 500,
  CUDA_ERROR_NOT_READY = 600,
  CUDA_ERROR_ILLEGAL_ADDRESS = 700,
  CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
  CUDA_ERROR_LAUNCH_TIMEOUT = 702,
  CUDA_ERROR_CONTEXT_IS_DESTROYED = 709,
  CUDA_ERROR_ASSERT = 710,
  CUDA_ERROR_HARDWARE_STACK_ERROR = 714,
  CUDA_ERROR_LAUNCH_FAILED = 719,
  CUDA_ERROR_NOT_SUPPORTED = 801
};
enum { NVRTC_SUCCESS = 0, NVRTC_ERROR_OUT_OF_MEMORY = 1, NVRTC_ERROR_COMPILATION = 6 };
enum {
  CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = 6,
  CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
  CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95
};
enum { CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8 };
enum { CU_MEMORYTYPE_HOST = 1, CU_MEMORYTYPE_DEVICE = 2 };
enum {
  CU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
  CU_POINTER_ATTRIBUTE_IS_MANAGED = 8,
  CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9
};
enum { CU_STREAM_NON_BLOCKING = 1, CU_EVENT_DEFAULT = 0, CU_EVENT_DISABLE_TIMING = 2 };

typedef struct {
  size_t srcXInBytes, srcY;
  int srcMemoryType;
  const void *srcHost;
  CUdeviceptr srcDevice;
  void *srcArray;
  size_t srcPitch;
  size_t dstXInBytes, dstY;
  int dstMemoryType;
  void *dstHost;
  CUdeviceptr dstDevice;
  void *dstArray;
  size_t dstPitch;
  size_t WidthInBytes, Height;
} CUDA_MEMCPY2D;

/* X(name in the table, parameters, symbol) */
#define GPTI_DRIVER_FUNCTIONS(X)                                                                   \
  X(Init, (unsigned), cuInit)                                                                      \
  X(DriverGetVersion, (int *), cuDriverGetVersion)                                                 \
  X(DeviceGetCount, (int *), cuDeviceGetCount)                                                     \
  X(DeviceGet, (CUdevice *, int), cuDeviceGet)                                                     \
  X(DeviceGetName, (char *, int, CUdevice), cuDeviceGetName)                                       \
  X(DeviceGetAttribute, (int *, int, CUdevice), cuDeviceGetAttribute)                              \
  X(DevicePrimaryCtxRetain, (CUcontext *, CUdevice), cuDevicePrimaryCtxRetain)                     \
  X(DevicePrimaryCtxRelease, (CUdevice), cuDevicePrimaryCtxRelease_v2)                             \
  X(CtxGetCurrent, (CUcontext *), cuCtxGetCurrent)                                                 \
  X(CtxGetDevice, (CUdevice *), cuCtxGetDevice)                                                    \
  X(CtxPushCurrent, (CUcontext), cuCtxPushCurrent_v2)                                              \
  X(CtxPopCurrent, (CUcontext *), cuCtxPopCurrent_v2)                                              \
  X(CtxSynchronize, (void), cuCtxSynchronize)                                                      \
  X(PointerGetAttribute, (void *, int, CUdeviceptr), cuPointerGetAttribute)                        \
  X(MemGetAddressRange, (CUdeviceptr *, size_t *, CUdeviceptr), cuMemGetAddressRange_v2)           \
  X(MemAlloc, (CUdeviceptr *, size_t), cuMemAlloc_v2)                                              \
  X(MemFree, (CUdeviceptr), cuMemFree_v2)                                                          \
  X(MemHostAlloc, (void **, size_t, unsigned), cuMemHostAlloc)                                     \
  X(MemFreeHost, (void *), cuMemFreeHost)                                                          \
  X(MemcpyHtoDAsync, (CUdeviceptr, const void *, size_t, CUstream), cuMemcpyHtoDAsync_v2)          \
  X(MemcpyDtoHAsync, (void *, CUdeviceptr, size_t, CUstream), cuMemcpyDtoHAsync_v2)                \
  X(Memcpy2DAsync, (const CUDA_MEMCPY2D *, CUstream), cuMemcpy2DAsync_v2)                          \
  X(MemsetD32Async, (CUdeviceptr, unsigned, size_t, CUstream), cuMemsetD32Async)                   \
  X(StreamCreate, (CUstream *, unsigned), cuStreamCreate)                                          \
  X(StreamSynchronize, (CUstream), cuStreamSynchronize)                                            \
  X(StreamDestroy, (CUstream), cuStreamDestroy_v2)                                                 \
  X(StreamWaitEvent, (CUstream, CUevent, unsigned), cuStreamWaitEvent)                             \
  X(ModuleLoadData, (CUmodule *, const void *), cuModuleLoadData)                                  \
  X(ModuleUnload, (CUmodule), cuModuleUnload)                                                      \
  X(ModuleGetFunction, (CUfunction *, CUmodule, const char *), cuModuleGetFunction)                \
  X(LaunchKernel,                                                                                  \
    (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream,   \
     void **, void **),                                                                            \
    cuLaunchKernel)                                                                                \
  X(LaunchCooperativeKernel,                                                                       \
    (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream,   \
     void **),                                                                                     \
    cuLaunchCooperativeKernel)                                                                     \
  X(FuncSetAttribute, (CUfunction, int, int), cuFuncSetAttribute)                                  \
  X(OccupancyMaxActiveBlocksPerMultiprocessor, (int *, CUfunction, int, size_t),                   \
    cuOccupancyMaxActiveBlocksPerMultiprocessor)                                                   \
  X(EventCreate, (CUevent *, unsigned), cuEventCreate)                                             \
  X(EventRecord, (CUevent, CUstream), cuEventRecord)                                               \
  X(EventQuery, (CUevent), cuEventQuery)                                                           \
  X(EventSynchronize, (CUevent), cuEventSynchronize)                                               \
  X(EventElapsedTime, (float *, CUevent, CUevent), cuEventElapsedTime)                             \
  X(EventDestroy, (CUevent), cuEventDestroy_v2)                                                    \
  X(GetErrorName, (CUresult, const char **), cuGetErrorName)                                       \
  X(GetErrorString, (CUresult, const char **), cuGetErrorString)

#define GPTI_NVRTC_FUNCTIONS(X)                                                                    \
  X(Version, (int *, int *), nvrtcVersion)                                                         \
  X(CreateProgram,                                                                                 \
    (nvrtcProgram *, const char *, const char *, int, const char *const *, const char *const *),   \
    nvrtcCreateProgram)                                                                            \
  X(CompileProgram, (nvrtcProgram, int, const char *const *), nvrtcCompileProgram)                 \
  X(GetCUBINSize, (nvrtcProgram, size_t *), nvrtcGetCUBINSize)                                     \
  X(GetCUBIN, (nvrtcProgram, char *), nvrtcGetCUBIN)                                               \
  X(GetProgramLogSize, (nvrtcProgram, size_t *), nvrtcGetProgramLogSize)                           \
  X(GetProgramLog, (nvrtcProgram, char *), nvrtcGetProgramLog)                                     \
  X(DestroyProgram, (nvrtcProgram *), nvrtcDestroyProgram)

#define GPTI_MEMBER(name, parameters, symbol) int(*name) parameters;
/* The functions of libcuda. */
struct gpti_driver {
  GPTI_DRIVER_FUNCTIONS(GPTI_MEMBER)
};
/* The functions of NVRTC. */
struct gpti_nvrtc {
  GPTI_NVRTC_FUNCTIONS(GPTI_MEMBER)
  const char *(*GetErrorString)(nvrtcResult);
  int major, minor;
  /* Of the library's file: tells two builds of one version apart. */
  unsigned long long file_size, file_time;
};
#undef GPTI_MEMBER

/* Fills the table. \returns 0, or -1 with the reason in \p why. */
int gpti_driver_load(struct gpti_driver *driver, int cpu_backend, char *why, size_t size);
int gpti_nvrtc_load(struct gpti_nvrtc *nvrtc, int cpu_backend, char *why, size_t size);

/* The functions of the driver. Valid after gpti_driver_start() has succeeded. */
extern struct gpti_driver gpti_cu;

/* The name of an error, as CUDA_ERROR_OUT_OF_MEMORY. \p text is of 32 bytes at least
 * and used when the driver knows no name. */
const char *gpti_error_name(CUresult error, char *text);
/* True when nothing in this process can use the device after this error. */
int gpti_error_is_sticky(CUresult error);

#endif
