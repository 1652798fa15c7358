//===- Region.h - Regions that the model of tile sizes is for ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_GPUTILETILES_REGION_H
#define GPUTILE_TOOLS_GPUTILETILES_REGION_H

#include "gputile/Model/TileGeometry.h"
#include "gputile/Support/Isl.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <map>
#include <string>
#include <vector>

namespace gputile::tiles {

/// Values of parameters, by their names in the JSON result.
using Sizes = std::map<std::string, long>;

/// Accesses of an array that tiles hold in shared memory: the element at (iterator + offset) of
/// some iterators.
struct HeldArray {
  std::string name;
  long elementBytes = 4;
  long bankConflictWays = 1;
  std::vector<size_t> iterators; ///< Per dimension of the array.
  /// Per access, by iterator; 0 for those that are no subscript.
  std::vector<RowVector> offsets;
};

/// A region of the class of programs that Di and Xue look at: one statement in rectangular loops,
/// with constant distances between dependent iterations, which runs under scheme `wavefront`.
struct Region {
  std::string name, device;
  isl::set domain;                ///< [n] -> { S[i] }
  std::vector<RowVector> rows;    ///< Hyperplanes: coefficients of the iterators, …
  RowVector shift;                ///< … and constants.
  std::vector<RowVector> inverse; ///< Of the matrix of the rows.
  unsigned carrying = 1;          ///< As TiledNest::carrying.
  std::vector<HeldArray> arrays;

  std::vector<std::string> parameters() const;
};

/// Reads a region of gputile's JSON result (docs/json.md).
/// \returns an error that says why the model is not for it
llvm::Expected<Region> readRegion(isl::ctx ctx, const llvm::json::Object &object);

/// \p region with parameters of given values.
/// \returns an error where one is missing, or the loops are not rectangular or empty then
llvm::Expected<TiledNest> nestOf(const Region &region, const Sizes &sizes);

} // namespace gputile::tiles

#endif
