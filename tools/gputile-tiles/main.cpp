//===- main.cpp - Predicts tile sizes of wavefronts -------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// docs/tile-sizes.md describes the program.
///
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Candidates.h"
#include "Runs.h"

#include "gputile/Model/CostEstimate.h"
#include "gputile/Model/DeviceFile.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>

namespace json = llvm::json;

namespace gputile::tiles {
namespace {

llvm::Error error(const llvm::Twine &what) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), what);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> textOf(const std::string &path) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (!buffer)
    return error(path + ": " + buffer.getError().message());
  return std::move(*buffer);
}

llvm::Expected<DeviceProfile> deviceOf(const std::string &name) {
  if (std::optional<DeviceProfile> known = deviceProfileOf(name))
    return std::move(*known);
  auto text = textOf(name);
  if (!text)
    return text.takeError();
  return readDeviceProfile((*text)->getBuffer(), name);
}

/// Costs, and where they come from.
struct KnownCosts {
  CostsByThreads byThreads;
  std::string source;
};

KnownCosts estimated(const Region &region, const DeviceProfile &device) {
  PointCounts counts;
  counts.elementBytes = 0;
  double turns = 0;
  for (const HeldArray &array : region.arrays) {
    const auto references = static_cast<double>(array.offsets.size());
    counts.references += references;
    turns += references * static_cast<double>(array.bankConflictWays);
    counts.elementBytes = std::max(counts.elementBytes, static_cast<double>(array.elementBytes));
  }
  counts.bankConflictWays = turns / counts.references;
  KnownCosts costs{{}, "estimated from counts"};
  for (long threads = lanesOfWarp; threads <= device.limits.threadsPerBlock; threads += lanesOfWarp)
    costs.byThreads[threads] = estimateCosts(counts, device);
  return costs;
}

llvm::Expected<KnownCosts> costsOf(const Region &region, const Arguments &arguments,
                                   const DeviceProfile &device) {
  if (arguments.runs.empty())
    return estimated(region, device);
  auto text = textOf(arguments.runs);
  if (!text)
    return text.takeError();
  llvm::Expected<std::vector<Run>> runs =
      readRuns((*text)->getBuffer(), arguments.runs, region.name);
  if (!runs)
    return runs.takeError();
  llvm::Expected<FittedByThreads> fitted = fitRuns(region, *runs, arguments.registers, device);
  if (!fitted)
    return fitted.takeError();
  std::string source;
  llvm::raw_string_ostream(source) << "fitted to " << fitted->runs << " runs, largest error "
                                   << llvm::format("%.2f %%", 100 * fitted->largestError);
  return KnownCosts{std::move(fitted->costs), std::move(source)};
}

std::string joined(const std::vector<long> &numbers) {
  std::string text;
  for (const long number : numbers)
    text += (text.empty() ? "" : ", ") + std::to_string(number);
  return text;
}

void print(const Region &region, const TiledNest &nest, const DeviceProfile &device,
           const KnownCosts &costs, const FoundLayouts &found) {
  llvm::outs() << region.name << " on " << device.name << ": " << found.layouts
               << " layouts, costs " << costs.source << '\n';
  for (const Layout &layout : found.best) {
    const TileCosts &cost = costs.byThreads.at(layout.threads);
    const TileWork work = workOfTile(nest, layout.tile);
    const std::vector<long> block = blockFor(layout, nest.carrying, device.limits);
    llvm::outs() << llvm::format("%10.4g ms", layout.time / 1e6) << "  tile(" << joined(layout.tile)
                 << ")";
    if (!block.empty())
      llvm::outs() << " block(" << joined(block) << ")";
    llvm::outs() << "  threads " << layout.threads << ", blocks " << layout.blocks << ", shared "
                 << sharedBytesOfTile(nest, layout.tile)
                 << llvm::format(", reuse %.3g", work.reuse())
                 << llvm::format(", ns: alpha %.4g", cost.perWarp)
                 << llvm::format(" beta %.4g", cost.perPoint)
                 << llvm::format(" gamma %.4g", cost.perElement) << '\n';
  }
}

llvm::Error predict(const Region &region, const Arguments &arguments) {
  llvm::Expected<TiledNest> nest = nestOf(region, arguments.sizes);
  if (!nest)
    return nest.takeError();
  llvm::Expected<DeviceProfile> device =
      deviceOf(arguments.device.empty() ? region.device : arguments.device);
  if (!device)
    return device.takeError();
  llvm::Expected<KnownCosts> costs = costsOf(region, arguments, *device);
  if (!costs)
    return costs.takeError();
  LayoutSpace space = layoutSpace(region.rows.size(), costs->byThreads);
  space.registersPerThread = arguments.registers;
  space.leastReuse = arguments.leastReuse;
  const FoundLayouts found =
      searchLayouts(*nest, space, costs->byThreads, *device, static_cast<size_t>(arguments.best));
  if (found.best.empty())
    return error("no layout fulfils the constraints");
  print(region, *nest, *device, *costs, found);
  return llvm::Error::success();
}

/// What is said of a region that the model is not for.
void skip(const std::string &name, llvm::Error why) {
  llvm::outs() << name << ": left out: " << llvm::toString(std::move(why)) << '\n';
}

llvm::Error run(const Arguments &arguments) {
  auto text = textOf(arguments.file);
  if (!text)
    return text.takeError();
  llvm::Expected<json::Value> root = json::parse((*text)->getBuffer());
  if (!root)
    return error(arguments.file + ": " + llvm::toString(root.takeError()));
  const json::Object *object = root->getAsObject();
  const json::Array *regions = object ? object->getArray("regions") : nullptr;
  if (!regions)
    return error(arguments.file + ": it is no result of gputile --dump-json");
  bool any = false;
  for (const json::Value &value : *regions) {
    const json::Object *one = value.getAsObject();
    const std::string name = one ? one->getString("name").value_or("").str() : "";
    if (name.empty() || (!arguments.region.empty() && name != arguments.region))
      continue;
    any = true;
    const IslContext context;
    llvm::Expected<Region> region = readRegion(context.get(), *one);
    if (!region)
      skip(name, region.takeError());
    else if (llvm::Error wrong = predict(*region, arguments))
      return error(name + ": " + llvm::toString(std::move(wrong)));
  }
  return any ? llvm::Error::success() : error("there is no such region");
}

} // namespace
} // namespace gputile::tiles

int main(int argc, char **argv) {
  using namespace gputile::tiles;
  const auto fail = [](llvm::Error wrong, int status) {
    llvm::errs() << "gputile-tiles: error: " << llvm::toString(std::move(wrong)) << '\n';
    return status;
  };
  llvm::Expected<Arguments> arguments = readArguments({argv + 1, argv + argc});
  if (!arguments)
    return fail(arguments.takeError(), 2);
  if (arguments->help)
    llvm::outs() << HelpText;
  else if (arguments->version)
    llvm::outs() << "gputile-tiles " GPUTILE_VERSION "\n";
  else if (llvm::Error wrong = run(*arguments))
    return fail(std::move(wrong), 1);
  llvm::outs().flush();
  if (llvm::outs().has_error()) {
    llvm::outs().clear_error();
    return fail(llvm::createStringError(llvm::inconvertibleErrorCode(),
                                        "standard output cannot be written to"),
                1);
  }
  return 0;
}
