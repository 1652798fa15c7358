//===- StreamPlaces.cpp - Blocks, launches and buffers of streams ---------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier/Stream.h"

#include <algorithm>
#include <isl/map.h>
#include <isl/set.h>

using namespace gputile;
using namespace gputile::verifier;

static Outcome bad(std::string what) { return fail(Kind::Stream, std::move(what)); }

namespace {

class PlacesCheck {
public:
  PlacesCheck(const Program &program, const MappedKernel &kernel)
      : P(program), Kernel(kernel), Plan(*kernel.plan->stream), Band(Plan.band) {}

  Outcome run() const {
    if (Outcome failure = checkLaunches())
      return failure;
    for (unsigned f = 0; f < Band.fields.size(); ++f) {
      if (Outcome failure = Band.isTransient(f) ? checkTransient(f) : checkSecond(f))
        return failure;
      if (Outcome failure = checkOwned(f))
        return failure;
    }
    return checkFull();
  }

private:
  /// { [e, s] }
  isl::set launches() const { return Kernel.launch.domain(); }

  /// Two for each e: the first writes the second buffers, the other the fields.
  Outcome checkLaunches() const {
    const isl::set pairs = launches();
    const isl::set even = fixDim(pairs, 1, 0), odd = fixDim(pairs, 1, 1);
    if (!pairs.is_subset(even.unite(odd)) || !dropDims(even, 1, 1).is_equal(dropDims(odd, 1, 1)))
      return bad("launches do not come in pairs");
    if (!Kernel.launch.is_subset(identityLike(Kernel.launch)))
      return bad("launches do not run in order");
    return std::nullopt;
  }

  /// { [i, j…] }: the cells that exist of \p array on the device, the same for a field and its second buffer.
  std::optional<isl::set> allocated(unsigned array) const {
    const Box &box = P.plan.transfers[array].box;
    if (P.plan.transfers[array].byValue || box.lower.size() != Band.rank ||
        box.upper.size() != Band.rank)
      return std::nullopt;
    const isl::space space = P.context.space().add_unnamed_tuple(Band.rank);
    const isl::set elements =
        elementsOf(box, isl::set::universe(space)).intersect_params(P.context);
    if (Band.rank > 1)
      return elements;
    const isl::set row = fixDim(isl::set::universe(P.context.space().add_unnamed_tuple(1)), 0, 0);
    return flatSet(row.product(elements));
  }

  bool isAccessed(unsigned array) const {
    return std::any_of(P.scop.statements.begin(), P.scop.statements.end(),
                       [&](const Statement &statement) {
                         return std::any_of(statement.references.begin(), statement.references.end(),
                                            [&](const Reference &reference) {
                                              return reference.array == array;
                                            });
                       });
  }

  Outcome checkSecond(unsigned field) const {
    const std::optional<unsigned> own = Plan.seconds[field];
    if (!own || *own >= P.scop.arrays.size() ||
        std::count(Plan.seconds.begin(), Plan.seconds.end(), own) != 1)
      return bad("a field has no second buffer of its own");
    const Array &first = P.scop.arrays[Band.fields[field]], &second = P.scop.arrays[*own];
    if (second.storage != ArrayStorage::Private || second.rank != first.rank ||
        second.elementType != first.elementType || second.elementBytes != first.elementBytes ||
        isAccessed(*own))
      return bad("the second buffer of " + first.name + " is not a private array like it");
    const std::optional<isl::set> mine = allocated(Band.fields[field]),
                                  theirs = allocated(*own);
    if (!mine || !theirs || !mine->is_equal(*theirs))
      return bad("the second buffer of " + first.name + " has another size");
    return std::nullopt;
  }

  /// { S[x] -> [t, i, j…] } for the elements of \p relation, by the iteration of the time loop.
  isl::map cellsOf(const StreamStage &stage, const isl::map &relation) const {
    const isl::map elements = flatRange(relation).intersect_domain(P.domains[stage.statement]);
    return joinRanges(selectRange(stage.cells, 0, 1),
                      Band.rank == 1 ? insertFixed(elements, 0, 0) : elements);
  }

  /// { [t, i, j…] }: what the stages before \p end write of \p field.
  isl::set writtenBefore(unsigned end, unsigned field) const {
    isl::set cells = isl::set::empty(P.context.space().add_unnamed_tuple(2 + Band.acrossDims()));
    for (unsigned s = 0; s < end; ++s)
      for (const Access &access : P.scop.statements[Band.stages[s].statement].accesses)
        if (access.kind == AccessKind::MustWrite && arrayOf(s, access) == Band.fields[field])
          cells = cells.unite(cellsOf(Band.stages[s], access.relation).range());
    return cells;
  }

  unsigned arrayOf(unsigned stage, const Access &access) const {
    return P.scop.statements[Band.stages[stage].statement].references[access.reference].array;
  }

  /// No launch finds a value of \p field that it needs: every read is of a cell that the same
  /// iteration of the time loop has written, or, where blocks find those in memory, of one that no
  /// iteration writes. And what one launch leaves is what the program leaves: the iteration that it
  /// says is the last one, and writes every cell that any writes. Blocks store what it leaves in
  /// their own cells, of which they know as much as after all iterations of the launch, or more.
  /// Then other cells of the field need not keep their values from iteration to iteration, and
  /// blocks that have all cells of a stage, and store all of their own, store no others.
  Outcome checkTransient(unsigned field) const {
    const std::string &name = P.arrayName(Band.fields[field]);
    if (Plan.seconds[field])
      return bad("field " + name + " is stored by one launch, and has a second buffer");
    const auto count = static_cast<unsigned>(Band.stages.size());
    bool isThin = true;
    for (unsigned s = 0; s < count; ++s) {
      isThin &= Band.stages[s].field != field || Band.stages[s].thin;
      for (const Access &access : P.scop.statements[Band.stages[s].statement].accesses)
        if (access.kind == AccessKind::Read && arrayOf(s, access) == Band.fields[field] &&
            !isFound(cellsOf(Band.stages[s], access.relation).range(), s, field))
          return bad("a launch does not find what it reads of " + name);
    }
    if (isThin)
      return bad("full blocks do not write all cells of " + name);
    const isl::set all = writtenBefore(count, field);
    const isl::set last =
        isl::manage(isl_set_from_pw_aff(Band.lastWrites[field]->copy())).intersect_params(P.context);
    const isl::set times = dropDims(all, 1, 1 + Band.acrossDims());
    const isl::set everyCell = flatSet(last.product(dropDims(all, 0, 1)));
    if (!times.params().is_subset(last.params()) ||
        !isl::manage(isl_set_lex_gt_set(times.copy(), last.copy())).is_empty() ||
        !everyCell.intersect_params(times.params()).is_subset(all))
      return bad("the last iteration does not write all cells of " + name);
    return std::nullopt;
  }

  /// Whether stage \p s finds the values of \p read, { [t, i, j…] } of a transient field.
  bool isFound(const isl::set &read, unsigned s, unsigned field) const {
    const isl::set others = read.subtract(writtenBefore(s, field));
    const isl::set ever =
        dropDims(writtenBefore(static_cast<unsigned>(Band.stages.size()), field), 0, 1);
    return others.is_empty() ||
           (Band.findsOthers[field] && dropDims(others, 0, 1).is_disjoint(ever));
  }

  /// What a block has of rows: its own cells, or all of its lanes' cells.
  enum class Across { Own, All };

  /// { [Z, X…] -> [i, j…] } for rows with top <= i - Z rows <= bottom.
  isl::map window(long top, long bottom, Across which) const {
    const unsigned dims = 1 + Band.acrossDims();
    const isl::space space = P.context.space().add_unnamed_tuple(dims);
    isl::aff_list corner(P.ctx(), static_cast<int>(dims));
    corner = corner.add(coordinateOn(space, 0).scale(Plan.rows).add_constant(top));
    std::vector<long> extents = {bottom - top + 1};
    for (unsigned d = 0; d < Band.acrossDims(); ++d) {
      const StreamSpan &span = Plan.across[d];
      const bool all = which == Across::All;
      corner = corner.add(
          coordinateOn(space, 1 + d).scale(span.own()).add_constant(all ? -span.left : 0));
      extents.push_back(all ? span.width() : span.own());
    }
    const isl::map first = isl::multi_aff(space.add_unnamed_tuple(dims), corner).as_map();
    return flatRange(windowOf(space, extents)).apply_domain(first.reverse());
  }

  /// Each element of the field, in each launch, is one of a block that runs.
  Outcome checkOwned(unsigned field) const {
    const isl::set elements = *allocated(Band.fields[field]);
    const isl::map own = window(0, Plan.rows - 1, Across::Own);
    const isl::set lost = elements.subtract(own.range());
    const isl::set needed = flatSet(launches().product(elements.apply(own.reverse())));
    if (!lost.is_empty() || !needed.is_subset(Kernel.blocks))
      return bad("an element of " + P.arrayName(Band.fields[field]) + " is in no block");
    return std::nullopt;
  }

  /// Full blocks load what exists, and execute all cells that they have of stages that are not thin, in
  /// all their iterations, and none of thin ones.
  Outcome checkFull() const {
    const isl::set full = flatSet(Kernel.plan->fullBlocks).intersect_params(P.context);
    if (full.is_empty())
      return std::nullopt;
    const isl::set places = dropDims(full, 0, 2);
    const long last = Plan.rows - 1 + Plan.longestLag();
    for (unsigned f = 0; f < Band.fields.size(); ++f) {
      if (Band.isTransient(f))
        continue;
      const long ahead = Band.lag - Band.stages[Band.lastStageOf(f)].lag;
      const isl::set loaded = window(ahead - Plan.above, ahead + last, Across::All)
                                  .intersect_domain(places)
                                  .range();
      if (!inTestedRows(loaded.intersect_params(P.context), *allocated(Band.fields[f]))
               .is_subset(*allocated(Band.fields[f])))
        return bad("a full block loads what " + P.arrayName(Band.fields[f]) + " does not have");
    }
    for (const StreamStage &stage : Band.stages) {
      const isl::map cells = window(-Plan.above - stage.lag - (Plan.steps - 1) * Band.lag,
                                    last - stage.lag, Across::All);
      const isl::set executed = executedIn(full, cells);
      const isl::set domain = stage.cells.intersect_domain(P.domains[stage.statement]).range();
      if (stage.thin ? !executed.is_disjoint(domain)
                     : !inTestedRows(executed, domain).is_subset(domain))
        return bad("a full block executes other instances than those of " +
                   P.statementName(stage.statement));
    }
    return std::nullopt;
  }

  /// Those of \p cells, { […, i, j…] }, that a full block loads or executes: of planes, in rows in
  /// which \p there has any.
  isl::set inTestedRows(const isl::set &cells, const isl::set &there) const {
    if (!Band.testsRows())
      return cells;
    const unsigned dims = setDims(there);
    const isl::map row = projection(P.ctx(), dims, 0, dims - Band.acrossDims());
    return cells.intersect(there.apply(row).apply(row.reverse()));
  }

  /// { [t, i, j…] } for the blocks \p full, { [e, s, Z, X…] }, and \p cells, { [Z, X…] -> [i, j…] }.
  isl::set executedIn(const isl::set &full, const isl::map &cells) const {
    const isl::space launch = P.context.space().add_unnamed_tuple(2);
    const isl::aff_list list(coordinateOn(launch, 0)
                                 .scale(2 * Plan.steps)
                                 .add(coordinateOn(launch, 1).scale(Plan.steps)));
    const isl::map first = isl::multi_aff(launch.add_unnamed_tuple(1), list).as_map();
    const isl::space time = P.context.space().add_unnamed_tuple(1);
    const isl::map times = flatRange(windowOf(time, {Plan.steps})).apply_domain(first.reverse());
    return flatRange(flatDomain(times.product(cells))).intersect_domain(full).range();
  }

  const Program &P;
  const MappedKernel &Kernel;
  const StreamPlan &Plan;
  const StreamBand &Band;
};

} // namespace

Outcome verifier::checkStreamPlaces(const Program &program, const MappedKernel &kernel) {
  return PlacesCheck(program, kernel).run();
}
