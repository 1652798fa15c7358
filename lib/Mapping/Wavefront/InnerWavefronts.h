//===- InnerWavefronts.h - Wavefronts inside tiles --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An inner wavefront (intra-tile wavefront, Di et al. 2012, section 2.3): the points of
/// a tile at which the sum of the first \c carrying rows of its band has one value.
/// Inner wavefronts run one after the other with a barrier between them, so a dependence
/// with a positive distance in one of these rows needs nothing else.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_WAVEFRONT_INNERWAVEFRONTS_H
#define GPUTILE_LIB_MAPPING_WAVEFRONT_INNERWAVEFRONTS_H

#include "Mapping/HostSplit.h"
#include "gputile/IR/Ddg.h"

#include <map>

namespace gputile::mapping {

/// The wavefronts inside the tiles of a band.
struct InnerWavefronts {
  /// Rows whose sum is the inner wavefront; one when the band is balanced.
  unsigned carrying = 1;
  /// Per statement its step within an inner wavefront: a barrier stands between steps. A
  /// dependence inside an inner wavefront goes to a later step, or stays on one thread.
  std::map<unsigned, unsigned> step;
  unsigned steps = 1;
};

/// The inner wavefronts of \p region, a wavefront region: the fewest leading rows that carry
/// every dependence of a statement on itself, and for which the dependences
/// between statements that they do not carry leave an order of the statements.
/// The rows keep every dependence of \p ddg non-negative that the launches above
/// do not carry, so all rows together always do.
InnerWavefronts chooseInnerWavefronts(const Scop &scop, const Ddg &ddg, const KernelRegion &region);

} // namespace gputile::mapping

#endif
