//===- HostSplit.cpp - Which part of a schedule runs on the host ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/HostSplit.h"

#include "gputile/IR/ScheduleNodes.h"

#include <algorithm>

namespace gputile::mapping {
namespace {

bool hasCoincidentRow(const ScheduleNode &node) {
  return node.kind == ScheduleNode::Kind::Band &&
         std::any_of(node.rows.begin(), node.rows.end(),
                     [](const BandRow &row) { return row.coincident; });
}

bool hasBand(const ScheduleNode &node) {
  return node.kind == ScheduleNode::Kind::Band ||
         std::any_of(node.children.begin(), node.children.end(), hasBand);
}

bool isWavefrontBand(const ScheduleNode &node) {
  return node.kind == ScheduleNode::Kind::Band && node.rows.size() >= 2 &&
         !hasCoincidentRow(node) && !hasBand(node.children.front());
}

class Splitter {
public:
  Splitter(const Scop &scop, bool wavefronts, const std::vector<SplitBand> &split)
      : TheScop(scop), Wavefronts(wavefronts), Split(split) {}

  void walk(const ScheduleNode &node) {
    if (const SplitBand *band = splitBandOf(node)) {
      emit(node);
      Regions.back().parallel = false;
      Regions.back().split = band;
    } else if (Wavefronts && isWavefrontBand(node))
      emitWavefront(node);
    else if (!hasSplitBand(node) && (hasCoincidentRow(node) || !hasParallelism(node)))
      emit(node);
    else if (node.kind == ScheduleNode::Kind::Band)
      walkBand(node);
    else
      walkSequence(node);
  }

  std::vector<KernelRegion> takePadded() {
    size_t length = 1;
    for (const KernelRegion &region : Regions)
      length = std::max(length, region.launch.size() +
                                    (region.split ? 1 + region.split->space.size() : 0));
    for (KernelRegion &region : Regions)
      while (!region.split && region.launch.size() < length)
        region.launch.push_back(scalar(region.node.statements, 0));
    return std::move(Regions);
  }

private:
  struct LaunchDim {
    bool isLoop;
    Coordinate coordinate;
  };

  /// The time loop that \p node, which stands below Path, is.
  const SplitBand *splitBandOf(const ScheduleNode &node) const {
    const auto loops = std::count_if(Path.begin(), Path.end(),
                                     [](const LaunchDim &dim) { return dim.isLoop; });
    for (const SplitBand &band : Split)
      if (node.kind == ScheduleNode::Kind::Band && node.statements == band.statements &&
          loops == static_cast<long>(band.around.size()))
        return &band;
    return nullptr;
  }

  bool hasSplitBand(const ScheduleNode &node) const {
    return std::any_of(Split.begin(), Split.end(), [&](const SplitBand &band) {
      return std::includes(node.statements.begin(), node.statements.end(),
                           band.statements.begin(), band.statements.end());
    });
  }

  bool hasParallelism(const ScheduleNode &node) const {
    return hasCoincidentRow(node) || hasSplitBand(node) || (Wavefronts && isWavefrontBand(node)) ||
           std::any_of(node.children.begin(), node.children.end(),
                       [this](const ScheduleNode &child) { return hasParallelism(child); });
  }

  /// Joins neighbours without parallelism, so that they cost one launch.
  std::vector<ScheduleNode> joinSerialRuns(const std::vector<ScheduleNode> &children) const {
    std::vector<ScheduleNode> result, run;
    auto flush = [&] {
      if (!run.empty())
        result.push_back(sequenceOf(std::move(run)));
      run.clear();
    };
    for (const ScheduleNode &child : children) {
      if (!hasParallelism(child)) {
        run.push_back(child);
        continue;
      }
      flush();
      result.push_back(child);
    }
    flush();
    return result;
  }

  Coordinate scalar(const std::vector<unsigned> &statements, long value) const {
    Coordinate c;
    for (unsigned s : statements)
      c.emplace(s, constantOn(TheScop, s, value));
    return c;
  }

  void walkBand(const ScheduleNode &node) {
    for (const BandRow &row : node.rows)
      Path.push_back({true, row.functions});
    walk(node.children.front());
    Path.resize(Path.size() - node.rows.size());
  }

  /// The outermost rows too many for a block are loops of the host: the others
  /// stay permutable below them.
  void emitWavefront(const ScheduleNode &node) {
    size_t rows = node.rows.size();
    size_t onHost = rows > maxWavefrontRows ? rows - maxWavefrontRows : 0;
    ScheduleNode inner = node;
    inner.rows.erase(inner.rows.begin(), inner.rows.begin() + static_cast<long>(onHost));
    for (size_t r = 0; r < onHost; ++r)
      Path.push_back({true, node.rows[r].functions});
    Path.push_back({true, scalar(node.statements, 0)});
    emit(inner);
    Regions.back().parallel = false;
    Regions.back().wavefront = true;
    Path.resize(Path.size() - onHost - 1);
  }

  void walkSequence(const ScheduleNode &node) {
    std::vector<ScheduleNode> children = joinSerialRuns(node.children);
    for (size_t k = 0; k < children.size(); ++k) {
      Path.push_back({false, scalar(children[k].statements, static_cast<long>(k))});
      walk(children[k]);
      Path.pop_back();
    }
  }

  void emit(const ScheduleNode &node) {
    KernelRegion region;
    region.node = node;
    region.parallel = hasCoincidentRow(node);
    for (const LaunchDim &dim : Path) {
      if (dim.isLoop)
        region.hostDims.push_back(static_cast<unsigned>(region.launch.size()));
      Coordinate c;
      for (unsigned s : node.statements)
        c.emplace(s, dim.coordinate.at(s));
      region.launch.push_back(std::move(c));
    }
    Regions.push_back(std::move(region));
  }

  const Scop &TheScop;
  bool Wavefronts;
  const std::vector<SplitBand> &Split;
  std::vector<LaunchDim> Path;
  std::vector<KernelRegion> Regions;
};

} // namespace

std::vector<KernelRegion> splitHost(const Scop &scop, const ScheduleNode &schedule,
                                    bool wavefronts, const std::vector<SplitBand> &split) {
  Splitter splitter(scop, wavefronts, split);
  splitter.walk(schedule);
  return splitter.takePadded();
}

} // namespace gputile::mapping
