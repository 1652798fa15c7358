//===- RegionCache.cpp - Results of regions from earlier compilations -----===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Cache/RegionCache.h"

#include "Driver/Cache/Build.h"
#include "Driver/Cache/RegionKey.h"
#include "Driver/Cache/StoredResult.h"

#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

namespace gputile::driver {
namespace {

std::string absoluteOnly(const std::optional<std::string> &folder, const char *below) {
  return folder && !folder->empty() && folder->front() == '/' ? *folder + below : "";
}

/// As libgputile_rt finds its folder, and one in it; empty: none.
std::string folderByEnvironment() {
  if (const auto given = llvm::sys::Process::GetEnv("GPUTILE_CACHE_DIR"))
    return given->empty() ? "" : *given + "/regions";
  if (const auto xdg = llvm::sys::Process::GetEnv("XDG_CACHE_HOME"); xdg && !xdg->empty())
    return absoluteOnly(xdg, "/gputile/regions");
  return absoluteOnly(llvm::sys::Process::GetEnv("HOME"), "/.cache/gputile/regions");
}

bool wantsMore(const DriverOptions &options) {
  return !options.dumpJson.empty() || !options.report.empty() || !options.draw.empty() ||
         !options.printAfter.empty() || options.checkText || options.failIn;
}

std::optional<EntryFiles> filesFor(const DriverOptions &options, const std::string &build) {
  if (build.empty() || wantsMore(options) || options.cache == "off")
    return std::nullopt;
  const std::string folder = options.cache.empty() ? folderByEnvironment() : options.cache;
  return folder.empty() ? std::nullopt : std::optional<EntryFiles>(folder);
}

} // namespace

RegionCache::RegionCache(const DriverOptions &options)
    : Options(options), Build(buildId()), Files(filesFor(options, Build)) {}

RegionCache::~RegionCache() {
  if (Saved)
    Files->prune();
}

void RegionCache::transform(RegionResult &result, const MarkedRegion &region) {
  if (!Files || result.refusal)
    return transformRegion(result, region, Options);
  const auto start = std::chrono::steady_clock::now();
  const RegionKey key = keyOf(result, region, Options, Build);
  if (const auto text = Files->load(key.hash); text && takeStored(result, *text, key)) {
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    if (Options.timePhases)
      llvm::errs() << timeText(result.file + ":" + std::to_string(result.line), "cache",
                               time.count());
    return;
  }
  transformRegion(result, region, Options);
  if (const auto text = storedText(result, key)) {
    Files->save(key.hash, *text);
    Saved = true;
  }
}

} // namespace gputile::driver
