//===- Model.h - One kernel, for a symbolic block and thread ----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// A kernel's plan with launch h, block b and thread t turned into parameters.

#ifndef GPUTILE_LIB_CODEGEN_KERNEL_MODEL_H
#define GPUTILE_LIB_CODEGEN_KERNEL_MODEL_H

#include "CodeGen/Kernel/StreamModel.h"
#include "CodeGen/RegionModel.h"

namespace gputile::codegen {

/// A statement or an action, with its place in the order space.
struct OrderedItem {
  enum class Kind { Statement, Action };
  Kind kind;
  unsigned index; ///< Into Scop::statements, or KernelPlan::actions.
  bool uniform;   ///< All threads of the block execute it together.
  /// { X[i] -> [e_0 … e_{k-1}] }, parameters h, b and (not uniform) t. At the position of a
  /// block-stride loop it has the number of the point, and t_d of this dimension is no parameter.
  isl::map order;
};

/// A loop over the points of all threads along dimension `thread` of the block, of which each
/// thread runs those congruent to its index modulo the size: see KernelPlan::cyclicPoints.
struct CyclicLoop {
  unsigned thread, position;
};

/// A kernel of the plan with the names that its text uses.
struct KernelModel {
  KernelModel(RegionModel &region, const KernelPlan &plan);

  RegionModel &region;
  const KernelPlan &plan;
  std::vector<std::string> host, block, thread; ///< isl parameters and emitted names.
  /// Per block dimension: the launch's first block, that of all launches, and the number of their
  /// blocks. First and begin are the same name where one launch has all of them.
  std::vector<std::string> blockFirst, blockBegin, blockCount;
  /// Of a persistent kernel, per inner h, then per block dimension: the lowest value in
  /// any of its launches, and the number of values.
  std::vector<std::string> boxFirst, boxCount;
  /// Of a persistent kernel: variables of its text.
  std::string virtualBlock, ticket, earlier, progress, flag;
  std::vector<std::string> launchIterators; ///< Loops over its launches.
  /// Where the shared tiles of all kernels that are launched as one lie.
  std::string sharedMemory;
  std::vector<std::string> prefix;              ///< Parameters for e_0 … e_{Q-1}.
  std::vector<std::string> iterators;           ///< Loop iterators, one per order position.
  std::vector<std::string> sharedNames, registerNames;
  std::vector<std::string> copyIndices; ///< Positions in a shared tile, per dimension.
  std::vector<std::string> conditions;  ///< Of statements, computed in front of loops.
  std::string linearIndex;              ///< Position in a linearised tile.
  std::string copyFirst, copyLast;      ///< Columns of a row that is copied.
  /// Of convex parts of what is copied: columns of a row, and least and largest time.
  std::vector<std::string> copyLow, copyHigh, copyLeast, copyMost;
  unsigned orderDims = 0;
  std::vector<OrderedItem> items;
  /// Leading order positions whose loops all threads run through together: enough
  /// to tell every barrier and copy apart from everything else. Threads may take
  /// different ways only below them.
  unsigned uniformDims = 0;
  /// The plan's { K[h…] -> [l…] }; where telling which launches have work is
  /// complex, with some that have none.
  isl::map launch;
  /// { : constraints } on parameters, h and b for any block that is launched.
  isl::set blockContext;
  std::vector<CyclicLoop> cyclic;
  std::optional<StreamNames> stream; ///< Of scheme stream.
  /// { : 0 <= t < blockSize } of the dimensions that have no block-stride loop.
  isl::set threadContext;
  /// Lowest value and number of values of each position in plan.unrolled.
  std::vector<std::pair<long, long>> unrolledRanges;

  /// Number of points of a thread.
  long points() const;
  /// A thread has so many points that the text has loops over them, of constant length and
  /// unrolled by the compiler, wherever it can.
  bool loopsOverPoints() const;
  /// A thread has a few points, and keeps nothing of them in registers: the compiler unrolls loops
  /// over them whose bounds are constant.
  bool hasFewPoints() const;
  /// The iterators of these loops, in the order of plan.unrolled.
  std::vector<std::string> pointIterators() const;

  /// Names of h followed by those of b.
  std::vector<std::string> hostAndBlock() const;
  /// True when one launch does what several launches of the plan do.
  bool persistent() const { return plan.mode != LaunchMode::Kernels; }
  bool usesFlags() const { return plan.mode == LaunchMode::Flags; }
  /// Number of h that are arguments of the kernel; the others are its own loops.
  unsigned outerHosts() const { return host.size() - plan.innerHostDims; }
  /// Number of leading launch positions that are fixed in a launch of a persistent kernel.
  unsigned outerLaunchDims() const { return plan.hostDims[outerHosts()]; }
  /// Of scheme stream: whether a warp takes several row blocks, or parts of columns of planes, as
  /// suits the device. Clause tile gives the rows of a warp.
  bool sharesColumns() const;
  /// Those with rows: the grid has one dimension, and warps at edges take fewer blocks
  /// (gpt_row_first in the prelude).
  bool sparesEdges() const { return sharesColumns() && plan.stream->band.rank == 2; }
  /// Whether a warp takes several blocks of scheme stream at once.
  bool mergesBlocks() const { return plan.stream && plan.stream->band.rank > 1; }
  /// The dimensions along y and z of the grid, which hold no more than some ten thousand blocks:
  /// the host launches the kernel for the rest again. Kernels without loops over blocks take fewer
  /// instructions and registers.
  bool inParts(unsigned d) const {
    return !persistent() && !mergesBlocks() && d + 1 < block.size();
  }
  /// Those along y of scheme stream with planes, whose kernels loop: without, ptxas spills.
  bool loopsOver(unsigned d) const {
    return mergesBlocks() && !sparesEdges() && d > 0 && d + 1 < block.size();
  }
  bool usesShared() const {
    return !plan.shared.empty() || (plan.stream && plan.stream->warps > 1);
  }
  long threadsPerBlock() const;
  /// The size of the block that is launched: that of the leader, of as many threads.
  const std::vector<long> &launchedBlock() const;
  /// The index of the thread in dimension \p d.
  ExprText threadText(unsigned d) const;
  /// The index of the thread among those of the first \p dims dimensions.
  ExprText linearThread(unsigned dims) const;
  /// { [h…, b…] } -> { : } over parameters.
  isl::set blocksAsParams(const isl::set &blocks) const;
  /// { [b_d] } with parameters h: convex and around all blocks that have work.
  isl::set launchedIn(unsigned d) const;
  bool isCyclic(unsigned threadDim) const;
};

/// { [x_0 … x_{k-1}, y…] } -> { [y…] }, x made parameters \p names.
isl::set bindFirst(const isl::set &set, const std::vector<std::string> &names);

/// { [y_d] }: what \p blocks, { [y…] }, has in dimension \p d, convex and without
/// divisibility: an exact projection falls into many pieces, and kernels test what
/// they do.
isl::set convexRange(const isl::set &blocks, unsigned d);
/// What bounds the blocks of launches in \p launched, { : constraints } of parameters and h, to \p
/// range, { [b_d] }. Its constraints on b_d are kept to, those on parameters and h alone are not: {
/// [b] : 17b <= 2h - 8 } may have become b = -1 and h <= 1, which is b = -1 for all h.
isl::basic_set boundsOfLaunches(const isl::set &range, const isl::set &launched);

} // namespace gputile::codegen

#endif
