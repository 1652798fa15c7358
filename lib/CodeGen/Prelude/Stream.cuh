//===- Stream.cuh - Rows of cells in the registers of a warp --------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "Device.cuh"

//===- Emitted from here on -----------------------------------------------===//
#ifndef GPUTILE_STREAM
#define GPUTILE_STREAM

// A column of blocks is divided into parts of `each` blocks that lie below each other, but for the
// first and the last one, which have `edge`: there, rows take longer. So many parts there are; some may be empty.
template <typename I> __device__ inline I gpt_row_parts(I blocks, I each, I edge) {
  return 2 + gpt_max(blocks - 2 * edge + each - 1, (I)0) / each;
}
template <typename I> __device__ inline I gpt_row_edge(I each) {
  return (2 * each + 4) / 5;
}

// Warps take the parts of columns (see gpt_row_parts) in this order: those of the first and of the last column; of
// all others the first ones, the last ones, and the rest from above. Those that take longest begin first.
template <typename I> __device__ inline I gpt_row_sides(I blocks, I columns, I each) {
  const I edge = gpt_row_edge(each);
  return gpt_min(columns, (I)2) * gpt_row_parts(blocks, edge, edge);
}
// The column of a warp's part.
template <typename I> __device__ inline I gpt_row_column(I warp, I blocks, I columns, I each) {
  const I edge = gpt_row_edge(each), sides = gpt_row_sides(blocks, columns, each);
  return warp < gpt_row_parts(blocks, edge, edge) ? 0 : warp < sides ? columns - 1 : 1 + (warp - sides) % (columns - 2);
}
// The first block of its part or, with `next` of 1, of the one below.
template <typename I> __device__ inline I gpt_row_bound(I warp, I next, I blocks, I columns, I each) {
  const I edge = gpt_row_edge(each), sides = gpt_row_sides(blocks, columns, each);
  const bool atSide = warp < sides;
  const I step = atSide ? edge : each, parts = gpt_row_parts(blocks, step, edge);
  const I place = atSide ? warp % parts : (warp - sides) / (columns - 2);
  const I part = next + (atSide || place == 0 ? place : place == 1 ? parts - 1 : place - 1);
  const I bound = part == 0 ? 0 : part == parts ? blocks : gpt_min(edge + (part - 1) * step, gpt_max(blocks - edge, edge));
  return gpt_min(bound, blocks);
}
template <typename I> __device__ inline I gpt_row_first(I warp, I blocks, I columns, I each) {
  return gpt_row_bound(warp, (I)0, blocks, columns, each);
}
template <typename I> __device__ inline I gpt_row_last(I warp, I blocks, I columns, I each) {
  return gpt_row_bound(warp, (I)1, blocks, columns, each) - 1;
}

// The first thing that blocks of a kind do: what those of other kinds compute, too, the compiler would compute in front of the
// choice between them, and keep in registers that they lack.
__device__ inline void gpt_apart() {
#if defined(__CUDA_ARCH__)
  asm volatile("");
#endif
}

// Of a lane that lies so many lanes in front of this one, or behind it.
template <typename T> __device__ __forceinline__ T gpt_lane_before(T x, int lanes) {
  return __shfl_up_sync(0xffffffffu, x, lanes);
}
template <typename T> __device__ __forceinline__ T gpt_lane_behind(T x, int lanes) {
  return __shfl_down_sync(0xffffffffu, x, lanes);
}
#if defined(__CUDA_ARCH__)
// CUDA's function makes an integer of a float and a float of the result. Compilers then keep rows as integers, and need more
// registers.
template <> __device__ __forceinline__ float gpt_lane_before(float x, int lanes) {
  float result;
  asm volatile("shfl.sync.up.b32 %0, %1, %2, 0, -1;" : "=f"(result) : "f"(x), "r"(lanes));
  return result;
}
template <> __device__ __forceinline__ float gpt_lane_behind(float x, int lanes) {
  float result;
  asm volatile("shfl.sync.down.b32 %0, %1, %2, 31, -1;" : "=f"(result) : "f"(x), "r"(lanes));
  return result;
}
#endif

// A lane's cells of a row, and those beside them, which other lanes have: cell c is c columns
// behind the lane's first one. All lanes of the warp make one together. What lanes at the ends
// of the warp get is not used.
template <typename T, int Cells, int Left, int Right> struct gpt_cells {
  T cell[Left + Cells + Right];
  __device__ explicit gpt_cells(const T *own) {
    GPT_UNROLL
    for (int c = 0; c < Cells; ++c)
      cell[Left + c] = own[c];
    GPT_UNROLL
    for (int c = 1; c <= Left; ++c)
      cell[Left - c] = gpt_lane_before(own[(Cells - c % Cells) % Cells], (c + Cells - 1) / Cells);
    GPT_UNROLL
    for (int c = 0; c < Right; ++c)
      cell[Left + Cells + c] = gpt_lane_behind(own[c % Cells], c / Cells + 1);
  }
  __device__ T operator[](int c) const { return cell[Left + c]; }
};

// a where all bits of mask are set, b where none is. Tests of many cells would need predicates, of which a lane has 7.
template <typename T> __device__ inline T gpt_choose(int mask, T a, T b) {
#if defined(__CUDA_ARCH__)
  return (a & (T)mask) | (b & ~(T)mask);
#else
  return mask ? a : b;
#endif
}
[[maybe_unused]] static __device__ inline float gpt_choose(int mask, float a, float b) {
#if defined(__CUDA_ARCH__)
  return __int_as_float((__float_as_int(a) & mask) | (__float_as_int(b) & ~mask));
#else
  return mask ? a : b;
#endif
}
[[maybe_unused]] static __device__ inline double gpt_choose(int mask, double a, double b) {
#if defined(__CUDA_ARCH__)
  return __hiloint2double((__double2hiint(a) & mask) | (__double2hiint(b) & ~mask),
                          (__double2loint(a) & mask) | (__double2loint(b) & ~mask));
#else
  return mask ? a : b;
#endif
}

// What a lane loads or stores at once: as many of its cells as 16 bytes hold.
template <typename T, int Cells> struct alignas(sizeof(T) * Cells) gpt_vector {
  T cell[Cells];
};
template <typename T, int Cells> struct gpt_vectors {
  static constexpr int Length = Cells * sizeof(T) <= 16 ? Cells : 16 / sizeof(T);
  typedef gpt_vector<T, Length> Vector;
};
// Whether rows of a lane's cells lie at multiples of their vectors' sizes in memory. The same for all
// lanes: columns of lanes start at multiples of Cells.
template <int Cells, typename T> __device__ inline bool gpt_cells_aligned(const T *from, long long pitch) {
  return ((unsigned long long)from | (unsigned long long)pitch * sizeof(T)) %
             sizeof(typename gpt_vectors<T, Cells>::Vector) ==
         0;
}
template <int Cells, typename T> __device__ inline void gpt_load_vectors(T *cells, const T *from) {
  typedef gpt_vectors<T, Cells> Vectors;
  GPT_UNROLL
  for (int c = 0; c < Cells; c += Vectors::Length) {
    const typename Vectors::Vector part = *(const typename Vectors::Vector *)(from + c);
    GPT_UNROLL
    for (int k = 0; k < Vectors::Length; ++k)
      cells[c + k] = part.cell[k];
  }
}
template <int Cells, typename T> __device__ inline void gpt_store_vectors(T *to, const T *cells) {
  typedef gpt_vectors<T, Cells> Vectors;
  GPT_UNROLL
  for (int c = 0; c < Cells; c += Vectors::Length) {
    typename Vectors::Vector part;
    GPT_UNROLL
    for (int k = 0; k < Vectors::Length; ++k)
      part.cell[k] = cells[c + k];
    *(typename Vectors::Vector *)(to + c) = part;
  }
}
// Whole and masked loads and stores of a lane's Down rows of Cells cells. In a mask, each cell has a bit.
template <int Down, int Cells, typename T, typename Index>
__device__ inline void gpt_load_cells(T (*cells)[Cells], const T *from, Index pitch, bool aligned) {
  if (aligned) {
    GPT_UNROLL
    for (int u = 0; u < Down; ++u)
      gpt_load_vectors<Cells>(cells[u], from + u * pitch);
  } else {
    GPT_UNROLL
    for (int u = 0; u < Down; ++u) {
      GPT_UNROLL
      for (int c = 0; c < Cells; ++c)
        cells[u][c] = from[u * pitch + c];
    }
  }
}
// The same of rows that begin at any places.
template <int Down, int Cells, typename T, typename Index>
__device__ inline void gpt_load_rows(T (*cells)[Cells], const T *from, const Index *rows) {
  GPT_UNROLL
  for (int u = 0; u < Down; ++u)
    gpt_load_vectors<Cells>(cells[u], from + rows[u]);
}
// Whether a mask has all cells of several rows: then there is nothing to test for each of them.
template <int Down, int Cells> __device__ inline bool gpt_all_rows(unsigned mask) {
  return Down > 1 && mask == (2u << (Down * Cells - 1)) - 1;
}
// Whether a mask has all cells or none of each row.
template <int Down, int Cells> __device__ inline bool gpt_rows_only(unsigned mask) {
  unsigned first = 0;
  GPT_UNROLL
  for (int u = 0; u < Down; ++u)
    first |= 1u << (u * Cells);
  return (mask & first) * ((2u << (Cells - 1)) - 1) == mask;
}
// Cells that are not there get the value 0.
template <int Down, int Cells, typename T, typename Index>
__device__ inline void gpt_load_some(T (*cells)[Cells], const T *from, Index pitch, unsigned there, bool aligned) {
  if (aligned && gpt_all_rows<Down, Cells>(there))
    return gpt_load_cells<Down, Cells>(cells, from, pitch, true);
  GPT_UNROLL
  for (int u = 0; u < Down; ++u) {
    GPT_UNROLL
    for (int c = 0; c < Cells; ++c)
      cells[u][c] = 0;
  }
  if (Down > 1 && there == 0)
    return;
  if (aligned && gpt_rows_only<Down, Cells>(there)) {
    GPT_UNROLL
    for (int u = 0; u < Down; ++u)
      if (there >> (u * Cells) & 1)
        gpt_load_vectors<Cells>(cells[u], from + u * pitch);
  } else {
    GPT_UNROLL
    for (int u = 0; u < Down; ++u) {
      GPT_UNROLL
      for (int c = 0; c < Cells; ++c)
        if (there >> (u * Cells + c) & 1)
          cells[u][c] = from[u * pitch + c];
    }
  }
}
// Other cells keep their values.
template <int Down, int Cells, typename T, typename Index>
__device__ inline void gpt_load_others(T (*cells)[Cells], const T *from, Index pitch, unsigned loaded) {
  GPT_UNROLL
  for (int u = 0; u < Down; ++u) {
    GPT_UNROLL
    for (int c = 0; c < Cells; ++c)
      if (loaded >> (u * Cells + c) & 1)
        cells[u][c] = from[u * pitch + c];
  }
}
// Of each row all cells are stored or none.
template <int Down, int Cells, typename T, typename Index>
__device__ inline void gpt_store_cells(T *to, T (*cells)[Cells], Index pitch, unsigned stored, bool aligned) {
  if (aligned) {
    GPT_UNROLL
    for (int u = 0; u < Down; ++u)
      if (stored >> (u * Cells) & 1)
        gpt_store_vectors<Cells>(to + u * pitch, cells[u]);
  } else {
    GPT_UNROLL
    for (int u = 0; u < Down; ++u) {
      GPT_UNROLL
      for (int c = 0; c < Cells; ++c)
        if (stored >> (u * Cells) & 1)
          to[u * pitch + c] = cells[u][c];
    }
  }
}
template <int Down, int Cells, typename T, typename Index>
__device__ inline void gpt_store_some(T *to, T (*cells)[Cells], Index pitch, unsigned stored, bool aligned) {
  if (aligned && gpt_all_rows<Down, Cells>(stored)) {
    GPT_UNROLL
    for (int u = 0; u < Down; ++u)
      gpt_store_vectors<Cells>(to + u * pitch, cells[u]);
  } else if (Down > 1 && stored == 0) {
    return;
  } else if (aligned && gpt_rows_only<Down, Cells>(stored)) {
    gpt_store_cells<Down, Cells>(to, cells, pitch, stored, true);
  } else {
    GPT_UNROLL
    for (int u = 0; u < Down; ++u) {
      GPT_UNROLL
      for (int c = 0; c < Cells; ++c)
        if (stored >> (u * Cells + c) & 1)
          to[u * pitch + c] = cells[u][c];
    }
  }
}
#endif
