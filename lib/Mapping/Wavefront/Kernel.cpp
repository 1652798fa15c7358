//===- Kernel.cpp - A kernel of tile wavefronts -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Actions.h"
#include "Mapping/FullTiles.h"
#include "Mapping/Memory/Shared.h"
#include "Mapping/Wavefront/Kernel.h"
#include "Mapping/Wavefront/Memory.h"

#include <algorithm>
#include <optional>

namespace gputile {
namespace {

using Kind = KernelAction::Kind;

struct Layout {
  BandSizes sizes;
  WavefrontSpace space;
  std::vector<SharedTile> tiles;

  long bytes(const Scop &scop) const {
    long sum = 0;
    for (const SharedTile &tile : tiles)
      sum += bytesOf(scop, tile);
    return sum;
  }
};

/// Drops tiles from the last on, those only read first, until all fit.
void dropTiles(const Scop &scop, Layout &layout, long limit) {
  std::sort(layout.tiles.begin(), layout.tiles.end(), [](const SharedTile &a, const SharedTile &b) {
    return a.stored.has_value() > b.stored.has_value();
  });
  while (layout.bytes(scop) > limit)
    layout.tiles.pop_back();
}

class KernelBuilder {
public:
  KernelBuilder(const Scop &scop, const KernelRegion &region, const Slices &slices, Layout layout)
      : TheScop(scop), Region(region), TheSlices(slices), Space(std::move(layout.space)),
        Sizes(std::move(layout.sizes)) {
    Plan.shared = std::move(layout.tiles);
  }

  KernelPlan build(std::string name) {
    Plan.name = std::move(name);
    Plan.blocks = launchedWavefrontBlocks(TheScop, Region, Space, Sizes);
    Plan.fullBlocks = fullWavefrontBlocks(TheScop, Region, Space, Sizes);
    addActions();
    fillPlaces();
    fillSizes();
    return std::move(Plan);
  }

private:
  void addAction(Kind kind, unsigned tile, const isl::set &domain, long value) {
    std::string name = actionStem(kind) + std::to_string(Plan.actions.size());
    Plan.actions.push_back({kind, name, tile, actionOrder(Space.space, domain, name, value)});
  }

  /// Copies in, a barrier, the slices with their barriers, copies out: in all blocks that
  /// are launched, though some have nothing to copy, as each element is tested anyway.
  void addActions() {
    long phase = 0;
    for (unsigned t = 0; t < Plan.shared.size(); ++t)
      addAction(Kind::CopyIn, t, Plan.blocks, phase++);
    if (phase > 0)
      addAction(Kind::Barrier, 0, Plan.blocks, phase++);
    Space.setPhase(TheScop, phase);
    for (unsigned step = 0; step < TheSlices.steps; ++step)
      addAction(Kind::Barrier, 0, sliceDomain(phase), 2L * step + 1);
    for (unsigned t = 0; t < Plan.shared.size(); ++t)
      if (Plan.shared[t].stored)
        addAction(Kind::CopyOut, t, Plan.blocks, ++phase);
  }

  /// { [h…, b…, phase, slice] } of all slices of all blocks.
  isl::set sliceDomain(long phase) const {
    isl::set all = isl::manage(isl_set_add_dims(Plan.blocks.copy(), isl_dim_set, 2));
    unsigned first = Plan.blocks.tuple_dim();
    auto bound = [&](unsigned dim, long low, long high) {
      all = isl::manage(
          isl_set_lower_bound_si(all.release(), isl_dim_set, dim, static_cast<int>(low)));
      all = isl::manage(
          isl_set_upper_bound_si(all.release(), isl_dim_set, dim, static_cast<int>(high)));
    };
    bound(first + PhasePosition, phase, phase);
    bound(first + SlicePosition, 0, Space.slices - 1);
    return all;
  }

  void fillPlaces() {
    const KernelSpace &space = Space.space;
    Plan.statements = space.statements;
    Plan.host = placeStatements(TheScop, Plan.statements, space.host);
    Plan.block = placeStatements(TheScop, Plan.statements, space.block);
    Plan.thread = placeStatements(TheScop, Plan.statements, space.thread);
    Plan.order = placeStatements(TheScop, Plan.statements, space.order);
    Plan.orderIsLoop = space.orderIsLoop;
    Plan.hostDims = Region.hostDims;
    fillLaunch();
  }

  /// { K[h…] -> [l…] }: h, and the constants between them.
  void fillLaunch() {
    unsigned hosts = static_cast<unsigned>(Region.hostDims.size());
    unsigned inner = Plan.blocks.tuple_dim() - hosts;
    isl::set launches =
        isl::manage(isl_set_eliminate(Plan.blocks.copy(), isl_dim_set, hosts, inner));
    launches = isl::manage(isl_set_project_out(launches.release(), isl_dim_set, hosts, inner));
    isl::multi_aff h = isl::manage(isl_multi_aff_identity_on_domain_space(launches.space().release()));
    isl::aff_list list(TheScop.ctx(), static_cast<int>(Region.launch.size()));
    for (unsigned d = 0, next = 0; d < Region.launch.size(); ++d) {
      const bool isHost = next < hosts && Region.hostDims[next] == d;
      isl::val constant = Region.launch[d].begin()->second.constant_val();
      list = list.add(isHost ? h.at(static_cast<int>(next++))
                             : launches.space().zero_aff_on_domain().add_constant(constant));
    }
    isl::space space =
        launches.space().add_unnamed_tuple(static_cast<unsigned>(Region.launch.size()));
    Plan.launch = isl::multi_aff(space, list).as_map().intersect_domain(launches).set_domain_tuple(
        Plan.name);
  }

  void fillSizes() {
    Plan.blockDims = static_cast<unsigned>(Space.space.block.size());
    Plan.blockSize = Sizes.block;
    Plan.tileSizes = Sizes.tile;
    for (const SharedTile &tile : Plan.shared)
      Plan.sharedBytes += bytesOf(TheScop, tile);
  }

  const Scop &TheScop;
  const KernelRegion &Region; ///< With the wavefront in its launch vector.
  const Slices &TheSlices;
  WavefrontSpace Space;
  BandSizes Sizes;
  KernelPlan Plan;
};

Result<Layout> layOut(const Scop &scop, const KernelRegion &region, const Slices &slices,
                      const DeviceLimits &limits) {
  std::optional<Layout> last;
  auto bytes = [&](const BandSizes &sizes) {
    WavefrontSpace space = buildWavefrontSpace(scop, region, sizes, slices);
    std::vector<SharedTile> tiles = wavefrontTiles(scop, region, space, sizes, slices);
    last.emplace(Layout{sizes, std::move(space), std::move(tiles)});
    return last->bytes(scop);
  };
  Result<BandSizes> sizes = searchWavefrontSizes(scop, region.node.rows.size(), limits, bytes);
  if (!sizes)
    return sizes.refusal();
  if (last->bytes(scop) > limits.sharedBytesPerBlock)
    dropTiles(scop, *last, limits.sharedBytesPerBlock);
  return std::move(*last);
}

} // namespace

Result<KernelPlan> mapWavefrontKernel(const Scop &scop, const Ddg &ddg, KernelRegion &region,
                                      std::string name, const DeviceLimits &limits) {
  Slices slices = chooseSlices(scop, ddg, region);
  Result<Layout> layout = layOut(scop, region, slices, limits);
  if (!layout)
    return layout.refusal();
  region.launch[region.hostDims.back()] = layout->space.wavefront;
  return KernelBuilder(scop, region, slices, std::move(*layout)).build(std::move(name));
}

} // namespace gputile
