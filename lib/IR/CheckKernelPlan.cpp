//===- CheckKernelPlan.cpp - The invariants of one kernel -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/CheckKernelPlan.h"
#include "IR/CheckTools.h"

#include <algorithm>
#include <set>

using namespace gputile;
using namespace gputile::ir;

namespace {

using Kind = KernelAction::Kind;

/// Checks one kernel; stops at the first thing that is wrong.
class Checker {
public:
  Checker(const Scop &scop, const RegionPlan &plan, unsigned index)
      : TheScop(scop), Plan(plan), Index(index), Kernel(plan.kernels[index]) {}

  std::string run() {
    const bool good = checkIndices() && checkSpaces() && checkLaunchMode() && checkLeader() &&
                      checkSharedTiles() && checkRegisterTiles() && checkActions() && checkBytes();
    return good ? std::string() : "kernel " + Kernel.name + ' ' + Wrong;
  }

private:
  bool fail(const std::string &what) {
    Wrong = what;
    return false;
  }

  bool checkIndices() {
    if (!isIdentifier(Kernel.name))
      return fail("has a name that is no identifier");
    if (Kernel.statements.empty() ||
        !areDistinctBelow(Kernel.statements, TheScop.statements.size()))
      return fail("lists no statement, one twice, or one that does not exist");
    if (!areDistinctBelow(Kernel.hostDims, Plan.launchDims) ||
        !std::is_sorted(Kernel.hostDims.begin(), Kernel.hostDims.end()))
      return fail("does not have launch positions in ascending order as host dimensions");
    if (Kernel.blockDims > 3)
      return fail("has more than three block dimensions");
    if (Kernel.blockSize.empty() || Kernel.blockSize.size() > 3 || !arePositive(Kernel.blockSize))
      return fail("does not have one to three positive block sizes");
    if (!arePositive(Kernel.tileSizes))
      return fail("has a tile size that is not positive");
    return checkOrderPositions();
  }

  bool checkOrderPositions() {
    if (Kernel.orderDims() == 0)
      return fail("has an order without positions");
    if (!areDistinctBelow(Kernel.unrolled, Kernel.orderDims()))
      return fail("unrolls an order position twice, or one that does not exist");
    if (!Kernel.cyclicPoints.empty() && Kernel.cyclicPoints.size() != Kernel.blockSize.size())
      return fail("does not distribute points along each thread dimension");
    std::vector<unsigned> cyclic;
    for (const std::optional<unsigned> &position : Kernel.cyclicPoints)
      if (position)
        cyclic.push_back(*position);
    return areDistinctBelow(cyclic, Kernel.orderDims()) ||
           fail("distributes points along an order position that does not exist, or along one "
                "twice");
  }

  bool checkSpaces() {
    const unsigned hosts = static_cast<unsigned>(Kernel.hostDims.size());
    if (domainDims(Kernel.launch) != hosts || rangeDims(Kernel.launch) != Plan.launchDims ||
        !nameIs(isl_map_get_tuple_name(Kernel.launch.get(), isl_dim_in), Kernel.name))
      return fail("does not map its own host dimensions to the launch vector");
    for (const isl::set *set : {&Kernel.blocks, &Kernel.fullBlocks})
      if (dimsOf(*set) != Kernel.blockIdDims())
        return fail("has a set of blocks that are not made of host and block dimensions");
    if (Kernel.working && dimsOf(*Kernel.working) != Kernel.blockIdDims())
      return fail("has a set of working blocks that are not made of host and block dimensions");
    return checkPlaces(Kernel.host, hosts, "host") &&
           checkPlaces(Kernel.block, Kernel.blockDims, "block") &&
           checkPlaces(Kernel.thread, Kernel.threadDims(), "thread") &&
           checkPlaces(Kernel.order, Kernel.orderDims(), "order");
  }

  /// \p places maps instances of the kernel's statements to \p dims coordinates.
  bool checkPlaces(const isl::union_map &places, unsigned dims, const std::string &what) {
    if (places.is_null())
      return fail("has no " + what + " map");
    bool good = true;
    places.foreach_map([&](const isl::map &map) {
      good &= rangeDims(map) == dims && isOfOwnStatement(map);
    });
    return good || fail("has a " + what + " map with " + what +
                        " vectors of another length, or of other statements");
  }

  bool isOfOwnStatement(const isl::map &map) const {
    return std::any_of(
        Kernel.statements.begin(), Kernel.statements.end(),
        [&](unsigned s) { return isOfStatement(map, TheScop.statements[s]); });
  }

  bool checkLaunchMode() {
    const bool persistent = Kernel.mode != LaunchMode::Kernels;
    if (persistent != (Kernel.innerHostDims > 0) || Kernel.innerHostDims > Kernel.hostDims.size())
      return fail("has a launch mode that does not fit the number of its own host loops");
    if ((Kernel.mode == LaunchMode::Flags) != Kernel.waits.has_value())
      return fail("has a launch mode that does not fit its waits");
    if (Kernel.waits && (domainDims(*Kernel.waits) != Kernel.blockIdDims() ||
                         rangeDims(*Kernel.waits) != Kernel.blockIdDims()))
      return fail("has waits that are not between blocks");
    return true;
  }

  bool checkLeader() {
    if (!Kernel.leader)
      return true;
    if (*Kernel.leader >= Index || Kernel.mode != LaunchMode::Cooperative)
      return fail("has a leader that is not an earlier kernel of a cooperative launch");
    const KernelPlan &leader = Plan.kernels[*Kernel.leader];
    const bool fits = !leader.leader && leader.mode == Kernel.mode &&
                      leader.hostDims == Kernel.hostDims &&
                      leader.innerHostDims == Kernel.innerHostDims &&
                      leader.blockDims == Kernel.blockDims &&
                      leader.threadsPerBlock() == Kernel.threadsPerBlock();
    return fits || fail("has another form than the kernel in whose launch it runs");
  }

  /// What tiles of both kinds have in common; no reference goes through two.
  bool checkTile(const std::string &name, unsigned array,
                 const std::vector<ReferenceId> &references) {
    if (!isIdentifier(name) || !TileNames.insert(name).second)
      return fail("has no tile of its own called '" + name + "'");
    if (array >= TheScop.arrays.size())
      return fail("has a tile " + name + " of no array");
    for (const ReferenceId &id : references)
      if (!isReferenceTo(id, array) || !Placed.insert(id).second)
        return fail("has a tile " + name + " for a reference to something else");
    return true;
  }

  bool isReferenceTo(const ReferenceId &id, unsigned array) const {
    const std::vector<unsigned> &own = Kernel.statements;
    if (std::find(own.begin(), own.end(), id.statement) == own.end())
      return false;
    const std::vector<Reference> &references = TheScop.statements[id.statement].references;
    return id.reference < references.size() && references[id.reference].array == array;
  }

  bool checkSharedTiles() {
    return std::all_of(Kernel.shared.begin(), Kernel.shared.end(),
                       [&](const SharedTile &tile) { return checkShared(tile); });
  }

  bool checkShared(const SharedTile &tile) {
    if (!checkTile(tile.name, tile.array, tile.references))
      return false;
    const std::string where = "has a tile " + tile.name;
    const Array &array = TheScop.arrays[tile.array];
    if (tile.size.size() != array.rank || !arePositive(tile.size) || tile.padding < 0)
      return fail(where + " without one positive size per dimension of its array");
    if (tile.circular && (tile.circular->dim >= array.rank || tile.circular->slots < 1))
      return fail(where + " that is circular in a dimension that it does not have");
    if (tile.prefix > Kernel.orderDims())
      return fail(where + " below order positions that do not exist");
    const unsigned dims = Kernel.blockIdDims() + tile.prefix;
    const auto isGood = [&](const isl::map &map) {
      return domainDims(map) == dims && leadsToArray(map, array);
    };
    return (!tile.offset.is_null() && isGood(tile.offset.as_map()) && isGood(tile.copied) &&
            (!tile.stored || isGood(*tile.stored))) ||
           fail(where + " whose maps do not lead from its place to elements of its array");
  }

  bool checkRegisterTiles() {
    return std::all_of(Kernel.registers.begin(), Kernel.registers.end(),
                       [&](const RegisterTile &tile) { return checkRegister(tile); });
  }

  bool checkRegister(const RegisterTile &tile) {
    if (!checkTile(tile.name, tile.array, tile.references))
      return false;
    const unsigned dims = Kernel.blockIdDims() + Kernel.threadDims() +
                          static_cast<unsigned>(Kernel.unrolled.size());
    for (const isl::map *map : {&tile.element, &tile.loaded, &tile.stored})
      if (domainDims(*map) != dims || !leadsToArray(*map, TheScop.arrays[tile.array]))
        return fail("has a tile " + tile.name +
                    " whose maps do not lead from a thread's points to elements of its array");
    return true;
  }

  bool checkActions() {
    std::set<std::string> names;
    for (const KernelAction &action : Kernel.actions) {
      if (!isIdentifier(action.name) || !names.insert(action.name).second)
        return fail("has no action of its own called '" + action.name + "'");
      if (!checkPoints(action) || !checkTarget(action))
        return false;
    }
    return true;
  }

  bool checkPoints(const KernelAction &action) {
    const std::optional<unsigned> dims = domainDims(action.order);
    const bool good = dims && *dims >= Kernel.blockIdDims() &&
                      *dims <= Kernel.blockIdDims() + Kernel.orderDims() &&
                      rangeDims(action.order) == Kernel.orderDims() &&
                      nameIs(isl_map_get_tuple_name(action.order.get(), isl_dim_in), action.name);
    return good || fail("has an action " + action.name + " that is not at points of its order");
  }

  static bool isCopy(const KernelAction &action) {
    return action.kind == Kind::CopyIn || action.kind == Kind::CopyOut;
  }

  /// The tile that an action is about, and the slice of it.
  bool checkTarget(const KernelAction &action) {
    const std::string where = "has an action " + action.name;
    const size_t tiles = isCopy(action) ? Kernel.shared.size() : Kernel.registers.size();
    if (action.kind != Kind::Barrier && action.tile >= tiles)
      return fail(where + " of a tile that does not exist");
    const bool isCircular = isCopy(action) && Kernel.shared[action.tile].circular;
    if (isCircular != action.slice.has_value())
      return fail(where + " that does not name a slice exactly when its tile is a circular buffer");
    if (action.slice && isl_aff_dim(action.slice->get(), isl_dim_in) !=
                            isl_map_dim(action.order.get(), isl_dim_in))
      return fail(where + " whose slice is not a function of its place");
    if (action.kind == Kind::CopyOut && !Kernel.shared[action.tile].stored)
      return fail(where + " that stores a tile with nothing to store");
    return true;
  }

  bool checkBytes() {
    long bytes = Kernel.stream ? Kernel.stream->sharedBytes(TheScop) : 0;
    for (const SharedTile &tile : Kernel.shared)
      bytes += tile.elements() * TheScop.arrays[tile.array].elementBytes;
    return bytes == Kernel.sharedBytes || fail("has tiles of " + std::to_string(bytes) +
                                               " bytes, but states " +
                                               std::to_string(Kernel.sharedBytes));
  }

  const Scop &TheScop;
  const RegionPlan &Plan;
  unsigned Index;
  const KernelPlan &Kernel;
  std::set<std::string> TileNames;
  std::set<ReferenceId> Placed;
  std::string Wrong;
};

} // namespace

std::string ir::checkKernelPlan(const Scop &scop, const RegionPlan &plan, unsigned index) {
  return Checker(scop, plan, index).run();
}
