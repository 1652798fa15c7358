//===- FullTiles.cpp - Blocks without partial tiles -------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/FullTiles.h"

namespace gputile::mapping {

isl::set workingBlocks(const Scop &scop, const std::vector<unsigned> &statements,
                       const Coordinates &tile) {
  isl::set result;
  for (unsigned s : statements) {
    isl::set blocks = placeStatement(scop, s, tile).range();
    result = result.is_null() ? blocks : result.unite(blocks);
  }
  return result.coalesce();
}

isl::set fullBlocksAmong(const Scop &scop, const std::vector<unsigned> &statements,
                         const Coordinates &tile, const isl::map &tilePoints,
                         const Coordinates &coordinates) {
  isl::set blocks = workingBlocks(scop, statements, tile);
  isl::map needed = tilePoints.intersect_domain(blocks);
  isl::set full = blocks, fullOrIdle = blocks;
  for (unsigned s : statements) {
    isl::set points = placeStatement(scop, s, coordinates).range().coalesce();
    isl::set partial = subtractRange(needed, points).domain();
    full = full.subtract(partial);
    fullOrIdle = fullOrIdle.subtract(partial.intersect(placeStatement(scop, s, tile).range()));
  }
  return (full.is_empty() ? fullOrIdle : full).coalesce();
}

} // namespace gputile::mapping
