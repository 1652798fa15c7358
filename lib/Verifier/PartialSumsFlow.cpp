//===- PartialSumsFlow.cpp - Where summands go -----------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An element of a new array holds what was added to it since its last initialisation. It is
/// followed from there to the one addition that reads it, and on to an element of the original
/// program.
///
//===----------------------------------------------------------------------===//

#include "Verifier/PartialSums.h"

#include <isl/map.h>
#include <isl/union_map.h>

#include <algorithm>

using namespace gputile;
using namespace gputile::verifier;

static Outcome bad(std::string what) { return fail(Kind::PartialSums, std::move(what)); }

namespace {

class Contributions {
public:
  Contributions(const SumPrograms &programs, const SumParts &parts)
      : Programs(programs), Parts(parts) {}

  Outcome check() {
    const unsigned own = static_cast<unsigned>(Programs.before.arrays.size());
    for (unsigned array = own; array < Programs.after.arrays.size(); ++array)
      if (Outcome failure = followArray(array))
        return failure;
    for (const RedirectedSum &sum : Parts.sums)
      if (Outcome failure = checkSum(sum))
        return failure;
    for (const Addition &addition : Parts.additions)
      if (Outcome failure = checkTarget(addition))
        return failure;
    return std::nullopt;
  }

private:
  const Statement &after(unsigned s) const { return Programs.after.statements[s]; }
  const std::string &nameOf(unsigned array) const { return Programs.after.arrays[array].name; }
  bool isNew(unsigned array) const { return array >= Programs.before.arrays.size(); }

  /// { S[i] -> A[a] } of reference \p r.
  isl::map element(unsigned s, unsigned r) const {
    return after(s).references[r].index.intersect_domain(after(s).domain).intersect_params(
        Programs.context);
  }
  isl::map summands(const RedirectedSum &sum) const {
    return sum.summands.intersect_params(Programs.context);
  }

  /// { S[i] -> T[j] : S[i] runs before T[j] }
  isl::union_map earlier(const isl::union_map &a, const isl::union_map &b) const {
    return isl::manage(isl_union_map_lex_lt_union_map(times(a.domain()), times(b.domain())));
  }
  isl_union_map *times(const isl::union_set &instances) const {
    return scheduleOf(Programs.after).intersect_domain(instances).release();
  }

  /// { S[i] -> T[j] } that access one element, S[i] first.
  isl::union_map firstMeets(const isl::union_map &a, const isl::union_map &b) const {
    return a.apply_range(b.reverse()).intersect(earlier(a, b));
  }

  /// Finds Into for \p array.
  Outcome followArray(unsigned array) {
    isl::union_map adds = isl::union_map::empty(Programs.after.ctx()), starts = adds, reads = adds;
    std::optional<UpdateOperator> op;
    bool sameOperator = true;
    const auto take = [&](isl::union_map &uses, const isl::map &use, UpdateOperator used) {
      uses = uses.unite(use.to_union_map());
      sameOperator = sameOperator && (!op || *op == used);
      op = used;
    };
    for (const RedirectedSum &sum : Parts.sums)
      if (sum.partials == array)
        take(adds, summands(sum), sum.op);
    for (const Addition &addition : Parts.additions) {
      if (addition.target == array)
        take(adds, element(addition.statement, 0), addition.op);
      if (addition.source == array)
        take(reads, element(addition.statement, 1), addition.op);
    }
    if (!sameOperator)
      return bad("sums and products meet in " + nameOf(array));
    for (const Initialisation &start : Parts.initialisations) {
      if (start.array != array)
        continue;
      if (!op || !isNeutral(*op, Programs.after.arrays[array].elementType, start.value))
        return bad("an element of " + nameOf(array) + " begins with " + start.value);
      starts = starts.unite(element(start.statement, 0).to_union_map());
    }
    return followUses(array, adds, starts, reads);
  }

  Outcome followUses(unsigned array, const isl::union_map &adds, const isl::union_map &starts,
                     const isl::union_map &reads) {
    const isl::union_map beforeAdds = firstMeets(starts, adds);
    const isl::union_map beforeReads = firstMeets(starts, reads);
    if (!adds.domain().is_subset(beforeAdds.range()) ||
        !reads.domain().is_subset(beforeReads.range()))
      return bad("an element of " + nameOf(array) + " is used before it is initialised");
    // What is added before the last initialisation is lost.
    const isl::union_map lost = firstMeets(adds, starts).apply_range(beforeReads);
    const isl::union_map into = firstMeets(adds, reads).subtract(lost);
    if (!adds.domain().is_subset(into.domain()))
      return bad("a summand in " + nameOf(array) + " is left out");
    if (!into.is_single_valued())
      return bad("a summand in " + nameOf(array) + " is counted twice");
    Into.emplace(array, into);
    return std::nullopt;
  }

  /// { S[i_after…] -> F[j] }: the additions to arrays of the original program that the
  /// summands of \p sum end in; fewer where the way does not end.
  isl::union_map endOf(const RedirectedSum &sum) const {
    isl::union_map end = isl::union_map::empty(Programs.after.ctx());
    isl::union_map way =
        Into.at(sum.partials).intersect_domain(summands(sum).domain().to_union_set());
    for (size_t steps = 0; steps < Parts.additions.size() && !way.is_empty(); ++steps) {
      isl::union_map next = isl::union_map::empty(Programs.after.ctx());
      for (const Addition &addition : Parts.additions) {
        const isl::union_set here = after(addition.statement).domain.to_union_set();
        const isl::union_map part = way.intersect_range(here);
        if (isNew(addition.target))
          next = next.unite(part.apply_range(Into.at(addition.target).intersect_domain(here)));
        else if (addition.target == sum.array && addition.op == sum.op)
          end = end.unite(part);
      }
      way = next;
    }
    return end;
  }

  Outcome checkSum(const RedirectedSum &sum) {
    const isl::union_map end = endOf(sum);
    const isl::map all = summands(sum);
    const std::string where = "the summands of " + Programs.before.arrays[sum.array].name + " in " +
                              Programs.before.statements[sum.statement].name;
    if (!all.domain().to_union_set().is_subset(end.domain()))
      return bad(where + " do not all reach it");
    if (!end.is_single_valued())
      return bad(where + " reach it on two ways");
    // { S[i_before…] -> F[j] }
    const isl::union_map toEnd =
        Programs.instances[sum.statement].reverse().to_union_map().apply_range(end);
    const isl::union_map wanted = sum.element.intersect_params(Programs.context).to_union_map();
    isl::union_map reached = isl::union_map::empty(Programs.after.ctx());
    for (const Addition &addition : Parts.additions)
      if (addition.target == sum.array)
        reached = reached.unite(
            toEnd.apply_range(element(addition.statement, 0).to_union_map()));
    if (!reached.is_equal(wanted))
      return bad(where + " reach another element");
    if (Outcome failure = sum.ordered ? checkParts(sum) : Outcome())
      return failure;
    return checkOrder(sum, toEnd);
  }

  /// The updates of an element are combined in the order of the program: by when the last
  /// additions on their ways run, and where these are the same, by the ones before.
  Outcome checkParts(const RedirectedSum &sum) const {
    const std::string where = "the parts of " + Programs.before.arrays[sum.array].name + " in " +
                              Programs.before.statements[sum.statement].name;
    for (const RedirectedSum &other : Parts.sums)
      if (&other != &sum && (other.array == sum.array || other.partials == sum.partials))
        return bad(where + " are not those of one statement");
    const Statement &updating = after(sum.statement);
    const isl::map time = updating.schedule.intersect_domain(updating.domain);
    const auto order = orderOf(sum, time);
    if (!order)
      return bad(where + " reach it on ways of two lengths");
    const isl::map element = Programs.instances[sum.statement]
                                 .apply_range(sum.element)
                                 .intersect_params(Programs.context);
    const isl::map pairs = element.apply_range(element.reverse()).intersect(lexLess(time, time));
    return pairs.is_subset(lexLess(*order, *order)) ? Outcome()
                                                    : bad(where + " are combined in another order");
  }

  /// { S[i_after…] -> [t…, …, t…] }: when the additions on the way of a summand run, the last
  /// one first, and when the update itself does.
  std::optional<isl::map> orderOf(const RedirectedSum &sum, const isl::map &time) const {
    const isl::set all = summands(sum).domain();
    isl::map order = time.intersect_domain(all);
    isl::union_map way = Into.at(sum.partials).intersect_domain(all.to_union_set());
    for (size_t steps = 0; !way.is_empty(); ++steps) {
      if (steps == Parts.additions.size() || !all.to_union_set().is_subset(way.domain()))
        return std::nullopt;
      order = joinRanges(mapOf(way.apply_range(scheduleOf(Programs.after)), all,
                               rangeDims(time)), order);
      way = nextOn(way);
    }
    return withoutConstants(order);
  }

  /// The additions that \p way leads to from those where it ends now.
  isl::union_map nextOn(const isl::union_map &way) const {
    isl::union_map next = isl::union_map::empty(Programs.after.ctx());
    for (const Addition &addition : Parts.additions)
      if (isNew(addition.target)) {
        const isl::union_set here = after(addition.statement).domain.to_union_set();
        next = next.unite(way.intersect_range(here).apply_range(
            Into.at(addition.target).intersect_domain(here)));
      }
    return next;
  }

  static isl::map withoutConstants(isl::map map) {
    for (unsigned d = rangeDims(map); d-- > 0;)
      if (plainFixedRangeDim(map, d))
        map = dropRangeDims(map, d, 1);
    return map;
  }

  /// Other accesses to the element come before or after the summand's end as they came before
  /// or after the update.
  Outcome checkOrder(const RedirectedSum &sum, const isl::union_map &toEnd) const {
    const Statement &updating = Programs.before.statements[sum.statement];
    const isl::map ends = mapOf(toEnd.apply_range(scheduleOf(Programs.after)), updating.domain,
                                rangeDims(Programs.after.statements.front().schedule));
    for (unsigned s = 0; s < Programs.before.statements.size(); ++s) {
      if (commutes(s, sum))
        continue;
      const Statement &other = Programs.before.statements[s];
      for (const Access &access : other.accesses) {
        if (other.references[access.reference].array != sum.array)
          continue;
        const isl::map meet = sum.element.apply_range(access.relation.reverse())
                                  .intersect_params(Programs.context);
        const isl::map time = Programs.timeAfter(s);
        const isl::map first = meet.intersect(lexLess(updating.schedule, other.schedule));
        const isl::map last = meet.intersect(lexGreater(updating.schedule, other.schedule));
        if (!first.is_subset(lexLess(ends, time)) || !last.is_subset(lexGreater(ends, time)))
          return bad("an access to " + nameOf(sum.array) + " in " + other.name +
                     " sees other summands than before");
      }
    }
    return std::nullopt;
  }

  /// Whether all that statement \p s does with the sum may be reassociated with it.
  bool commutes(unsigned s, const RedirectedSum &sum) const {
    if (sum.ordered)
      return s == sum.statement;
    return reassociableClass(Programs.before, Programs.before.statements[s], sum.array) == sum.op;
  }

  /// An addition to an array of the original program touches what the program updates.
  Outcome checkTarget(const Addition &addition) const {
    if (isNew(addition.target))
      return std::nullopt;
    isl::set updated = isl::set::empty(element(addition.statement, 0).range().space());
    for (const RedirectedSum &sum : Parts.sums)
      if (sum.array == addition.target && sum.op == addition.op)
        updated = updated.unite(sum.element.intersect_params(Programs.context).range());
    if (!element(addition.statement, 0).range().is_subset(updated))
      return bad("the new statement " + after(addition.statement).name + " changes other elements of " +
                 nameOf(addition.target) + " than the original");
    return std::nullopt;
  }

  const SumPrograms &Programs;
  const SumParts &Parts;
  /// By new array: { S[i] -> T[j] }, the addition T[j] reads what S[i] added.
  std::map<unsigned, isl::union_map> Into;
};

} // namespace

Outcome verifier::checkContributions(const SumPrograms &programs, const SumParts &parts) {
  return Contributions(programs, parts).check();
}
