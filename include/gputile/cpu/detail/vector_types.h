// CUDA's small vector types: dim3, uint3, float4 and friends.
#pragma once

#include "gputile/cpu/detail/config.h"
#include "gputile/cpu/detail/layer_begin.h"

// CUDA's uint3.
struct uint3 {
  unsigned x, y, z;
};

// CUDA's dim3: sizes, 1 unless given.
struct dim3 {
  unsigned x = 1, y = 1, z = 1;
  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
};

// Alignments are CUDA's: a wrong one would hide a misaligned vector access.
#define GPUTILE_CPU_VECTORS(T, name, align2, align4)                                    \
  struct name##1 {                                                                      \
    T x;                                                                                \
  };                                                                                    \
  struct alignas(align2) name##2 {                                                      \
    T x, y;                                                                             \
  };                                                                                    \
  struct name##3 {                                                                      \
    T x, y, z;                                                                          \
  };                                                                                    \
  struct alignas(align4) name##4 {                                                      \
    T x, y, z, w;                                                                       \
  };                                                                                    \
  inline name##1 make_##name##1(T x) { return {x}; }                                    \
  inline name##2 make_##name##2(T x, T y) { return {x, y}; }                            \
  inline name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; }                    \
  inline name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }

GPUTILE_CPU_VECTORS(signed char, char, 2, 4)
GPUTILE_CPU_VECTORS(unsigned char, uchar, 2, 4)
GPUTILE_CPU_VECTORS(short, short, 4, 8)
GPUTILE_CPU_VECTORS(unsigned short, ushort, 4, 8)
GPUTILE_CPU_VECTORS(int, int, 8, 16)
GPUTILE_CPU_VECTORS(long long, longlong, 16, 16)
GPUTILE_CPU_VECTORS(float, float, 8, 16)
GPUTILE_CPU_VECTORS(double, double, 16, 16)
#undef GPUTILE_CPU_VECTORS

// uint3 stands above because dim3 needs it.
struct uint1 {
  unsigned x;
};
struct alignas(8) uint2 {
  unsigned x, y;
};
struct alignas(16) uint4 {
  unsigned x, y, z, w;
};
inline uint1 make_uint1(unsigned x) { return {x}; }
inline uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }
inline uint3 make_uint3(unsigned x, unsigned y, unsigned z) { return {x, y, z}; }
inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return {x, y, z, w}; }

#include "gputile/cpu/detail/layer_end.h"
