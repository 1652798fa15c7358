// The part of cooperative_groups that tiled kernels use: grid, block, warp tiles.
#pragma once

#include "gputile/cpu/detail/barrier.h"
#include "gputile/cpu/detail/warp.h"
#include "gputile/cpu/detail/layer_begin.h"

namespace cooperative_groups {

// cooperative_groups::grid_group of CUDA.
class grid_group {
public:
  bool is_valid() const { return ::gputile::cpu::here().launch->cooperative; }
  void sync(GPUTILE_CPU_SITE) const { ::gputile::cpu::gridBarrier({file, line}); }
  unsigned long long size() const {
    return ::gputile::cpu::volume(gridDim) * ::gputile::cpu::volume(blockDim);
  }
  unsigned long long num_threads() const { return size(); }
  unsigned long long num_blocks() const { return ::gputile::cpu::volume(gridDim); }
  unsigned long long block_rank() const { return ::gputile::cpu::here().block->number; }
  unsigned long long thread_rank() const {
    return block_rank() * ::gputile::cpu::volume(blockDim) + ::gputile::cpu::here().number;
  }
  dim3 group_dim() const { return gridDim; }
  dim3 dim_blocks() const { return gridDim; }
  dim3 block_index() const { return dim3(blockIdx); }
};

// cooperative_groups::thread_block of CUDA.
class thread_block {
public:
  void sync(GPUTILE_CPU_SITE) const { ::gputile::cpu::blockBarrier(1, {file, line}); }
  unsigned size() const { return unsigned(::gputile::cpu::volume(blockDim)); }
  unsigned num_threads() const { return size(); }
  unsigned thread_rank() const { return ::gputile::cpu::here().number; }
  dim3 group_index() const { return dim3(blockIdx); }
  dim3 thread_index() const { return dim3(threadIdx); }
  dim3 group_dim() const { return blockDim; }
  dim3 dim_threads() const { return blockDim; }
};

// `Size` neighbouring lanes of one warp.
template <unsigned Size> class thread_block_tile {
  static_assert(Size && Size <= 32 && (Size & (Size - 1)) == 0, "a power of two up to 32");
  unsigned first() const { return unsigned(::gputile::cpu::currentLane()) & ~(Size - 1); }
  unsigned mask() const { return unsigned((1ull << Size) - 1) << first(); }

public:
  unsigned size() const { return Size; }
  unsigned num_threads() const { return Size; }
  unsigned thread_rank() const { return ::gputile::cpu::here().number % Size; }
  unsigned meta_group_rank() const { return ::gputile::cpu::here().number / Size; }
  unsigned meta_group_size() const {
    return (unsigned(::gputile::cpu::volume(blockDim)) + Size - 1) / Size;
  }
  void sync(GPUTILE_CPU_SITE) const { __syncwarp(mask(), file, line); }
  template <typename T> T shfl(T value, int source, GPUTILE_CPU_SITE) const {
    return __shfl_sync(mask(), value, source, int(Size), file, line);
  }
  template <typename T> T shfl_up(T value, unsigned delta, GPUTILE_CPU_SITE) const {
    return __shfl_up_sync(mask(), value, delta, int(Size), file, line);
  }
  template <typename T> T shfl_down(T value, unsigned delta, GPUTILE_CPU_SITE) const {
    return __shfl_down_sync(mask(), value, delta, int(Size), file, line);
  }
  template <typename T> T shfl_xor(T value, int laneMask, GPUTILE_CPU_SITE) const {
    return __shfl_xor_sync(mask(), value, laneMask, int(Size), file, line);
  }
  unsigned ballot(int predicate, GPUTILE_CPU_SITE) const {
    return __ballot_sync(mask(), predicate, file, line) >> first();
  }
  int any(int predicate, GPUTILE_CPU_SITE) const {
    return __any_sync(mask(), predicate, file, line);
  }
  int all(int predicate, GPUTILE_CPU_SITE) const {
    return __all_sync(mask(), predicate, file, line);
  }
};

inline grid_group this_grid() { return {}; }
inline thread_block this_thread_block() { return {}; }
template <unsigned Size> thread_block_tile<Size> tiled_partition(const thread_block &) {
  return {};
}
template <typename Group> void sync(const Group &group, GPUTILE_CPU_SITE) {
  group.sync(file, line);
}

} // namespace cooperative_groups

#include "gputile/cpu/detail/layer_end.h"
