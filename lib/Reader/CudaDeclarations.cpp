//===- CudaDeclarations.cpp - What generated text may include -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// Declarations with the types that CUDA's headers and a C++ library give. Definitions
/// are not needed: nothing is ever compiled.

#include "Reader/CudaDeclarations.h"

namespace gputile::reader {

const char *const CudaBuiltins = R"CUDA(
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define GPUTILE_SHARED_AT_LAUNCH(type, name, dims) __shared__ __align__(16) type name dims
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ __inline__ __attribute__((always_inline))
struct uint3 { unsigned x, y, z; };
struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1)
      : x(vx), y(vy), z(vz) {}
};
struct __attribute__((aligned(16))) int4 { int x, y, z, w; };
extern const __device__ uint3 threadIdx, blockIdx;
extern const __device__ dim3 blockDim, gridDim;
__device__ void __syncthreads();
__device__ void __threadfence();
#define GPUTILE_ATOMIC(name, type) __device__ type atomic##name(type *, type);
#define GPUTILE_ATOMIC_WORDS(name) \
  GPUTILE_ATOMIC(name, unsigned) GPUTILE_ATOMIC(name, unsigned long long)
#define GPUTILE_ATOMIC_INTEGERS(name) \
  GPUTILE_ATOMIC_WORDS(name) GPUTILE_ATOMIC(name, int) GPUTILE_ATOMIC(name, long long)
GPUTILE_ATOMIC_WORDS(Add) GPUTILE_ATOMIC(Add, int)
GPUTILE_ATOMIC_INTEGERS(And) GPUTILE_ATOMIC_INTEGERS(Or) GPUTILE_ATOMIC_INTEGERS(Xor)
GPUTILE_ATOMIC_WORDS(Exch)
GPUTILE_ATOMIC_INTEGERS(Min) GPUTILE_ATOMIC_INTEGERS(Max)
#undef GPUTILE_ATOMIC
#undef GPUTILE_ATOMIC_WORDS
#undef GPUTILE_ATOMIC_INTEGERS
__device__ int atomicCAS(int *, int, int);
__device__ unsigned atomicCAS(unsigned *, unsigned, unsigned);
__device__ unsigned long long atomicCAS(unsigned long long *, unsigned long long, unsigned long long);
__device__ float __fmul_rn(float, float);
__device__ double __dmul_rn(double, double);
__device__ float __int_as_float(int);
__device__ unsigned __float_as_uint(float);
__device__ long long __double_as_longlong(double);
#define GPUTILE_SHUFFLE(type) \
  __device__ type __shfl_up_sync(unsigned, type, unsigned, int = 32); \
  __device__ type __shfl_down_sync(unsigned, type, unsigned, int = 32);
GPUTILE_SHUFFLE(int) GPUTILE_SHUFFLE(unsigned) GPUTILE_SHUFFLE(long) GPUTILE_SHUFFLE(unsigned long)
GPUTILE_SHUFFLE(long long) GPUTILE_SHUFFLE(unsigned long long)
GPUTILE_SHUFFLE(float) GPUTILE_SHUFFLE(double)
#undef GPUTILE_SHUFFLE
#define GPUTILE_MATH(name, ...) \
  extern "C" __host__ __device__ double name(double __VA_ARGS__) noexcept;
#define GPUTILE_MATHF(name, ...) \
  extern "C" __host__ __device__ float name##f(float __VA_ARGS__) noexcept;
#define GPUTILE_MATH1(name) GPUTILE_MATH(name) GPUTILE_MATHF(name)
#define GPUTILE_MATH2(name) GPUTILE_MATH(name, , double) GPUTILE_MATHF(name, , float)
GPUTILE_MATH1(sqrt) GPUTILE_MATH1(fabs) GPUTILE_MATH1(floor) GPUTILE_MATH1(ceil)
GPUTILE_MATH1(trunc) GPUTILE_MATH1(round) GPUTILE_MATH1(rint) GPUTILE_MATH1(nearbyint)
GPUTILE_MATH1(logb) GPUTILE_MATH1(exp) GPUTILE_MATH1(exp2) GPUTILE_MATH1(expm1)
GPUTILE_MATH1(exp10) GPUTILE_MATH1(log) GPUTILE_MATH1(log2) GPUTILE_MATH1(log10)
GPUTILE_MATH1(log1p) GPUTILE_MATH1(sin) GPUTILE_MATH1(cos) GPUTILE_MATH1(tan)
GPUTILE_MATH1(asin) GPUTILE_MATH1(acos) GPUTILE_MATH1(atan) GPUTILE_MATH1(sinh)
GPUTILE_MATH1(cosh) GPUTILE_MATH1(tanh) GPUTILE_MATH1(asinh) GPUTILE_MATH1(acosh)
GPUTILE_MATH1(atanh) GPUTILE_MATH1(cbrt) GPUTILE_MATH1(erf) GPUTILE_MATH1(erfc)
GPUTILE_MATH1(tgamma) GPUTILE_MATH1(lgamma)
GPUTILE_MATH2(fmin) GPUTILE_MATH2(fmax) GPUTILE_MATH2(fmod) GPUTILE_MATH2(remainder)
GPUTILE_MATH2(copysign) GPUTILE_MATH2(fdim) GPUTILE_MATH2(nextafter) GPUTILE_MATH2(atan2)
GPUTILE_MATH2(pow) GPUTILE_MATH2(hypot)
GPUTILE_MATH(fma, , double, double) GPUTILE_MATHF(fma, , float, float)
GPUTILE_MATH(ldexp, , int) GPUTILE_MATHF(ldexp, , int)
GPUTILE_MATH(scalbn, , int) GPUTILE_MATHF(scalbn, , int)
#undef GPUTILE_MATH
#undef GPUTILE_MATHF
#define GPUTILE_ROUNDS(type, name) \
  extern "C" __host__ __device__ type name(double) noexcept; \
  extern "C" __host__ __device__ type name##f(float) noexcept;
GPUTILE_ROUNDS(long, lrint) GPUTILE_ROUNDS(long, lround) GPUTILE_ROUNDS(long long, llrint)
GPUTILE_ROUNDS(long long, llround) GPUTILE_ROUNDS(int, ilogb)
#undef GPUTILE_ROUNDS
extern "C" __host__ __device__ int abs(int) noexcept;
extern "C" __host__ __device__ long labs(long) noexcept;
extern "C" __host__ __device__ long long llabs(long long) noexcept;
#define GPUTILE_TRUTH(name) \
  __host__ __device__ bool name(double); \
  __host__ __device__ bool name(float);
GPUTILE_TRUTH(isnan) GPUTILE_TRUTH(isinf) GPUTILE_TRUTH(isfinite) GPUTILE_TRUTH(signbit)
#undef GPUTILE_TRUTH
)CUDA";

static const char *const CudaRuntime = R"CUDA(#pragma once
#include <cstddef>
enum cudaError_t {
  cudaSuccess, cudaErrorInvalidValue, cudaErrorMemoryAllocation, cudaErrorNoDevice,
  cudaErrorNotSupported, cudaErrorLaunchOutOfResources, cudaErrorUnknown
};
enum cudaMemcpyKind {
  cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice
};
enum cudaDeviceAttr { cudaDevAttrCooperativeLaunch, cudaDevAttrMultiProcessorCount, cudaDevAttrMaxGridDimY };
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
cudaError_t cudaGetLastError();
const char *cudaGetErrorString(cudaError_t);
cudaError_t cudaGetDeviceCount(int *);
cudaError_t cudaGetDevice(int *);
cudaError_t cudaDeviceGetAttribute(int *, cudaDeviceAttr, int);
cudaError_t cudaDeviceSynchronize();
template <class T> cudaError_t cudaMalloc(T **, std::size_t);
cudaError_t cudaFree(void *);
cudaError_t cudaMemset(void *, int, std::size_t);
cudaError_t cudaMemcpy(void *, const void *, std::size_t, cudaMemcpyKind);
cudaError_t cudaMemcpy2D(void *, std::size_t, const void *, std::size_t, std::size_t, std::size_t,
                         cudaMemcpyKind);
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };
template <class T> cudaError_t cudaFuncSetAttribute(T *, cudaFuncAttribute, int);
template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, T, int, std::size_t);
cudaError_t cudaLaunchCooperativeKernel(const void *, dim3, dim3, void **, std::size_t = 0,
                                        cudaStream_t = nullptr);
// What `<<<…>>>` stands for.
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, std::size_t = 0, void * = nullptr);
extern "C" cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, std::size_t,
                                        cudaStream_t);
)CUDA";

static const char *const CooperativeGroups = R"CUDA(#pragma once
namespace cooperative_groups {
struct grid_group { __device__ void sync() const; };
__device__ grid_group this_grid();
} // namespace cooperative_groups
)CUDA";

static const char *const Cstddef = R"CPP(#pragma once
namespace std {
using size_t = decltype(sizeof(0));
using nullptr_t = decltype(nullptr);
} // namespace std
#define NULL nullptr
)CPP";

static const char *const Cstdint = R"CPP(#pragma once
namespace std {
using int64_t = __INT64_TYPE__;
using uint64_t = __UINT64_TYPE__;
using uintptr_t = __UINTPTR_TYPE__;
} // namespace std
#define INT64_MAX __INT64_MAX__
#define INT64_MIN (-__INT64_MAX__ - 1)
)CPP";

static const char *const Cstdio = R"CPP(#pragma once
#include <cstddef>
struct FILE;
extern FILE *stderr;
namespace std {
using ::FILE;
int fprintf(FILE *, const char *, ...);
int snprintf(char *, size_t, const char *, ...);
int fflush(FILE *);
} // namespace std
)CPP";

static const char *const Cstdlib = R"CPP(#pragma once
#include <cstddef>
namespace std {
char *getenv(const char *);
[[noreturn]] void abort();
int atoi(const char *);
void *malloc(size_t);
void free(void *);
} // namespace std
)CPP";

static const char *const Cstring = R"CPP(#pragma once
#include <cstddef>
namespace std {
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
int strcmp(const char *, const char *);
} // namespace std
)CPP";

static const char *const Stddef = R"CPP(#pragma once
#include <cstddef>
using std::size_t;
)CPP";

static const char *const Stdint = R"CPP(#pragma once
#include <cstdint>
using std::uintptr_t;
)CPP";

static const char *const Stdlib = R"CPP(#pragma once
#include <stddef.h>
extern "C" void *malloc(size_t);
extern "C" void *calloc(size_t, size_t);
extern "C" void *realloc(void *, size_t);
extern "C" void free(void *);
extern "C" void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
)CPP";

static const char *const CString = R"CPP(#pragma once
#include <stddef.h>
extern "C" void *memcpy(void *, const void *, size_t);
extern "C" int memcmp(const void *, const void *, size_t);
)CPP";

static const char *const SysUio = R"CPP(#pragma once
#include <cstddef>
using ssize_t = __PTRDIFF_TYPE__;
struct iovec { void *iov_base; std::size_t iov_len; };
extern "C" ssize_t process_vm_readv(int, const iovec *, unsigned long, const iovec *, unsigned long,
                                    unsigned long);
)CPP";

static const char *const Unistd = R"CPP(#pragma once
#include <sys/uio.h>
extern "C" int getpid();
extern "C" int pipe2(int *, int);
extern "C" int close(int);
extern "C" ssize_t read(int, void *, std::size_t);
extern "C" long syscall(long, ...);
)CPP";

static const char *const SysSyscall = R"CPP(#pragma once
#define SYS_write 1
)CPP";

static const char *const Fcntl = R"CPP(#pragma once
#define O_NONBLOCK 04000
#define O_CLOEXEC 02000000
)CPP";

static const char *const Cerrno = R"CPP(#pragma once
extern "C" int *__errno_location();
#define errno (*__errno_location())
#define EINTR 4
)CPP";

static const char *const Atomic = R"CPP(#pragma once
namespace std {
template <class T> struct atomic {
  atomic() = default;
  constexpr atomic(T);
  T exchange(T);
  T load() const;
  void store(T);
  operator T() const;
};
} // namespace std
)CPP";

static const char *const InitializerList = R"CPP(#pragma once
#include <cstddef>
namespace std {
template <class T> class initializer_list {
  const T *first;
  size_t count;

public:
  size_t size() const;
  const T *begin() const;
  const T *end() const;
};
} // namespace std
)CPP";

llvm::ArrayRef<VirtualHeader> cudaFileHeaders() {
  static const VirtualHeader Headers[] = {
      {"cuda_runtime.h", CudaRuntime}, {"cooperative_groups.h", CooperativeGroups},
      {"cstddef", Cstddef},            {"cstdint", Cstdint},
      {"cstdio", Cstdio},              {"cstdlib", Cstdlib},
      {"cstring", Cstring},            {"atomic", Atomic},
      {"initializer_list", InitializerList},
      {"sys/uio.h", SysUio},           {"unistd.h", Unistd},
      {"sys/syscall.h", SysSyscall},   {"fcntl.h", Fcntl},
      {"cerrno", Cerrno},              {"stddef.h", Stddef},
      {"stdint.h", Stdint},            {"stdlib.h", Stdlib},
      {"string.h", CString},
  };
  return Headers;
}

} // namespace gputile::reader
