//===- SplitKernel.cpp - Kernels of split tiles ------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitKernel.h"
#include "Actions.h"
#include "SharedPlacement.h"

#include <algorithm>
#include <numeric>

namespace gputile {
namespace {

using Kind = KernelAction::Kind;

/// The domain of \p map without conditions on what it leads to: convex for each part
/// of \p map, and perhaps more than the domain.
isl::set sourcesOf(const isl::map &map) {
  isl::map all = isl::manage(
      isl_map_eliminate(map.copy(), isl_dim_out, 0, isl_map_dim(map.get(), isl_dim_out)));
  return isl::manage(isl_set_remove_divs(all.domain().release()));
}

/// A convex set around \p set; the set itself where no bound is valid for all parts.
isl::set hullOf(const isl::set &set) {
  isl::set hull(isl::manage(isl_set_simple_hull(set.copy())));
  return isl_set_is_bounded(hull.get()) == isl_bool_true ? hull : set;
}

class KernelBuilder {
public:
  KernelBuilder(const SplitRegion &region, const std::vector<SplitColour> &colours,
                std::vector<SharedTile> shared)
      : Region(region), Colours(colours), Space(buildSplitSpace(region, colours.front(), 0)) {
    Plan.shared = std::move(shared);
  }

  KernelPlan build(std::string name) {
    Plan.name = std::move(name);
    findBlocks();
    addActions();
    fillPlaces();
    fillLaunch();
    fillSizes();
    return std::move(Plan);
  }

private:
  const std::vector<unsigned> &statements() const { return Region.band.statements; }
  const isl::set &domainOf(unsigned s) const { return Region.scop.statements[s].domain; }

  void findBlocks() {
    isl::set blocks, partial;
    const auto add = [](isl::set &to, const isl::set &what) {
      to = to.is_null() ? what : to.unite(what);
    };
    for (const SplitColour &colour : Colours)
      for (unsigned s : statements()) {
        isl::map tiles = wholeTiles(Region, colour, s);
        isl::set working = sourcesOf(tiles.intersect_range(domainOf(s)));
        add(blocks, working);
        add(partial, isThin(s) ? working : sourcesOf(missing(tiles, s)));
      }
    Plan.blocks = hullOf(blocks.coalesce());
    Plan.fullBlocks = blocks.subtract(partial.coalesce()).coalesce();
    Plan.unevenThreads = true;
  }

  isl::map missing(const isl::map &tiles, unsigned s) const {
    return isl::manage(isl_map_subtract_range(tiles.copy(), domainOf(s).copy()));
  }

  bool isThin(unsigned s) const {
    const std::vector<unsigned> &thin = Region.band.thin;
    return std::find(thin.begin(), thin.end(), s) != thin.end();
  }

  void addAction(Kind kind, unsigned tile, const isl::set &domain, long value) {
    std::string name = actionStem(kind) + std::to_string(Plan.actions.size());
    Plan.actions.push_back({kind, name, tile, actionOrder(Space, domain, name, value)});
  }

  /// Copies in, a barrier, the steps with their barriers, copies out.
  void addActions() {
    long phase = 0;
    for (unsigned t = 0; t < Plan.shared.size(); ++t)
      if (!Plan.shared[t].copied.is_empty())
        addAction(Kind::CopyIn, t, Plan.blocks, phase++);
    if (phase > 0)
      addAction(Kind::Barrier, 0, Plan.blocks, phase++);
    Phase = phase;
    for (unsigned step = 0; step < Region.band.steps; ++step)
      addAction(Kind::Barrier, 0, stepDomain(step), 2L * step + 1);
    for (unsigned t = 0; t < Plan.shared.size(); ++t)
      if (Plan.shared[t].stored)
        addAction(Kind::CopyOut, t, Plan.blocks, ++phase);
  }

  /// { [h…, b…, phase, t] } of all times at which \p step may have work.
  isl::set stepDomain(unsigned step) const {
    isl::set times;
    for (unsigned s : statements()) {
      isl::set one = placeStatement(Region.scop, s, {Region.band.time}).range();
      one = isl::manage(isl_set_remove_divs(one.release()));
      times = times.is_null() ? one : times.unite(one);
    }
    const unsigned outer = Plan.blocks.tuple_dim();
    isl::set all = isl::manage(isl_set_flat_product(
        isl_set_add_dims(Plan.blocks.copy(), isl_dim_set, 1), hullOf(times.coalesce()).release()));
    all = isl::manage(
        isl_set_fix_si(all.release(), isl_dim_set, outer + SplitPhase, static_cast<int>(Phase)));
    isl::aff band = variable(all, 0), time = variable(all, outer + SplitTime);
    const auto scaled = [](const isl::aff &f, long by) { return f.scale(isl::val(f.ctx(), by)); };
    isl::aff p = scaled(time, Region.band.steps)
                     .add_constant(static_cast<long>(step))
                     .sub(scaled(band, Region.shape.height));
    isl::aff zero = all.space().zero_aff_on_domain();
    return all.intersect(p.ge_set(zero))
        .intersect(p.lt_set(zero.add_constant(Region.shape.height)));
  }

  static isl::aff variable(const isl::set &set, unsigned dim) {
    return isl::manage(isl_aff_var_on_domain(
        isl_local_space_from_space(isl_set_get_space(set.get())), isl_dim_set, dim));
  }

  void fillPlaces() {
    isl::ctx ctx = Region.scop.ctx();
    Plan.statements = statements();
    Plan.host = Plan.block = Plan.thread = Plan.order = isl::union_map::empty(ctx);
    for (const SplitColour &colour : Colours) {
      const KernelSpace space = buildSplitSpace(Region, colour, Phase);
      isl::union_set instances = isl::union_set::empty(ctx);
      for (unsigned s : statements())
        instances = instances.unite(instancesOf(Region, colour, s).to_union_set());
      const auto place = [&](const Coordinates &coordinates) {
        return placeStatements(Region.scop, statements(), coordinates).intersect_domain(instances);
      };
      Plan.host = Plan.host.unite(place(space.host));
      Plan.block = Plan.block.unite(place(space.block));
      Plan.thread = Plan.thread.unite(place(space.thread));
      Plan.order = Plan.order.unite(place(space.order));
    }
    Plan.orderIsLoop = Space.orderIsLoop;
    Plan.dealtPoints = Space.dealtPoints;
  }

  /// { K[h…] -> [band, inverted…] }
  void fillLaunch() {
    const unsigned hosts = static_cast<unsigned>(Space.host.size());
    const unsigned bits = static_cast<unsigned>(Region.shape.dims.size());
    const unsigned inner = Plan.blocks.tuple_dim() - hosts;
    Plan.hostDims.resize(hosts);
    std::iota(Plan.hostDims.begin(), Plan.hostDims.end(), 0u);
    isl::set launches =
        isl::manage(isl_set_eliminate(Plan.blocks.copy(), isl_dim_set, hosts, inner));
    launches = isl::manage(isl_set_project_out(launches.release(), isl_dim_set, hosts, inner));
    isl::aff_list list(Region.scop.ctx(), static_cast<int>(bits) + 1);
    for (unsigned d = 0; d < hosts; ++d)
      list = list.add(variable(launches, d));
    for (unsigned d = 0; !Region.joint && d < bits; ++d)
      list = list.add(launches.space().zero_aff_on_domain().add_constant(
          static_cast<long>(Colours.front()[d])));
    isl::space space = launches.space().add_unnamed_tuple(bits + 1);
    Plan.launch =
        isl::multi_aff(space, list).as_map().intersect_domain(launches).set_domain_tuple(Plan.name);
  }

  void fillSizes() {
    Plan.blockDims = static_cast<unsigned>(Space.block.size());
    Plan.blockSize = Region.block;
    Plan.tileSizes = {Region.shape.height};
    for (const SplitDim &dim : Region.shape.dims)
      Plan.tileSizes.push_back(dim.period);
    for (const SharedTile &tile : Plan.shared)
      Plan.sharedBytes += bytesOf(Region.scop, tile);
  }

  const SplitRegion &Region;
  const std::vector<SplitColour> &Colours;
  KernelSpace Space; ///< Of the first colour, with a phase that is not theirs yet.
  KernelPlan Plan;
  long Phase = 0; ///< Of the statements.
};

} // namespace

KernelPlan mapSplitKernel(const SplitRegion &region, const std::vector<SplitColour> &colours,
                          std::vector<SharedTile> shared, std::string name) {
  return KernelBuilder(region, colours, std::move(shared)).build(std::move(name));
}

} // namespace gputile
