//===- Runs.cpp - Measured times of layouts ---------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runs.h"

#include <algorithm>
#include <numeric>

namespace json = llvm::json;

namespace gputile::tiles {
namespace {

llvm::Error error(const std::string &what) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), what);
}

/// A list of positive integers; empty where it is something else.
std::vector<long> positiveNumbers(const json::Object &object, llvm::StringRef key) {
  std::vector<long> numbers;
  if (const json::Array *list = object.getArray(key))
    for (const json::Value &value : *list) {
      const auto number = value.getAsInteger();
      if (!number || *number < 1 || *number > 1 << 20)
        return {};
      numbers.push_back(*number);
    }
  return numbers;
}

/// \returns what is wrong with \p object, or nothing
std::string readRun(const json::Object &object, Run &run) {
  run.tile = positiveNumbers(object, "tile");
  const std::vector<long> block = positiveNumbers(object, "block");
  if (run.tile.empty() || block.empty() || block.size() > 3)
    return "'tile' and 'block' are to be lists of positive integers";
  run.threads = std::accumulate(block.begin(), block.end(), 1L, std::multiplies<>());
  run.milliseconds = object.getNumber("milliseconds").value_or(0);
  if (!(run.milliseconds > 0))
    return "'milliseconds' is to be a positive number";
  if (const json::Object *sizes = object.getObject("sizes"))
    for (const auto &[name, value] : *sizes) {
      const auto size = value.getAsInteger();
      if (!size)
        return "size '" + name.str() + "' is to be an integer";
      run.sizes[name.str()] = *size;
    }
  return "";
}

llvm::Expected<MeasuredRun> measured(const Region &region, const Run &run, long registersPerThread,
                                     const DeviceProfile &device) {
  if (run.tile.size() != region.rows.size())
    return error("a run has " + std::to_string(run.tile.size()) + " tile sizes instead of " +
                 std::to_string(region.rows.size()));
  llvm::Expected<TiledNest> nest = nestOf(region, run.sizes);
  if (!nest)
    return nest.takeError();
  const SyncCosts sync = syncCostsOf(device.costs, run.threads);
  // That it ran shows that a block fits.
  const long blocks = std::max(
      1L, residentBlocks({run.threads, registersPerThread, sharedBytesOfTile(*nest, run.tile)},
                         device.limits));
  return MeasuredRun{.tile = workOfTile(*nest, run.tile),
                     .total = totalWork(interTileWavefronts(*nest, run.tile),
                                        {device.limits.multiprocessors, blocks}, sync),
                     .blockBarrier = sync.blockBarrier,
                     .time = run.milliseconds * 1e6};
}

} // namespace

llvm::Expected<std::vector<Run>> readRuns(llvm::StringRef text, llvm::StringRef file,
                                          llvm::StringRef name) {
  llvm::Expected<json::Value> root = json::parse(text);
  if (!root)
    return error(file.str() + ": " + llvm::toString(root.takeError()));
  const json::Object *object = root->getAsObject();
  const json::Array *list = object ? object->getArray("runs") : nullptr;
  if (!list)
    return error(file.str() + ": expected {\"runs\": [ … ]}");
  std::vector<Run> runs;
  for (size_t number = 1; const json::Value &value : *list) {
    const json::Object *entry = value.getAsObject();
    const size_t at = number++;
    if (!entry || !entry->getString("region"))
      return error(file.str() + ": a run is to be an object with the name of its region");
    if (*entry->getString("region") != name)
      continue;
    Run run;
    const std::string mistake = readRun(*entry, run);
    if (!mistake.empty())
      return error(file.str() + ": run " + std::to_string(at) + ": " + mistake);
    runs.push_back(std::move(run));
  }
  return runs;
}

llvm::Expected<FittedByThreads> fitRuns(const Region &region, const std::vector<Run> &runs,
                                        long registersPerThread, const DeviceProfile &device) {
  std::map<long, std::vector<MeasuredRun>> byThreads;
  for (const Run &run : runs) {
    llvm::Expected<MeasuredRun> one = measured(region, run, registersPerThread, device);
    if (!one)
      return one.takeError();
    byThreads[run.threads].push_back(std::move(*one));
  }
  FittedByThreads result;
  std::string why = "no run of this region was measured";
  for (const auto &[threads, group] : byThreads) {
    llvm::Expected<FittedCosts> fitted = fitCosts(group);
    if (!fitted) {
      why = "blocks of " + std::to_string(threads) +
            " threads: " + llvm::toString(fitted.takeError());
      continue;
    }
    result.costs[threads] = fitted->costs;
    result.largestError = std::max(result.largestError, fitted->largestError);
    result.runs += group.size();
  }
  if (result.costs.empty())
    return error(why);
  return result;
}

} // namespace gputile::tiles
