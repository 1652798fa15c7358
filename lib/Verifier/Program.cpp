//===- Program.cpp - What the verifier looks at ---------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier/Program.h"
#include "Verifier/Rows.h"
#include "Verifier/Updates.h"

#include <isl/map.h>

#include <set>

using namespace gputile;
using namespace gputile::verifier;

std::optional<isl::space> Program::arraySpace(unsigned array) const {
  for (const auto &table : accesses)
    if (auto found = table.find(array); found != table.end())
      return found->second.reads.space().range();
  return std::nullopt;
}

/// Adds \p relation, accesses of \p kind, to ArrayAccesses::split of \p entry.
static void addSplit(ArrayAccesses &entry, bool affine, AccessKind kind,
                     const isl::map &relation) {
  const isl::map none = isl::map::empty(relation.space());
  if (!entry.split)
    entry.split = {none, none, none, none};
  const bool isRead = kind == AccessKind::Read;
  isl::map &part = affine ? isRead ? entry.split->affineReads : entry.split->affineWrites
                          : isRead ? entry.split->otherReads : entry.split->otherWrites;
  part = part.unite(relation);
}

/// All accesses of statement \p s, merged by array.
static std::map<unsigned, ArrayAccesses> mergeAccesses(const Program &program, unsigned s) {
  std::map<unsigned, ArrayAccesses> table;
  for (const Access &access : program.scop.statements[s].accesses) {
    isl::map relation = program.relationOf(s, access);
    isl::map none = isl::map::empty(relation.space());
    unsigned array = program.scop.statements[s].references[access.reference].array;
    ArrayAccesses &entry =
        table.try_emplace(array, ArrayAccesses{none, none, none, std::nullopt}).first->second;
    if (apartIn(program.scop, array))
      addSplit(entry, program.scop.statements[s].references[access.reference].affine, access.kind,
               relation);
    if (access.kind == AccessKind::Read)
      entry.reads = entry.reads.unite(relation);
    else
      entry.mayWrites = entry.mayWrites.unite(relation);
    if (access.kind == AccessKind::MustWrite)
      entry.mustWrites = entry.mustWrites.unite(relation);
  }
  for (auto &[array, entry] : table)
    entry = {entry.reads.coalesce(), entry.mayWrites.coalesce(), entry.mustWrites.coalesce(),
             std::move(entry.split)};
  return table;
}

Program verifier::makeProgram(const Scop &transformed, const RegionPlan &plan) {
  Program program{transformed, plan, transformed.context.intersect(transformed.guard), {}, {}, {},
                  {},          {}, {}};
  for (const Statement &statement : transformed.statements) {
    program.domains.push_back(statement.domain.intersect_params(program.context).coalesce());
    program.schedules.push_back(statement.schedule.intersect_domain(program.domains.back()));
    program.unordered.push_back(unorderedArrays(statement));
  }
  for (unsigned s = 0; s < transformed.statements.size(); ++s)
    program.accesses.push_back(mergeAccesses(program, s));
  return program;
}

/// The four maps of statement \p s in \p kernel, on the instances for which all
/// are defined in the same way.
static Outcome placeStatement(const Program &program, const MappedKernel &kernel, unsigned s,
                              Placed &placed) {
  const KernelPlan &plan = *kernel.plan;
  const isl::set &all = program.domains[s];
  Extracted host = extractFor(plan.host, all, kernel.hostDims);
  Extracted block = extractFor(plan.block, all, kernel.blockDims);
  Extracted thread = extractFor(plan.thread, all, kernel.threadDims);
  Extracted order = extractFor(plan.order, all, kernel.orderDims);
  std::string where = "statement " + program.statementName(s) + " in kernel " + plan.name;
  if (!host.fits || !block.fits || !thread.fits || !order.fits)
    return fail(Kind::Coverage, "a map of " + where + " has the wrong number of dimensions");
  isl::set domain = host.map.domain();
  for (const isl::map &map : {block.map, thread.map, order.map})
    if (!map.domain().is_equal(domain))
      return fail(Kind::Coverage, "the maps of " + where + " are defined for different instances");
  // isl values that are not set cannot be copied, so all are set at once.
  // Divisions of an instance are mostly coordinates of its place; all that follows is
  // simpler without them.
  isl::map group = withoutKnownFloors(joinRanges(host.map, block.map));
  isl::map point = withoutKnownFloors(joinRanges(group, order.map));
  isl::map place = withoutKnownFloors(joinRanges(point, thread.map));
  isl::map unrolled = pickRange(order.map, plan.unrolled);
  placed = {
      s,         domain, host.map, block.map, thread.map,
      order.map, group,  point,    place,     joinRanges(joinRanges(group, thread.map), unrolled)};
  return std::nullopt;
}

/// \p point without the conditions that hold in all \p executed blocks anyway.
/// These can be most of it, and would be carried through the whole proof.
static isl::map withoutBlockConditions(const isl::map &point, const isl::set &executed) {
  isl::map plain = isl::map(point.affine_hull());
  return plain.intersect_domain(executed).is_subset(point) ? plain
                                                           : point.intersect_domain(executed);
}

/// Fills PlacedAction::inLoopsOf of \p barrier.
static void findLoops(const MappedKernel &kernel, PlacedAction &barrier) {
  const unsigned around = domainDims(barrier.point), groups = kernel.groupDims();
  isl::map loops = projection(barrier.point.ctx(), around, 0, around);
  const bool named = selectRange(barrier.point, 0, around).is_subset(loops);
  // The check of coverage proves that instances lie in blocks that are run.
  isl::set ran = barrier.point.domain().gist(
      kernel.blocks.apply(projection(barrier.point.ctx(), around, 0, groups).reverse()));
  ran = ran.apply(projection(ran.ctx(), groups + kernel.orderDims, 0, around).reverse());
  for (const Placed &placed : kernel.placed) {
    isl::map inLoops = isl::map::universe(placed.point.space()).intersect_range(ran);
    barrier.inLoopsOf.push_back(named && isSubset(placed.point, inLoops));
  }
}

/// Action \p action with its points.
static Outcome placeAction(const MappedKernel &kernel, const KernelAction &action,
                           PlacedAction &placed) {
  const KernelPlan &plan = *kernel.plan;
  std::string where = "action " + action.name + " of kernel " + plan.name;
  bool isCopy =
      action.kind == KernelAction::Kind::CopyIn || action.kind == KernelAction::Kind::CopyOut;
  bool isBarrier = action.kind == KernelAction::Kind::Barrier;
  size_t tiles = isCopy ? plan.shared.size() : plan.registers.size();
  if (!isBarrier && action.tile >= tiles)
    return fail(isCopy ? Kind::SharedTile : Kind::Register,
                where + " names a tile that does not exist");
  isl::map order = flatRange(flatDomain(action.order));
  if (rangeDims(order) != kernel.orderDims || domainDims(order) < kernel.groupDims())
    return fail(Kind::Coverage, where + " has the wrong number of dimensions");
  isl::map group = projection(order.ctx(), domainDims(order), 0, kernel.groupDims());
  isl::set executed = kernel.blocks.apply(group.reverse());
  placed = {&action, withoutBlockConditions(joinRanges(group, order), executed), {}};
  if (isBarrier)
    findLoops(kernel, placed);
  return std::nullopt;
}

static bool positionsInRange(const std::vector<unsigned> &positions, unsigned dims) {
  std::set<unsigned> seen;
  for (unsigned position : positions)
    if (position >= dims || !seen.insert(position).second)
      return false;
  return true;
}

/// The numbers of \p plan that index something.
static Outcome checkIndices(const Program &program, const KernelPlan &plan) {
  unsigned statements = static_cast<unsigned>(program.scop.statements.size());
  if (!positionsInRange(plan.statements, statements))
    return fail(Kind::Coverage,
                "kernel " + plan.name + " lists a statement twice or one that does not exist");
  if (!positionsInRange(plan.unrolled, static_cast<unsigned>(plan.orderIsLoop.size())))
    return fail(Kind::Coverage,
                "kernel " + plan.name + " unrolls an order position that does not exist");
  if (!positionsInRange(plan.hostDims, program.plan.launchDims))
    return fail(Kind::Coverage,
                "kernel " + plan.name + " uses a launch position that does not exist");
  if (plan.blockDims > 3 || plan.blockSize.size() > 3)
    return fail(Kind::Coverage,
                "kernel " + plan.name + " has more than three block or thread dimensions");
  for (long extent : plan.blockSize)
    if (extent < 1)
      return fail(Kind::Coverage, "kernel " + plan.name + " has a block without threads");
  return std::nullopt;
}

/// The spaces of the sets that belong to the kernel as a whole.
static Outcome checkKernelSpaces(const Program &program, const MappedKernel &kernel) {
  const KernelPlan &plan = *kernel.plan;
  if (domainDims(plan.launch) != kernel.hostDims ||
      rangeDims(plan.launch) != program.plan.launchDims)
    return fail(Kind::Coverage,
                "the launch map of kernel " + plan.name + " has the wrong number of dimensions");
  if (setDims(plan.blocks) != kernel.groupDims() || setDims(plan.fullBlocks) != kernel.groupDims())
    return fail(Kind::Coverage,
                "a set of blocks of kernel " + plan.name + " has the wrong number of dimensions");
  return std::nullopt;
}

/// Splits kernel \p plan.
static Outcome mapKernel(const Program &program, const KernelPlan &plan, MappedKernel &kernel) {
  if (Outcome bad = checkIndices(program, plan))
    return bad;
  kernel.plan = &plan;
  kernel.hostDims = static_cast<unsigned>(plan.hostDims.size());
  kernel.blockDims = plan.blockDims;
  kernel.threadDims = static_cast<unsigned>(plan.blockSize.size());
  kernel.orderDims = static_cast<unsigned>(plan.orderIsLoop.size());
  if (Outcome bad = checkKernelSpaces(program, kernel))
    return bad;
  kernel.launch = flatRange(flatDomain(plan.launch)).intersect_params(program.context);
  kernel.blocks = flatSet(plan.blocks).intersect_params(program.context);
  for (unsigned s : plan.statements) {
    Placed placed;
    if (Outcome bad = placeStatement(program, kernel, s, placed))
      return bad;
    kernel.placed.push_back(placed);
  }
  for (const KernelAction &action : plan.actions) {
    PlacedAction placed;
    if (Outcome bad = placeAction(kernel, action, placed))
      return bad;
    kernel.actions.push_back(placed);
  }
  return std::nullopt;
}

Outcome verifier::mapKernels(Program &program) {
  for (unsigned s = 0; s < program.scop.statements.size(); ++s) {
    Extracted launch = extractFor(program.plan.launch, program.domains[s], program.plan.launchDims);
    if (!launch.fits)
      return fail(Kind::Coverage, "the launch map of statement " + program.statementName(s) +
                                      " has the wrong number of dimensions");
    program.launches.push_back(launch.map);
  }
  for (const KernelPlan &plan : program.plan.kernels) {
    MappedKernel kernel{};
    if (Outcome bad = mapKernel(program, plan, kernel))
      return bad;
    program.kernels.push_back(kernel);
  }
  return std::nullopt;
}

std::optional<isl::set> verifier::allocatedElements(const Program &program, unsigned array) {
  std::optional<isl::space> space = program.arraySpace(array);
  if (!space || array >= program.plan.transfers.size())
    return std::nullopt;
  const ArrayTransfer &transfer = program.plan.transfers[array];
  unsigned rank = program.scop.arrays[array].rank;
  if (transfer.byValue || transfer.box.lower.size() != rank || transfer.box.upper.size() != rank)
    return std::nullopt;
  return elementsOf(transfer.box, isl::set::universe(*space)).intersect_params(program.context);
}
