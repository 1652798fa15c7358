//===- Band.cpp - Time loops that can be streamed -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Schedule/Streaming.h"

#include "Schedule/Functions.h"
#include "Schedule/Stream/Parts.h"
#include "Schedule/TimeLoop.h"
#include "gputile/Analysis/StreamLags.h"
#include "gputile/IR/AnyValues.h"
#include "gputile/IR/ScheduleNodes.h"
#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <isl/map.h>
#include <isl/set.h>

namespace gputile {

using namespace schedule;

namespace {

/// The number that dimension \p d of all elements of \p set is.
std::optional<long> fixedDim(const isl::set &set, unsigned d) {
  return plainFixedDim(isl::set(set.affine_hull()), d);
}

class BandFinder {
public:
  BandFinder(const Scop &scop, const std::vector<Dependence> &edges)
      : TheScop(scop), Edges(edges) {}

  Result<StreamBand> find() {
    TimeLoopSearch search = findTimeLoop(TheScop);
    if (!search.loop)
      return refuse(search.why);
    Time = std::move(*search.loop);
    if (auto refusal = addStages())
      return *refusal;
    if (auto refusal = countTimeFromZero())
      return *refusal;
    for (const Dependence &edge : Edges)
      if (auto refusal = checkWithinIteration(edge))
        return *refusal;
    for (size_t s = 0; s < Band.stages.size(); ++s)
      if (auto refusal = addReads(static_cast<unsigned>(s)))
        return *refusal;
    for (unsigned f = 0; f < Band.fields.size(); ++f)
      addTransience(f);
    if (!setLags(Band))
      return refuse("an iteration of the time loop reads rows too far ahead");
    divideSums(TheScop, Band);
    return std::move(Band);
  }

private:
  Refusal refuse(const std::string &why, std::vector<DiagNote> notes = {}) const {
    return {DiagId::SchemeNotApplicable,
            TheScop.loc,
            {schemeName(Scheme::Stream), why},
            std::move(notes),
            {}};
  }

  DiagNote noteAt(unsigned statement, unsigned reference) const {
    const Statement &s = TheScop.statements[statement];
    const Reference &there = s.references[reference];
    return {DiagId::NoteHere,
            there.loc.valid() ? there.loc : s.loc,
            {"the access to '" + TheScop.arrays[there.array].sourceName + "'"}};
  }

  Refusal refuseAt(const std::string &why, unsigned statement, unsigned reference) const {
    return refuse(why, {noteAt(statement, reference)});
  }

  std::optional<Refusal> addStages() {
    std::vector<unsigned> order(TheScop.statements.size());
    for (const auto &[s, rank] : Time.rank)
      order[rank] = s;
    for (unsigned s : order)
      if (auto refusal = addStage(s))
        return refusal;
    for (size_t s = 0; s < Band.stages.size(); ++s)
      Band.stages[s].before = stateBefore(static_cast<unsigned>(s), Band.stages[s].field);
    return std::nullopt;
  }

  /// Whether lanes can hand elements of \p array on to one another.
  static bool isExchangeable(const Array &array) {
    static const char *const Types[] = {"float", "double",       "int",  "unsigned",
                                        "unsigned int", "long", "unsigned long", "long long",
                                        "unsigned long long"};
    return std::find(std::begin(Types), std::end(Types), array.elementType) != std::end(Types);
  }

  std::optional<Refusal> addStage(unsigned s) {
    const Statement &statement = TheScop.statements[s];
    if (auto why = whyNotOnAnyValues(TheScop, statement))
      return refuse(*why);
    const Access *write = nullptr;
    for (const Access &access : statement.accesses) {
      if (access.kind == AccessKind::Read)
        continue;
      if (access.kind == AccessKind::MayWrite || write)
        return refuseAt("a statement does not write one element in every instance", s,
                        access.reference);
      write = &access;
    }
    if (!write || !statement.domain.is_subset(write->relation.domain()))
      return refuse("a statement does not write one element in every instance");
    const unsigned array = statement.references[write->reference].array;
    const unsigned rank = TheScop.arrays[array].rank;
    if (rank < 1 || rank > 3)
      return refuseAt("it writes what has not one, two or three dimensions", s, write->reference);
    if (!Band.stages.empty() && rank != Band.rank)
      return refuseAt("it writes arrays of different numbers of dimensions", s, write->reference);
    Band.rank = rank;
    if (const auto &strides = TheScop.arrays[array].strideConstants;
        !strides.empty() && strides.back() != 1)
      return refuseAt("elements of a row are not neighbours in memory", s, write->reference);
    if (!isExchangeable(TheScop.arrays[array]))
      return refuseAt("elements of such a type are not kept in registers", s, write->reference);
    StreamStage stage;
    stage.statement = s;
    stage.target = write->reference;
    stage.field = fieldOf(array);
    stage.cells = joinRanges(isl::multi_aff(Time.time.at(s)).as_map(), cellsOf(write->relation))
                      .intersect_domain(statement.domain);
    stage.thin = Time.loopsOf(s).size() < rank;
    if (!stage.cells.is_injective())
      return refuseAt("an element is written several times in an iteration of the outermost loop", s,
                      write->reference);
    Band.stages.push_back(std::move(stage));
    return std::nullopt;
  }

  /// { x -> [i, j…] } from { x -> A[element] }
  isl::map cellsOf(const isl::map &elements) const {
    const isl::map flat = flatRange(elements);
    return Band.rank == 1 ? insertFixed(flat, 0, 0) : flat;
  }

  unsigned fieldOf(unsigned array) {
    const auto known = std::find(Band.fields.begin(), Band.fields.end(), array);
    if (known == Band.fields.end()) {
      Band.fields.push_back(array);
      return static_cast<unsigned>(Band.fields.size()) - 1;
    }
    return static_cast<unsigned>(known - Band.fields.begin());
  }

  StreamState stateBefore(unsigned stage, unsigned field) const {
    for (unsigned s = stage; s-- > 0;)
      if (Band.stages[s].field == field)
        return {s, false};
    return {Band.lastStageOf(field), true};
  }

  std::optional<Refusal> countTimeFromZero() {
    std::optional<isl::set> times;
    for (const StreamStage &stage : Band.stages) {
      const isl::set own = selectRange(stage.cells, 0, 1).range().intersect_params(TheScop.context);
      times = times ? times->unite(own) : own;
    }
    // One function of the parameters, whatever the conditions under which statements have instances.
    const isl::set first = isl::set(times->lexmin().affine_hull());
    if (!isl::manage(isl_map_from_range(first.copy())).is_single_valued())
      return refuse("the outermost loop does not start at one value");
    // { [t] -> [t - first] }
    const isl::map start = allPairs(isl::set::universe(first.space()), first);
    const isl::map counted = isl::manage(isl_map_sum(
        identityLike(start).release(), isl_map_neg(start.copy())));
    for (StreamStage &stage : Band.stages)
      stage.cells = joinRanges(selectRange(stage.cells, 0, 1).apply_range(counted),
                               selectRange(stage.cells, 1, 1 + Band.acrossDims()))
                        .intersect_domain(stage.cells.domain());
    return std::nullopt;
  }

  const StreamStage &stageOf(unsigned statement) const {
    return Band.stages[Time.rank.at(statement)];
  }

  /// Within an iteration dependences lead to later stages.
  std::optional<Refusal> checkWithinIteration(const Dependence &edge) const {
    if (Time.rank.at(edge.source) < Time.rank.at(edge.target))
      return std::nullopt;
    const isl::map source = selectRange(stageOf(edge.source).cells, 0, 1),
                   target = selectRange(stageOf(edge.target).cells, 0, 1);
    const isl::map together =
        edge.relation.intersect_params(TheScop.context).intersect(sameImage(source, target));
    if (together.is_empty())
      return std::nullopt;
    const Statement &from = TheScop.statements[edge.source];
    const unsigned reference = from.accesses[edge.sourceAccess].reference;
    return refuseAt("dependences on '" +
                        TheScop.arrays[from.references[reference].array].sourceName +
                        "' join iterations of the loops inside the outermost one",
                    edge.source, reference);
  }

  std::optional<Refusal> addReads(unsigned index) {
    const Statement &statement = TheScop.statements[Band.stages[index].statement];
    for (const Access &access : statement.accesses) {
      const unsigned array = statement.references[access.reference].array;
      const auto field = std::find(Band.fields.begin(), Band.fields.end(), array);
      if (access.kind != AccessKind::Read || field == Band.fields.end())
        continue;
      if (auto refusal = addRead(index, access, static_cast<unsigned>(field - Band.fields.begin())))
        return refusal;
    }
    return std::nullopt;
  }

  std::optional<Refusal> addRead(unsigned index, const Access &access, unsigned field) {
    StreamStage &stage = Band.stages[index];
    // { S[x] -> element - (i, j…) }
    const isl::map cell = selectRange(stage.cells, 1, 1 + Band.acrossDims());
    const isl::map distance = isl::manage(isl_map_sum(
        cellsOf(access.relation).intersect_domain(stage.cells.domain()).release(),
        isl_map_neg(cell.copy())));
    const isl::set distances = distance.range();
    std::vector<long> read;
    for (unsigned d = 0; d < 1 + Band.acrossDims(); ++d) {
      const std::optional<long> constant = fixedDim(distances, d);
      if (!constant)
        return refuseAt("an element is read at no constant distance from the one that is written",
                        stage.statement, access.reference);
      read.push_back(*constant);
    }
    stage.reads.push_back({access.reference, stateBefore(index, field), read.front(),
                           {read.begin() + 1, read.end()}});
    return std::nullopt;
  }

  /// { [t, i, j…] }: the cells of \p field that stages before \p end write.
  isl::set written(unsigned field, unsigned end) const {
    isl::set cells = isl::set::empty(Band.stages.front().cells.range().space());
    for (unsigned s = 0; s < end; ++s)
      if (Band.stages[s].field == field)
        cells = cells.unite(Band.stages[s].cells.range());
    return cells.intersect_params(TheScop.context);
  }

  /// What the reads of a field say about the cells that they find.
  enum class Found {
    Written, ///< The same iteration has written them.
    Others,  ///< So it has, but for those that no iteration writes.
    Handed   ///< Other iterations may have written them.
  };

  Found foundOf(unsigned field) const {
    const auto count = static_cast<unsigned>(Band.stages.size());
    const isl::set ever = dropDims(written(field, count), 0, 1);
    Found found = Found::Written;
    for (unsigned s = 0; s < count; ++s)
      for (const StreamRead &read : Band.stages[s].reads) {
        if (Band.stages[read.state.stage].field != field)
          continue;
        const isl::set others = cellsRead(Band.stages[s], read).subtract(written(field, s));
        if (others.is_empty())
          continue;
        if (read.state.previous || !dropDims(others, 0, 1).is_disjoint(ever))
          return Found::Handed;
        found = Found::Others;
      }
    return found;
  }

  /// StreamBand::lastWrites, and findsOthers
  void addTransience(unsigned field) {
    // In fewer dimensions launches need not load such a field to store it (isRenewed), so less is
    // saved; neither was measured.
    const Found found = foundOf(field);
    const bool isTransient = found == Found::Written || (found == Found::Others && Band.rank == 3);
    Band.lastWrites.push_back(isTransient ? lastWriteOf(field) : std::nullopt);
    Band.findsOthers.push_back(Band.lastWrites.back() && found == Found::Others);
  }

  /// The iteration that is the last to write each cell of \p field, if there is one.
  std::optional<isl::pw_aff> lastWriteOf(unsigned field) const {
    bool isThin = true;
    for (const StreamStage &stage : Band.stages)
      isThin &= stage.field != field || stage.thin;
    if (isThin)
      return std::nullopt;
    const isl::set all = written(field, static_cast<unsigned>(Band.stages.size()));
    const isl::set times = dropDims(all, 1, 1 + Band.acrossDims());
    const std::optional<isl::pw_aff> last = lastOf(times);
    if (!last)
      return std::nullopt;
    const isl::set lastTime = isl::manage(isl_set_from_pw_aff(last->copy()));
    const isl::set everyCell = flatSet(lastTime.product(dropDims(all, 0, 1)));
    return everyCell.intersect_params(times.params()).is_subset(all) ? last : std::nullopt;
  }

  /// The greatest of \p times, { [t] }, if it is one function of the parameters.
  static std::optional<isl::pw_aff> lastOf(const isl::set &times) {
    const isl::set last = times.lexmax();
    const isl::set hull = isl::set(last.affine_hull());
    if (isl::manage(isl_map_from_range(hull.copy())).is_single_valued())
      return hull.as_pw_multi_aff().at(0);
    // Half of the number of iterations, and the like.
    std::vector<isl::aff> pieces;
    last.as_pw_multi_aff().coalesce().at(0).foreach_piece(
        [&](const isl::set &, const isl::multi_aff &piece) { pieces.push_back(piece.at(0)); });
    return pieces.size() == 1 ? std::optional(isl::pw_aff(pieces.front())) : std::nullopt;
  }

  /// { [t, i, j…] }: the cells that \p stage reads by \p read.
  isl::set cellsRead(const StreamStage &stage, const StreamRead &read) const {
    const isl::set cells = stage.cells.range().intersect_params(TheScop.context);
    const isl::space space = cells.space();
    isl::aff_list place(cells.ctx(), 3);
    place = place.add(coordinateOn(space, 0)).add(coordinateOn(space, 1).add_constant(read.row));
    for (unsigned d = 0; d < read.across.size(); ++d)
      place = place.add(coordinateOn(space, 2 + d).add_constant(read.across[d]));
    return cells.apply(
        isl::multi_aff(space.add_unnamed_tuple(static_cast<unsigned>(place.size())), place)
            .as_map());
  }

  const Scop &TheScop;
  const std::vector<Dependence> &Edges;
  StreamBand Band;
  TimeLoop Time;
};

} // namespace

Result<StreamBand> findStreamBand(const Scop &scop, const Ddg &ddg) {
  return BandFinder(scop, ddg.edges).find();
}

bool looksLikeStream(const Scop &scop) {
  const std::vector<Dependence> unknown;
  const Result<StreamBand> band = BandFinder(scop, unknown).find();
  return band && std::any_of(band->stages.begin(), band->stages.end(), [](const StreamStage &stage) {
           return !stage.thin &&
                  std::any_of(stage.reads.begin(), stage.reads.end(), [](const StreamRead &read) {
                    return read.row != 0 || read.isBeside();
                  });
         });
}

ScheduleNode streamSchedule(const Scop &scop, const StreamBand &band) {
  std::vector<ScheduleNode> stages;
  BandRow time;
  const TimeLoopSearch search = findTimeLoop(scop);
  for (const StreamStage &stage : band.stages) {
    std::vector<BandRow> rows;
    for (const isl::aff &loop : search.loop->loopsOf(stage.statement)) {
      rows.emplace_back();
      rows.back().coincident = true;
      rows.back().functions.emplace(stage.statement, loop);
    }
    time.functions.emplace(stage.statement, search.loop->time.at(stage.statement));
    ScheduleNode leaf = leafOf(stage.statement);
    stages.push_back(rows.empty() ? std::move(leaf) : bandOf(std::move(rows), std::move(leaf)));
  }
  return bandOf({std::move(time)}, sequenceOf(std::move(stages)));
}

} // namespace gputile
