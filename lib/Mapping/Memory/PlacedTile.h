//===- PlacedTile.h - A shared tile and when it is copied -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_MEMORY_PLACEDTILE_H
#define GPUTILE_LIB_MAPPING_MEMORY_PLACEDTILE_H

#include "gputile/IR/RegionPlan.h"

#include <optional>
#include <set>
#include <string>

namespace gputile::mapping {

/// When the slices of a circular buffer are copied: at time t slice t + load and t + stored,
/// index s or -s; before the first time t of a tile t + first … t + load - 1.
struct SliceCopies {
  long first, load, stored;
  bool backwards;
};

/// The names of a kernel's tiles: "s_A", "s_A_1", "s_A_2", …
class TileNames {
public:
  /// \p base, or the first name after it that was not added before.
  std::string add(const std::string &base) {
    std::string name = base;
    for (unsigned n = 1; !Names.insert(name).second; ++n)
      name = base + "_" + std::to_string(n);
    return name;
  }

private:
  std::set<std::string> Names;
};

/// When data move between global memory and a tile in shared memory or registers: before and
/// after a level of the tile, or slice by slice.
struct TileMoves {
  unsigned level = 0; ///< An index into TiledSchedule::levels.
  bool loads = true, stores = false;
  std::optional<SliceCopies> slices = std::nullopt; ///< Of a circular buffer.
};

/// A shared tile and its copies.
struct PlacedTile {
  SharedTile tile;
  TileMoves moves;
  /// { [h…, b…, e_0 … e_{prefix-1}] }: where it is copied; none: wherever there is a tile.
  std::optional<isl::set> when = std::nullopt;
};

/// What a kernel holds in faster memory.
struct KernelMemory {
  std::vector<PlacedTile> shared;
  std::vector<RegisterTile> registers;
};

} // namespace gputile::mapping

#endif
