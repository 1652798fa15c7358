//===- RegionQueue.h - Regions transformed at the same time ------ -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Regions do not know of each other: behind extraction, which reads Clang's AST, each has an
/// isl context of its own and runs on any thread. Outcomes are handed out by the caller's
/// thread in the order of the regions, so that messages and files do not depend on threads.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_REGIONQUEUE_H
#define GPUTILE_LIB_DRIVER_REGIONQUEUE_H

#include "Driver/Cache/RegionCache.h"
#include "Driver/KeptDiagnostics.h"

#include "gputile/Driver/Pipeline.h"
#include "gputile/Support/LlvmCompat.h"

#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <string>

namespace gputile::driver {

/// Transforms regions on several threads and hands out their results in order.
class RegionQueue {
public:
  /// Receives a region and what became of it.
  using Finish = std::function<void(const MarkedRegion &, RegionResult &)>;

  /// \param jobs how many regions are transformed at the same time; 0: as many as the
  ///        machine has threads
  /// \param progress whether regions that take long are named on the terminal meanwhile
  RegionQueue(clang::ASTContext &context, const DriverOptions &options, unsigned jobs,
              bool progress, DiagnosticHandler &diagnostics, Finish finish);
  ~RegionQueue();

  /// Extracts \p region and has the rest done. What extraction says of transformed regions
  /// is reported before \p finish gets the result.
  void add(const MarkedRegion &region);
  /// Waits for all regions.
  void finishAll();
  /// Whether the place \p loc lies in a region whose outcome is not known yet.
  bool isAround(clang::SourceLocation loc) const;

private:
  /// A region whose result is not handed out yet.
  struct Entry {
    MarkedRegion region;
    RegionResult result;
    KeptDiagnostics said;
    std::shared_future<void> done; ///< Invalid: already done.
  };

  void finishFirst();
  /// "heat.c: region at line 5: tiling"
  static std::string title(const Entry &entry);

  clang::ASTContext &Context;
  const DriverOptions &Options;
  DiagnosticHandler &Diagnostics;
  Finish FinishRegion;
  RegionCache Cache;
  unsigned Jobs;
  bool ShowsProgress;
  std::unique_ptr<DefaultThreadPool> Pool;         ///< Null: one region at a time.
  std::deque<std::unique_ptr<Entry>> Entries;      ///< In the order of the regions.
};

} // namespace gputile::driver

#endif
