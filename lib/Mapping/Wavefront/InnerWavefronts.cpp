//===- InnerWavefronts.cpp - Wavefronts inside tiles ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Wavefront/InnerWavefronts.h"

#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <optional>

namespace gputile::mapping {
namespace {

/// An edge with the set of its distances in the rows of the band.
struct RowDistances {
  unsigned source, target;
  isl::set deltas; ///< { [d_0 … d_{n-1}] }
};

/// The map from instances of \p statement to their launch and rows.
isl::map placeRows(const Scop &scop, const KernelRegion &region, unsigned statement) {
  Coordinates rows;
  for (const BandRow &row : region.node.rows)
    rows.push_back(row.functions);
  return placeStatement(scop, statement, region.launch + rows);
}

isl::set fixToZero(isl::set set, unsigned first, unsigned count) {
  for (unsigned d = first; d < first + count; ++d)
    set = fixDim(set, d, 0);
  return set;
}

/// Distances of the dependences that stay in one launch. The position of the
/// wavefront in the launch vector is still a constant.
std::vector<RowDistances> rowDistances(const Scop &scop, const Ddg &ddg,
                                       const KernelRegion &region) {
  const std::vector<unsigned> &inside = region.node.statements;
  auto isInside = [&](unsigned s) { return std::binary_search(inside.begin(), inside.end(), s); };
  unsigned launchDims = static_cast<unsigned>(region.launch.size());
  std::vector<RowDistances> result;
  for (const Dependence &edge : ddg.edges) {
    if (!isInside(edge.source) || !isInside(edge.target))
      continue;
    isl::set deltas = edge.relation.apply_domain(placeRows(scop, region, edge.source))
                          .apply_range(placeRows(scop, region, edge.target))
                          .deltas();
    deltas = dropDims(fixToZero(deltas, 0, launchDims), 0, launchDims);
    if (!deltas.is_empty())
      result.push_back({edge.source, edge.target, deltas});
  }
  return result;
}

/// A dependence that stays in one inner wavefront.
struct InnerEdge {
  unsigned source, target;
  bool crossesThreads;
};

/// None when a statement depends on itself within an inner wavefront.
std::optional<std::vector<InnerEdge>> edgesInside(const std::vector<RowDistances> &distances,
                                                  unsigned carrying, unsigned rows) {
  std::vector<InnerEdge> edges;
  for (const RowDistances &d : distances) {
    isl::set inside = fixToZero(d.deltas, 0, carrying);
    if (inside.is_empty())
      continue;
    if (d.source == d.target)
      return std::nullopt;
    isl::set samePoint = fixToZero(inside, carrying, rows - carrying);
    edges.push_back({d.source, d.target, !inside.is_subset(samePoint)});
  }
  return edges;
}

/// The earliest step of each statement; none when edges that cross threads form a
/// cycle.
std::optional<InnerWavefronts> orderSteps(const std::vector<unsigned> &statements,
                                          const std::vector<InnerEdge> &edges, unsigned carrying) {
  InnerWavefronts inner;
  inner.carrying = carrying;
  for (unsigned s : statements)
    inner.step[s] = 0;
  bool changed = true;
  for (size_t round = 0; changed; ++round) {
    if (round > statements.size())
      return std::nullopt;
    changed = false;
    for (const InnerEdge &edge : edges) {
      unsigned earliest = inner.step[edge.source] + (edge.crossesThreads ? 1 : 0);
      if (inner.step[edge.target] >= earliest)
        continue;
      inner.step[edge.target] = earliest;
      changed = true;
    }
  }
  for (unsigned s : statements)
    inner.steps = std::max(inner.steps, inner.step[s] + 1);
  return inner;
}

} // namespace

InnerWavefronts chooseInnerWavefronts(const Scop &scop, const Ddg &ddg,
                                      const KernelRegion &region) {
  std::vector<RowDistances> distances = rowDistances(scop, ddg, region);
  unsigned rows = static_cast<unsigned>(region.node.rows.size());
  for (unsigned carrying = 1; carrying < rows; ++carrying)
    if (auto edges = edgesInside(distances, carrying, rows))
      if (auto inner = orderSteps(region.node.statements, *edges, carrying))
        return *inner;
  InnerWavefronts all;
  all.carrying = rows;
  for (unsigned s : region.node.statements)
    all.step[s] = 0; // What is left stays at one point, in the order of the leaf.
  return all;
}

} // namespace gputile::mapping
