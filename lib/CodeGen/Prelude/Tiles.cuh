//===- Tiles.cuh - Counts of tiles, with -DGPUTILE_CHECK on the CPU -------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "Device.cuh"

//===- Emitted from here on -----------------------------------------------===//
#if defined(GPUTILE_CPU) && defined(GPUTILE_CHECK)
#include <set>
#include <tuple>

// How many tiles ran in the code for whole tiles, how many in the code that asks for
// each point, and how many of both were not the first one of their block: those that
// cooperative kernels loop over. Equal results say nothing of code that never ran.
struct gpt_tile_counts {
  std::atomic<long long> full{0}, partial{0}, looped{0};
};
inline gpt_tile_counts gpt_tiles;
// Of the launch that runs: the blocks that have had a tile.
inline thread_local std::set<std::tuple<unsigned, unsigned, unsigned>> gpt_tile_blocks;

inline void gpt_count_tile(std::atomic<long long> &kind) {
  if (!gpt_first_thread())
    return;
  ++kind;
  if (!gpt_tile_blocks.insert(std::make_tuple(blockIdx.x, blockIdx.y, blockIdx.z)).second)
    ++gpt_tiles.looped;
}
inline void gpt_tiles_launched() { gpt_tile_blocks.clear(); }
inline void gpt_tiles_report() {
  std::fprintf(stderr, "gputile: tiles: %lld full, %lld partial, %lld looped over\n",
               (long long)gpt_tiles.full, (long long)gpt_tiles.partial, (long long)gpt_tiles.looped);
}
#define GPT_TILE(kind) gpt_count_tile(gpt_tiles.kind);
#else
inline void gpt_tiles_launched() {}
inline void gpt_tiles_report() {}
#define GPT_TILE(kind)
#endif

