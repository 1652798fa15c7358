//===- Planes.cuh - Planes of cells in the registers of a warp ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "Device.cuh"

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
#endif

