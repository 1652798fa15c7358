//===- RegionCache.h - Results of regions from earlier compilations -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_CACHE_REGIONCACHE_H
#define GPUTILE_LIB_DRIVER_CACHE_REGIONCACHE_H

#include "Driver/Cache/EntryFiles.h"

#include "gputile/Driver/Pipeline.h"

#include <atomic>
#include <optional>
#include <string>

namespace gputile::driver {

/// transformRegion, but for regions that were transformed before, by the same build of
/// gputile. Threads may share one.
class RegionCache {
public:
  /// Keeps nothing where \p options say so, or ask for what is not kept: JSON, pictures,
  /// representations between phases.
  explicit RegionCache(const DriverOptions &options);
  ~RegionCache();

  void transform(RegionResult &result, const MarkedRegion &region);

private:
  const DriverOptions &Options;
  std::string Build;
  std::optional<EntryFiles> Files; ///< None: nothing is kept.
  std::atomic<bool> Saved = false;
};

} // namespace gputile::driver

#endif
