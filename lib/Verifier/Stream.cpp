//===- Stream.cpp - Time steps streamed through registers -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A launch of scheme stream computes what the instances do that the plan's maps place in it.
///
/// A stage gives all its cells new values at once, from the states that the fields have then.
/// Stage after stage, iteration after iteration of the time loop, that is what the program does, if all
/// conflicts of the launch lead to a later iteration or, within one, a later stage. Then the
/// value of a read is what the field holds after the last stage before that writes the field, whether
/// that stage wrote the element or left it as it was. So it suffices that each stage reads the state of
/// that stage, at the cell that the access relation says, from a row that the block has; and that
/// blocks know the values of their own cells at the end (StreamMargins.cpp) and own all cells
/// (StreamPlaces.cpp).
///
//===----------------------------------------------------------------------===//

#include "Verifier/Stream.h"

#include "Verifier/Conflicts.h"
#include "gputile/IR/AnyValues.h"

#include <algorithm>
#include <isl/constraint.h>
#include <isl/map.h>
#include <set>

using namespace gputile;
using namespace gputile::verifier;

static Outcome bad(std::string what) { return fail(Kind::Stream, std::move(what)); }

namespace {

class StreamCheck {
public:
  StreamCheck(const Program &program, const MappedKernel &kernel)
      : P(program), Kernel(kernel), Plan(*kernel.plan->stream), Band(Plan.band) {}

  Outcome run() {
    if (Outcome failure = checkForm())
      return failure;
    for (unsigned s = 0; s < Band.stages.size(); ++s)
      if (Outcome failure = checkStage(s))
        return failure;
    if (Outcome failure = checkConflicts())
      return failure;
    if (Outcome failure = checkStreamMargins(Plan))
      return failure;
    return checkStreamPlaces(P, Kernel);
  }

private:
  std::string nameOf(unsigned stage) const {
    return P.statementName(Band.stages[stage].statement);
  }
  const Statement &statementOf(unsigned stage) const {
    return P.scop.statements[Band.stages[stage].statement];
  }

  /// Indices, and the numbers of the kernel that the text relies on.
  Outcome checkForm() const {
    const KernelPlan &kernel = *Kernel.plan;
    if (P.plan.kernels.size() != 1 || kernel.mode != LaunchMode::Kernels ||
        kernel.hostDims != std::vector<unsigned>{0, 1} || P.plan.launchDims != 2 ||
        kernel.blockDims != 1 + Band.acrossDims() ||
        kernel.blockSize != std::vector<long>{Plan.threads()} || !kernel.shared.empty() ||
        !kernel.registers.empty() || !kernel.actions.empty())
      return bad("a kernel that streams is not the only one, or of another form");
    if (Band.rank < 1 || Band.rank > 3 || Plan.across.size() != Band.acrossDims())
      return bad("a kernel that streams has fields of no or of too many dimensions");
    if (Plan.steps < 1 || Plan.rows < 1 || Band.lag < 0)
      return bad("a kernel that streams has a size that is not positive");
    // Only arrays with rows are streamed: the text for others has no loop over rows.
    if (Band.rank == 1 && (Plan.rows != 1 || Plan.above != 0 || Plan.longestLag() != 0))
      return bad("a kernel of arrays with one row has several");
    if (Outcome failure = checkWarps())
      return failure;
    if (Plan.seconds.size() != Band.fields.size() || Band.lastWrites.size() != Band.fields.size() ||
        Band.findsOthers.size() != Band.fields.size())
      return bad("a kernel that streams does not say what its launches leave of each field");
    std::set<unsigned> statements, arrays;
    for (const StreamStage &stage : Band.stages) {
      if (stage.statement >= P.scop.statements.size() || !Kernel.find(stage.statement) ||
          !statements.insert(stage.statement).second || stage.field >= Band.fields.size() ||
          stage.lag < 0)
        return bad("a stage is of no statement of the kernel, or of no field");
    }
    if (statements.size() != kernel.statements.size())
      return bad("a statement of the kernel is no stage");
    for (unsigned f = 0; f < Band.fields.size(); ++f) {
      if (Band.fields[f] >= P.scop.arrays.size() || !arrays.insert(Band.fields[f]).second ||
          P.scop.arrays[Band.fields[f]].rank != Band.rank)
        return bad("a field has not the dimensions of the others, or is there twice");
      if (std::none_of(Band.stages.begin(), Band.stages.end(),
                       [&](const StreamStage &stage) { return stage.field == f; }))
        return bad("no stage writes a field");
    }
    return std::nullopt;
  }

  /// Lanes of several warps hand on cells through shared memory, in front of a barrier for each
  /// row: of rows that were the newest before, and those cells that one lane has. Other cells come
  /// from lanes of the same warp.
  Outcome checkWarps() const {
    if (Plan.warps == 1)
      return std::nullopt;
    if (Plan.warps < 1 || Plan.across.size() != 2 || StreamPlan::lanes % Plan.across[1].lanes != 0)
      return bad("lanes of several warps do not lie in whole rows");
    for (const StreamEdges &edges : Plan.edges())
      if (edges.youngest < 1 || std::max(edges.before, edges.behind) > Plan.across[0].cells)
        return bad("lanes do not hand on in time what others need of a row");
    return std::nullopt;
  }

  /// The state of \p field that \p stage finds: of the last stage before it, else of the last one.
  StreamState stateBefore(unsigned stage, unsigned field) const {
    const auto count = static_cast<unsigned>(Band.stages.size());
    for (unsigned back = 1; back < count; ++back) {
      const unsigned s = (stage + count - back) % count;
      if (Band.stages[s].field == field)
        return {s, s > stage};
    }
    return {stage, true};
  }

  static bool same(const StreamState &a, const StreamState &b) {
    return a.stage == b.stage && a.previous == b.previous;
  }

  /// Whether the row of \p state that is \p row below one that is worked on \p lag rows behind the
  /// newest one has passed by or is there: it is made when its number is that of the newest row
  /// less the lag.
  bool isThere(long lag, const StreamState &state, long row) const {
    const long made = Band.stages[state.stage].lag - (state.previous ? Band.lag : 0);
    return row + made <= lag;
  }

  Outcome checkStage(unsigned index) const {
    const StreamStage &stage = Band.stages[index];
    if (auto why = whyNotOnAnyValues(P.scop, statementOf(index)))
      return bad("stage " + nameOf(index) + " cannot be executed on any values: " + *why);
    if (!same(stage.before, stateBefore(index, stage.field)) ||
        !isThere(stage.lag, stage.before, 0))
      return bad("stage " + nameOf(index) + " does not change the state that it finds");
    if (Outcome failure = checkCells(index))
      return failure;
    if (Outcome failure = checkTime(index))
      return failure;
    if (Outcome failure = checkWrite(index))
      return failure;
    if (Outcome failure = checkParts(index))
      return failure;
    return checkReads(index);
  }

  /// Each part is the left operand of an operator of a sum, and begins with the part before, so
  /// that each adds the same to the same; the sum has the type of the field, in which it is kept. A
  /// part is computed before the next one, and in rows in which the stage has no instances, too: it
  /// accesses nothing but rows of fields that the block has, and scalars, and nothing that the
  /// stage writes.
  Outcome checkParts(unsigned index) const {
    const StreamStage &stage = Band.stages[index];
    if (stage.parts.empty())
      return std::nullopt;
    if (stage.thin || Band.rank == 1)
      return bad("stage " + nameOf(index) + " has no rows one after another, and parts");
    const Statement &statement = statementOf(index);
    const std::vector<SumText> sums =
        sumsOf(P.scop, statement, P.scop.arrays[Band.fields[stage.field]].elementType);
    const auto sum = std::find_if(sums.begin(), sums.end(),
                                  [&](const SumText &s) { return s.begin == stage.sum; });
    TextPlace last = stage.sum;
    for (size_t part = 0; part < stage.parts.size(); ++part) {
      const TextPlace &end = stage.parts[part].end;
      if (sum == sums.end() || !(last < end) ||
          std::find(sum->operators.begin(), sum->operators.end(), end) == sum->operators.end())
        return bad("a part of stage " + nameOf(index) + " is no operand of a sum");
      if (stage.liveRowsOf(part) < 1)
        return bad("a part of stage " + nameOf(index) +
                   " is not there when the next one is computed");
      for (const BodyPiece &piece : piecesBetween(statement.body, last, end))
        if (piece.kind != BodyPiece::Kind::Text && !isRegister(index, piece))
          return bad("a part of stage " + nameOf(index) + " accesses memory");
      last = end;
    }
    return checkPartsOfReads(index);
  }

  bool isRegister(unsigned index, const BodyPiece &piece) const {
    if (piece.kind != BodyPiece::Kind::Reference || piece.index == Band.stages[index].target)
      return false;
    return readOf(index, piece.index) ||
           P.scop.arrays[statementOf(index).references[piece.index].array].rank == 0;
  }

  /// Reads are of the parts that mention them.
  Outcome checkPartsOfReads(unsigned index) const {
    const StreamStage &stage = Band.stages[index];
    const std::vector<BodyPiece> &body = statementOf(index).body;
    for (unsigned p = 0; p < body.size(); ++p)
      for (const StreamRead &read : stage.reads)
        if (body[p].kind == BodyPiece::Kind::Reference && body[p].index == read.reference &&
            stage.partAt({p, 0}) != read.part)
          return bad("stage " + nameOf(index) +
                     " has a read in another part than the one that it is of");
    return std::nullopt;
  }

  const isl::set &domainOf(unsigned index) const {
    return P.domains[Band.stages[index].statement];
  }

  Outcome checkCells(unsigned index) const {
    const isl::map &cells = Band.stages[index].cells;
    if (rangeDims(cells) != 2 + Band.acrossDims() || !cells.is_single_valued() || !cells.is_injective() ||
        !domainOf(index).is_subset(cells.domain()))
      return bad("the instances of stage " + nameOf(index) + " and its cells do not correspond");
    return std::nullopt;
  }

  /// { x : coefficients . x + constant >= 0 } in \p set's space.
  static isl::set atLeast(const isl::set &set, const std::vector<long> &coefficients, long constant,
                          bool equal) {
    isl_constraint *c = equal
                            ? isl_constraint_alloc_equality(isl_local_space_from_space(set.space().release()))
                            : isl_constraint_alloc_inequality(
                                  isl_local_space_from_space(set.space().release()));
    for (size_t d = 0; d < coefficients.size(); ++d)
      c = isl_constraint_set_coefficient_si(c, isl_dim_set, static_cast<int>(d),
                                            static_cast<int>(coefficients[d]));
    c = isl_constraint_set_constant_si(c, static_cast<int>(constant));
    return isl::manage(isl_set_add_constraint(isl_set_universe(set.space().release()), c));
  }

  /// The launch (e, s) has iterations (2 e + s) * steps and the steps - 1 behind it.
  Outcome checkTime(unsigned index) const {
    const StreamStage &stage = Band.stages[index];
    const isl::set times =
        joinRanges(Kernel.find(stage.statement)->host, selectRange(stage.cells, 0, 1)).range();
    const long h = Plan.steps;
    const isl::set wanted = atLeast(times, {-2 * h, -h, 1}, 0, false)
                                .intersect(atLeast(times, {2 * h, h, -1}, h - 1, false))
                                .intersect(atLeast(times, {0, 1, 0}, 0, false))
                                .intersect(atLeast(times, {0, -1, 0}, 1, false));
    if (!times.is_subset(wanted))
      return bad("the iterations of stage " + nameOf(index) + " are not those of its launches");
    return std::nullopt;
  }

  /// { [cell, element] } for elements of \p relation, which have a row if cells have one.
  isl::set cellsWith(unsigned index, const isl::map &relation) const {
    return joinRanges(selectRange(Band.stages[index].cells, 1, 1 + Band.acrossDims()),
                      flatRange(relation).intersect_domain(domainOf(index)))
        .range();
  }

  /// Whether the elements of \p pairs, cellsWith(), lie \p row and \p across behind their cells. Arrays of rank 1
  /// have row 0 only.
  bool areBehind(const isl::set &pairs, long row, const std::vector<long> &across) const {
    const size_t dims = 1 + Band.acrossDims();
    isl::set wanted = isl::set::universe(pairs.space());
    for (size_t d = 0; d < dims; ++d) {
      std::vector<long> difference(dims + Band.rank, 0);
      difference[d] = 1;
      const bool hasElement = d > 0 || Band.rank > 1;
      if (hasElement)
        difference[dims + Band.rank - (dims - d)] = -1;
      wanted = wanted.intersect(atLeast(pairs, difference, d == 0 ? row : across[d - 1], true));
    }
    return pairs.is_subset(wanted);
  }

  /// It writes its cell in every instance, and nothing else.
  Outcome checkWrite(unsigned index) const {
    const StreamStage &stage = Band.stages[index];
    const std::string what = "stage " + nameOf(index) + " does not write just its cells";
    bool writes = false;
    for (const Access &access : statementOf(index).accesses) {
      if (access.kind == AccessKind::Read)
        continue;
      const Reference &reference = statementOf(index).references[access.reference];
      if (access.kind != AccessKind::MustWrite || access.reference != stage.target ||
          reference.array != Band.fields[stage.field] ||
          !domainOf(index).is_subset(access.relation.domain()))
        return bad(what);
      if (!areBehind(cellsWith(index, access.relation), 0,
                     std::vector<long>(Band.acrossDims(), 0)))
        return bad(what);
      writes = true;
    }
    return writes ? std::nullopt : bad(what);
  }

  const StreamRead *readOf(unsigned index, unsigned reference) const {
    const StreamRead *found = nullptr;
    for (const StreamRead &read : Band.stages[index].reads) {
      if (read.reference != reference)
        continue;
      if (found && !(same(found->state, read.state) && found->row == read.row &&
                     found->across == read.across && found->part == read.part))
        return nullptr;
      found = &read;
    }
    return found;
  }

  Outcome checkReads(unsigned index) const {
    const StreamStage &stage = Band.stages[index];
    const Statement &statement = statementOf(index);
    for (const StreamRead &read : stage.reads)
      if (read.reference >= statement.references.size() ||
          read.across.size() != Band.acrossDims() || read.part > stage.parts.size())
        return bad("stage " + nameOf(index) + " has a read of no reference, or of no cell");
    for (unsigned r = 0; r < statement.references.size(); ++r) {
      const auto field = std::find(Band.fields.begin(), Band.fields.end(),
                                   statement.references[r].array);
      if (field == Band.fields.end())
        continue;
      const bool isRead =
          std::any_of(statement.accesses.begin(), statement.accesses.end(), [&](const Access &access) {
            return access.kind == AccessKind::Read && access.reference == r;
          });
      if (r == stage.target && !isRead)
        continue;
      const StreamRead *read = readOf(index, r);
      if (!read)
        return bad("stage " + nameOf(index) + " does not say what it reads of " +
                   P.arrayName(*field));
      if (Outcome failure =
              checkRead(index, *read, static_cast<unsigned>(field - Band.fields.begin())))
        return failure;
    }
    return std::nullopt;
  }

  Outcome checkRead(unsigned index, const StreamRead &read, unsigned field) const {
    const StreamStage &stage = Band.stages[index];
    const std::string where =
        "the read of " + P.arrayName(Band.fields[field]) + " in stage " + nameOf(index);
    if (!same(read.state, stateBefore(index, field)))
      return bad(where + " is of another state than the last one");
    if (!isThere(stage.lagOf(read.part), read.state, read.row))
      return bad(where + " is of a row that is not there yet");
    if (read.reference == stage.target && (read.row != 0 || read.isBeside()))
      return bad(where + " is of another cell than the one that it changes");
    if (!areBehind(cellsWith(index, statementOf(index).references[read.reference].index), read.row,
                   read.across))
      return bad(where + " is of another cell");
    for (const Access &access : statementOf(index).accesses)
      if (access.reference == read.reference && access.kind == AccessKind::Read &&
          !access.relation.intersect_domain(domainOf(index))
               .is_subset(statementOf(index).references[read.reference].index))
        return bad(where + " is of another cell");
    return std::nullopt;
  }

  /// Conflicts within a launch lead to a later iteration or stage.
  Outcome checkConflicts() const {
    Conflicts conflicts(P);
    for (unsigned x = 0; x < Band.stages.size(); ++x)
      for (unsigned y = 0; y < Band.stages.size(); ++y) {
        const unsigned s = Band.stages[x].statement, t = Band.stages[y].statement;
        const isl::map together =
            conflicts.ordered(s, t).intersect(sameImage(P.launches[s], P.launches[t]));
        const isl::map first = selectRange(Band.stages[x].cells, 0, 1),
                       second = selectRange(Band.stages[y].cells, 0, 1);
        const isl::map wrong =
            together.intersect(x < y ? lexGreater(first, second) : lexGreaterEqual(first, second));
        if (wrong.is_empty())
          continue;
        const PairText pair = samplePair(wrong);
        return bad(pair.source + " must run before " + pair.target + pair.where +
                   ", which is of an earlier stage or of the same one");
      }
    return std::nullopt;
  }

  const Program &P;
  const MappedKernel &Kernel;
  const StreamPlan &Plan;
  const StreamBand &Band;
};

} // namespace

Outcome verifier::checkStreams(const Program &program) {
  for (const MappedKernel &kernel : program.kernels)
    if (kernel.plan->stream)
      if (Outcome failure = StreamCheck(program, kernel).run())
        return failure;
  return std::nullopt;
}
