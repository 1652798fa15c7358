//===- TimedFootprint.h - Elements that a tile accesses in time -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The elements that a skewed tile accesses are those of a box that moves in time. As
/// one set they fall into very many pieces, whereas pairs of an element and the time
/// of its access satisfy a few linear constraints. Footprints are therefore made of
/// such pairs, and become elements by forgetting the time: sets that say "there is
/// a time", which others test or prove from the bounds of that time.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_MEMORY_TIMEDFOOTPRINT_H
#define GPUTILE_LIB_MAPPING_MEMORY_TIMEDFOOTPRINT_H

#include "gputile/Support/Isl.h"

namespace gputile::mapping {

/// { [x] -> [A[a] -> [t]] }: the elements that instances in tile x access at time t.
/// Neighbouring references are taken together where that makes the result simpler.
/// \param access { S[i] -> A[a] } \param tile { S[i] -> [x] } \param time { S[i] -> [t] }
isl::map timedFootprint(const isl::map &access, const isl::map &tile, const isl::map &time);

/// \p map without the convex parts that lie in another one.
isl::map dropSubsets(const isl::map &map);

} // namespace gputile::mapping

#endif
