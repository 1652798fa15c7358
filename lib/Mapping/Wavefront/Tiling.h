//===- Tiling.h - Wavefronts of tiles ---------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// With tile sizes s and rows phi, T_r = floor(phi_r / s_r) and p_r = phi_r mod s_r
/// (Di et al. 2012, Figures 5 and 10; rows are counted from 1):
///   launch  … | T_1 + … + T_n                        the inter-tile wavefront
///   tile    T_2, …, T_n
///   time    p_1 + … + p_carrying                     the intra-tile wavefront
/// Two tiles of one launch that depend on each other would have ordered coordinates with
/// equal sums, so there are none.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_WAVEFRONT_TILING_H
#define GPUTILE_LIB_MAPPING_WAVEFRONT_TILING_H

#include "Mapping/Wavefront/InnerWavefronts.h"

namespace gputile::mapping {

/// Tiles of \p sizes, one per row of \p region, a wavefront region. Their band is the path,
/// which is h without the wavefront, and all rows.
TiledSchedule tileWavefronts(const Scop &scop, const KernelRegion &region,
                             const std::vector<long> &sizes, const InnerWavefronts &inner);

/// The sets of such tiles. Working are those that meet the domain of some statement in a
/// rational point: convex and without divisibility, where the exact set falls into many
/// pieces. The few tiles too many find nothing to do.
TileSets wavefrontTileSets(const Scop &scop, const TiledSchedule &tiled,
                           const InnerWavefronts &inner);

} // namespace gputile::mapping

#endif
