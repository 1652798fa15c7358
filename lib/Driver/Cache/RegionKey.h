//===- RegionKey.h - What the result of a region depends on -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The phases behind extraction read nothing but the Scop, the merged clauses and a few
/// options. Regions for which all of these are the same, in the same build of gputile, have
/// the same result, but for three things: where the region and its parts stand in the source,
/// and the region's name, which holds its line.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_CACHE_REGIONKEY_H
#define GPUTILE_LIB_DRIVER_CACHE_REGIONKEY_H

#include "gputile/Driver/Pipeline.h"

#include <array>
#include <string>
#include <vector>

namespace gputile::driver {

/// A region as the cache of results sees it.
struct RegionKey {
  /// A hash of all that the result depends on, in hexadecimal.
  std::string hash;
  /// The places that messages about the region may name, each once, in an order that the
  /// region's structure gives.
  std::vector<SourceRef> places;
  /// Texts of this region that have others in their place in results of regions with the same
  /// hash. They are as long there.
  std::array<std::string, 3> ownTexts;
};

/// The key of \p result, which is extracted and not refused. \p build identifies this build of
/// gputile.
RegionKey keyOf(const RegionResult &result, const MarkedRegion &region,
                const DriverOptions &options, const std::string &build);

} // namespace gputile::driver

#endif
