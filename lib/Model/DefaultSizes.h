//===- DefaultSizes.h - What sizes are without clauses ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MODEL_DEFAULTSIZES_H
#define GPUTILE_LIB_MODEL_DEFAULTSIZES_H

#include "gputile/Model/Sizes.h"

namespace gputile::model {

/// Of scheme `wavefront`, for a band of \p rows rows; `otherTile` is the first row's. Of several,
/// those are better whose tiles have more points for what they hold.
std::vector<DefaultSizes> wavefrontDefaults(size_t rows);

/// The same for a band whose tiles hold nothing in shared memory, as those of eliminations; none
/// where that makes no difference.
std::optional<DefaultSizes> unsharedWavefrontDefaults(size_t rows);

/// Of scheme `split`: a band's height in steps of folded time and, per dimension of space,
/// by how much tiles are wider than they shrink.
struct SplitDefaults {
  long height;
  std::vector<long> extent, block;
};
SplitDefaults splitDefaults(size_t dims);

} // namespace gputile::model

#endif
