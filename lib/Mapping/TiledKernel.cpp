//===- TiledKernel.cpp - A kernel from tiles --------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Actions.h"
#include "Mapping/Memory/Shared.h"
#include "Mapping/TiledKernel.h"
#include "Mapping/Tiles.h"

#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <stdexcept>

namespace gputile::mapping {
namespace {

using Kind = KernelAction::Kind;

/// Positions in the order; the points of a thread stand between step and leaf.
enum Position : unsigned { PhasePosition, TimePosition, StepPosition, FirstPointPosition };

/// Where instances in tiles of one shape run.
struct Places {
  Coordinates block, thread, order;
  std::vector<std::optional<unsigned>> cyclicPoints; ///< As KernelPlan::cyclicPoints.
};

/// Builds the above.
class PlacesBuilder {
public:
  PlacesBuilder(const Scop &scop, const TiledSchedule &tiled) : TheScop(scop), Tiled(tiled) {}

  /// \param phase of all statements in the order
  /// \param loads before the steps of each time
  Places build(const TileShape &shape, const std::vector<long> &block, long phase, long loads) {
    for (size_t d = 0; d < shape.rows.size(); ++d)
      addRow(shape.rows[d], block[d]);
    Coordinate step, leaf;
    for (unsigned s : Tiled.statements) {
      step.emplace(s, constantOn(TheScop, s, loads + 2L * Tiled.step.at(s)));
      leaf.emplace(s, constantOn(TheScop, s, Tiled.leaf.at(s)));
    }
    Result.order = Coordinates{constants(phase), Tiled.time, step} + Points;
    Result.order.push_back(leaf);
    return std::move(Result);
  }

private:
  Coordinate constants(long value) const {
    Coordinate c;
    for (unsigned s : Tiled.statements)
      c.emplace(s, constantOn(TheScop, s, value));
    return c;
  }

  void addRow(const TiledRow &row, long threads) {
    RowParts parts = splitRow(row.row, row.size, threads);
    Result.block.push_back(parts.tile);
    Result.thread.push_back(threads == 1 ? constants(0) : parts.thread);
    Result.cyclicPoints.emplace_back();
    if (!parts.point)
      return;
    Result.cyclicPoints.back() = FirstPointPosition + static_cast<unsigned>(Points.size());
    Points.push_back(*parts.point);
  }

  const Scop &TheScop;
  const TiledSchedule &Tiled;
  Places Result;
  Coordinates Points;
};

bool isLoop(const Coordinate &c) {
  return std::any_of(c.begin(), c.end(), [](const auto &f) { return !f.second.is_cst(); });
}

class KernelBuilder {
public:
  KernelBuilder(const Scop &scop, const TiledSchedule &tiled, const TileSets &sets,
                const std::vector<long> &block, std::vector<PlacedTile> shared)
      : TheScop(scop), Tiled(tiled), Sets(sets) {
    Plan.blockSize = block;
    for (PlacedTile &tile : shared) {
      Plan.sharedBytes += bytesOf(scop, tile.tile);
      Plan.shared.push_back(std::move(tile.tile));
      Slices.push_back(tile.slices);
      Loads.push_back(tile.loads);
      CircularTiles += tile.slices.has_value();
    }
  }

  KernelPlan build(std::string name) {
    Plan.name = std::move(name);
    Plan.statements = Tiled.statements;
    Plan.hostDims = Tiled.hostDims;
    Plan.tileSizes = Tiled.sizes;
    Plan.blockDims = static_cast<unsigned>(firstShape().rows.size());
    Plan.blocks = Sets.working;
    Plan.fullBlocks = allThreadsWork() ? Sets.full : isl::set::empty(Sets.full.space());
    Plan.unevenThreads = Tiled.slanted;
    fillForm();
    addActions();
    fillPlaces();
    fillLaunch();
    return std::move(Plan);
  }

private:
  const TileShape &firstShape() const { return Tiled.shapes.front(); }

  /// Whether each thread of a full tile has the same number of points. Those of slanted tiles
  /// need not: see KernelPlan::unevenThreads.
  bool allThreadsWork() const {
    bool divide = true;
    for (size_t d = 0; d < Plan.blockSize.size(); ++d)
      divide &= firstShape().rows[d].size % Plan.blockSize[d] == 0;
    return divide || Tiled.slanted;
  }

  Places placesOf(const TileShape &shape) const {
    return PlacesBuilder(TheScop, Tiled).build(shape, Plan.blockSize, Phase, CircularTiles);
  }

  /// The order's form, the same for all shapes.
  void fillForm() {
    const Places places = placesOf(firstShape());
    for (const Coordinate &c : places.order)
      Plan.orderIsLoop.push_back(isLoop(c));
    Plan.orderIsLoop[StepPosition] = false;
    if (Tiled.slanted)
      Plan.cyclicPoints = places.cyclicPoints;
  }

  void addAction(Kind kind, unsigned tile, const isl::set &domain, long value) {
    std::string name = actionStem(kind) + std::to_string(Plan.actions.size());
    isl::map order = actionOrder(Tiled.tileDims(), Plan.orderDims(), domain, name, value);
    Plan.actions.push_back(
        {.kind = kind, .name = std::move(name), .tile = tile, .order = std::move(order)});
  }

  /// Copies in, a barrier, the steps with their barriers, copies out, in all blocks that are
  /// launched, though some have nothing to copy, as each element is tested anyway. Slices
  /// of circular buffers are copied before and after the steps of each time.
  void addActions() {
    for (unsigned t = 0; t < Plan.shared.size(); ++t)
      if (Slices[t])
        addFirstSlices(t);
      else if (Loads[t])
        addAction(Kind::CopyIn, t, Plan.blocks, Phase++);
    if (Phase > 0)
      addAction(Kind::Barrier, 0, Plan.blocks, Phase++);
    long place = 0;
    for (unsigned t = 0; t < Plan.shared.size(); ++t)
      if (Slices[t])
        addSlice(Kind::CopyIn, t, place++, Slices[t]->load);
    for (unsigned step = 0; step < Tiled.steps; ++step)
      addAction(Kind::Barrier, 0, timesIn(Sets.stepTimes[step]), place + 2L * step + 1);
    place += 2L * Tiled.steps;
    long last = Phase;
    for (unsigned t = 0; t < Plan.shared.size(); ++t)
      if (Slices[t])
        addSlice(Kind::CopyOut, t, place++, Slices[t]->stored);
      else if (Plan.shared[t].stored)
        addAction(Kind::CopyOut, t, Plan.blocks, ++last);
  }

  /// Loads the slices of tile \p t that are used from the first time of a tile on.
  void addFirstSlices(unsigned t) {
    for (long slice = Slices[t]->first; slice < Slices[t]->load; ++slice) {
      addAction(Kind::CopyIn, t, Plan.blocks, Phase++);
      nameSlice(t, Sets.firstTime, slice);
    }
  }

  void addSlice(Kind kind, unsigned tile, long place, long slice) {
    const isl::set domain = timesIn(Sets.anyStep);
    addAction(kind, tile, domain, place);
    nameSlice(tile, coordinateOn(domain.space(), Tiled.tileDims() + TimePosition), slice);
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

  /// { [h…, b…, phase, t] }: those of \p times, { [h…, b…, t] }, that occur, and for slices
  /// those before: they load what is read later.
  isl::set timesIn(const isl::set &times) const {
    isl::set occurring = Sets.times;
    if (CircularTiles > 0)
      occurring = occurring.apply(isl::manage(isl_map_lex_ge(isl_set_get_space(occurring.get()))));
    isl_set *all = isl_set_flat_product(Plan.blocks.copy(), occurring.release());
    all = isl_set_intersect(all, times.copy());
    const unsigned phase = Tiled.tileDims() + PhasePosition;
    return fixDim(isl::manage(isl_set_insert_dims(all, isl_dim_set, phase, 1)), phase, Phase);
  }

  void fillPlaces() {
    Plan.host = Plan.block = Plan.thread = Plan.order = isl::union_map::empty(TheScop.ctx());
    for (const TileShape &shape : Tiled.shapes) {
      const Places places = placesOf(shape);
      const auto place = [&](const Coordinates &coordinates) {
        return placeInstances(TheScop, Tiled, shape, coordinates);
      };
      Plan.host = Plan.host.unite(place(hostCoordinates(Tiled, shape)));
      Plan.block = Plan.block.unite(place(places.block));
      Plan.thread = Plan.thread.unite(place(places.thread));
      Plan.order = Plan.order.unite(place(places.order));
    }
  }

  /// { K[h…] -> [l…] }: h, and the constants between them.
  void fillLaunch() {
    const unsigned hosts = static_cast<unsigned>(Tiled.hostDims.size());
    const isl::set launches =
        dropDims(freeDims(Plan.blocks, hosts, Plan.blockDims), hosts, Plan.blockDims);
    const Coordinates &vector = firstShape().launch;
    isl::aff_list list(TheScop.ctx(), static_cast<int>(vector.size()));
    for (unsigned d = 0, next = 0; d < vector.size(); ++d) {
      const bool isHost = next < hosts && Tiled.hostDims[next] == d;
      list = list.add(isHost ? coordinateOn(launches.space(), next++)
                             : launches.space().zero_aff_on_domain().add_constant(
                                   vector[d].begin()->second.constant_val()));
    }
    const isl::space space =
        launches.space().add_unnamed_tuple(static_cast<unsigned>(vector.size()));
    Plan.launch =
        isl::multi_aff(space, list).as_map().intersect_domain(launches).set_domain_tuple(Plan.name);
  }

  const Scop &TheScop;
  const TiledSchedule &Tiled;
  const TileSets &Sets;
  KernelPlan Plan;
  std::vector<std::optional<SliceCopies>> Slices; ///< By shared tile.
  std::vector<bool> Loads;                        ///< By shared tile.
  long CircularTiles = 0;                         ///< How many tiles are circular buffers.
  long Phase = 0;                                 ///< Of the statements, from addActions on.
};

} // namespace

KernelPlan mapTiles(const Scop &scop, const TiledSchedule &tiled, const TileSets &sets,
                    const std::vector<long> &block, std::vector<PlacedTile> shared,
                    std::string name) {
  for (const std::string &wrong : {checkTiledSchedule(scop, tiled), checkTileSets(tiled, sets)})
    if (!wrong.empty())
      throw std::logic_error(wrong);
  if (!tiled.recomputed.empty())
    throw std::logic_error("an instance belongs to several tiles, which blocks cannot recompute");
  return KernelBuilder(scop, tiled, sets, block, std::move(shared)).build(std::move(name));
}

} // namespace gputile::mapping
