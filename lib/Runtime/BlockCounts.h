/*===- BlockCounts.h - How many blocks there are for what ----------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

/* C11 and C++17: a part of libgputile_rt and of emitted .cu files. */

#pragma once

//===- Emitted from here on -----------------------------------------------===//
#ifdef __cplusplus
#define GPT_BLOCKS inline
#else
#define GPT_BLOCKS static inline
#endif

GPT_BLOCKS long long gpt_lesser(long long a, long long b) { return a < b ? a : b; }
GPT_BLOCKS long long gpt_greater(long long a, long long b) { return a > b ? a : b; }

/* How many blocks wait for each other at barriers of the grid, of `blocks` that have work between two of
 * them. A barrier of one block on each multiprocessor of an H200 takes 1.1 us (RRZE's gpu-benches), one of
 * eight 2.4 us (floyd-warshall): more than two come where each has eight blocks' work to do. */
GPT_BLOCKS long long gpt_barrier_blocks(long long blocks, long long resident,
                                        long long multiprocessors) {
  const long long work = blocks / (8 * multiprocessors);
  return gpt_lesser(blocks, gpt_lesser(resident, gpt_greater(work, 2)) * multiprocessors);
}

/* Warps that reside together are to end together. The times below are in 1/1024 of what a device
 * full of warps takes for a row, measured on an H200.
 *
 * Into how many parts to divide the blocks of planes of each column. A block has `rows` planes; a
 * warp works on `further` ones besides. Fewer warps than are resident take 700 at least, and those
 * at borders end 450 later. */
GPT_BLOCKS long long gpt_plane_parts(long long blocks, long long columns, long long rows,
                                     long long further, long long resident) {
  const long long most = gpt_lesser(blocks, gpt_greater(512 / rows, 1));
  long long least = 0, parts = blocks;
  for (long long each = 1; each <= most; ++each) {
    const long long warps = (blocks + each - 1) / each * columns;
    const long long whole = warps / resident, left = warps % resident;
    const long long waves = 1024 * whole + (left > 0 ? 700 + 324 * left / resident : 0);
    const long long cost = (450 + waves) * (each * rows + further);
    if (each == 1 || cost < least) {
      least = cost;
      parts = (blocks + each - 1) / each;
    }
  }
  return parts;
}

/* gpt_row_edge and gpt_row_parts of kernels. */
GPT_BLOCKS long long gpt_blocks_at_edge(long long each) { return (2 * each + 4) / 5; }
GPT_BLOCKS long long gpt_parts_of_column(long long blocks, long long each, long long edge) {
  return 2 + gpt_greater(blocks - 2 * edge + each - 1, 0) / each;
}

/* The warps that take the row blocks of all columns. Columns at the sides have edges only. */
GPT_BLOCKS long long gpt_row_warps(long long blocks, long long columns, long long each) {
  const long long edge = gpt_blocks_at_edge(each);
  return gpt_lesser(columns, 2) * gpt_parts_of_column(blocks, edge, edge) +
         gpt_greater(columns - 2, 0) * gpt_parts_of_column(blocks, each, edge);
}

/* How many row blocks a warp takes that is not at an edge. Fewer warps than are resident take 400
 * at least. The last ones end 100 later. */
GPT_BLOCKS long long gpt_row_each(long long blocks, long long columns, long long rows,
                                  long long further, long long resident) {
  const long long most = gpt_lesser(blocks, gpt_greater(512 / rows, 1));
  long long least = 0, result = 1;
  for (long long each = 1; each <= most; ++each) {
    const long long edge = gpt_blocks_at_edge(each), warps = gpt_row_warps(blocks, columns, each);
    const long long inner =
        gpt_greater(columns - 2, 0) * (gpt_parts_of_column(blocks, each, edge) - 2);
    const long long height = each * rows + further, at_edge = edge * rows + further;
    const long long mean = (16 * inner * height + 16 * (warps - inner) * at_edge) / warps;
    const long long whole = warps / resident, left = warps % resident;
    const long long waves = 1024 * whole + (left > 0 ? 400 + 624 * left / resident : 0);
    const long long cost = 100 * 16 * height + waves * mean;
    if (each == 1 || cost < least) {
      least = cost;
      result = each;
    }
  }
  return result;
}
#undef GPT_BLOCKS
