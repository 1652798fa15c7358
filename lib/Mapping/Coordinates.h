//===- Coordinates.h - Affine coordinates of statements --------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is done with coordinates, see TiledSchedule.h.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_COORDINATES_H
#define GPUTILE_LIB_MAPPING_COORDINATES_H

#include "gputile/IR/Scop.h"
#include "gputile/IR/TiledSchedule.h"

#include <optional>

namespace gputile::mapping {

/// The function { S[i] -> [(value)] }.
isl::aff constantOn(const Scop &scop, unsigned statement, long value);

/// The same for each of \p statements.
Coordinate constantOnAll(const Scop &scop, const std::vector<unsigned> &statements, long value);

/// The values of \p values, by statement.
Coordinate constantsOn(const Scop &scop, const std::map<unsigned, unsigned> &values);

/// floor(phi / size) and phi mod size.
isl::aff tileOf(const isl::aff &phi, long size);
isl::aff pointOf(const isl::aff &phi, long size);

/// A row split into tiles, threads and points: phi = tile size * tile + block size *
/// point + thread.
struct RowParts {
  Coordinate tile, thread;
  std::optional<Coordinate> point; ///< When a thread has several points of a tile.
  long points = 1;                 ///< How many.
};
RowParts splitRow(const Coordinate &phi, long tile, long block);

/// Both lists one after the other.
Coordinates operator+(Coordinates left, const Coordinates &right);

/// The first \p count coordinates.
Coordinates firstOf(const Coordinates &coordinates, unsigned count);

/// { S[i] -> [c_0, c_1, …] }
isl::multi_aff functionOf(const Scop &scop, unsigned statement, const Coordinates &coordinates);

/// The same on the domain of \p statement.
isl::map placeStatement(const Scop &scop, unsigned statement, const Coordinates &coordinates);

/// The union of the above over \p statements.
isl::union_map placeStatements(const Scop &scop, const std::vector<unsigned> &statements,
                               const Coordinates &coordinates);

/// { [x_0 … x_{n-1}] -> [x_first … x_{first+count-1}] }, in the parameters of \p like.
isl::map selectDims(const isl::space &like, unsigned n, unsigned first, unsigned count);

} // namespace gputile::mapping

#endif
