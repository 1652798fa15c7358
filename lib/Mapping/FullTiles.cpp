//===- FullTiles.cpp - Blocks without partial tiles -------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/FullTiles.h"

namespace gputile::mapping {
namespace {

/// { [h…, b…] -> [h…, phi…] : b = floor(phi / T) }
isl::map tilePoints(const isl::set &blocks, const BandSizes &sizes) {
  unsigned hosts = blocks.tuple_dim() - static_cast<unsigned>(sizes.mapped.size());
  isl::multi_aff tiles = isl::manage(
      isl_multi_aff_identity_on_domain_space(blocks.space().release()));
  for (unsigned m = 0; m < sizes.mapped.size(); ++m) {
    int dim = static_cast<int>(hosts + m);
    tiles = tiles.set_at(dim, tileOf(tiles.at(dim), sizes.tile[sizes.mapped[m]]));
  }
  return tiles.as_map().reverse();
}

bool threadsDivideTiles(const BandSizes &sizes) {
  for (size_t m = 0; m < sizes.mapped.size(); ++m)
    if (sizes.tile[sizes.mapped[m]] % sizes.block[m] != 0)
      return false;
  return true;
}

} // namespace

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

isl::set fullBlocks(const Scop &scop, const KernelRegion &region, const KernelSpace &space,
                    const BandSizes &sizes) {
  const Coordinates tile = space.host + space.block;
  isl::set blocks = workingBlocks(scop, space.statements, tile);
  if (sizes.mapped.empty() || !threadsDivideTiles(sizes))
    return isl::set::empty(blocks.space());
  Coordinates coordinates = space.host;
  for (unsigned row : sizes.mapped)
    coordinates.push_back(region.node.rows[row].functions);
  return fullBlocksAmong(scop, space.statements, tile, tilePoints(blocks, sizes), coordinates);
}

} // namespace gputile::mapping
