//===- Actions.cpp - Copies and barriers of a kernel ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Actions.h"
#include "Mapping/Coordinates.h"

#include "gputile/Support/IslTools.h"

#include <algorithm>

namespace gputile::mapping {
namespace {

using Kind = KernelAction::Kind;
using Place = PlannedAction::Place;

/// Plans the actions of one level after the other.
class Planner {
public:
  Planner(const TiledSchedule &tiled, const std::vector<TileMoves> &shared,
          const std::vector<TileMoves> &registers)
      : Tiled(tiled), Shared(shared), Registers(registers) {}

  std::vector<PlannedAction> plan() {
    for (Level = 0; Level < Tiled.levels.size(); ++Level) {
      const bool steps = Tiled.steps > 0 && Level + 1 == Tiled.levels.size();
      planRegisters(Kind::RegisterLoad, Place::Before, &TileMoves::loads);
      const bool copied = planLoads(steps);
      if (copied && !steps)
        add(Kind::Barrier, Place::Before);
      for (unsigned step = 0; steps && step < Tiled.steps; ++step)
        add(Kind::Barrier, Place::Step, 0, step);
      if (copied && Tiled.steps == 0)
        add(Kind::Barrier, Place::After);
      planStores(steps);
      planRegisters(Kind::RegisterStore, Place::After, &TileMoves::stores);
    }
    return std::move(Actions);
  }

private:
  PlannedAction &add(Kind kind, Place place, unsigned tile = 0, unsigned step = 0) {
    Actions.push_back({.kind = kind, .tile = tile, .level = Level, .place = place, .step = step});
    return Actions.back();
  }

  void planRegisters(Kind kind, Place place, bool TileMoves::*moves) {
    for (unsigned r = 0; r < Registers.size(); ++r)
      if (Registers[r].level == Level && Registers[r].*moves)
        add(kind, place, r);
  }

  /// Circular buffers start with the slices that are used from the first time of a tile on,
  /// and get one at each time.
  /// \returns whether anything is copied
  bool planLoads(bool steps) {
    const size_t before = Actions.size();
    for (unsigned t = 0; t < Shared.size(); ++t) {
      const TileMoves &moves = Shared[t];
      if (!moves.slices && moves.level == Level && moves.loads)
        add(Kind::CopyIn, Place::Before, t);
      for (long s = moves.slices ? moves.slices->first : 0;
           Level == 0 && moves.slices && s < moves.slices->load; ++s)
        add(Kind::CopyIn, Place::Before, t).slice = s;
      if (moves.slices && steps)
        add(Kind::CopyIn, Place::Before, t).slice = moves.slices->load;
    }
    return Actions.size() > before;
  }

  void planStores(bool steps) {
    for (unsigned t = 0; t < Shared.size(); ++t)
      if (Shared[t].slices && steps)
        add(Kind::CopyOut, Place::After, t).slice = Shared[t].slices->stored;
      else if (!Shared[t].slices && Shared[t].level == Level && Shared[t].stores)
        add(Kind::CopyOut, Place::After, t);
  }

  const TiledSchedule &Tiled;
  const std::vector<TileMoves> &Shared, &Registers;
  unsigned Level = 0;
  std::vector<PlannedAction> Actions;
};

const char *actionStem(Kind kind) {
  switch (kind) {
  case Kind::CopyIn:
    return "copy";
  case Kind::CopyOut:
    return "store";
  case Kind::Barrier:
    return "barrier";
  case Kind::RegisterLoad:
    return "registerload";
  case Kind::RegisterStore:
    return "registerstore";
  }
  return "";
}

/// Finds where actions happen, { [h…, b…, e_0 … e_{q-1}] }, and their values at e_q.
class Placer {
public:
  Placer(const TiledSchedule &tiled, const TileSets &sets, const KernelMemory &memory,
         unsigned orderDims)
      : Tiled(tiled), Sets(sets), Memory(memory), OrderDims(orderDims) {}

  std::vector<KernelAction> place(const std::vector<PlannedAction> &actions) {
    Before = actionsBefore(Tiled, actions);
    for (const PlannedAction &action : actions)
      place(action);
    return std::move(Result);
  }

private:
  unsigned prefixOf(const PlannedAction &action) const { return Tiled.levels[action.level].prefix; }

  void place(const PlannedAction &action) {
    KernelAction placed{.kind = action.kind,
                        .name = actionStem(action.kind) + std::to_string(Result.size()),
                        .tile = action.tile,
                        .order = {}};
    const isl::set points = named(domainOf(action), placed.name);
    placed.order = orderOf(points, prefixOf(action), valueOf(action));
    if (action.slice)
      placed.slice = sliceOf(action, points);
    Result.push_back(std::move(placed));
  }

  /// { name[h…, b…, e_0 … e_{q-1}] -> [e_0 … e_{q-1}, value, 0, …] } on \p points.
  isl::map orderOf(const isl::set &points, unsigned prefix, long value) const {
    const isl::space tuple = points.space();
    isl::aff_list list(points.ctx(), static_cast<int>(OrderDims));
    for (unsigned e = 0; e < OrderDims; ++e)
      list = list.add(e < prefix
                          ? coordinateOn(tuple, Tiled.tileDims() + e)
                          : tuple.zero_aff_on_domain().add_constant(e == prefix ? value : 0L));
    return isl::multi_aff(tuple.add_unnamed_tuple(OrderDims), list)
        .as_map()
        .intersect_domain(points);
  }

  /// Counts those that stand at one level and place.
  long valueOf(const PlannedAction &action) {
    if (action.place == Place::Step)
      return Before.at(prefixOf(action)) + 2L * action.step + 1;
    const long first = action.place == Place::Before ? 0 : afterStatements(prefixOf(action));
    return first + Placed[{action.level, action.place}]++;
  }

  /// The first value after all statements, and the barrier of the last step.
  long afterStatements(unsigned position) const {
    if (Tiled.steps > 0 && position + 1 == Tiled.order.size())
      return Before.at(position) + 2L * Tiled.steps;
    long last = 0;
    for (const auto &[s, f] : Tiled.order[position])
      last = std::max(last, f.constant_val().num_si());
    return last + 1;
  }

  isl::set domainOf(const PlannedAction &action) const {
    if (action.kind == Kind::RegisterLoad)
      return outerDomain(Memory.registers[action.tile].loaded);
    if (action.kind == Kind::RegisterStore)
      return outerDomain(Memory.registers[action.tile].stored);
    if (action.place == Place::Step)
      return timesIn(Sets.times->ofStep[action.step]);
    if (action.slice && action.level > 0)
      return timesIn(Sets.times->any);
    return action.kind == Kind::Barrier ? whereCopied(action.level)
                                        : whenOf(Memory.shared[action.tile]);
  }

  /// { [h…, b…] } of { [h…, b…, …] -> A[a] }.
  isl::set outerDomain(const isl::map &tile) const {
    const unsigned dims = tile.domain_tuple_dim();
    return tile.domain().apply(selectDims(tile.space(), dims, 0, Tiled.tileDims())).coalesce();
  }

  /// All tiles that are launched, though some have nothing to copy, unless the copy says
  /// otherwise.
  isl::set whenOf(const PlacedTile &tile) const { return tile.when.value_or(Sets.working); }

  isl::set whereCopied(unsigned level) const {
    isl::set all;
    for (const PlacedTile &tile : Memory.shared)
      if (tile.moves.level == level) {
        const isl::set own = whenOf(tile);
        all = all.is_null() ? own : all.unite(own);
      }
    return all.coalesce();
  }

  /// { [h…, b…, e_0 … e_{q-1}] } of the steps' level: those of \p times, { [h…, b…, t] },
  /// that occur, and for circular buffers those before: they load what is read later.
  isl::set timesIn(const isl::set &times) const {
    isl::set occurring = Sets.times->all;
    if (hasCircularBuffer())
      occurring = occurring.apply(isl::manage(isl_map_lex_ge(isl_set_get_space(occurring.get()))));
    isl::set all =
        isl::manage(isl_set_flat_product(Sets.working.copy(), occurring.release())).intersect(times);
    for (unsigned e = 0; e < timePosition(); ++e) {
      const unsigned dim = Tiled.tileDims() + e;
      all = fixDim(isl::manage(isl_set_insert_dims(all.release(), isl_dim_set, dim, 1)), dim,
                   Tiled.order[e].begin()->second.constant_val().num_si());
    }
    return all;
  }

  bool hasCircularBuffer() const {
    return std::any_of(Memory.shared.begin(), Memory.shared.end(),
                       [](const PlacedTile &tile) { return tile.moves.slices.has_value(); });
  }

  /// That of t: the one before the steps.
  unsigned timePosition() const { return Tiled.levels.back().prefix - 1; }

  /// { name[h…, b…, e…] -> [(slice)] } on the space of \p points.
  isl::aff sliceOf(const PlannedAction &action, const isl::set &points) const {
    isl::aff time = action.level > 0
                        ? coordinateOn(points.space(), Tiled.tileDims() + timePosition())
                        : isl::manage(isl_aff_set_tuple_id(Sets.times->first.copy(), isl_dim_in,
                                                           isl_set_get_tuple_id(points.get())));
    time = time.add_constant(*action.slice);
    return Memory.shared[action.tile].moves.slices->backwards ? time.neg() : time;
  }

  const TiledSchedule &Tiled;
  const TileSets &Sets;
  const KernelMemory &Memory;
  unsigned OrderDims;
  std::map<unsigned, long> Before;
  std::map<std::pair<unsigned, Place>, long> Placed; ///< How many by level and place.
  std::vector<KernelAction> Result;
};

} // namespace

std::vector<PlannedAction> planActions(const TiledSchedule &tiled,
                                       const std::vector<TileMoves> &shared,
                                       const std::vector<TileMoves> &registers) {
  return Planner(tiled, shared, registers).plan();
}

std::map<unsigned, long> actionsBefore(const TiledSchedule &tiled,
                                       const std::vector<PlannedAction> &actions) {
  std::map<unsigned, long> most;
  std::map<unsigned, long> counts; // By level.
  for (const PlannedAction &action : actions) {
    long &count = counts[action.level];
    count += action.place == Place::Before;
    long &before = most[tiled.levels[action.level].prefix];
    before = std::max(before, count);
  }
  return most;
}

std::vector<KernelAction> placeActions(const TiledSchedule &tiled, const TileSets &sets,
                                       const KernelMemory &memory,
                                       const std::vector<PlannedAction> &actions,
                                       unsigned orderDims) {
  return Placer(tiled, sets, memory, orderDims).place(actions);
}

} // namespace gputile::mapping
