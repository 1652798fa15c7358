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
// A lane's cells of a plane, and those beside them, which other lanes have. Cells beside them in both dimensions are there
// with Corners only. What lanes at the borders get is not used.
template <typename T, int Down, int Along, int Above, int Below, int Left, int Right, bool Corners>
struct gpt_plane_cells {
  T cell[Above + Down + Below][Left + Along + Right];
  __device__ T operator()(int y, int x) const { return cell[Above + y][Left + x]; }

protected:
  // Makes row y of the row of lanes that begins `lanes` lanes behind: Side is -1 for one in front, 1 for one behind, else 0. Loops
  // do not test which cell they are at: compilers cannot count how often such loops go round, and do not unroll them.
  template <int Side> __device__ void take(int y, const T *row, int lanes, bool isOwn) {
    T *const to = cell[Above + y] + Left;
    const bool beside = isOwn || Corners;
    GPT_UNROLL
    for (int k = Left; beside && k > 0; --k)
      to[-k] = from<Side == 0 ? -1 : Side>(row[(Along - k % Along) % Along], lanes - (k + Along - 1) / Along);
    GPT_UNROLL
    for (int x = 0; x < Along; ++x)
      to[x] = Side == 0 ? row[x] : from<Side>(row[x], lanes);
    GPT_UNROLL
    for (int k = 0; beside && k < Right; ++k)
      to[Along + k] = from<Side == 0 ? 1 : Side>(row[k % Along], lanes + k / Along + 1);
  }

private:
  template <int Side> static __device__ T from(T mine, int lanes) {
    return Side < 0 ? gpt_lane_before(mine, -lanes) : gpt_lane_behind(mine, lanes);
  }
};
// Lanes lie in rows of LanesAlong, and each has Down x Along cells. All lanes of the warp make one together.
template <typename T, int LanesAlong, int Down, int Along, int Above, int Below, int Left,
          int Right, bool Corners>
struct gpt_plane : gpt_plane_cells<T, Down, Along, Above, Below, Left, Right, Corners> {
  __device__ explicit gpt_plane(const T (*own)[Along]) {
    GPT_UNROLL
    for (int k = Above; k > 0; --k)
      this->template take<-1>(-k, own[(Down - k % Down) % Down], -(k + Down - 1) / Down * LanesAlong, false);
    GPT_UNROLL
    for (int y = 0; y < Down; ++y)
      this->template take<0>(y, own[y], 0, true);
    GPT_UNROLL
    for (int k = 0; k < Below; ++k)
      this->template take<1>(Down + k, own[k % Down], (k / Down + 1) * LanesAlong, false);
  }
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
struct gpt_block_plane : gpt_plane_cells<T, Down, Along, Above, Below, Left, Right, Corners> {
  template <int Width>
  __device__ gpt_block_plane(const T (*own)[Along], const T (*above)[Width], const T (*below)[Width], int lane) {
    GPT_UNROLL
    for (int k = 0; k < Above; ++k)
      take_handed(k - Above, above[k], lane);
    GPT_UNROLL
    for (int y = 0; y < Down; ++y)
      this->template take<0>(y, own[y], 0, true);
    GPT_UNROLL
    for (int k = 0; k < Below; ++k)
      take_handed(Down + k, below[k], lane);
  }

private:
  __device__ void take_handed(int y, const T *edge, int lane) {
    T row[Along];
    gpt_load_vectors<Along>(row, edge + lane * Along);
    this->template take<0>(y, row, 0, false);
  }
};
#endif

