// The part of CUDA's driver and NVRTC interfaces that libgputile_cpu has, declared
// as in cuda.h and nvrtc.h.
#pragma once

#include <stddef.h>

// name, value, text
#define GPUTILE_DRIVER_ERRORS(E)                                                                   \
  E(CUDA_SUCCESS, 0, "no error")                                                                   \
  E(CUDA_ERROR_INVALID_VALUE, 1, "invalid argument")                                               \
  E(CUDA_ERROR_OUT_OF_MEMORY, 2, "out of memory")                                                  \
  E(CUDA_ERROR_NOT_INITIALIZED, 3, "initialization error")                                         \
  E(CUDA_ERROR_DEINITIALIZED, 4, "driver shutting down")                                           \
  E(CUDA_ERROR_STUB_LIBRARY, 34, "CUDA driver is a stub library")                                  \
  E(CUDA_ERROR_DEVICE_UNAVAILABLE, 46, "CUDA-capable device(s) is/are busy or unavailable")        \
  E(CUDA_ERROR_NO_DEVICE, 100, "no CUDA-capable device is detected")                               \
  E(CUDA_ERROR_INVALID_DEVICE, 101, "invalid device ordinal")                                      \
  E(CUDA_ERROR_INVALID_IMAGE, 200, "device kernel image is invalid")                               \
  E(CUDA_ERROR_INVALID_CONTEXT, 201, "invalid device context")                                     \
  E(CUDA_ERROR_NO_BINARY_FOR_GPU, 209, "no kernel image is available for execution on the device") \
  E(CUDA_ERROR_ECC_UNCORRECTABLE, 214, "uncorrectable ECC error encountered")                      \
  E(CUDA_ERROR_INVALID_PTX, 218, "a PTX JIT compilation failed")                                   \
  E(CUDA_ERROR_JIT_COMPILER_NOT_FOUND, 221, "PTX JIT compiler library not found")                  \
  E(CUDA_ERROR_UNSUPPORTED_PTX_VERSION, 222,                                                       \
    "the provided PTX was compiled with an unsupported toolchain.")                                \
  E(CUDA_ERROR_FILE_NOT_FOUND, 301, "file not found")                                              \
  E(CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, 303, "shared object initialization failed")              \
  E(CUDA_ERROR_OPERATING_SYSTEM, 304, "OS call failed or operation not supported on this OS")      \
  E(CUDA_ERROR_INVALID_HANDLE, 400, "invalid resource handle")                                     \
  E(CUDA_ERROR_ILLEGAL_STATE, 401, "the operation cannot be performed in the present state")       \
  E(CUDA_ERROR_NOT_FOUND, 500, "named symbol not found")                                           \
  E(CUDA_ERROR_NOT_READY, 600, "device not ready")                                                 \
  E(CUDA_ERROR_ILLEGAL_ADDRESS, 700, "an illegal memory access was encountered")                   \
  E(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, 701, "too many resources requested for launch")            \
  E(CUDA_ERROR_LAUNCH_TIMEOUT, 702, "the launch timed out and was terminated")                     \
  E(CUDA_ERROR_CONTEXT_IS_DESTROYED, 709, "context is destroyed")                                  \
  E(CUDA_ERROR_ASSERT, 710, "device-side assert triggered")                                        \
  E(CUDA_ERROR_MISALIGNED_ADDRESS, 716, "misaligned address")                                      \
  E(CUDA_ERROR_LAUNCH_FAILED, 719, "unspecified launch failure")                                   \
  E(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, 720, "too many blocks in cooperative launch")         \
  E(CUDA_ERROR_NOT_PERMITTED, 800, "operation not permitted")                                      \
  E(CUDA_ERROR_NOT_SUPPORTED, 801, "operation not supported")                                      \
  E(CUDA_ERROR_SYSTEM_NOT_READY, 802, "system not yet initialized")                                \
  E(CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, 803,                                                        \
    "system has unsupported display driver / cuda driver combination")                             \
  E(CUDA_ERROR_UNKNOWN, 999, "unknown error")

#define GPUTILE_NVRTC_ERRORS(E)                                                                    \
  E(NVRTC_SUCCESS, 0, "NVRTC_SUCCESS")                                                             \
  E(NVRTC_ERROR_OUT_OF_MEMORY, 1, "NVRTC_ERROR_OUT_OF_MEMORY")                                     \
  E(NVRTC_ERROR_PROGRAM_CREATION_FAILURE, 2, "NVRTC_ERROR_PROGRAM_CREATION_FAILURE")               \
  E(NVRTC_ERROR_INVALID_INPUT, 3, "NVRTC_ERROR_INVALID_INPUT")                                     \
  E(NVRTC_ERROR_INVALID_PROGRAM, 4, "NVRTC_ERROR_INVALID_PROGRAM")                                 \
  E(NVRTC_ERROR_INVALID_OPTION, 5, "NVRTC_ERROR_INVALID_OPTION")                                   \
  E(NVRTC_ERROR_COMPILATION, 6, "NVRTC_ERROR_COMPILATION")                                         \
  E(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE, 7, "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE")             \
  E(NVRTC_ERROR_INTERNAL_ERROR, 11, "NVRTC_ERROR_INTERNAL_ERROR")

#define GPUTILE_ENUMERATOR(name, value, text) name = value,
typedef enum cudaError_enum { GPUTILE_DRIVER_ERRORS(GPUTILE_ENUMERATOR) } CUresult;
typedef enum { GPUTILE_NVRTC_ERRORS(GPUTILE_ENUMERATOR) } nvrtcResult;
#undef GPUTILE_ENUMERATOR

typedef int CUdevice;
typedef int CUdevice_attribute; // an enumeration in cuda.h; any value may come
typedef int CUfunction_attribute; // likewise
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUarray_st *CUarray;
typedef struct _nvrtcProgram *nvrtcProgram;

enum { CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8 };

typedef enum CUmemorytype_enum {
  CU_MEMORYTYPE_HOST = 1,
  CU_MEMORYTYPE_DEVICE = 2,
  CU_MEMORYTYPE_ARRAY = 3,
  CU_MEMORYTYPE_UNIFIED = 4
} CUmemorytype;

typedef struct CUDA_MEMCPY2D_st {
  size_t srcXInBytes, srcY;
  CUmemorytype srcMemoryType;
  const void *srcHost;
  CUdeviceptr srcDevice;
  CUarray srcArray;
  size_t srcPitch;
  size_t dstXInBytes, dstY;
  CUmemorytype dstMemoryType;
  void *dstHost;
  CUdeviceptr dstDevice;
  CUarray dstArray;
  size_t dstPitch;
  size_t WidthInBytes, Height;
} CUDA_MEMCPY2D;

extern "C" {
#pragma GCC visibility push(default)
CUresult cuInit(unsigned flags);
CUresult cuDriverGetVersion(int *version);
CUresult cuDeviceGetCount(int *count);
CUresult cuDeviceGet(CUdevice *device, int ordinal);
CUresult cuDeviceGetName(char *name, int length, CUdevice device);
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device);
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device);
CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device);
CUresult cuCtxGetCurrent(CUcontext *context);
CUresult cuCtxGetDevice(CUdevice *device);
CUresult cuCtxPushCurrent_v2(CUcontext context);
CUresult cuCtxPopCurrent_v2(CUcontext *context);
CUresult cuCtxSynchronize(void);
CUresult cuPointerGetAttribute(void *value, int attribute, CUdeviceptr address);
CUresult cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *bytes, CUdeviceptr address);
CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes);
CUresult cuMemFree_v2(CUdeviceptr address);
CUresult cuMemHostAlloc(void **memory, size_t bytes, unsigned flags);
CUresult cuMemFreeHost(void *memory);
CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, CUstream stream);
CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream stream);
CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *copy, CUstream stream);
CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, CUstream stream);
CUresult cuStreamCreate(CUstream *stream, unsigned flags);
CUresult cuStreamSynchronize(CUstream stream);
CUresult cuStreamDestroy_v2(CUstream stream);
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags);
CUresult cuModuleLoadData(CUmodule *module, const void *image);
CUresult cuModuleUnload(CUmodule module);
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name);
CUresult cuLaunchKernel(CUfunction function, unsigned gridX, unsigned gridY, unsigned gridZ,
                        unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,
                        CUstream stream, void **arguments, void **extra);
CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned gridX, unsigned gridY,
                                   unsigned gridZ, unsigned blockX, unsigned blockY,
                                   unsigned blockZ, unsigned sharedBytes, CUstream stream,
                                   void **arguments);
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function,
                                                     int threadsPerBlock, size_t sharedBytes);
CUresult cuEventCreate(CUevent *event, unsigned flags);
CUresult cuEventRecord(CUevent event, CUstream stream);
CUresult cuEventQuery(CUevent event);
CUresult cuEventSynchronize(CUevent event);
CUresult cuEventElapsedTime(float *milliseconds, CUevent from, CUevent to);
CUresult cuEventDestroy_v2(CUevent event);
CUresult cuGetErrorName(CUresult error, const char **name);
CUresult cuGetErrorString(CUresult error, const char **text);

nvrtcResult nvrtcVersion(int *major, int *minor);
nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *text, const char *name,
                               int headerCount, const char *const *headers,
                               const char *const *includeNames);
nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int optionCount, const char *const *options);
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *bytes);
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *image);
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *bytes);
nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log);
nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program);
const char *nvrtcGetErrorString(nvrtcResult error);
#pragma GCC visibility pop
}
