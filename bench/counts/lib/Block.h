//===- Block.h - A block of threads -----------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "Warp.h"

#include <deque>

namespace gputile::counts {

class Block {
  LaunchState &launch;
  std::vector<uint8_t> shared;
  std::deque<Warp> warps;
  SectorCache loaded;

  bool releaseBarriers();

public:
  explicit Block(LaunchState &launch);

  void start(Dim index);
  /// Runs every warp until it waits for something outside this block or ends; true at the end.
  bool run();
  uint8_t *sharedMemory() { return shared.data(); }
  uint64_t sharedSize() const { return shared.size(); }
  SectorCache &cache() { return loaded; }
};

} // namespace gputile::counts
