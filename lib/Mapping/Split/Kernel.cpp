//===- Kernel.cpp - Kernels of split tiles ----------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Actions.h"
#include "Mapping/Memory/Shared.h"
#include "Mapping/Split/Kernel.h"

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
                std::vector<SplitTile> shared)
      : Region(region), Colours(colours), Space(buildSplitSpace(region, colours.front(), 0, 0)) {
    for (SplitTile &tile : shared) {
      Plan.shared.push_back(std::move(tile.tile));
      Slices.push_back(tile.slices);
      Rotating += tile.slices.has_value();
    }
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

  /// Copies in, a barrier, the steps with their barriers, copies out. Slices of tiles that
  /// rotate are copied before and after the steps of each time.
  void addActions() {
    const long steps = Region.band.steps;
    long phase = 0;
    for (unsigned t = 0; t < Plan.shared.size(); ++t)
      if (Slices[t])
        phase = addFirstSlices(t, phase);
      else if (!Plan.shared[t].copied.is_empty())
        addAction(Kind::CopyIn, t, Plan.blocks, phase++);
    if (phase > 0)
      addAction(Kind::Barrier, 0, Plan.blocks, phase++);
    Phase = phase;
    long place = 0;
    for (unsigned t = 0; t < Plan.shared.size(); ++t)
      if (Slices[t])
        addSlice(Kind::CopyIn, t, timeDomain(0, steps - 1), place++, Slices[t]->load);
    for (long step = 0; step < steps; ++step)
      addAction(Kind::Barrier, 0, timeDomain(step, step), place + 2 * step + 1);
    place += 2 * steps;
    for (unsigned t = 0; t < Plan.shared.size(); ++t)
      if (Slices[t])
        addSlice(Kind::CopyOut, t, timeDomain(0, steps - 1), place++, Slices[t]->stored);
      else if (Plan.shared[t].stored)
        addAction(Kind::CopyOut, t, Plan.blocks, ++phase);
  }

  /// Loads the slices of tile \p t that are used from the first time of a band on.
  /// \returns the next phase.
  long addFirstSlices(unsigned t, long phase) {
    const long steps = Region.band.steps;
    isl::aff first =
        variable(Plan.blocks, 0).scale(isl::val(Region.scop.ctx(), Region.shape.height));
    if (steps > 1)
      first = first.scale_down(isl::val(first.ctx(), steps)).floor();
    for (long slice = Slices[t]->first; slice < Slices[t]->load; ++slice) {
      addAction(Kind::CopyIn, t, Plan.blocks, phase++);
      nameSlice(t, first, slice);
    }
    return phase;
  }

  /// \param domain { [h…, b…, phase, t] }
  void addSlice(Kind kind, unsigned tile, const isl::set &domain, long place, long slice) {
    addAction(kind, tile, domain, place);
    nameSlice(tile, variable(domain, Plan.blocks.tuple_dim() + SplitTime), slice);
  }

  /// The last action copies slice time + \p lead of tile \p tile.
  void nameSlice(unsigned tile, const isl::aff &time, long lead) {
    KernelAction &action = Plan.actions.back();
    isl::aff slice = time.add_constant(lead);
    if (Slices[tile]->backwards)
      slice = slice.neg();
    action.slice = isl::manage(
        isl_aff_set_tuple_id(slice.release(), isl_dim_in,
                             isl_id_alloc(action.order.ctx().get(), action.name.c_str(), nullptr)));
  }

  /// { [h…, b…, phase, t] } of all times at which steps \p first to \p last may have work,
  /// and for slices those before: they load what is read later.
  isl::set timeDomain(long first, long last) const {
    isl::set times;
    for (unsigned s : statements()) {
      isl::set one = placeStatement(Region.scop, s, {Region.band.time}).range();
      one = isl::manage(isl_set_remove_divs(one.release()));
      times = times.is_null() ? one : times.unite(one);
    }
    times = hullOf(times.coalesce());
    if (Rotating > 0)
      times = times.apply(isl::manage(isl_map_lex_ge(isl_set_get_space(times.get()))));
    const unsigned outer = Plan.blocks.tuple_dim();
    isl::set all = isl::manage(isl_set_flat_product(
        isl_set_add_dims(Plan.blocks.copy(), isl_dim_set, 1), times.release()));
    all = isl::manage(
        isl_set_fix_si(all.release(), isl_dim_set, outer + SplitPhase, static_cast<int>(Phase)));
    isl::aff band = variable(all, 0), time = variable(all, outer + SplitTime);
    const auto scaled = [](const isl::aff &f, long by) { return f.scale(isl::val(f.ctx(), by)); };
    isl::aff p = scaled(time, Region.band.steps).sub(scaled(band, Region.shape.height));
    isl::aff zero = all.space().zero_aff_on_domain();
    return all.intersect(p.add_constant(last).ge_set(zero))
        .intersect(p.add_constant(first).lt_set(zero.add_constant(Region.shape.height)));
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
      const KernelSpace space = buildSplitSpace(Region, colour, Phase, Rotating);
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
  std::vector<std::optional<SliceCopies>> Slices; ///< By shared tile.
  long Rotating = 0;                              ///< How many tiles do.
  long Phase = 0;                                 ///< Of the statements.
};

} // namespace

KernelPlan mapSplitKernel(const SplitRegion &region, const std::vector<SplitColour> &colours,
                          std::vector<SplitTile> shared, std::string name) {
  return KernelBuilder(region, colours, std::move(shared)).build(std::move(name));
}

} // namespace gputile
