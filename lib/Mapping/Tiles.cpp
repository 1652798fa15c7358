//===- Tiles.cpp - Tiles of a tiled schedule as sets ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Tiles.h"

#include "gputile/Support/IslTools.h"

namespace gputile::mapping {

Coordinates hostCoordinates(const TiledSchedule &tiled, const TileShape &shape) {
  Coordinates host;
  for (unsigned d : tiled.hostDims)
    host.push_back(shape.launch[d]);
  return host;
}

Coordinates tileCoordinates(const TiledSchedule &tiled, const TileShape &shape) {
  Coordinates tile = hostCoordinates(tiled, shape);
  for (const TiledRow &row : shape.rows) {
    Coordinate number;
    for (const auto &[s, f] : row.row)
      number.emplace(s, tileOf(f, row.size));
    tile.push_back(std::move(number));
  }
  return tile;
}

void runInSteps(const Scop &scop, TiledSchedule &tiled, Coordinate time,
                const std::map<unsigned, unsigned> &step, unsigned steps) {
  tiled.order = {constantOnAll(scop, tiled.statements, 0), std::move(time),
                 constantsOn(scop, step)};
  tiled.levels = {{0, -1, tiled.statements}, {2, 0, tiled.statements}};
  tiled.steps = steps;
}

isl::map wholeTiles(const Scop &scop, const TiledSchedule &tiled, const TileShape &shape,
                    unsigned statement) {
  return shape.points.apply_range(functionOf(scop, statement, tiled.band).as_map().reverse());
}

bool meetsOtherBlock(const TiledSchedule &tiled, const isl::map &a, const isl::map &b) {
  isl::map pairs = a.apply_range(b.reverse());
  for (unsigned h = 0; h < tiled.hostDims.size(); ++h)
    pairs = isl::manage(isl_map_equate(pairs.release(), isl_dim_in, h, isl_dim_out, h));
  return !pairs.is_subset(isl::manage(isl_map_identity(isl_map_get_space(pairs.get()))));
}

isl::union_map placeInstances(const Scop &scop, const TiledSchedule &tiled,
                              const TileShape &shape, const Coordinates &coordinates) {
  isl::union_map places = placeStatements(scop, tiled.statements, coordinates);
  if (shape.instances.empty())
    return places;
  isl::union_set instances = isl::union_set::empty(scop.ctx());
  for (unsigned s : tiled.statements) {
    const auto own = shape.instances.find(s);
    const isl::set all = scop.statements[s].domain;
    instances =
        instances.unite((own == shape.instances.end() ? all : own->second).to_union_set());
  }
  return places.intersect_domain(instances);
}

isl::union_map launchesOf(const Scop &scop, const TiledSchedule &tiled) {
  isl::union_map launches = isl::union_map::empty(scop.ctx());
  for (const TileShape &shape : tiled.shapes)
    launches = launches.unite(placeInstances(scop, tiled, shape, shape.launch));
  return launches;
}

isl::set launchesAround(const TiledSchedule &tiled, const isl::set &tiles) {
  const unsigned hosts = static_cast<unsigned>(tiled.hostDims.size());
  const unsigned blocks = tiled.tileDims() - hosts;
  return dropDims(freeDims(tiles, hosts, blocks), hosts, blocks);
}

isl::set sourcesOf(const isl::map &map) {
  isl::map all = isl::manage(
      isl_map_eliminate(map.copy(), isl_dim_out, 0, rangeDims(map)));
  return withoutDivs(all.domain());
}

isl::set boundedHull(const isl::set &set) {
  const isl::set hull(simpleHull(set));
  return isl_set_is_bounded(hull.get()) == isl_bool_true ? hull : set;
}

} // namespace gputile::mapping
