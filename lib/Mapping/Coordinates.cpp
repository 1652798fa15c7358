//===- Coordinates.cpp - Affine coordinates of statements ------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Coordinates.h"

#include "gputile/Support/IslTools.h"

namespace gputile::mapping {

isl::aff constantOn(const Scop &scop, unsigned statement, long value) {
  return scop.statements[statement].domain.space().zero_aff_on_domain().add_constant(value);
}

Coordinate constantOnAll(const Scop &scop, const std::vector<unsigned> &statements, long value) {
  Coordinate c;
  for (unsigned s : statements)
    c.emplace(s, constantOn(scop, s, value));
  return c;
}

Coordinate constantsOn(const Scop &scop, const std::map<unsigned, unsigned> &values) {
  Coordinate c;
  for (const auto &[s, value] : values)
    c.emplace(s, constantOn(scop, s, value));
  return c;
}

isl::aff tileOf(const isl::aff &phi, long size) {
  return size == 1 ? phi : phi.scale_down(size).floor();
}

isl::aff pointOf(const isl::aff &phi, long size) { return phi.mod(size); }

RowParts splitRow(const Coordinate &phi, long tile, long block) {
  RowParts parts;
  if (tile > block) {
    parts.point.emplace();
    parts.points = (tile + block - 1) / block;
  }
  for (const auto &[s, f] : phi) {
    isl::aff inTile = pointOf(f, tile);
    parts.tile.emplace(s, tileOf(f, tile));
    parts.thread.emplace(s, pointOf(tile % block == 0 ? f : inTile, block));
    if (parts.point)
      parts.point->emplace(s, tileOf(inTile, block));
  }
  return parts;
}

Coordinates operator+(Coordinates left, const Coordinates &right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

Coordinates firstOf(const Coordinates &coordinates, unsigned count) {
  return Coordinates(coordinates.begin(), coordinates.begin() + count);
}

isl::multi_aff functionOf(const Scop &scop, unsigned statement, const Coordinates &coordinates) {
  isl::aff_list list(scop.ctx(), static_cast<int>(coordinates.size()));
  for (const Coordinate &c : coordinates)
    list = list.add(c.at(statement));
  isl::space space = scop.statements[statement].domain.space().add_unnamed_tuple(
      static_cast<unsigned>(coordinates.size()));
  return isl::multi_aff(space, list);
}

isl::map placeStatement(const Scop &scop, unsigned statement, const Coordinates &coordinates) {
  return functionOf(scop, statement, coordinates)
      .as_map()
      .intersect_domain(scop.statements[statement].domain);
}

isl::union_map placeStatements(const Scop &scop, const std::vector<unsigned> &statements,
                               const Coordinates &coordinates) {
  isl::union_map result = isl::union_map::empty(scop.ctx());
  for (unsigned s : statements)
    result = result.unite(placeStatement(scop, s, coordinates).to_union_map());
  return result;
}

isl::map selectDims(const isl::space &like, unsigned n, unsigned first, unsigned count) {
  isl::space domain = like.params().add_unnamed_tuple(n);
  isl::aff_list list(like.ctx(), static_cast<int>(count));
  for (unsigned d = first; d < first + count; ++d)
    list = list.add(coordinateOn(domain, d));
  return isl::multi_aff(domain.add_unnamed_tuple(count), list).as_map();
}

} // namespace gputile::mapping
