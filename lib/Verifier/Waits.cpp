//===- Waits.cpp - Launches that run as one -------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Launches that one kernel runs by itself keep the order that separate launches
/// have: no other kernel lies between them, and with flags every two blocks that
/// touch one element are connected by a chain of waits. Blocks draw tickets in
/// the order of launches, so waits for earlier launches cannot deadlock.
///
//===----------------------------------------------------------------------===//

#include "Verifier/Program.h"

#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>

using namespace gputile;
using namespace gputile::verifier;

static std::string inKernel(const MappedKernel &kernel) {
  return " of kernel " + kernel.plan->name;
}

static unsigned outerDims(const MappedKernel &kernel) {
  return kernel.hostDims - kernel.plan->innerHostDims;
}

/// { [l_0 … l_{count-1}] } of all launches.
static isl::set leading(const MappedKernel &kernel, unsigned count) {
  return selectRange(kernel.launch, 0, count).range();
}

/// Mode, number of inner loops and waits fit each other.
static Outcome checkForm(const MappedKernel &kernel) {
  const KernelPlan &plan = *kernel.plan;
  const bool persistent = plan.mode != LaunchMode::Kernels;
  if (persistent != (plan.innerHostDims > 0) || plan.innerHostDims > kernel.hostDims)
    return fail(Kind::Order, "the launch mode" + inKernel(kernel) +
                                 " does not fit the number of its own host loops");
  if ((plan.mode == LaunchMode::Flags) != plan.waits.has_value())
    return fail(Kind::Order, "the launch mode" + inKernel(kernel) + " does not fit its waits");
  return std::nullopt;
}

/// The kernel in whose launch \p kernel runs: itself, or an earlier one.
static const MappedKernel &leaderOf(const Program &program, const MappedKernel &kernel) {
  return kernel.plan->leader ? program.kernels[*kernel.plan->leader] : kernel;
}

/// A kernel that runs in the launch of another one fits into it.
static Outcome checkLeader(const Program &program, const MappedKernel &kernel) {
  const KernelPlan &plan = *kernel.plan;
  if (!plan.leader)
    return std::nullopt;
  const bool isEarlier =
      *plan.leader < program.kernels.size() && program.kernels[*plan.leader].plan < &plan;
  const auto fits = [&](const KernelPlan &leader) {
    return !leader.leader && plan.mode == LaunchMode::Cooperative &&
           leader.mode == LaunchMode::Cooperative && plan.hostDims == leader.hostDims &&
           plan.innerHostDims == leader.innerHostDims && plan.blockDims == leader.blockDims &&
           plan.threadsPerBlock() == leader.threadsPerBlock();
  };
  if (!isEarlier || !fits(*program.kernels[*plan.leader].plan))
    return fail(Kind::Order, "kernel " + plan.name + " cannot run in the launch of another one");
  return std::nullopt;
}

/// { [h_0 … h_{outer-1}] -> [l_0 … l_{fixed-1}] }
static isl::map headsOf(const MappedKernel &kernel, const isl::map &launch) {
  const unsigned outer = outerDims(kernel);
  isl::map heads = selectRange(launch, 0, kernel.plan->hostDims[outer]);
  return isl::manage(
      isl_map_project_out(heads.release(), isl_dim_in, outer, kernel.plan->innerHostDims));
}

/// Launches of \p kernel, or more that follow the same formula: what holds for these
/// holds for those there are, whose conditions are a projection and therefore expensive.
static isl::map formulaOf(const MappedKernel &kernel) {
  return isl::map(kernel.launch.affine_hull());
}

/// \p launch, { [h…] -> [l…] }, keeps the lexicographic order.
static bool isInOrder(const isl::map &launch) {
  const isl::set launches = launch.domain();
  const isl::map inOrder = isl::manage(isl_set_lex_gt_set(launches.copy(), launches.copy()));
  return inOrder.is_subset(lexGreater(launch, launch));
}

/// For given outer h there is one launch, its inner launches follow one another in
/// the order of h, and no kernel launches between them that is not part of the launch.
static Outcome checkPersistent(const Program &program, const MappedKernel &kernel) {
  const isl::map formula = formulaOf(kernel);
  const MappedKernel &leader = leaderOf(program, kernel);
  const auto fixedHeads = [&](const isl::map &mine, const isl::map &theirs) {
    return headsOf(kernel, mine).unite(headsOf(leader, theirs)).is_single_valued();
  };
  if (!fixedHeads(formula, formulaOf(leader)) && !fixedHeads(kernel.launch, leader.launch))
    return fail(Kind::Order, "launches" + inKernel(kernel) +
                                 " that it runs in one differ before its own host loops");
  if (!(formula.is_single_valued() && isInOrder(formula)) && !isInOrder(kernel.launch))
    return fail(Kind::Order, "the launches" + inKernel(kernel) +
                                 " that it runs in one are not in the order of its host loops");
  const unsigned fixed = kernel.plan->hostDims[outerDims(kernel)];
  for (const MappedKernel &other : program.kernels)
    if (&leaderOf(program, other) != &leader &&
        !leading(kernel, fixed).is_disjoint(leading(other, fixed)))
      return fail(Kind::Order, "kernel " + other.plan->name +
                                   " launches between launches that kernel " + kernel.plan->name +
                                   " runs in one");
  return std::nullopt;
}

namespace {

/// { [h…, b…] -> A[a] }: what blocks touch, also through tiles and registers.
struct BlockAccesses {
  isl::map reads, writes;
};

class WaitCheck {
public:
  WaitCheck(const Program &program, const MappedKernel &kernel)
      : P(program), K(kernel), Outer(outerDims(kernel)),
        Waits(flatDomain(flatRange(*kernel.plan->waits)).intersect_params(program.context)) {}

  Outcome check();

private:
  Outcome checkWaits() const;
  void addStatement(const Placed &placed);
  void addPlaced(unsigned array, const isl::map &elements, bool written);
  void addTiles();
  isl::set forward() const;
  /// Pairs for all values of parameters are more, and cost far less.
  enum class Conditions { All, WithoutParams };
  std::vector<isl::map> conflicts(Conditions conditions) const;
  isl::set distances(const isl::map &pairs) const;
  bool areAmong(const std::vector<isl::map> &pairs, const isl::set &distances) const;
  isl::set sums() const;
  isl::set distancesOf(const std::vector<isl::map> &pairs) const;
  isl::map notChained(const isl::set &distances) const;
  isl::map notOrdered(const std::vector<isl::map> &pairs) const;

  const Program &P;
  const MappedKernel &K;
  const unsigned Outer;
  const isl::map Waits;
  std::map<unsigned, BlockAccesses> Accesses;
};

} // namespace

void WaitCheck::addStatement(const Placed &placed) {
  const isl::map instances = placed.group.reverse();
  for (const auto &[array, accesses] : P.accesses[placed.statement]) {
    addPlaced(array, instances.apply_range(accesses.reads), false);
    addPlaced(array, instances.apply_range(accesses.mayWrites), true);
  }
}

/// \param elements { [h…, b…, x…] -> A[a] }
void WaitCheck::addPlaced(unsigned array, const isl::map &elements, bool written) {
  const unsigned dims = domainDims(elements), group = K.groupDims();
  isl::map touched = isl::manage(
      isl_map_project_out(flatDomain(elements).release(), isl_dim_in, group, dims - group));
  const isl::map none = isl::map::empty(touched.space());
  auto slot = Accesses.try_emplace(array, BlockAccesses{none, none}).first;
  isl::map &list = written ? slot->second.writes : slot->second.reads;
  list = list.unite(touched);
}

/// Copies may touch more than the statements do.
void WaitCheck::addTiles() {
  for (const SharedTile &tile : K.plan->shared) {
    addPlaced(tile.array, tile.copied, false);
    if (tile.stored)
      addPlaced(tile.array, *tile.stored, true);
  }
  for (const RegisterTile &tile : K.plan->registers) {
    addPlaced(tile.array, tile.loaded, false);
    addPlaced(tile.array, tile.stored, true);
  }
}

/// { [dh…, db…] : zero for outer h, lexicographically positive for inner h }.
isl::set WaitCheck::forward() const {
  const isl::space space = K.blocks.project_out_all_params().space();
  isl::set result = isl::set::empty(space), equal = isl::set::universe(space);
  for (unsigned d = 0; d < K.hostDims; ++d) {
    if (d >= Outer)
      result = result.unite(boundBelow(equal, d, 1));
    equal = fixDim(equal, d, 0);
  }
  return result;
}

/// { [h…, b…] -> [h'…, b'…] } of blocks that touch one element, one of them writing
/// it, and back, by array.
std::vector<isl::map> WaitCheck::conflicts(Conditions conditions) const {
  const auto known = [conditions](const isl::map &touched) {
    return conditions == Conditions::All ? touched : withoutParamConstraints(touched);
  };
  std::vector<isl::map> result;
  for (const auto &[array, touched] : Accesses) {
    const isl::map writes = known(touched.writes);
    const isl::map all = known(touched.reads).unite(writes).coalesce();
    const isl::map pairs = writes.apply_range(all.reverse());
    result.push_back(pairs.unite(pairs.reverse()));
  }
  return result;
}

/// At least the distances (h, b) - (h', b') of \p pairs with h' earlier than h, for any
/// parameters.
isl::set WaitCheck::distances(const isl::map &pairs) const {
  isl::set found = pairs.deltas().project_out_all_params();
  // More distances only make the proof harder; fewer divisions make it possible.
  return withoutDivs(found).intersect(forward());
}

/// Waits are between blocks that are run, for launches that come earlier.
Outcome WaitCheck::checkWaits() const {
  if (domainDims(Waits) != K.groupDims() || rangeDims(Waits) != K.groupDims())
    return fail(Kind::Order, "the waits" + inKernel(K) + " are not between blocks");
  const isl::set blocks = Waits.domain().unite(Waits.range());
  const isl::set launches = dropDims(blocks, K.hostDims, K.blockDims);
  if (!blocks.is_subset(K.blocks) || !launches.is_subset(flatSet(K.launch.domain())))
    return fail(Kind::Order, "a wait" + inKernel(K) + " is of or for a block that is not run");
  const isl::map back = forward().translation().reverse();
  const isl::map wrong = Waits.subtract(back);
  if (wrong.is_empty())
    return std::nullopt;
  PairText pair = samplePair(wrong);
  return fail(Kind::Order, "block " + pair.source + inKernel(K) + " waits for block " +
                               pair.target + ", which is not of an earlier launch that it runs" +
                               pair.where);
}

/// { [dh…, db…] : forward } with at least all sums of distances of waits: the convex cone
/// around these, all points at which no homogeneous form that is non-negative on waits
/// is negative.
isl::set WaitCheck::sums() const {
  isl_set *steps = Waits.reverse().deltas().project_out_all_params().release();
  isl_basic_set *forms = isl_set_coefficients(isl_set_remove_divs(steps));
  forms = isl_basic_set_fix_si(forms, isl_dim_set, 0, 0); // The constant term.
  return isl::set(isl::manage(isl_basic_set_solutions(forms))).intersect(forward());
}

/// Whether all of \p pairs have a distance among \p given, which is convex.
bool WaitCheck::areAmong(const std::vector<isl::map> &pairs, const isl::set &given) const {
  const isl::set others = forward().subtract(given);
  const isl::map outside = others.translation();
  return std::all_of(pairs.begin(), pairs.end(), [&](const isl::map &some) {
    return distances(some).is_subset(given) || some.is_disjoint(outside);
  });
}

/// Some of the pairs of blocks at \p distances that are not shown to be connected by a chain of
/// waits; when none are, all are connected: by induction over the launches between two blocks, a
/// pair is a wait, or a wait before or after a pair that is nearer to each other.
isl::map WaitCheck::notChained(const isl::set &distances) const {
  // Ends are blocks, which need not be said again; those of waits are (checkWaits).
  const isl::map back = distances.translation().reverse();
  const isl::map before = gistDomain(Waits, K.blocks).apply_range(back);
  const isl::map after = back.apply_range(gistRange(Waits, K.blocks));
  const isl::map pairs = back.intersect_domain(K.blocks).intersect_range(K.blocks);
  isl::map open = isl::map::empty(pairs.space());
  // Part by part, up to the first one that is not connected.
  pairs.subtract(Waits).foreach_basic_map([&](const isl::basic_map &basic) {
    const isl::map part = basic;
    if (open.is_empty() && !part.is_subset(before) && !part.is_subset(after))
      open = part.subtract(before).subtract(after);
  });
  return open;
}

isl::set WaitCheck::distancesOf(const std::vector<isl::map> &pairs) const {
  isl::set all = isl::set::empty(forward().space());
  for (const isl::map &some : pairs)
    all = all.unite(distances(some)).coalesce();
  return all;
}

/// The same for \p pairs of blocks that touch one element.
isl::map WaitCheck::notOrdered(const std::vector<isl::map> &pairs) const {
  // What holds for more pairs is often easier to show: sums of waits less a wait are again sums of
  // waits.
  const isl::set sum = sums();
  if (areAmong(pairs, sum))
    if (const isl::map open = notChained(sum); open.is_empty())
      return open;
  return notChained(distancesOf(pairs));
}

Outcome WaitCheck::check() {
  if (Outcome bad = checkWaits())
    return bad;
  for (const Placed &placed : K.placed)
    addStatement(placed);
  addTiles();
  if (notOrdered(conflicts(Conditions::WithoutParams)).is_empty())
    return std::nullopt;
  const isl::map open = notOrdered(conflicts(Conditions::All));
  if (open.is_empty())
    return std::nullopt;
  PairText pair = samplePair(open);
  return fail(Kind::Order, "block " + pair.source + inKernel(K) + " must run after block " +
                               pair.target + pair.where + ", but no chain of waits says so");
}

Outcome verifier::checkLaunchModes(const Program &program) {
  for (const MappedKernel &kernel : program.kernels)
    if (Outcome bad = checkForm(kernel))
      return bad;
  for (const MappedKernel &kernel : program.kernels)
    if (Outcome bad = checkLeader(program, kernel))
      return bad;
  for (const MappedKernel &kernel : program.kernels) {
    if (kernel.plan->mode == LaunchMode::Kernels)
      continue;
    if (Outcome bad = checkPersistent(program, kernel))
      return bad;
    if (kernel.plan->mode != LaunchMode::Flags)
      continue;
    if (Outcome bad = WaitCheck(program, kernel).check())
      return bad;
  }
  return std::nullopt;
}
