//===- PartialSums.cpp - Sums of partial sums -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Transform/PartialSums.h"

#include "Transform/FreshNames.h"
#include "Transform/Neutral.h"
#include "Transform/PartialSums/Split.h"
#include "Transform/PartialSums/Sums.h"
#include "Transform/PrivateArray.h"
#include "gputile/Support/IslTools.h"

#include <algorithm>

using namespace gputile;
using namespace gputile::transform;

namespace {

/// Tuples [i…, row, column, a…] of a sum with i the iterators around it and a its element.
struct Tuples {
  unsigned depth, rank;

  unsigned row() const { return depth; }
  unsigned column() const { return depth + 1; }
  unsigned count() const { return depth + 2 + rank; }
};

/// Makes the partial sums of one statement.
class Inserter {
public:
  Inserter(const Scop &scop, const Sums &sums)
      : Before(scop), TheSums(sums), Old(scop.statements[sums.statement]), Result(scop),
        TheSplit(sums.ordered ? splitInOrder(Old, sums.loops, sums.down) : splitLoops(Old, sums.loops)),
        Names(scop) {}

  const isl::map &instances() const { return TheSplit.instances; }

  Scop insert() {
    Result.statements[TheSums.statement] = withSplitLoops(Old, TheSplit);
    keepApart();
    makeRoom();
    for (unsigned array : TheSums.arrays)
      addPartials(array);
    return std::move(Result);
  }

private:
  Statement &statement() { return Result.statements[TheSums.statement]; }

  /// What clause independent says of the old instances holds for the new ones.
  void keepApart() {
    isl::union_map renamed(TheSplit.instances.reverse());
    for (const Statement &s : Before.statements)
      if (&s != &Old)
        renamed = renamed.unite(
            isl::union_map(s.domain.space().universe_set().identity()));
    for (Independence &claim : Result.independent)
      claim.apart = claim.apart.apply_domain(renamed).apply_range(renamed);
  }

  unsigned scheduleDims() const { return rangeDims(Result.statements.front().schedule); }

  /// Puts a constant dimension before the loops of the sums, 1 for all statements: partial sums
  /// are made at 0 and added at 2.
  void makeRoom() {
    unsigned rank = 0;
    for (unsigned array : TheSums.arrays)
      rank = std::max(rank, Before.arrays[array].rank);
    const unsigned dims = scheduleDims();
    const unsigned wanted = std::max(dims + 1, TheSums.position + 2 + 2 + rank);
    for (Statement &s : Result.statements)
      s.schedule = insertFixed(insertFixed(s.schedule, TheSums.position, 1), dims + 1, 0, wanted - dims - 1);
  }

  void addPartials(unsigned array) {
    const Tuples tuples{TheSums.depth, Before.arrays[array].rank};
    const UpdateOperator op = *sumOf(Old, array);
    const isl::set partials = partialTuples(array, tuples);
    const isl::set columns = columnTuples(partials, array, tuples);
    const unsigned grid = addArray(array, 2, op), line = addArray(array, 1, op);
    redirect(array, grid);
    addInitialisation(partials, grid, op);
    addInitialisation(columns, line, op);
    addSum(partials, line, grid, op);
    addSum(columns, array, line, op);
  }

  /// { [i…, a…] }: what the statement sums up. Each new domain and each of its dependences has
  /// these conditions, so they are to be comparable.
  isl::set sums(unsigned array, const Tuples &tuples) const {
    const isl::map around = selectRange(Old.domain.identity(), 0, tuples.depth);
    const isl::map element = selectRange(sumElement(Old, array), 0, tuples.rank);
    return withKnownDivs(joinRanges(around, element).range());
  }

  /// { [i…, …, a…] }: \p between more dimensions in all tuples of `sums`.
  isl::set everywhere(unsigned array, const Tuples &tuples, unsigned between) const {
    return isl::manage(isl_set_insert_dims(sums(array, tuples).release(), isl_dim_set,
                                           tuples.depth, between));
  }

  /// { [i…, row, column, a…] }: the partial sums that are needed, and perhaps more, in simple
  /// terms. Others than those that have summands are -0.0.
  isl::set partialTuples(unsigned array, const Tuples &tuples) {
    isl::set domain = statement().domain;
    // Divided numbers of iterations hide that the first row is needed whenever one is.
    for (unsigned outer : TheSplit.outer)
      if (domain.is_subset(boundBelow(domain, outer, 0)))
        domain = boundBelow(domain, outer, 0);
    const isl::map own = domain.identity();
    isl::map tuple = selectRange(own, 0, tuples.depth);
    tuple = joinRanges(tuple, selectRange(own, TheSplit.row, 1));
    tuple = joinRanges(tuple, selectRange(own, TheSplit.column, 1));
    tuple = joinRanges(tuple, selectRange(sumElement(statement(), array), 0, tuples.rank)
                                  .intersect_domain(domain));
    return isl::set(hullOf(tuple.range())).intersect(everywhere(array, tuples, 2)).coalesce();
  }

  /// { [i…, column, a…] }
  isl::set columnTuples(const isl::set &partials, unsigned array, const Tuples &tuples) const {
    const isl::set columns = isl::manage(
        isl_set_project_out(partials.copy(), isl_dim_set, tuples.row(), 1));
    return isl::set(hullOf(columns)).intersect(everywhere(array, tuples, 1)).coalesce();
  }

  unsigned addArray(unsigned original, unsigned moreDims, UpdateOperator op) {
    const Array &array = Before.arrays[original];
    Array partial = privateLike(array, Names.make(array.name + "_sum"));
    if (isKept(op)) {
      partial.elementType = keptType(partial.elementType);
      partial.elementBytes *= 2;
    }
    partial.rank += moreDims;
    Result.arrays.push_back(std::move(partial));
    return static_cast<unsigned>(Result.arrays.size() - 1);
  }

  /// Whether one number does not say what a part does to those before it.
  bool isKept(UpdateOperator op) const { return TheSums.ordered && !isNeutralForAll(op); }

  std::string beginning(unsigned array, UpdateOperator op) const {
    const std::string &type = Result.arrays[array].elementType;
    return isKept(op) ? type + "()" : neutralText(op, type);
  }

  /// The statement's updates of \p array go to \p grid[row][column][a…].
  void redirect(unsigned array, unsigned grid) {
    Statement &s = statement();
    const isl::map own = s.domain.identity();
    const isl::map place =
        joinRanges(selectRange(own, TheSplit.row, 1), selectRange(own, TheSplit.column, 1));
    const auto redirected = [&](const isl::map &relation) {
      return joinRanges(place, selectRange(relation, 0, Before.arrays[array].rank))
          .intersect_domain(relation.domain())
          .set_range_tuple(Result.arrays[grid].name);
    };
    for (Access &access : s.accesses)
      if (s.references[access.reference].array == array)
        access.relation = redirected(access.relation);
    for (Reference &reference : s.references)
      if (reference.array == array) {
        reference.index = redirected(reference.index);
        reference.array = grid;
      }
  }

  /// `$0 = -0.0;`
  void addInitialisation(const isl::set &tuples, unsigned array, UpdateOperator op) {
    Statement s = newStatement(tuples);
    addReference(s, array, {AccessKind::MustWrite});
    s.body = {BodyPiece::makeReference(0), BodyPiece::makeText(" = "),
              BodyPiece::makeText(beginning(array, op)),
              BodyPiece::makeText(";")};
    add(std::move(s), 0);
  }

  /// `$0 += $1;`, or `$0 = f($0, $1);`
  void addSum(const isl::set &tuples, unsigned target, unsigned source, UpdateOperator op) {
    Statement s = newStatement(tuples);
    addReference(s, target, {AccessKind::Read, AccessKind::MustWrite});
    addReference(s, source, {AccessKind::Read});
    const BodyPiece x = BodyPiece::makeReference(0), y = BodyPiece::makeReference(1);
    const auto text = [](const std::string &t) { return BodyPiece::makeText(t); };
    const std::string function = isExtremum(op) ? updateText(op) : "gpt_mul";
    s.body = op == UpdateOperator::Add
                 ? std::vector<BodyPiece>{x, text(" += "), y, text(";")}
                 : std::vector<BodyPiece>{x, text(" = " + function + "("), x, text(", "), y,
                                          text(");")};
    add(std::move(s), 2);
  }

  Statement newStatement(const isl::set &tuples) {
    Statement s;
    s.name = Names.make("S");
    s.domain = named(tuples, s.name);
    s.schedule = s.domain.identity(); // Until it is added.
    s.loc = Old.loc;
    for (unsigned d = 0; d < setDims(tuples); ++d) {
      s.iterators.push_back(d < TheSums.depth ? Old.iterators[d] : "a" + std::to_string(d));
      s.iteratorTypes.push_back("long");
    }
    return s;
  }

  /// The last dimensions of \p s are the subscripts of its arrays.
  void addReference(Statement &s, unsigned array, std::vector<AccessKind> kinds) {
    const Array &info = Result.arrays[array];
    const unsigned dims = setDims(s.domain);
    Reference reference;
    reference.array = array;
    reference.index = selectRange(s.domain.identity(), dims - info.rank, info.rank)
                          .set_range_tuple(info.name);
    reference.loc = Old.loc;
    s.references.push_back(reference);
    const unsigned number = static_cast<unsigned>(s.references.size() - 1);
    for (AccessKind kind : kinds)
      s.accesses.push_back({number, kind, reference.index});
  }

  /// Runs \p s where the first schedule dimensions are those of the sum's loops and the next
  /// one is \p when; its instances run in the order of what stands behind their iterators.
  void add(Statement s, int when) {
    const isl::map around = selectRange(Old.schedule.intersect_domain(Old.domain), 0, TheSums.position);
    const isl::map iterators = selectRange(Old.domain.identity(), 0, TheSums.depth);
    const isl::map own = s.domain.identity();
    isl::map schedule = selectRange(own, 0, TheSums.depth).apply_range(around.apply_domain(iterators));
    schedule = isl::manage(isl_map_add_dims(schedule.release(), isl_dim_out, 2));
    schedule = isl::manage(isl_map_fix_si(schedule.release(), isl_dim_out, TheSums.position, when));
    schedule = isl::manage(isl_map_fix_si(schedule.release(), isl_dim_out, TheSums.position + 1,
                                          static_cast<int>(Added++)));
    schedule = joinRanges(schedule, selectRange(own, TheSums.depth, setDims(s.domain) - TheSums.depth));
    const unsigned dims = rangeDims(schedule);
    schedule = isl::manage(isl_map_add_dims(schedule.release(), isl_dim_out, scheduleDims() - dims));
    for (unsigned d = dims; d < scheduleDims(); ++d)
      schedule = isl::manage(isl_map_fix_si(schedule.release(), isl_dim_out, d, 0));
    s.schedule = schedule.intersect_domain(s.domain);
    Result.statements.push_back(std::move(s));
  }

  const Scop &Before;
  const Sums &TheSums;
  const Statement &Old;
  Scop Result;
  Split TheSplit;
  FreshNames Names;
  unsigned Added = 0; ///< Statements.
};

} // namespace

bool gputile::hasPartialSums(const Scop &scop) {
  return std::any_of(scop.statements.begin(), scop.statements.end(), [](const Statement &s) {
    return std::any_of(s.updates.begin(), s.updates.end(), mayBeInParts);
  });
}

std::optional<PartialSums> gputile::withPartialSums(const Scop &scop,
                                                    const std::vector<unsigned> &statements) {
  PartialSums result{scop, {}};
  for (unsigned statement : statements) {
    const std::optional<Sums> sums = findSums(result.scop, statement);
    if (!sums)
      continue;
    Inserter inserter(result.scop, *sums);
    result.instances.emplace(statement, inserter.instances());
    result.scop = inserter.insert();
  }
  return result.instances.empty() ? std::nullopt : std::optional(std::move(result));
}
