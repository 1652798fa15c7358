//===- Planes.cuh - Planes of cells in the registers of a warp ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "Stream.cuh"

//===- Emitted from here on -----------------------------------------------===//
#ifndef GPUTILE_PLANES
#define GPUTILE_PLANES
// A lane's cells of a plane, and those beside them, which other lanes have. Lanes lie in rows of
// LanesAlong, and each has Down x Along cells. Cells beside them in both dimensions are there with
// Corners only. All lanes of the warp make one together. What lanes at the borders get is not used.
template <typename T, int LanesAlong, int Down, int Along, int Above, int Below, int Left,
          int Right, bool Corners>
struct gpt_plane {
  T cell[Above + Down + Below][Left + Along + Right];
  __device__ explicit gpt_plane(const T (*own)[Along]) {
    GPT_UNROLL
    for (int y = -Above; y < Down + Below; ++y) {
      GPT_UNROLL
      for (int x = -Left; x < Along + Right; ++x) {
        // How many lanes away, and the place there.
        const int down = (y + Above * Down) / Down - Above;
        const int along = (x + Left * Along) / Along - Left;
        const int distance = down * LanesAlong + along;
        const T mine = own[y - down * Down][x - along * Along];
        if (down == 0 && along == 0)
          cell[Above + y][Left + x] = mine;
        else if (down == 0 || along == 0 || Corners)
          cell[Above + y][Left + x] =
              distance < 0 ? __shfl_up_sync(0xffffffffu, mine, -distance)
                           : __shfl_down_sync(0xffffffffu, mine, distance);
      }
    }
  }
  __device__ T operator()(int y, int x) const { return cell[Above + y][Left + x]; }
};

// Where a block has several warps, each lane hands on the last Before and the first Behind rows of its cells of a plane.
template <int Before, int Behind, int Down, int Along, typename T, int Width>
__device__ inline void gpt_hand_on(T (*edges)[Width], const T (*own)[Along], int lane) {
  GPT_UNROLL
  for (int k = 0; k < Before; ++k)
    gpt_store_vectors<Along>(edges[k] + lane * Along, own[Down - Before + k]);
  GPT_UNROLL
  for (int k = 0; k < Behind; ++k)
    gpt_store_vectors<Along>(edges[Before + k] + lane * Along, own[k]);
}
// The same as gpt_plane, with the rows that the lanes above and below have handed on.
template <typename T, int Down, int Along, int Above, int Below, int Left, int Right, bool Corners>
struct gpt_block_plane {
  T cell[Above + Down + Below][Left + Along + Right];
  template <int Width>
  __device__ gpt_block_plane(const T (*own)[Along], const T (*above)[Width], const T (*below)[Width], int lane) {
    GPT_UNROLL
    for (int y = -Above; y < Down + Below; ++y) {
      T row[Along];
      if (y < 0 || y >= Down) {
        gpt_load_vectors<Along>(row, (y < 0 ? above[Above + y] : below[y - Down]) + lane * Along);
      } else {
        GPT_UNROLL
        for (int x = 0; x < Along; ++x)
          row[x] = own[y][x];
      }
      GPT_UNROLL
      for (int x = -Left; x < Along + Right; ++x) {
        const int along = (x + Left * Along) / Along - Left;
        const T mine = row[x - along * Along];
        if (along == 0)
          cell[Above + y][Left + x] = mine;
        else if (Corners || (y >= 0 && y < Down))
          cell[Above + y][Left + x] = along < 0 ? __shfl_up_sync(0xffffffffu, mine, -along)
                                                : __shfl_down_sync(0xffffffffu, mine, along);
      }
    }
  }
  __device__ T operator()(int y, int x) const { return cell[Above + y][Left + x]; }
};
#endif

