//===- RegionPlan.h - The final mapped program ---------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where and when every statement instance runs, and where its data lies: the
/// input of CodeGen and of the verifier, which both read nothing else.
///
/// An instance S[i] runs
///   in the launch            launch(S[i])  = [l_0 … l_{m-1}]   (lexicographic on the host)
///   of kernel                the one that lists S for that launch
///   in block (virtual)       block(S[i])   = [b_0 … b_{nb-1}]
///   on thread                thread(S[i])  = [t_0 … t_{nt-1}]  (t_{nt-1} is threadIdx.x)
///   at point                 order(S[i])   = [e_0 … e_{k-1}]   (lexicographic per thread)
/// Instances of one launch in different blocks are unordered. Instances of one
/// block on different threads are ordered only by a Barrier action between them.
///
/// The order space of a kernel interleaves loops and scalar positions:
///   [s_0, loop_0, s_1, loop_1, …] as `orderIsLoop` tells. Actions (copies, barriers)
/// have points in the same space, so that their place among the statements is
/// plain data.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_IR_REGIONPLAN_H
#define GPUTILE_IR_REGIONPLAN_H

#include "gputile/IR/RegionCosts.h"
#include "gputile/IR/StreamPlan.h"
#include "gputile/Support/Isl.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gputile {

struct Scop;

/// Reference r of statement s: (statement index, reference index).
struct ReferenceId {
  unsigned statement, reference;
  bool operator==(const ReferenceId &other) const {
    return statement == other.statement && reference == other.reference;
  }
  bool operator<(const ReferenceId &other) const {
    return std::pair(statement, reference) < std::pair(other.statement, other.reference);
  }
};

/// A tile that keeps only the latest slices of its box along dimension `dim`: the
/// element at position p of the box lies in slot p[dim] modulo `slots`.
struct CircularBuffer {
  unsigned dim = 0;
  long slots = 1;
};

/// A box of an array held in shared memory while the tile loops above it stand
/// still. Either no instance of the launch writes an element that is read through
/// it, or the tile stands for the array in its block: then all references of the
/// kernel to elements that an instance of the block writes go through it, no other
/// block of the launch touches such an element, and what was written is stored
/// before the block ends (action CopyOut).
struct SharedTile {
  std::string name; ///< e.g. "s_A".
  unsigned array;
  std::vector<ReferenceId> references; ///< Those that read or write through it.
  /// Number of leading order positions that are fixed while the tile lives.
  unsigned prefix = 0;
  /// { [h…, b…, e_0 … e_{prefix-1}] -> A[o] }: element held at index (0, …, 0).
  isl::multi_aff offset;
  std::vector<long> size; ///< Elements per dimension of the box; `memory` may have fewer.
  long padding = 0;       ///< Unused elements added to the innermost dimension.
  /// { [h…, b…, e_0 … e_{prefix-1}] -> A[a] }: the elements loaded (within the box).
  isl::map copied;
  /// Same space: the elements stored, those that instances of the tile may write and
  /// perhaps others, which no other block that may run at the same time accesses, loads or
  /// stores; what is not surely written is also loaded. None when nothing is written.
  std::optional<isl::map> stored = std::nullopt;
  /// Predicted conflicts of a warp's worst access: 1 is none, 0 not predicted.
  long bankConflictWays = 0;
  /// When set, slices are loaded and stored one by one (KernelAction::slice), and a
  /// barrier lies between the last use of a slice and the first use of a later one in
  /// its slot.
  std::optional<CircularBuffer> circular = std::nullopt;

  /// Elements per dimension of its memory.
  std::vector<long> memory() const {
    std::vector<long> result = size;
    if (circular && circular->dim < result.size())
      result[circular->dim] = circular->slots;
    if (!result.empty())
      result.back() += padding;
    return result;
  }
  /// Elements of its memory, used or not.
  long elements() const {
    long product = 1;
    for (long extent : memory())
      product *= extent;
    return product;
  }
};

/// Elements of an array that one thread keeps in registers for the whole kernel:
/// each element belongs to one thread only (the map from (block, thread,
/// unrolled position) to elements is injective).
struct RegisterTile {
  std::string name; ///< e.g. "p_C".
  unsigned array;
  std::vector<ReferenceId> references;
  /// { [h…, b…, t…, p…] -> A[a] }: p are the unrolled order positions
  /// KernelPlan::unrolled in that order.
  isl::map element;
  /// Elements loaded before the first and stored after the last statement,
  /// same space; empty when the array is Private or written before it is read.
  isl::map loaded, stored;
};

/// Something a kernel does besides statements, at points of the order space.
struct KernelAction {
  enum class Kind { CopyIn, CopyOut, Barrier, RegisterLoad, RegisterStore };
  Kind kind;
  std::string name;  ///< isl tuple, unique in the kernel.
  unsigned tile = 0; ///< Copy…: index into shared; Register…: into registers.
  /// { Name[h…, b…, e_0 … e_{q-1}] -> [e_0 … e_{k-1}] }: the points at which it
  /// happens, for every thread of the block (Copy…, Barrier) or for each
  /// thread by itself (Register…).
  isl::map order;
  /// Copy… of a circular buffer: { Name[h…, b…, e_0 … e_{q-1}] -> [(s)] }, s being the index,
  /// in dimension CircularBuffer::dim of the array, of the elements that it copies.
  std::optional<isl::aff> slice = std::nullopt;
};

/// How the launches of a kernel that differ only in its inner host loops run.
enum class LaunchMode {
  Kernels,     ///< One CUDA launch for each.
  Cooperative, ///< One cooperative launch for all, perhaps of several kernels, a grid
               ///< barrier after each.
  Flags,       ///< One launch of resident blocks for all; each block waits for the
               ///< flags of those it depends on (KernelPlan::waits).
};

/// A kernel: what it runs, where and when, and its memory.
struct KernelPlan {
  std::string name;
  std::vector<unsigned> statements;
  /// Positions of the launch vector that vary for this kernel, or for another one that is
  /// launched with it: its host loops h. The kernel receives their values as arguments.
  std::vector<unsigned> hostDims;
  LaunchMode mode = LaunchMode::Kernels;
  /// The last innerHostDims of hostDims are loops inside the kernel; 0 exactly for
  /// LaunchMode::Kernels. Only kernels with the same leader launch with the same values
  /// of the launch positions before the first of them, so no others lie between those
  /// they join.
  unsigned innerHostDims = 0;
  /// LaunchMode::Cooperative: an earlier kernel, index into RegionPlan::kernels, whose
  /// launch runs the launches of this kernel too, all in the order of the launch vector.
  /// Both have the same host dimensions, number of block dimensions and number of threads in
  /// a block. The block has the leader's size; threads are numbered with x fastest.
  std::optional<unsigned> leader;
  /// LaunchMode::Flags: { [h…, b…] -> [h'…, b'…] }: block (h, b) starts when
  /// (h', b') is done, for blocks in `blocks`; h' is earlier and differs from h in
  /// inner loops only. Together with each other these keep all dependences between
  /// blocks. Else none.
  std::optional<isl::map> waits;
  isl::map
      launch; ///< { K[h…] -> [l_0 … l_{m-1}] }, K = name; domain: the launches that do something.
  isl::union_map host;   ///< { S[i] -> [h…] }
  isl::union_map block;  ///< { S[i] -> [b…] }, nb <= 3
  isl::union_map thread; ///< { S[i] -> [t…] }, nt <= 3, 0 <= t_d < blockSize[d]
  isl::union_map order;  ///< { S[i] -> [e…] }
  unsigned blockDims = 0;
  std::vector<long> tileSizes; ///< Of the band's members, outermost first (for JSON).
  std::vector<long> blockSize; ///< Per thread dimension t_0 …; the last is x.
  std::vector<bool> orderIsLoop;
  /// Order positions of a thread's points. Register tiles are indexed by them: with
  /// such tiles code generation must unroll them completely; without, it may leave
  /// them loops of constant length.
  std::vector<unsigned> unrolled;
  /// Per thread dimension, or empty: the order position of a thread's points along it, in
  /// kernels where threads take every blockSize-th point. The number of a point is then
  /// t_d + blockSize[d] * e, and loops may run over these numbers, each thread starting at
  /// its own first one. For any position that loop is the same order of the same points.
  std::vector<std::optional<unsigned>> cyclicPoints;
  /// { [h…, b…] }: blocks in which every thread and every unrolled position has
  /// work; their code carries no bounds checks for these. May be empty.
  isl::set fullBlocks;
  /// Threads of a block have different numbers of points, some perhaps none, as tiles
  /// change their width: fullBlocks are then only those that no domain cuts, and their
  /// code has no bounds checks for domains.
  bool unevenThreads = false;
  /// Threads from this one on only help to copy; 0: all may have points. Blocks of such kernels
  /// have one dimension.
  long workingThreads = 0;
  /// { [h…, b…] }: blocks that have any work; for LaunchMode::Flags perhaps more, which only wait
  /// and set their flags.
  isl::set blocks;
  /// Those of blocks that do more than that; none: all.
  std::optional<isl::set> working = std::nullopt;
  std::vector<SharedTile> shared;
  std::vector<RegisterTile> registers;
  std::vector<KernelAction> actions;
  long sharedBytes = 0;
  /// Scheme stream: blocks compute more than their own instances, which are what the maps above
  /// place. The kernel is the only one of its plan.
  std::optional<StreamPlan> stream = std::nullopt;

  /// Why the host loops run as `mode` says, for messages; empty without host loops.
  std::string launchReason = {};

  long threadsPerBlock() const {
    long threads = 1;
    for (long size : blockSize)
      threads *= size;
    return threads;
  }
  /// Dimensions of a block (h, b), of a thread and of the order.
  unsigned blockIdDims() const { return static_cast<unsigned>(hostDims.size()) + blockDims; }
  unsigned threadDims() const { return static_cast<unsigned>(blockSize.size()); }
  unsigned orderDims() const { return static_cast<unsigned>(orderIsLoop.size()); }
  /// Host loops that stay on the host.
  unsigned outerHostDims() const {
    return static_cast<unsigned>(hostDims.size()) - innerHostDims;
  }
};

/// A box of array elements: lower and upper (inclusive) bound per dimension,
/// functions of the parameters, defined where the box is not empty.
struct Box {
  std::vector<isl::pw_aff> lower, upper;
  /// There is no smaller one around the elements.
  bool tight = true;
};

/// What is kept of one array on the device and what travels.
struct ArrayTransfer {
  unsigned array;
  isl::set footprint;   ///< { A[a] }: all elements accessed.
  Box box;              ///< Bounding box of footprint: what is allocated.
  bool byValue = false; ///< A read-only scalar: a kernel argument, no device memory.
  bool copyIn = false, copyOut = false;
  isl::set copyInSet, copyOutSet; ///< Exact sets behind the boxes, { A[a] }.
  /// Valid when copyIn / copyOut; copied where the set behind is not empty.
  Box copyInBox, copyOutBox;
  /// Of the elements of copyOutBox only those in steps of so many from its lower end are
  /// copied out, per dimension. None: all.
  std::vector<int64_t> copyOutSteps;
  /// Only those elements of copyOutBox are stored whose value is another than the one that
  /// was copied in.
  bool compared = false;
  /// Elements of copyInBox that the program does not touch may be others' or not exist.
  bool probed = false;
};

/// The mapped program of a region.
struct RegionPlan {
  unsigned launchDims = 0;
  isl::union_map launch; ///< { S[i] -> [l_0 … l_{m-1}] }
  std::vector<KernelPlan> kernels;
  std::vector<ArrayTransfer> transfers; ///< One per array of the Scop, same order.
  /// None: every call is made, whatever it costs.
  std::optional<RegionCosts> costs = std::nullopt;
};

/// Checks what this header says of the form of \p plan, a plan of \p scop: names, indices,
/// spaces, sizes, and what of one field follows from others. Whether the plan computes
/// what the program does is the verifier's matter. Compares dimensions and names only, so
/// it costs no time.
/// \returns the first thing that is wrong, empty when all is right
std::string checkRegionPlan(const Scop &scop, const RegionPlan &plan);

/// \p plan, checked. \throws std::logic_error with checkRegionPlan's text, for a mistake of
/// the code that made it.
RegionPlan checkedPlan(const Scop &scop, RegionPlan plan);

std::string printRegionPlan(const RegionPlan &plan);

} // namespace gputile

#endif
