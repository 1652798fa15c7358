// Arithmetic that CUDA offers in the global namespace and C does not.
#pragma once

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "gputile/cpu/detail/report.h"
#include "gputile/cpu/detail/layer_begin.h"

// Rounded to nearest, and never fused with a neighbour: the empty statement hides
// where the value came from, whatever -ffp-contract says.
#if defined(__x86_64__)
#define GPUTILE_CPU_UNFUSED(value) __asm__("" : "+x"(value))
#else
#define GPUTILE_CPU_UNFUSED(value) __asm__("" : "+m"(value))
#endif
#define GPUTILE_CPU_ROUNDED(name, T, operation)                                               \
  inline T name(T a, T b) {                                                                   \
    T result = a operation b;                                                                 \
    GPUTILE_CPU_UNFUSED(result);                                                              \
    return result;                                                                            \
  }
GPUTILE_CPU_ROUNDED(__fadd_rn, float, +)
GPUTILE_CPU_ROUNDED(__fsub_rn, float, -)
GPUTILE_CPU_ROUNDED(__fmul_rn, float, *)
GPUTILE_CPU_ROUNDED(__fdiv_rn, float, /)
GPUTILE_CPU_ROUNDED(__dadd_rn, double, +)
GPUTILE_CPU_ROUNDED(__dsub_rn, double, -)
GPUTILE_CPU_ROUNDED(__dmul_rn, double, *)
GPUTILE_CPU_ROUNDED(__ddiv_rn, double, /)
#undef GPUTILE_CPU_ROUNDED
#undef GPUTILE_CPU_UNFUSED

inline float __fmaf_rn(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline double __fma_rn(double a, double b, double c) { return __builtin_fma(a, b, c); }
inline float __fsqrt_rn(float a) { return __builtin_sqrtf(a); }
inline double __dsqrt_rn(double a) { return __builtin_sqrt(a); }
inline float __frcp_rn(float a) { return __fdiv_rn(1.0f, a); }
inline double __drcp_rn(double a) { return __ddiv_rn(1.0, a); }

// The fast versions: here as exact as their slow ones.
inline float __fdividef(float a, float b) { return a / b; }
inline float __expf(float a) { return expf(a); }
inline float __logf(float a) { return logf(a); }
inline float __log2f(float a) { return log2f(a); }
inline float __log10f(float a) { return log10f(a); }
inline float __powf(float a, float b) { return powf(a, b); }
inline float __sinf(float a) { return sinf(a); }
inline float __cosf(float a) { return cosf(a); }
inline float __tanf(float a) { return tanf(a); }
inline float __saturatef(float a) { return a > 0.0f ? (a < 1.0f ? a : 1.0f) : 0.0f; }
inline float rsqrtf(float a) { return 1.0f / sqrtf(a); }
inline double rsqrt(double a) { return 1.0 / ::sqrt(a); }
inline double sinpi(double a) { return ::sin(a * 3.14159265358979323846); }
inline double cospi(double a) { return ::cos(a * 3.14159265358979323846); }

// min and max as CUDA overloads them: mixed signedness compares unsigned.
#define GPUTILE_CPU_MIN_MAX(R, A, B)                                                          \
  inline R min(A a, B b) { return (R)a < (R)b ? (R)a : (R)b; }                                \
  inline R max(A a, B b) { return (R)a > (R)b ? (R)a : (R)b; }
GPUTILE_CPU_MIN_MAX(int, int, int)
GPUTILE_CPU_MIN_MAX(unsigned, unsigned, unsigned)
GPUTILE_CPU_MIN_MAX(unsigned, int, unsigned)
GPUTILE_CPU_MIN_MAX(unsigned, unsigned, int)
GPUTILE_CPU_MIN_MAX(long, long, long)
GPUTILE_CPU_MIN_MAX(unsigned long, unsigned long, unsigned long)
GPUTILE_CPU_MIN_MAX(unsigned long, long, unsigned long)
GPUTILE_CPU_MIN_MAX(unsigned long, unsigned long, long)
GPUTILE_CPU_MIN_MAX(long long, long long, long long)
GPUTILE_CPU_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
GPUTILE_CPU_MIN_MAX(unsigned long long, long long, unsigned long long)
GPUTILE_CPU_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef GPUTILE_CPU_MIN_MAX
inline float min(float a, float b) { return fminf(a, b); }
inline float max(float a, float b) { return fmaxf(a, b); }
inline double min(double a, double b) { return ::fmin(a, b); }
inline double max(double a, double b) { return ::fmax(a, b); }
inline double min(float a, double b) { return ::fmin(double(a), b); }
inline double max(float a, double b) { return ::fmax(double(a), b); }
inline double min(double a, float b) { return ::fmin(a, double(b)); }
inline double max(double a, float b) { return ::fmax(a, double(b)); }

inline int __popc(unsigned a) { return __builtin_popcount(a); }
inline int __popcll(unsigned long long a) { return __builtin_popcountll(a); }
inline int __clz(int a) { return a ? __builtin_clz(unsigned(a)) : 32; }
inline int __clzll(long long a) { return a ? __builtin_clzll((unsigned long long)(a)) : 64; }
inline int __ffs(int a) { return __builtin_ffs(a); }
inline int __ffsll(long long a) { return __builtin_ffsll(a); }
inline int __mul24(int a, int b) { return int(unsigned(a) * unsigned(b)); }
inline int __mulhi(int a, int b) { return int((int64_t(a) * b) >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) { return unsigned((uint64_t(a) * b) >> 32); }
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return (unsigned long long)((static_cast<unsigned __int128>(a) * b) >> 64);
}

#define GPUTILE_CPU_SAME_BITS(name, To, From)                                                 \
  inline To name(From from) {                                                                 \
    To to;                                                                                    \
    memcpy(&to, &from, sizeof to);                                                            \
    return to;                                                                                \
  }
GPUTILE_CPU_SAME_BITS(__float_as_int, int, float)
GPUTILE_CPU_SAME_BITS(__float_as_uint, unsigned, float)
GPUTILE_CPU_SAME_BITS(__int_as_float, float, int)
GPUTILE_CPU_SAME_BITS(__uint_as_float, float, unsigned)
GPUTILE_CPU_SAME_BITS(__double_as_longlong, long long, double)
GPUTILE_CPU_SAME_BITS(__longlong_as_double, double, long long)
#undef GPUTILE_CPU_SAME_BITS

inline int __double2hiint(double a) { return int(__double_as_longlong(a) >> 32); }
inline int __double2loint(double a) { return int(__double_as_longlong(a)); }
inline double __hiloint2double(int high, int low) {
  return __longlong_as_double((long long)(((unsigned long long)(unsigned)high << 32) | (unsigned)low));
}

inline float __int2float_rn(int a) { return float(a); }
inline double __int2double_rn(int a) { return double(a); }
inline float __double2float_rn(double a) { return float(a); }
inline int __float2int_rz(float a) { return int(a); }
inline int __float2int_rn(float a) { return int(nearbyintf(a)); }
inline int __double2int_rn(double a) { return int(nearbyint(a)); }

// An ordinary, instrumented load: it must stay visible to sanitizers.
#include "gputile/cpu/detail/layer_end.h"
template <typename T> inline __attribute__((always_inline)) T __ldg(const T *address) {
  return *address;
}
#include "gputile/cpu/detail/layer_begin.h"

[[noreturn]] inline void __trap() { ::gputile::cpu::failHere("__trap"); }

#include "gputile/cpu/detail/layer_end.h"
