//===- Register.cpp - Register copies equal their elements ----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A register belongs to one thread and stands for one element during a launch.
/// It may do so when no other thread and no other reference of the launch can
/// tell the difference, when it is loaded before a value from outside is used,
/// and stored after the last write of a value that is used outside.
///
//===----------------------------------------------------------------------===//

#include "Verifier/Sync.h"

#include <algorithm>

using namespace gputile;
using namespace gputile::verifier;

namespace {

/// One access through the tile.
struct Use {
  const Placed *placed;
  const Access *access;
  isl::set instances; ///< { S[i] } that access.
};

class RegisterCheck {
public:
  RegisterCheck(const Program &program, const MappedKernel &kernel, unsigned index)
      : P(program), K(kernel), Tile(kernel.plan->registers[index]), Index(index), Order(kernel) {}

  Outcome check();

private:
  Outcome checkForm();
  Outcome attempt(bool exact);
  void restrictToExecuted(bool exact);
  Outcome collectUses();
  Outcome checkOwnership(bool exact);
  Outcome checkTransfers() const;
  Outcome checkExclusive() const;
  Outcome checkLoaded() const;
  Outcome checkStored() const;
  Outcome checkLoadMoments() const;
  Outcome checkStoreMoments() const;

  isl::map accessedInLaunch(const Placed &placed, const isl::map &relation) const;
  isl::set writtenFirst(const Use &read) const;
  isl::set keysOf(bool (*wanted)(AccessKind)) const;
  isl::set neededLater(const isl::set &written) const;
  Outcome moments(KernelAction::Kind kind, const isl::map &elements, isl::set &points) const;
  isl::set usePoints(const isl::set &keys, bool writesOnly) const;

  bool lists(ReferenceId id) const {
    return std::find(Tile.references.begin(), Tile.references.end(), id) != Tile.references.end();
  }
  Outcome bad(std::string what) const {
    return fail(Kind::Register,
                "register tile " + Tile.name + " of kernel " + K.plan->name + ": " + what);
  }

  const Program &P;
  const MappedKernel &K;
  const RegisterTile &Tile;
  unsigned Index;
  Sync Order;
  std::vector<Use> Uses;
  isl::map Element, Loaded, Stored; ///< { [h, b, t, p] -> A[a] } of threads that exist.
  isl::map Held;                    ///< { [h] -> A[a] }: elements that some register holds.
};

} // namespace

static bool isWrite(AccessKind kind) { return kind != AccessKind::Read; }
static bool isMustWrite(AccessKind kind) { return kind == AccessKind::MustWrite; }

/// Indices and dimensions.
Outcome RegisterCheck::checkForm() {
  if (Tile.array >= P.scop.arrays.size() || !P.arraySpace(Tile.array))
    return bad("its array does not exist or is never accessed");
  for (const isl::map &map : {Tile.element, Tile.loaded, Tile.stored})
    if (domainDims(map) != K.positionDims() || rangeDims(map) != P.scop.arrays[Tile.array].rank)
      return bad("a map has the wrong number of dimensions");
  return std::nullopt;
}

/// Only threads that exist load and store. When \p exact is false, blocks that
/// are not run are included: that can only make the check fail, and the sets
/// are much simpler.
void RegisterCheck::restrictToExecuted(bool exact) {
  unsigned dims = K.positionDims();
  isl::map group = projection(P.ctx(), dims, 0, K.groupDims());
  isl::map thread = projection(P.ctx(), dims, K.groupDims(), K.threadDims);
  isl::set executed = boxOf(P.ctx(), K.plan->blockSize).apply(thread.reverse());
  if (exact)
    executed = executed.intersect(K.blocks.apply(group.reverse()));
  Element = flatDomain(Tile.element).intersect_domain(executed);
  Loaded = flatDomain(Tile.loaded).intersect_domain(executed);
  Stored = flatDomain(Tile.stored).intersect_domain(executed);
}

/// The references, each of which accesses the element of its register.
Outcome RegisterCheck::collectUses() {
  Uses.clear();
  for (const ReferenceId &id : Tile.references) {
    const Placed *placed = K.find(id.statement);
    if (!placed || id.reference >= P.scop.statements[id.statement].references.size())
      return bad("it lists a reference that the kernel does not have");
    const Statement &statement = P.scop.statements[id.statement];
    const Reference &reference = statement.references[id.reference];
    if (reference.array != Tile.array || !reference.affine)
      return bad("a reference of statement " + statement.name +
                 " is to another array or not affine");
    isl::map index = reference.index.intersect_domain(placed->domain);
    // As the position is a function of the instance, it is enough to look at positions.
    isl::map wanted = placed->position.reverse().apply_range(index);
    if (!wanted.is_subset(Element)) {
      PairText pair = samplePair(wanted.subtract(Element));
      return bad("statement " + statement.name + " accesses " + pair.target +
                 ", which is not in its register " + pair.source + pair.where);
    }
    for (const Access &access : statement.accesses)
      if (access.reference == id.reference)
        Uses.push_back({placed, &access,
                        P.relationOf(id.statement, access).domain().intersect(placed->domain)});
  }
  return std::nullopt;
}

/// One element per register, and within a launch one register per element. When
/// \p exact is false, registers that are never used are included.
Outcome RegisterCheck::checkOwnership(bool exact) {
  isl::map held = Element;
  if (exact) {
    isl::set used = keysOf([](AccessKind) { return true; });
    held = held.intersect_domain(used.unite(Loaded.domain()).unite(Stored.domain()));
  }
  if (!held.is_single_valued())
    return bad("a register stands for several elements");
  isl::map host = projection(P.ctx(), K.positionDims(), 0, K.hostDims);
  if (!host.range_product(held).is_injective())
    return bad("two registers of one launch stand for the same element");
  Held = host.reverse().apply_range(held);
  return std::nullopt;
}

/// Loads and stores are of the register's own element, and in device memory.
Outcome RegisterCheck::checkTransfers() const {
  isl::map moved = Loaded.unite(Stored);
  if (moved.is_empty())
    return std::nullopt;
  isl::map foreign = moved.subtract(Element);
  if (!foreign.is_empty())
    return bad(samplePair(foreign).target +
               " is loaded or stored by a register that stands for another element");
  std::optional<isl::set> allocated = allocatedElements(P, Tile.array);
  if (!allocated || !moved.range().is_subset(*allocated))
    return bad("it loads or stores elements of " + P.arrayName(Tile.array) +
               " that are not in device memory");
  return std::nullopt;
}

/// { [h] -> A[a] } of one access relation of one statement.
isl::map RegisterCheck::accessedInLaunch(const Placed &placed, const isl::map &relation) const {
  return placed.host.reverse().apply_range(relation.intersect_domain(placed.domain));
}

/// Elements that change while a register holds them are accessed through it only.
Outcome RegisterCheck::checkExclusive() const {
  isl::map host = projection(P.ctx(), K.positionDims(), 0, K.hostDims);
  isl::map changed = host.reverse().apply_range(Stored);
  for (const Placed &placed : K.placed)
    if (auto found = P.accesses[placed.statement].find(Tile.array);
        found != P.accesses[placed.statement].end())
      changed = changed.unite(accessedInLaunch(placed, found->second.mayWrites));
  changed = changed.intersect(Held).coalesce();
  for (const Placed &placed : K.placed) {
    const Statement &statement = P.scop.statements[placed.statement];
    for (const Access &access : statement.accesses) {
      if (statement.references[access.reference].array != Tile.array ||
          lists({placed.statement, access.reference}))
        continue;
      isl::map beside = accessedInLaunch(placed, access.relation).intersect(changed);
      if (!beside.is_empty())
        return bad("statement " + statement.name + " accesses " + samplePair(beside).target +
                   " beside the register that holds it" + samplePair(beside).where);
    }
  }
  return std::nullopt;
}

/// The instances of \p read whose register has certainly been written before.
isl::set RegisterCheck::writtenFirst(const Use &read) const {
  isl::set covered = isl::set::empty(read.instances.space());
  isl::map mine = read.placed->position.intersect_domain(read.instances);
  for (const Use &write : Uses) {
    if (!isMustWrite(write.access->kind))
      continue;
    isl::map theirs = write.placed->position.intersect_domain(write.instances);
    isl::map earlier = lexGreater(read.placed->order, write.placed->order);
    covered = covered.unite(sameImage(mine, theirs).intersect(earlier).domain());
  }
  return covered.coalesce();
}

/// Registers read before they are written are loaded.
Outcome RegisterCheck::checkLoaded() const {
  isl::set loaded = Loaded.domain();
  for (const Use &use : Uses) {
    if (isWrite(use.access->kind))
      continue;
    isl::set open = use.instances.subtract(loaded.apply(use.placed->position.reverse()));
    if (!open.is_empty())
      open = open.subtract(writtenFirst(use));
    if (!open.is_empty())
      return bad(sampleText(open) + " reads a register that is neither loaded nor written before");
  }
  return std::nullopt;
}

/// { [h, b, t, p] } of the uses of the wanted kinds.
isl::set RegisterCheck::keysOf(bool (*wanted)(AccessKind)) const {
  isl::set keys = isl::set::empty(Element.domain().space());
  for (const Use &use : Uses)
    if (wanted(use.access->kind))
      keys = keys.unite(use.instances.apply(use.placed->position));
  return keys.coalesce();
}

/// The registers among \p written whose value is used after the launch: all, or
/// for an array that does not outlive the region those read in a later launch.
isl::set RegisterCheck::neededLater(const isl::set &written) const {
  const Array &array = P.scop.arrays[Tile.array];
  if (array.storage != ArrayStorage::Private && !array.deadAfter)
    return written;
  isl::map launch = projection(P.ctx(), K.positionDims(), 0, K.hostDims).apply_range(K.launch);
  isl::set needed = isl::set::empty(written.space());
  for (unsigned s = 0; s < P.accesses.size(); ++s) {
    auto found = P.accesses[s].find(Tile.array);
    if (found == P.accesses[s].end())
      continue;
    isl::map sameElement = sameImage(Element.intersect_domain(written), found->second.reads);
    needed = needed.unite(sameElement.intersect(lexLess(launch, P.launches[s])).domain());
  }
  return needed;
}

/// Registers whose value is used later are stored; what is stored has a value.
Outcome RegisterCheck::checkStored() const {
  isl::set stored = Stored.domain();
  isl::set lost = neededLater(keysOf(isWrite)).subtract(stored);
  if (!lost.is_empty())
    return bad("the value that register " + sampleText(lost) + " holds at the end is not stored");
  isl::set undefined = stored.subtract(keysOf(isMustWrite)).subtract(Loaded.domain());
  if (!undefined.is_empty())
    return bad("register " + sampleText(undefined) +
               " is stored but may be neither written nor loaded");
  return std::nullopt;
}

/// The points of the tile's actions of \p kind: one in each block in which
/// \p elements are moved.
Outcome RegisterCheck::moments(KernelAction::Kind kind, const isl::map &elements,
                               isl::set &points) const {
  isl::map group = projection(P.ctx(), K.groupDims() + K.orderDims, 0, K.groupDims());
  points = isl::set::empty(group.domain().space());
  for (const PlacedAction &action : K.actions) {
    if (action.action->kind != kind || action.action->tile != Index)
      continue;
    isl::set more = action.point.range();
    points = points.unite(more);
  }
  isl::map groupOfKey = projection(P.ctx(), K.positionDims(), 0, K.groupDims());
  isl::set blocks = elements.domain().apply(groupOfKey);
  std::string what = kind == KernelAction::Kind::RegisterLoad ? "load" : "store";
  isl::set without = blocks.subtract(points.apply(group));
  if (!without.is_empty())
    return bad("no " + what + " in block " + sampleText(without));
  points = points.intersect(blocks.apply(group.reverse()));
  if (!group.intersect_domain(points).is_injective())
    return bad("more than one " + what + " in a block");
  return std::nullopt;
}

/// { [h, b, e] } of the uses of registers in \p keys.
isl::set RegisterCheck::usePoints(const isl::set &keys, bool writesOnly) const {
  isl::set points =
      isl::set::empty(projection(P.ctx(), K.groupDims() + K.orderDims, 0, 0).domain().space());
  for (const Use &use : Uses)
    if (!writesOnly || isWrite(use.access->kind))
      points = points.unite(keys.apply(use.placed->position.reverse())
                                .intersect(use.instances)
                                .apply(use.placed->point));
  return points;
}

/// Loads come before the uses of what they load.
Outcome RegisterCheck::checkLoadMoments() const {
  if (Loaded.is_empty())
    return std::nullopt;
  isl::set loads;
  if (Outcome failure = moments(KernelAction::Kind::RegisterLoad, Loaded, loads))
    return failure;
  isl::map early = Order.before(usePoints(Loaded.domain(), false), loads);
  if (!early.is_empty())
    return bad("it is used at " + samplePair(early).source + ", before it is loaded");
  return std::nullopt;
}

/// Stores come after the writes of what they store, and after its load.
Outcome RegisterCheck::checkStoreMoments() const {
  if (Stored.is_empty())
    return std::nullopt;
  isl::set stores, loads;
  if (Outcome failure = moments(KernelAction::Kind::RegisterStore, Stored, stores))
    return failure;
  isl::map late = Order.before(stores, usePoints(Stored.domain(), true));
  if (!late.is_empty())
    return bad("it is written at " + samplePair(late).target + ", after it is stored");
  if (Outcome failure = moments(KernelAction::Kind::RegisterLoad, Loaded, loads))
    return failure;
  if (!Order.before(stores, loads).is_empty())
    return bad("it is stored before it is loaded");
  return std::nullopt;
}

Outcome RegisterCheck::attempt(bool exact) {
  restrictToExecuted(exact);
  if (Outcome failure = collectUses())
    return failure;
  if (Outcome failure = checkOwnership(exact))
    return failure;
  using Step = Outcome (RegisterCheck::*)() const;
  for (Step step : {&RegisterCheck::checkTransfers, &RegisterCheck::checkExclusive,
                    &RegisterCheck::checkLoaded, &RegisterCheck::checkStored,
                    &RegisterCheck::checkLoadMoments, &RegisterCheck::checkStoreMoments})
    if (Outcome failure = (this->*step)())
      return failure;
  return std::nullopt;
}

Outcome RegisterCheck::check() {
  if (Outcome failure = checkForm())
    return failure;
  return attempt(false) ? attempt(true) : std::nullopt;
}

Outcome verifier::checkRegisterTiles(const Program &program) {
  for (const MappedKernel &kernel : program.kernels)
    for (unsigned i = 0; i < kernel.plan->registers.size(); ++i)
      if (Outcome failure = RegisterCheck(program, kernel, i).check())
        return failure;
  return std::nullopt;
}
