//===- Pictures.cpp - What --draw writes -------------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Pictures.h"

#include "gputile/Draw/Draw.h"
#include "gputile/Support/TimeLimit.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <numeric>

namespace gputile::driver {
namespace {

/// All kernels of \p plan as one, which its launch vectors tell apart: the colours of
/// split tiling belong in one picture.
std::vector<KernelPlan> mergedKernels(const RegionPlan &plan, const std::string &name) {
  KernelPlan merged = plan.kernels.front();
  merged.name = name;
  for (size_t k = 1; k < plan.kernels.size(); ++k) {
    merged.block = merged.block.unite(plan.kernels[k].block);
    merged.order = merged.order.unite(plan.kernels[k].order);
  }
  merged.host = plan.launch;
  merged.hostDims.resize(plan.launchDims);
  std::iota(merged.hostDims.begin(), merged.hostDims.end(), 0u);
  merged.actions.clear(); // Steps inside a tile are horizontal lines.
  return {merged};
}

/// Whether all kernels are the colours of one time loop.
bool isOneTimeLoop(const RegionResult &result) {
  return result.splitBands.size() == 1 &&
         result.splitBands.front().statements.size() == result.scop->statements.size();
}

void drawKernels(const RegionResult &result, const DriverOptions &options,
                 std::vector<Picture> &pictures) {
  TimeLimit limit(result.isl->get(), options.maxSeconds);
  IslQuota quota(result.isl->get(), options.maxOperations);
  const std::vector<KernelPlan> kernels =
      isOneTimeLoop(result) ? mergedKernels(*result.plan, result.scop->name) : result.plan->kernels;
  for (size_t k = 0; k < kernels.size(); ++k)
    if (auto svg = drawTiles(*result.scop, *result.ddg, kernels[k], options.drawDims))
      pictures.push_back({result.scop->name + "-tiles-k" + std::to_string(k) + ".svg", *svg});
}

} // namespace

void drawRegion(const RegionResult &result, const DriverOptions &options,
                std::vector<Picture> &pictures) {
  if (!result.ddg)
    return;
  pictures.push_back({result.scop->name + "-deps.svg", drawDependences(*result.scop, *result.ddg)});
  if (!result.plan)
    return;
  try {
    drawKernels(result, options, pictures);
  } catch (const isl::exception &) {
    llvm::errs() << result.file << ':' << result.line
                 << ": pictures of tiles are too expensive; see --max-operations and --max-seconds\n";
  }
}

} // namespace gputile::driver

namespace gputile {

std::vector<OutputFile> pictureFiles(const std::vector<Picture> &pictures,
                                     const std::string &folder) {
  std::vector<OutputFile> files;
  for (const Picture &picture : pictures) {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, picture.fileName);
    files.push_back({path.str().str(), picture.svg});
  }
  return files;
}

} // namespace gputile
