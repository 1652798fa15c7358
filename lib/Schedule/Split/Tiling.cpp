//===- Tiling.cpp - Where split tiling applies ------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Schedule/SplitTiling.h"

#include "Schedule/Split/Band.h"
#include "Schedule/Split/Cone.h"
#include "Schedule/Split/Space.h"
#include "gputile/IR/ScheduleNodes.h"
#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <isl/set.h>

namespace gputile {

using namespace schedule;

namespace {

/// How many space dimensions a block's coordinates can number.
constexpr size_t maxSpaceDims = 3;

class BandFinder {
public:
  BandFinder(const Scop &scop, const Ddg &ddg) : TheScop(scop), TheDdg(ddg) {}

  Result<SplitBand> find(TimeLoop loop) {
    Result<SplitSpace> space = findSplitSpace(TheScop, std::move(loop));
    if (!space)
      return space.refusal();
    Band = space->band;
    Rank = space->rank;
    if (Band.space.size() > maxSpaceDims)
      return refuse("more than three nested loops are parallel; use scheme(parallel)");
    for (const Dependence &edge : TheDdg.edges)
      if (auto refusal = addStep(edge))
        return *refusal;
    spreadSteps();
    Band.cone.resize(Band.space.size());
    for (const Dependence &edge : TheDdg.edges)
      if (auto refusal = addToCone(edge))
        return *refusal;
    return std::move(Band);
  }

private:
  Refusal refuse(const std::string &why, std::vector<DiagNote> notes = {}) const {
    return {DiagId::SchemeNotApplicable,
            TheScop.loc,
            {schemeName(Scheme::Split), why},
            std::move(notes),
            {}};
  }

  DiagNote noteAt(unsigned statement, unsigned access) const {
    const Statement &s = TheScop.statements[statement];
    const Reference &reference = s.references[s.accesses[access].reference];
    const char *verb =
        s.accesses[access].kind == AccessKind::Read ? "the read of '" : "the write to '";
    return {DiagId::NoteHere,
            reference.loc.valid() ? reference.loc : s.loc,
            {verb + TheScop.arrays[reference.array].sourceName + "'"}};
  }

  /// A refusal because of \p edge: what it joins, and \p how that is in the way.
  Refusal refuseFor(const Dependence &edge, const std::string &how) const {
    const Statement &s = TheScop.statements[edge.source];
    const std::string &array =
        TheScop.arrays[s.references[s.accesses[edge.sourceAccess].reference].array].sourceName;
    return refuse(std::string("the ") + dependenceKindName(edge.kind) + " dependence on '" + array +
                      "' " + how,
                  {noteAt(edge.source, edge.sourceAccess), noteAt(edge.target, edge.targetAccess)});
  }

  /// { S[i] -> [first, x…] }
  isl::map place(unsigned s, const isl::aff &first) const {
    const isl::set &domain = TheScop.statements[s].domain;
    isl::aff_list list(TheScop.ctx(), static_cast<int>(Band.space.size()) + 1);
    list = list.add(first);
    for (const auto &x : Band.space)
      list = list.add(x.at(s));
    isl::space space = domain.space().add_unnamed_tuple(static_cast<unsigned>(list.size()));
    return isl::multi_aff(space, list).as_map();
  }

  /// { [d first, dx…] } of the pairs of \p edge.
  isl::set distances(const Dependence &edge, const isl::aff &source, const isl::aff &target) const {
    return edge.relation.intersect_params(TheScop.context)
        .apply_domain(place(edge.source, source))
        .apply_range(place(edge.target, target))
        .deltas();
  }

  /// What \p edge asks of the steps of its statements within one iteration.
  std::optional<Refusal> addStep(const Dependence &edge) {
    isl::set delta = distances(edge, Band.time.at(edge.source), Band.time.at(edge.target));
    isl::set together = fixDim(delta, 0, 0);
    if (together.is_empty())
      return std::nullopt;
    isl::set atOnePoint = together;
    for (unsigned d = 1; d <= Band.space.size(); ++d)
      atOnePoint = fixDim(atOnePoint, d, 0);
    const bool apart = !together.is_subset(atOnePoint);
    if (edge.source == edge.target)
      return refuseFor(edge, "joins iterations of the loops inside the outermost one");
    if (Rank.at(edge.source) >= Rank.at(edge.target))
      return refuseFor(edge, "leads from a statement to an earlier one within an iteration of the "
                             "outermost loop");
    Edges.push_back({edge.source, edge.target, apart});
    return std::nullopt;
  }

  /// The earliest step of each statement. Edges go up in rank, so one pass in the
  /// order of rank suffices.
  void spreadSteps() {
    std::vector<unsigned> order = Band.statements;
    std::sort(order.begin(), order.end(),
              [&](unsigned a, unsigned b) { return Rank.at(a) < Rank.at(b); });
    for (unsigned s : order) {
      unsigned step = 0;
      for (const Edge &edge : Edges)
        if (edge.target == s)
          step = std::max(step, Band.step.at(edge.source) + (edge.apart ? 1 : 0));
      Band.step[s] = step;
      Band.steps = std::max(Band.steps, step + 1);
      Band.leaf[s] = Rank.at(s);
    }
  }

  isl::aff foldedTime(unsigned s) const {
    return Band.time.at(s)
        .scale(isl::val(TheScop.ctx(), static_cast<long>(Band.steps)))
        .add_constant(static_cast<long>(Band.step.at(s)));
  }

  std::optional<Refusal> addToCone(const Dependence &edge) {
    isl::set delta = distances(edge, foldedTime(edge.source), foldedTime(edge.target));
    for (unsigned d = 0; d < Band.space.size(); ++d) {
      std::optional<Slope> up = steepest(delta, d, true), down = steepest(delta, d, false);
      if (!up || !down)
        return refuseFor(edge,
                         "reaches arbitrarily far within one iteration of the outermost loop");
      Band.cone[d] = {larger(Band.cone[d].up, *up), larger(Band.cone[d].down, *down)};
    }
    return std::nullopt;
  }

  /// A dependence within an iteration of the time loop.
  struct Edge {
    unsigned source, target;
    bool apart; ///< Between different points.
  };

  const Scop &TheScop;
  const Ddg &TheDdg;
  SplitBand Band;
  std::map<unsigned, unsigned> Rank;
  std::vector<Edge> Edges;
};

} // namespace

Result<SplitBand> schedule::findSplitBand(const Scop &scop, const Ddg &ddg, TimeLoop loop) {
  return BandFinder(scop, ddg).find(std::move(loop));
}

Result<SplitBand> findSplitBand(const Scop &scop, const Ddg &ddg) {
  TimeLoopSearch search = findTimeLoop(scop);
  if (!search.loop)
    return Refusal{DiagId::SchemeNotApplicable,
                   scop.loc,
                   {schemeName(Scheme::Split), std::move(search.why)},
                   {},
                   {}};
  return findSplitBand(scop, ddg, std::move(*search.loop));
}

SplitSchedule splitSchedule(const SplitBand &band) {
  std::vector<ScheduleNode> steps;
  for (unsigned step = 0; step < band.steps; ++step) {
    std::vector<unsigned> statements;
    for (unsigned s : band.statements)
      if (band.step.at(s) == step)
        statements.push_back(s);
    std::vector<BandRow> rows;
    for (const auto &x : band.space) {
      BandRow row;
      row.coincident = true;
      for (unsigned s : statements)
        row.functions.emplace(s, x.at(s));
      rows.push_back(std::move(row));
    }
    std::vector<unsigned> order = statements;
    std::sort(order.begin(), order.end(),
              [&](unsigned a, unsigned b) { return band.leaf.at(a) < band.leaf.at(b); });
    std::vector<ScheduleNode> leaves;
    for (unsigned s : order)
      leaves.push_back(leafOf(s));
    steps.push_back(bandOf(std::move(rows), sequenceOf(std::move(leaves))));
  }
  BandRow time;
  time.functions = band.time;
  return {bandOf({time}, sequenceOf(std::move(steps))), {band}};
}

} // namespace gputile
