//===- CheckTiledSchedule.cpp - The invariants of a tiled schedule --------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/CheckTools.h"

#include "gputile/IR/TiledSchedule.h"

#include <algorithm>
#include <optional>

using namespace gputile;
using namespace gputile::ir;

/// \p f is a function of the instances of \p statement.
static bool isFunctionOf(const isl::aff &f, const Statement &statement) {
  if (f.is_null())
    return false;
  const isl::space domain = isl::manage(isl_aff_get_domain_space(f.get()));
  return isl_aff_dim(f.get(), isl_dim_in) == isl_set_dim(statement.domain.get(), isl_dim_set) &&
         nameIs(isl_space_get_tuple_name(domain.get(), isl_dim_set), statement.name);
}

namespace {

/// Checks the form of one tiled schedule; stops at the first thing that is wrong.
class Checker {
public:
  Checker(const Scop &scop, const TiledSchedule &tiled) : TheScop(scop), Tiled(tiled) {}

  std::string run() {
    return checkStatements() && checkOrder() && checkShapes() && checkRecomputed() ? std::string()
                                                                                   : Wrong;
  }

private:
  bool fail(const std::string &what) {
    Wrong = what;
    return false;
  }

  bool checkStatements() {
    const std::vector<unsigned> &own = Tiled.statements;
    if (own.empty() || !areDistinctBelow(own, TheScop.statements.size()) ||
        !std::is_sorted(own.begin(), own.end()))
      return fail("the statements are none, not in order, or do not exist");
    if (!arePositive(Tiled.sizes))
      return fail("a tile size is not positive");
    for (const Coordinate &row : Tiled.band)
      if (!isCoordinate(row))
        return fail("a row of the band is not a function of every statement");
    return true;
  }

  /// A function for each of the statements, and for no other.
  bool isCoordinate(const Coordinate &coordinate) const {
    return coordinate.size() == Tiled.statements.size() &&
           std::all_of(coordinate.begin(), coordinate.end(), [&](const auto &entry) {
             return isOwn(entry.first) &&
                    isFunctionOf(entry.second, TheScop.statements[entry.first]);
           });
  }

  bool isOwn(unsigned s) const {
    return std::binary_search(Tiled.statements.begin(), Tiled.statements.end(), s);
  }

  bool checkOrder() {
    for (const Coordinate &position : Tiled.order)
      if (!isCoordinate(position))
        return fail("an order position is not a function of every statement");
    return checkLevels() && checkSteps() && checkLeaves();
  }

  bool checkLevels() {
    if (Tiled.levels.empty() || Tiled.levels.front().statements != Tiled.statements)
      return fail("the first level is not the whole tile");
    for (size_t l = 0; l < Tiled.levels.size(); ++l) {
      const TileLevel &level = Tiled.levels[l];
      if (level.parent >= static_cast<int>(l) || (level.parent < 0) != (l == 0))
        return fail("a level is in none before it");
      for (unsigned s : level.statements)
        if (!isOwn(s) || level.prefix >= Tiled.order.size() ||
            !Tiled.order[level.prefix].at(s).is_cst())
          return fail("a level has no scalar for its statements");
    }
    return true;
  }

  /// The value of \p position for statement \p s when it is a constant.
  std::optional<long> scalarOf(const Coordinate &position, unsigned s) const {
    const isl::aff &f = position.at(s);
    return f.is_cst() ? std::optional(f.constant_val().num_si()) : std::nullopt;
  }

  bool checkSteps() {
    if (Tiled.steps == 0)
      return true;
    if (Tiled.order.empty() || Tiled.levels.back().prefix + 1 != Tiled.order.size())
      return fail("the steps are not at the last level");
    for (unsigned s : Tiled.statements) {
      const std::optional<long> step = scalarOf(Tiled.order.back(), s);
      if (!step || *step < 0 || *step >= Tiled.steps)
        return fail(TheScop.statements[s].name + " has no step");
    }
    return true;
  }

  /// The scalars of \p s, none where a position is a loop, and its leaf.
  std::vector<std::optional<long>> scalarsOf(unsigned s) const {
    std::vector<std::optional<long>> scalars;
    for (const Coordinate &position : Tiled.order)
      scalars.push_back(scalarOf(position, s));
    scalars.emplace_back(Tiled.leaf.at(s));
    return scalars;
  }

  /// Some position is a scalar of both, with different values.
  static bool areOrdered(const std::vector<std::optional<long>> &a,
                         const std::vector<std::optional<long>> &b) {
    for (size_t e = 0; e < a.size(); ++e)
      if (a[e] && b[e] && *a[e] != *b[e])
        return true;
    return false;
  }

  bool checkLeaves() {
    std::vector<std::vector<std::optional<long>>> seen;
    for (unsigned s : Tiled.statements) {
      if (!Tiled.leaf.count(s))
        return fail(TheScop.statements[s].name + " has no leaf");
      const auto own = scalarsOf(s);
      for (const auto &other : seen)
        if (!areOrdered(own, other))
          return fail(TheScop.statements[s].name + " has the place of another statement");
      seen.push_back(own);
    }
    return true;
  }

  bool checkShapes() {
    if (Tiled.shapes.empty())
      return fail("there are no tiles");
    const size_t launchDims = Tiled.shapes.front().launch.size();
    if (!areDistinctBelow(Tiled.hostDims, launchDims) ||
        !std::is_sorted(Tiled.hostDims.begin(), Tiled.hostDims.end()))
      return fail("the host dimensions are not launch positions in ascending order");
    return std::all_of(Tiled.shapes.begin(), Tiled.shapes.end(),
                       [&](const TileShape &shape) { return checkShape(shape); });
  }

  bool checkShape(const TileShape &shape) {
    const TileShape &first = Tiled.shapes.front();
    if (shape.launch.size() != first.launch.size() || shape.rows.size() != first.rows.size())
      return fail("tiles of different shapes have coordinates of different length");
    for (size_t d = 0; d < shape.launch.size(); ++d)
      if (!isCoordinate(shape.launch[d]) || (!isHost(d) && !isConstant(shape.launch[d])))
        return fail("launch position " + std::to_string(d) +
                    " is not a function of every statement, or varies without being a host "
                    "dimension");
    for (const TiledRow &row : shape.rows)
      if (!isCoordinate(row.row) || row.size < 1)
        return fail("a parallel row is not a function of every statement, cut into tiles");
    if (domainDims(shape.points) != Tiled.tileDims() ||
        rangeDims(shape.points) != Tiled.band.size())
      return fail("the points of a tile are not in the space of the band");
    for (const auto &[s, instances] : shape.instances)
      if (!isOwn(s) || !isOfStatement(instances, TheScop.statements[s]))
        return fail("a shape has instances of something else than its statements");
    return true;
  }

  bool isHost(size_t d) const {
    return std::binary_search(Tiled.hostDims.begin(), Tiled.hostDims.end(), d);
  }

  static bool isConstant(const Coordinate &coordinate) {
    const isl::val value = coordinate.begin()->second.constant_val();
    return std::all_of(coordinate.begin(), coordinate.end(), [&](const auto &entry) {
      return entry.second.is_cst() && entry.second.constant_val().eq(value);
    });
  }

  bool checkRecomputed() {
    for (const auto &[s, tiles] : Tiled.recomputed)
      if (!isOwn(s) || !isOfStatement(tiles, TheScop.statements[s]) ||
          rangeDims(tiles) != Tiled.tileDims())
        return fail("recomputed instances are not mapped to tiles");
    return true;
  }

  const Scop &TheScop;
  const TiledSchedule &Tiled;
  std::string Wrong;
};

/// { S[i] -> [c_0, c_1, …] }
isl::map placesOf(const Statement &statement, const Coordinates &coordinates, unsigned s) {
  isl::map result = isl::manage(isl_map_from_domain(statement.domain.copy()));
  for (const Coordinate &c : coordinates)
    result = isl::manage(
        isl_map_flat_range_product(result.release(), isl_map_from_aff(c.at(s).copy())));
  return result.intersect_domain(statement.domain);
}

/// { S[i] -> [h…, b…] }: the tile of an instance among those of \p shape.
isl::map tileOf(const TiledSchedule &tiled, const TileShape &shape, const Statement &statement,
                unsigned s) {
  Coordinates tile;
  for (unsigned d : tiled.hostDims)
    tile.push_back(shape.launch[d]);
  for (const TiledRow &row : shape.rows) {
    const isl::val size(statement.domain.ctx(), row.size);
    tile.push_back({{s, row.row.at(s).scale_down(size).floor()}});
  }
  return placesOf(statement, tile, s);
}

/// Collects the instances that lie in tiles; stops at the first thing that is wrong.
class CoverChecker {
public:
  explicit CoverChecker(const Scop &scop) : TheScop(scop) {
    for (const Statement &statement : scop.statements)
      Covered.push_back(isl::set::empty(statement.domain.space()));
  }

  void add(const TiledSchedule &tiled) {
    for (const TileShape &shape : tiled.shapes)
      for (unsigned s : tiled.statements)
        if (Wrong.empty())
          addShape(tiled, shape, s);
  }

  std::string finish() {
    for (unsigned s = 0; Wrong.empty() && s < TheScop.statements.size(); ++s)
      if (!Covered[s].is_equal(TheScop.statements[s].domain))
        Wrong = "instances of " + TheScop.statements[s].name + " lie in no tile";
    return Wrong;
  }

private:
  void addShape(const TiledSchedule &tiled, const TileShape &shape, unsigned s) {
    const Statement &statement = TheScop.statements[s];
    const auto part = shape.instances.find(s);
    const isl::set own = part == shape.instances.end() ? statement.domain : part->second;
    const isl::map points =
        tileOf(tiled, shape, statement, s).intersect_domain(own).apply_range(shape.points);
    if (!own.is_disjoint(Covered[s]))
      Wrong = "instances of " + statement.name + " lie in tiles of two shapes";
    else if (!placesOf(statement, tiled.band, s).intersect_domain(own).is_subset(points))
      Wrong = "instances of " + statement.name + " are not among the points of their tiles";
    Covered[s] = Covered[s].unite(own);
  }

  const Scop &TheScop;
  std::vector<isl::set> Covered;
  std::string Wrong;
};

} // namespace

std::string gputile::checkTiledSchedule(const Scop &scop, const TiledSchedule &tiled) {
  return Checker(scop, tiled).run();
}

static std::string checkStepTimes(const TiledSchedule &tiled, const StepTimes &times) {
  const unsigned dims = tiled.tileDims();
  if (dimsOf(times.all) != 1u)
    return "the times are not a set of numbers";
  if (times.first.is_null() || isl_aff_dim(times.first.get(), isl_dim_in) != static_cast<int>(dims))
    return "the first time is not a function of the tile";
  if (times.ofStep.size() != tiled.steps)
    return "there is not one set of times per step";
  const auto isGood = [&](const isl::set &set) { return dimsOf(set) == dims + 1; };
  if (!isGood(times.any) || !std::all_of(times.ofStep.begin(), times.ofStep.end(), isGood))
    return "the times of a step are not times of tiles";
  return {};
}

std::string gputile::checkTileSets(const TiledSchedule &tiled, const TileSets &sets) {
  const unsigned dims = tiled.tileDims();
  if (dimsOf(sets.working) != dims || dimsOf(sets.full) != dims)
    return "a set of tiles is not made of host and tile coordinates";
  if (dimsOf(sets.launches) != tiled.hostDims.size())
    return "the launches are not made of host coordinates";
  if (sets.times.has_value() != (tiled.steps > 0))
    return "there are steps without times, or times without steps";
  return sets.times ? checkStepTimes(tiled, *sets.times) : std::string();
}

std::string gputile::checkTileCover(const Scop &scop, const std::vector<TiledSchedule> &all) {
  CoverChecker checker(scop);
  for (const TiledSchedule &tiled : all)
    checker.add(tiled);
  return checker.finish();
}
