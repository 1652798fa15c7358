//===- Parts.cpp - Time loops and what stands beside them -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A region around time loops: its parts keep the source's order, so that only the order inside
/// of them has to be found.
///
//===----------------------------------------------------------------------===//

#include "Schedule/Check.h"
#include "Schedule/Part.h"
#include "Schedule/Split/Band.h"
#include "gputile/IR/ScheduleNodes.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace gputile {

using namespace schedule;

namespace {

using Statements = std::vector<unsigned>;

/// Whether values travel through space: else time has no advantage over a parallel loop.
bool isStencil(const SplitBand &band) {
  return std::any_of(band.cone.begin(), band.cone.end(),
                     [](const ConeSlopes &cone) { return !cone.isZero(); });
}

class PartFinder {
public:
  PartFinder(const Scop &scop, const Ddg &ddg, const SchedulerOptions &options)
      : TheScop(scop), TheDdg(ddg), Options(options) {}

  /// \param whole why the whole region is no such loop
  Result<SplitSchedule> find(Refusal whole) {
    std::optional<Orders> orders = ordersOf(TheScop);
    if (!orders)
      return whole;
    Order = std::move(*orders);
    Statements all(TheScop.statements.size());
    std::iota(all.begin(), all.end(), 0u);
    std::optional<ScheduleNode> tree = tiled(all, 0);
    if (!tree && Culprit)
      return std::move(*Culprit);
    if (!tree && !findTimeLoop(TheScop).loop)
      whole.args.back() =
          "no loop of the region is one of time, in which values travel between neighbours";
    if (!tree)
      return whole;
    assert(keepsDependences(TheScop, TheDdg, *tree) && "parts in the source's order");
    Found.tree = std::move(*tree);
    return std::move(Found);
  }

private:
  /// The schedule of \p statements, which are alike before \p position of their orders; none
  /// where it has no time loop.
  std::optional<ScheduleNode> tiled(const Statements &statements, size_t position) {
    if (position >= Order[statements.front()].size())
      return std::nullopt;
    const auto constants = std::count_if(
        statements.begin(), statements.end(),
        [&](unsigned s) { return bool(Order[s][position].is_cst()); });
    if (constants == 0)
      return tiledLoop(statements, position);
    if (constants != static_cast<long>(statements.size()))
      return std::nullopt;
    return tiledSequence(statements, position);
  }

  std::optional<ScheduleNode> tiledLoop(const Statements &statements, size_t position) {
    TimeLoop loop = timeLoopAt(Order, statements, position);
    BandRow row;
    row.functions = loop.time;
    Result<SplitBand> band = findSplitBand(TheScop, between(statements), std::move(loop));
    if (band && isStencil(*band)) {
      for (const BandRow &outer : Around)
        band->around.push_back(restricted(outer, statements).functions);
      Found.bands.push_back(*band);
      return splitSchedule(*band).tree;
    }
    // Of several loops that are none, the one that dependences keep from it tells most.
    if (!band && !Culprit && !band.refusal().notes.empty())
      Culprit = band.refusal();
    Around.push_back(row);
    std::optional<ScheduleNode> inner = tiled(statements, position + 1);
    Around.pop_back();
    if (!inner)
      return std::nullopt;
    return bandOf({std::move(row)}, std::move(*inner));
  }

  std::optional<ScheduleNode> tiledSequence(const Statements &statements, size_t position) {
    std::map<long, Statements> groups;
    for (unsigned s : statements)
      groups[Order[s][position].constant_val().num_si()].push_back(s);
    if (groups.size() == 1)
      return tiled(statements, position + 1);
    std::vector<ScheduleNode> children;
    Statements rest;
    const size_t before = Found.bands.size();
    for (const auto &[place, group] : groups) {
      std::optional<ScheduleNode> child = tiled(group, position + 1);
      if (!child) {
        rest.insert(rest.end(), group.begin(), group.end());
        continue;
      }
      addRest(children, rest);
      children.push_back(std::move(*child));
    }
    if (Found.bands.size() == before)
      return std::nullopt;
    addRest(children, rest);
    return sequenceOf(std::move(children));
  }

  /// What stands between time loops becomes one of \p children.
  void addRest(std::vector<ScheduleNode> &children, Statements &rest) {
    if (rest.empty())
      return;
    std::sort(rest.begin(), rest.end());
    Part part{rest, {}};
    for (const BandRow &row : Around)
      part.around.push_back(restricted(row, rest));
    ScheduleSearch search = findSchedule(TheScop, between(rest), Options, part);
    if (search.whyOriginal)
      Found.whyOriginal = std::move(search.whyOriginal);
    children.push_back(std::move(search.tree));
    rest.clear();
  }

  static BandRow restricted(const BandRow &row, const Statements &statements) {
    BandRow result;
    for (unsigned s : statements)
      result.functions.emplace(s, row.functions.at(s));
    return result;
  }

  /// The dependences between \p statements that no loop around them carries.
  Ddg between(const Statements &statements) const {
    const auto has = [&](unsigned s) {
      return std::find(statements.begin(), statements.end(), s) != statements.end();
    };
    Ddg result;
    for (const Dependence &edge : TheDdg.edges) {
      if (!has(edge.source) || !has(edge.target))
        continue;
      Dependence inside = edge;
      for (const BandRow &row : Around)
        inside.relation = inside.relation.intersect(
            isl::map(row.functions.at(edge.source).as_map())
                .apply_range(row.functions.at(edge.target).as_map().reverse()));
      if (!inside.relation.is_empty())
        result.edges.push_back(std::move(inside));
    }
    return result;
  }

  const Scop &TheScop;
  const Ddg &TheDdg;
  const SchedulerOptions &Options;
  Orders Order;
  std::vector<BandRow> Around; ///< The loops around what is looked at.
  SplitSchedule Found;
  std::optional<Refusal> Culprit;
};

} // namespace

Result<SplitSchedule> findSplitSchedule(const Scop &scop, const Ddg &ddg,
                                        const SchedulerOptions &options) {
  Result<SplitBand> whole = findSplitBand(scop, ddg);
  if (whole)
    return splitSchedule(*whole);
  return PartFinder(scop, ddg, options).find(whole.refusal());
}

} // namespace gputile
