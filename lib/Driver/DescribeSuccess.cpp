//===- DescribeSuccess.cpp - The remark about a transformed region --------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Driver/Pipeline.h"
#include "gputile/Support/IslTools.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <set>

namespace gputile {

/// "32x8".
static std::string sizesText(const std::vector<long> &sizes, const char *between = "x") {
  std::string text;
  for (long size : sizes)
    text += (text.empty() ? "" : between) + std::to_string(size);
  return text.empty() ? "1" : text;
}

/// "0.66".
static std::string picosecondsText(const LayoutEstimate &estimate) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.3g", estimate.picoseconds);
  return text;
}

/// True when a kernel got less than the block (x, y, z) the user gave: its loops are
/// not as deep as those the block was meant for.
static bool blockWasCut(std::vector<long> given, std::vector<long> block) {
  given.resize(3, 1);
  block.resize(3, 1);
  return given != block;
}

/// Whether all vectors of \p places, { S[i] -> [x] }, plainly are one.
static bool isOnePlace(const isl::union_map &places) {
  bool one = true;
  places.range().foreach_set([&](const isl::set &vectors) {
    for (unsigned d = 0; d < setDims(vectors); ++d)
      one = one && plainFixedDim(vectors, d).has_value();
  });
  return one;
}

/// Whether all that \p kernel does in a launch, it does in one thread. Others may fetch for it, and
/// what it is launched with may have more.
static bool runsInOneThread(const KernelPlan &kernel) {
  return isOnePlace(kernel.block) && isOnePlace(kernel.thread);
}

static std::string describeLaunch(const KernelPlan &kernel, const Choice<Launch> &launch) {
  const char *mode = launchName(kernel.mode == LaunchMode::Flags ? Launch::Flags : Launch::Cooperative);
  std::string text = std::string(", launch ") + mode + " (" + originName(launch.origin);
  if (launch.value == Launch::Auto)
    text += ": " + kernel.launchReason;
  return text + ")";
}

static std::string describeKernel(const KernelPlan &kernel, const Clauses &clauses) {
  // Threads are kept with x last; users write block(x, y, z).
  const std::vector<long> block(kernel.blockSize.rbegin(), kernel.blockSize.rend());
  std::string text = "tile " + sizesText(kernel.tileSizes) + " (" +
                     originName(clauses.tile.origin) + "), block " + sizesText(block) + " (" +
                     originName(clauses.block.origin);
  if (!clauses.block.value.empty() && blockWasCut(clauses.block.value, block))
    text += ", cut to these loops";
  text += ")";
  if (runsInOneThread(kernel))
    text += ", one thread";
  if (kernel.mode != LaunchMode::Kernels)
    text += describeLaunch(kernel, clauses.launch);
  return text + ", " + std::to_string(kernel.sharedBytes) + " bytes of shared memory";
}

/// "tile(8) block(32) 0.66 ps".
static std::string describe(const LayoutEstimate &estimate) {
  std::string text = estimate.tile.empty()
                         ? std::string("scheme(") + schemeName(estimate.scheme) + ")"
                         : "tile(" + sizesText(estimate.tile, ", ") + ")";
  if (!estimate.block.empty())
    text += " block(" + sizesText(estimate.block, ", ") + ")";
  return text + " " + picosecondsText(estimate) + " ps";
}

/// "; next are tile(8) block(32) 0.66 ps, scheme(parallel) 3.1 ps".
static std::string describeNext(const std::vector<LayoutEstimate> &estimates) {
  std::string text;
  for (const LayoutEstimate &estimate : estimates)
    text +=
        (text.empty() ? "; next " + std::string(estimates.size() == 1 ? "is " : "are ") : ", ") +
        describe(estimate);
  return text;
}

/// "'A', 'B' and 'C'".
static std::string namesText(const std::vector<std::string> &names) {
  std::string text;
  for (size_t k = 0; k < names.size(); ++k)
    text += (k == 0 ? "" : k + 1 == names.size() ? " and " : ", ") + ("'" + names[k] + "'");
  return text;
}

/// "3 versions of 'A' and 'B' in place of copies".
static std::string describe(const Versions &versions) {
  return std::to_string(versions.count) + " versions of " + namesText(versions.sources) +
         " in place of copies";
}

/// "planes of 'A' as arrays".
static std::string describePlanes(const std::vector<std::string> &arrays) {
  std::string names;
  for (const std::string &array : arrays)
    names += (names.empty() ? "'" : ", '") + array + "'";
  return "planes of " + names + " as arrays";
}

/// "1 statement split into 9 parts".
static std::string describeIndexSets(const std::vector<unsigned> &origins) {
  const std::set<unsigned> statements(origins.begin(), origins.end());
  size_t split = 0, parts = 0;
  for (unsigned statement : statements)
    if (const auto count = std::count(origins.begin(), origins.end(), statement); count > 1) {
      ++split;
      parts += static_cast<size_t>(count);
    }
  return std::to_string(split) + (split == 1 ? " statement" : " statements") + " split into " +
         std::to_string(parts) + " parts";
}

/// What was done to the program before it was scheduled, one thing each.
static std::vector<std::string> describeRewriting(const RegionResult &result) {
  std::vector<std::string> done;
  if (result.hasCopies())
    done.push_back(std::string("copies in place of false dependences, false_deps remove (") +
                   originName(result.clauses.falseDeps.origin) + ")");
  if (!result.tileLoops.empty())
    done.push_back("loops over tiles left out, of " + namesText(result.tileLoops));
  for (const Versions &versions : result.versions)
    done.push_back(describe(versions));
  if (!result.original->turningPointers.empty())
    done.push_back(std::to_string(result.original->turns) + " iterations as one for " +
                   namesText(result.original->turningPointers));
  if (!result.planes.empty())
    done.push_back(describePlanes(result.planes));
  for (const std::string &variable : result.lastValues)
    done.push_back("last value of '" + variable + "' stored");
  if (!result.indexSets.empty())
    done.push_back(describeIndexSets(result.indexSets));
  return done;
}

/// The arrays of which \p copied holds, as users know them.
static std::vector<std::string> arraysOf(const RegionResult &result, bool ArrayTransfer::*copied) {
  std::vector<std::string> names;
  for (const ArrayTransfer &transfer : result.plan->transfers) {
    const std::string &name = result.scop->arrays[transfer.array].sourceName;
    if (transfer.*copied && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  }
  return names;
}

/// "'A' and 'B'", "nothing".
static std::string namesOrNothing(const std::vector<std::string> &names) {
  return names.empty() ? "nothing" : namesText(names);
}

static std::string joined(const std::vector<std::string> &texts, const char *between) {
  std::string text;
  for (const std::string &part : texts)
    text += (text.empty() ? "" : between) + part;
  return text;
}

static std::string describeRegion(const RegionResult &result) {
  const size_t kernels = result.plan->kernels.size();
  std::string text = std::string("scheme ") + schemeName(result.scheme) + " (" +
                     originName(result.clauses.scheme.origin) + "), fuse " +
                     fuseName(result.clauses.fuse.value) + " (" +
                     originName(result.clauses.fuse.origin) + "), " + std::to_string(kernels) +
                     (kernels == 1 ? " kernel" : " kernels");
  if (const Origin origin = result.clauses.device.origin; origin != Origin::Model)
    text += ", device " + result.device.name + " (" + originName(origin) + ")";
  return text;
}

Success describeSuccess(const RegionResult &result) {
  if (result.success)
    return *result.success;
  Success success{describeRegion(result), {}};
  const auto note = [&](DiagId id, std::vector<std::string> args) {
    success.notes.push_back({id, {}, std::move(args)});
  };
  for (const std::string &done : describeRewriting(result))
    note(DiagId::NoteRewritten, {done});
  for (const KernelPlan &kernel : result.plan->kernels)
    note(DiagId::NoteKernel, {kernel.name, describeKernel(kernel, result.clauses)});
  for (const KernelPlan &kernel : result.plan->kernels)
    if (kernel.stream && !kernel.stream->estimates.empty()) {
      const LayoutEstimate &taken = kernel.stream->estimates.front();
      note(DiagId::NoteEstimate, {kernel.name, picosecondsText(taken), taken.bound,
                                  describeNext(kernel.stream->runnersUp())});
    }
  note(DiagId::NoteCopies, {namesOrNothing(arraysOf(result, &ArrayTransfer::copyIn)),
                            namesOrNothing(arraysOf(result, &ArrayTransfer::copyOut))});
  if (const std::vector<std::string> &guards = result.code->guards; !guards.empty())
    note(DiagId::NoteGuards, {joined(guards, ", and ")});
  if (result.text)
    note(DiagId::NoteText, {describe(*result.text)});
  return success;
}

} // namespace gputile
