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
#define GPT_PRAGMA(text) _Pragma(#text)
#if defined(__CUDACC__) || defined(__clang__)
#define GPT_UNROLL_BY(count) GPT_PRAGMA(unroll count)
#else
#define GPT_UNROLL_BY(count)
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
      cell[Left - c] = __shfl_up_sync(0xffffffffu, own[(Cells - c % Cells) % Cells], (c + Cells - 1) / Cells);
    GPT_UNROLL
    for (int c = 0; c < Right; ++c)
      cell[Left + Cells + c] = __shfl_down_sync(0xffffffffu, own[c % Cells], c / Cells + 1);
  }
  __device__ T operator[](int c) const { return cell[Left + c]; }
};

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
template <int Cells, typename T> __device__ inline bool gpt_cells_aligned(const T *at, long long pitch) {
  return ((unsigned long long)at | (unsigned long long)pitch * sizeof(T)) %
             sizeof(typename gpt_vectors<T, Cells>::Vector) ==
         0;
}
template <int Cells, typename T>
__device__ inline void gpt_load_cells(T *cells, const T *from, bool aligned) {
  typedef gpt_vectors<T, Cells> Vectors;
  if (aligned) {
    GPT_UNROLL
    for (int c = 0; c < Cells; c += Vectors::Length) {
      const typename Vectors::Vector part = *(const typename Vectors::Vector *)(from + c);
      GPT_UNROLL
      for (int k = 0; k < Vectors::Length; ++k)
        cells[c + k] = part.cell[k];
    }
  } else {
    GPT_UNROLL
    for (int c = 0; c < Cells; ++c)
      cells[c] = from[c];
  }
}
template <int Cells, typename T>
__device__ inline void gpt_store_cells(T *to, const T *cells, bool aligned) {
  typedef gpt_vectors<T, Cells> Vectors;
  if (aligned) {
    GPT_UNROLL
    for (int c = 0; c < Cells; c += Vectors::Length) {
      typename Vectors::Vector part;
      GPT_UNROLL
      for (int k = 0; k < Vectors::Length; ++k)
        part.cell[k] = cells[c + k];
      *(typename Vectors::Vector *)(to + c) = part;
    }
  } else {
    GPT_UNROLL
    for (int c = 0; c < Cells; ++c)
      to[c] = cells[c];
  }
}
#endif

