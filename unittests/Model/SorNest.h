//===- SorNest.h - SOR solvers for tests of the model -----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_UNITTESTS_MODEL_SORNEST_H
#define GPUTILE_UNITTESTS_MODEL_SORNEST_H

#include "gputile/Model/TileGeometry.h"

namespace gputile::test {

/// The SOR solver of Di and Xue in \p dims dimensions of \p cells cells each: rows (t, t + i, …),
/// of which all together are the wavefront, and a stencil of 2 * dims + 1 floats, in place.
inline TiledNest sorNest(size_t dims, long steps, long cells) {
  const size_t rows = dims + 1;
  TiledNest nest;
  nest.carrying = static_cast<unsigned>(rows);
  nest.least.assign(rows, 0);
  nest.most.assign(rows, steps + cells - 2);
  nest.most[0] = steps - 1;
  RowVector time(rows, 0);
  time[0] = 1;
  nest.loops.push_back({time, 0, steps - 1});
  ArrayUse array{.elementBytes = 4,
                 .subscripts = {},
                 .shifts = {RowVector(rows, 0)},
                 .chain = RowVector(rows, 1)};
  for (size_t r = 1; r < rows; ++r) {
    RowVector index(rows, 0), unit(rows, 0);
    index[0] = -1;
    index[r] = 1;
    nest.loops.push_back({index, 0, cells - 1});
    array.subscripts.push_back(index);
    for (const long side : {-1L, 1L}) {
      unit[r] = side;
      array.shifts.push_back(unit);
    }
  }
  nest.arrays.push_back(std::move(array));
  return nest;
}

} // namespace gputile::test

#endif
