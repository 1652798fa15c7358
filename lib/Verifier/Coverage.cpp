//===- Coverage.cpp - Every instance exactly once -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every instance of every statement runs exactly once: in one kernel, in a
/// launch and a block that exist, on a thread of the block, at a point of its own.
///
//===----------------------------------------------------------------------===//

#include "Verifier/Program.h"
#include "Verifier/Rows.h"

#include <isl/map.h>
#include <isl/set.h>

using namespace gputile;
using namespace gputile::verifier;

static std::string inKernel(const MappedKernel &kernel) {
  return " of kernel " + kernel.plan->name;
}

/// The launches of the kernels: one vector per h, no vector twice.
static Outcome checkLaunchVectors(const Program &program) {
  isl::set seen;
  for (const MappedKernel &kernel : program.kernels) {
    const isl::map &launch = kernel.launch;
    if (!launch.is_single_valued() || !launch.is_injective())
      return fail(Kind::Coverage, "the launches" + inKernel(kernel) +
                                      " and its host loop values do not correspond one to one");
    isl::map host = pickRange(launch, kernel.plan->hostDims);
    isl::map identity = isl::manage(isl_map_identity(host.space().release()));
    if (!host.is_subset(identity))
      return fail(Kind::Coverage, "the host loop values" + inKernel(kernel) +
                                      " are not the positions of the launch vector they stand for");
    isl::set vectors = launch.range();
    if (!seen.is_null()) {
      isl::set twice = seen.intersect(vectors);
      if (!twice.is_empty())
        return fail(Kind::Coverage, "two kernels share the launch " + sampleText(twice));
    }
    seen = seen.is_null() ? vectors : seen.unite(vectors);
  }
  return std::nullopt;
}

/// Each of the maps of \p placed gives one value to each instance.
static Outcome checkSingleValued(const Program &program, const MappedKernel &kernel,
                                 const Placed &placed) {
  struct Named {
    const isl::map &map;
    const char *name;
  };
  // All these are parts of the place.
  if (plainIsSingleValued(placed.place))
    return std::nullopt;
  for (const Named &n : {Named{placed.host, "host loop values"}, Named{placed.block, "blocks"},
                         Named{placed.thread, "threads"}, Named{placed.order, "points in time"}})
    if (!n.map.is_single_valued())
      return fail(Kind::Coverage, "an instance of " + program.statementName(placed.statement) +
                                      " has several " + n.name + " in kernel " + kernel.plan->name);
  return std::nullopt;
}

/// Whether \p part is in \p whole, which most often is the same set.
static bool contains(const isl::set &whole, const isl::set &part) {
  return isl_set_plain_is_equal(whole.get(), part.get()) == isl_bool_true || isSubset(part, whole);
}

/// Whether some coordinate of the range is one number in \p a and another one in \p b.
static bool haveDifferentNumbers(const isl::map &a, const isl::map &b) {
  const std::vector<std::optional<long>> mine = plainFixedRange(a), theirs = plainFixedRange(b);
  for (size_t d = 0; d < mine.size(); ++d)
    if (mine[d] && theirs[d] && *mine[d] != *theirs[d])
      return true;
  return false;
}

/// What the launch map of \p kernel says without the conditions of launches, which are a
/// projection and therefore expensive, if it makes a launch for all its blocks:
/// { [h…] -> [l…] } with one value for each h. None where that is not sure.
static std::optional<isl::map> launchFormula(const MappedKernel &kernel) {
  isl::map formula = isl::map(kernel.launch.affine_hull());
  if (!plainIsSingleValued(formula) && !formula.is_single_valued())
    return std::nullopt;
  isl::set wanted = dropDims(kernel.blocks, kernel.hostDims, kernel.blockDims);
  if (!contains(kernel.launch.domain(), wanted))
    return std::nullopt;
  return formula;
}

/// A proof of checkLaunchAgrees by \p formula. Instances lie in blocks of the kernel, as
/// checkRanges has proved, so their launches exist; and the launch of an instance is the
/// only one of the plan, and what the only value of any superset of the launch map says.
/// The answer no means nothing.
static bool surelyLaunched(const Program &program, const Placed &placed, const isl::map &formula) {
  bool result = false;
  program.launches[placed.statement].foreach_basic_map([&](const isl::basic_map &part) {
    isl::map given(part);
    if (result || haveDifferentNumbers(given, formula) || !contains(given.domain(), placed.domain))
      return;
    isl::map both = withoutKnownFloors(joinRanges(placed.host, given)); // { S[i] -> [h…, l…] }
    result =
        both.is_subset(isl::map::universe(both.space()).intersect_range(flatSet(formula.wrap())));
  });
  return result;
}

/// The launch of each instance is the one its kernel makes for its h.
static Outcome checkLaunchAgrees(const Program &program, const MappedKernel &kernel,
                                 const Placed &placed, const std::optional<isl::map> &formula) {
  if (formula && surelyLaunched(program, placed, *formula))
    return std::nullopt;
  isl::map given = program.launches[placed.statement].intersect_domain(placed.domain);
  isl::map expected = placed.host.apply_range(kernel.launch);
  isl::set wrong = placed.domain.subtract(given.intersect(expected).domain());
  if (!wrong.is_empty())
    return fail(Kind::Coverage, sampleText(wrong) + " is not in the launch that kernel " +
                                    kernel.plan->name + " makes for its host loop values");
  return std::nullopt;
}

/// Threads lie within the block, blocks among those that are run and do not only wait.
static Outcome checkRanges(const MappedKernel &kernel, const Placed &placed) {
  isl::set threads = boxOf(placed.domain.ctx(), kernel.plan->blockSize);
  isl::set outside = placed.thread.intersect_range(threads.complement()).domain();
  if (!outside.is_empty())
    return fail(Kind::Coverage, sampleText(outside) + " runs on a thread outside the block size" +
                                    inKernel(kernel));
  const auto checkBlocks = [&](const isl::set &blocks, const std::string &what) -> Outcome {
    if (placed.group.range().is_subset(blocks))
      return std::nullopt;
    isl::set lost = placed.domain.subtract(placed.group.intersect_range(blocks).domain());
    return fail(Kind::Coverage,
                sampleText(lost) + " lies in a block that " + what + inKernel(kernel));
  };
  if (Outcome bad = checkBlocks(kernel.blocks, "is not among the blocks"))
    return bad;
  return kernel.plan->working ? checkBlocks(flatSet(*kernel.plan->working), "only waits")
                              : std::nullopt;
}

/// No two instances of \p kernel run on one thread at one point.
static Outcome checkInjective(const Program &program, const MappedKernel &kernel) {
  for (size_t i = 0; i < kernel.placed.size(); ++i) {
    const isl::map &place = kernel.placed[i].place;
    if (!plainIsSingleValued(place.reverse()) && !place.is_injective())
      return fail(Kind::Coverage, "two instances of " +
                                      program.statementName(kernel.placed[i].statement) +
                                      " share a thread and a point in time" + inKernel(kernel));
    for (size_t j = 0; j < i; ++j) {
      const isl::map &other = kernel.placed[j].place;
      if (haveDifferentNumbers(place, other))
        continue;
      isl::map same = sameImage(place, other);
      if (same.is_empty())
        continue;
      PairText pair = samplePair(same);
      return fail(Kind::Coverage, pair.source + " and " + pair.target +
                                      " share a thread and a point in time" + inKernel(kernel) +
                                      pair.where);
    }
  }
  return std::nullopt;
}

/// Actions have one point per instance of their own, and share it with nothing.
static Outcome checkActions(const Program &program, const MappedKernel &kernel) {
  for (size_t i = 0; i < kernel.actions.size(); ++i) {
    const PlacedAction &action = kernel.actions[i];
    std::string name = "action " + action.action->name + inKernel(kernel);
    if ((!plainIsSingleValued(action.point) && !action.point.is_single_valued()) ||
        (!plainIsSingleValued(action.point.reverse()) && !action.point.is_injective()))
      return fail(Kind::Coverage,
                  name + " does not have one point in time of its own per instance");
    const auto meets = [&](const isl::map &point) {
      return !haveDifferentNumbers(action.point, point) &&
             !action.point.range().is_disjoint(point.range());
    };
    for (size_t j = 0; j < i; ++j)
      if (meets(kernel.actions[j].point))
        return fail(Kind::Coverage, name + " and action " + kernel.actions[j].action->name +
                                        " share a point in time");
    for (const Placed &placed : kernel.placed)
      if (!haveDifferentNumbers(action.point, placed.point) &&
          !placed.point.intersect_range(action.point.range()).is_empty())
        return fail(Kind::Coverage, name + " shares a point in time with statement " +
                                        program.statementName(placed.statement));
  }
  return std::nullopt;
}

/// Whether in each of the blocks \p working every thread and point in time that the
/// statement has in any block has an instance, and every thread and position of \p all
/// has one of these points. Then each of \p all has work in each of the blocks. No
/// coordinate is left to be found, as most instances are functions of their places.
/// The answer no means nothing.
static bool surelyComplete(const MappedKernel &kernel, const Placed &placed,
                           const isl::set &working, const isl::set &all) {
  const unsigned groups = kernel.groupDims(), threads = kernel.threadDims;
  isl::set places = placed.place.range().detect_equalities();
  isl::set points = dropDims(places, 0, groups).project_out_all_params();
  // More points only make the proof harder.
  points = hullOf(points.coalesce());
  std::vector<unsigned> chosen;
  for (unsigned d = 0; d < threads; ++d)
    chosen.push_back(kernel.orderDims + d);
  for (unsigned position : kernel.plan->unrolled)
    chosen.push_back(position);
  isl::map pick = pickRange(
      projection(working.ctx(), threads + kernel.orderDims, 0, threads + kernel.orderDims), chosen);
  return all.is_subset(points.apply(pick)) && flatSet(working.product(points)).is_subset(places);
}

/// Dropping the bounds of threads and unrolled positions in full blocks adds
/// nothing: where \p placed has work, each thread has some at each position at
/// which the statement has any in some block, for some parameters.
static Outcome checkFullFor(const MappedKernel &kernel, const Placed &placed,
                            const isl::set &full) {
  unsigned groupDims = kernel.groupDims();
  isl::map split = selectRange(placed.position, groupDims, kernel.positionDims() - groupDims);
  isl::set working = full.intersect(placed.group.range());
  if (working.is_empty())
    return std::nullopt;
  isl::map unrolled = pickRange(placed.order, kernel.plan->unrolled);
  isl::set positions = unrolled.range().project_out_all_params();
  isl::set threads = boxOf(full.ctx(), kernel.plan->blockSize);
  isl::set all = flatSet(threads.product(positions));
  if (surelyComplete(kernel, placed, working, all))
    return std::nullopt;
  isl::map needed = allPairs(working, all);
  isl::map present = placed.group.reverse().apply_range(split);
  if (needed.is_subset(present))
    return std::nullopt;
  PairText pair = samplePair(needed.subtract(present));
  return fail(Kind::Coverage,
              "block " + pair.source + inKernel(kernel) + " counts as full but statement " +
                  isl_set_get_tuple_name(placed.domain.get()) +
                  " has no work at thread and position " + pair.target + pair.where);
}

/// `fullBlocks` are full. With uneven threads nothing follows from being full but code
/// of its own, under a condition that is tested.
static Outcome checkFullBlocks(const Program &program, const MappedKernel &kernel) {
  isl::set full = flatSet(kernel.plan->fullBlocks).intersect_params(program.context);
  if (full.is_empty() || kernel.plan->unevenThreads)
    return std::nullopt;
  isl::set idle = full;
  for (const Placed &placed : kernel.placed) {
    if (Outcome bad = checkFullFor(kernel, placed, full))
      return bad;
    idle = idle.subtract(placed.group.range());
  }
  if (!idle.is_empty())
    return fail(Kind::Coverage,
                "block " + sampleText(idle) + inKernel(kernel) + " counts as full but has no work");
  return std::nullopt;
}

/// Each instance is run by a kernel.
static Outcome checkComplete(const Program &program) {
  for (unsigned s = 0; s < program.domains.size(); ++s) {
    isl::set missing = program.domains[s];
    for (const MappedKernel &kernel : program.kernels)
      if (const Placed *placed = kernel.find(s))
        missing = missing.subtract(placed->domain);
    if (!missing.is_empty())
      return fail(Kind::Coverage, sampleText(missing) + " is run by no kernel");
  }
  return std::nullopt;
}

/// An instance that two kernels run, if there is one.
static Outcome findRunTwice(const Program &program) {
  for (unsigned s = 0; s < program.domains.size(); ++s) {
    isl::set seen = isl::set::empty(program.domains[s].space());
    for (const MappedKernel &kernel : program.kernels)
      if (const Placed *placed = kernel.find(s)) {
        isl::set twice = placed->domain.intersect(seen);
        if (!twice.is_empty())
          return fail(Kind::Coverage, sampleText(twice) + " is run by two kernels");
        seen = seen.unite(placed->domain);
      }
  }
  return std::nullopt;
}

/// All checks of one kernel.
static Outcome checkKernel(const Program &program, const MappedKernel &kernel) {
  const std::optional<isl::map> formula = launchFormula(kernel);
  for (const Placed &placed : kernel.placed) {
    if (Outcome bad = checkSingleValued(program, kernel, placed))
      return bad;
    if (Outcome bad = checkRanges(kernel, placed))
      return bad;
    if (Outcome bad = checkLaunchAgrees(program, kernel, placed, formula))
      return bad;
  }
  if (Outcome bad = checkInjective(program, kernel))
    return bad;
  if (Outcome bad = checkActions(program, kernel))
    return bad;
  return checkFullBlocks(program, kernel);
}

Outcome verifier::checkCoverage(const Program &program) {
  if (Outcome bad = checkLaunchVectors(program))
    return bad;
  for (unsigned s = 0; s < program.launches.size(); ++s)
    if (!plainIsSingleValued(program.launches[s]) && !program.launches[s].is_single_valued())
      return fail(Kind::Coverage,
                  "an instance of " + program.statementName(s) + " has several launches");
  if (Outcome bad = checkComplete(program))
    return bad;
  // An instance has one launch, kernels share none, and checkKernel proves that each
  // instance is in a launch of its kernel: so no two kernels run it. That is the better
  // reason where they do.
  for (const MappedKernel &kernel : program.kernels)
    if (Outcome bad = checkKernel(program, kernel)) {
      Outcome twice = findRunTwice(program);
      return twice ? twice : bad;
    }
  return std::nullopt;
}
