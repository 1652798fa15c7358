//===- ReadWrite.cpp - Tiles that stand for their array -------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A tile that is written stands for part of its array while a block runs:
/// loaded first, stored last, barriers in between. The order of all conflicting
/// instances has been proved, and inside the tile an element has one place
/// only; so a read sees the last write of its block, if there is one, when
/// every access of the block to that element goes through the tile. Else it
/// sees what was loaded, and that is right when the other writers have stored
/// what they wrote: blocks before this one, as no block that runs beside it may
/// touch what this one accesses. It may load more than it accesses if no block
/// beside it stores that, and store more than it writes if it has loaded that
/// and no block beside it touches it: then the element keeps its value, and
/// nobody sees that it was written.
///
//===----------------------------------------------------------------------===//

#include "Verifier/ReadWrite.h"

#include "Verifier/CircularBuffer.h"
#include "Verifier/TileUses.h"

#include <isl/aff.h>
#include <isl/map.h>

#include <algorithm>

using namespace gputile;
using namespace gputile::verifier;

namespace {

class ReadWriteCheck {
public:
  explicit ReadWriteCheck(const TileFacts &facts)
      : F(facts), P(facts.program), K(facts.kernel), Tile(facts.tile), Order(facts.order),
        Uses(facts), Stored(isl::map::empty(facts.copied.space())),
        Stores(isl::map::empty(facts.loads.space())) {}

  Outcome check();

private:
  Outcome collectStores();
  Outcome checkInBox() const;
  Outcome checkStored() const;
  Outcome checkLoads() const;
  Outcome checkExclusive() const;
  Outcome checkReads() const;
  bool momentsSurelyFit() const;
  bool writtenBeforeReads() const;
  isl::map events(Wanted wanted, bool exact) const;
  Outcome checkSlots() const;
  Outcome checkMoments() const;
  Outcome checkMoments(const isl::set &accesses, const isl::set &writes) const;
  isl::set points(bool writesOnly, bool exact) const;
  isl::set writtenFirst(const Use &read, const isl::map &open) const;

  const TileFacts &F;
  const Program &P;
  const MappedKernel &K;
  const SharedTile &Tile;
  const Sync &Order;
  TileUses Uses;
  isl::map Stored; ///< { [h, b] -> A[a] }
  isl::map Stores; ///< { [h, b] -> [h, b, e] }
};

} // namespace

/// All accesses are in the box, and in device memory: as what is loaded is.
Outcome ReadWriteCheck::checkInBox() const {
  if (Uses.surelyLoadsAll() || !checkElements(F, Uses.inBlocks(Uses.aroundAll()), "accessed"))
    return std::nullopt;
  return checkElements(F, Uses.elementsOf(anyKind), "accessed");
}

Outcome ReadWriteCheck::collectStores() {
  if (Tile.stored &&
      (domainDims(*Tile.stored) != K.groupDims() || rangeDims(*Tile.stored) != rangeDims(F.copied)))
    return F.bad("what it stores has the wrong number of dimensions");
  if (Tile.circular) {
    if (Tile.stored)
      Stored = Uses.inBlocks(flatDomain(*Tile.stored));
    return Tile.stored ? copiedElements(F, KernelAction::Kind::CopyOut, Stored) : std::nullopt;
  }
  if (Outcome failure = momentsOf(F, KernelAction::Kind::CopyOut, Stores))
    return failure;
  if (Tile.stored) {
    Stored = Uses.inBlocks(flatDomain(*Tile.stored).intersect_domain(Stores.domain())).coalesce();
  }
  return std::nullopt;
}

/// Stored is what may have been written, or keeps its value, and has a value.
Outcome ReadWriteCheck::checkStored() const {
  if (!plainIsSubset(Uses.aroundWrites().wrap(), Stored.wrap())) {
    const isl::map &written = Uses.elementsOf(isWrite);
    if (!isSubset(written, Stored)) {
      PairText lost = samplePair(written.subtract(Stored));
      return F.bad(lost.target + " is written but not stored in block " + lost.source + lost.where);
    }
  }
  if (!Uses.isSurely(Stored, isWrite)) {
    const isl::map &written = Uses.elementsOf(isWrite);
    if (!isSubset(Stored, written)) {
      isl::map foreign = Uses.meetingBeside(Stored.subtract(written), Uses.touched(false, true));
      if (!foreign.is_empty())
        return F.bad(samplePair(foreign).target + " is stored but not written in block " +
                     samplePair(foreign).source + ", and a block beside it touches it" +
                     samplePair(foreign).where);
    }
  }
  if (Stored.is_empty() || plainIsSubset(Stored.wrap(), F.copied.wrap()))
    return std::nullopt;
  const isl::map &sure = Uses.elementsOf(isSureWrite);
  if (isSubset(Stored, sure))
    return std::nullopt;
  isl::map undefined = Stored.subtract(sure).subtract(F.copied);
  if (!undefined.is_empty())
    return F.bad(samplePair(undefined).target +
                 " is stored but may be neither written nor loaded in block " +
                 samplePair(undefined).source + samplePair(undefined).where);
  return std::nullopt;
}

/// A block loads what its instances access, so that the order of these is the
/// order of the load; anything else only if no block beside it stores that.
Outcome ReadWriteCheck::checkLoads() const {
  const isl::map loaded = Uses.inBlocks(F.copied);
  if (Uses.isSurely(loaded, anyKind))
    return std::nullopt;
  const isl::map &accessed = Uses.elementsOf(anyKind);
  if (isSubset(loaded, accessed))
    return std::nullopt;
  isl::map both = Uses.meetingBeside(loaded.subtract(accessed), Uses.touched(true, true));
  if (!both.is_empty())
    return F.bad(samplePair(both).target + " is loaded in block " + samplePair(both).source +
                 " without being accessed, and a block beside it stores it" +
                 samplePair(both).where);
  return std::nullopt;
}

/// What changes in a block and is in its tile is accessed through the tile only.
Outcome ReadWriteCheck::checkExclusive() const {
  if (Uses.alone())
    return std::nullopt;
  isl::map beside = isl::map::empty(F.copied.space()), changed = beside;
  for (const Placed &placed : K.placed)
    for (const Access &access : P.scop.statements[placed.statement].accesses) {
      if (!Uses.isBeside(placed.statement, access))
        continue;
      isl::map elements =
          placed.group.reverse().apply_range(P.relationOf(placed.statement, access));
      beside = beside.unite(elements);
      if (isWrite(access.kind))
        changed = changed.unite(elements);
    }
  isl::map held = Uses.elementsOf(anyKind).unite(Uses.inBlocks(F.copied));
  isl::map both = beside.intersect(held).intersect(changed.unite(Uses.elementsOf(isWrite)));
  if (!both.is_empty())
    return F.bad(samplePair(both).target + " is written in block " + samplePair(both).source +
                 " and accessed both through the tile and beside it" + samplePair(both).where);
  return std::nullopt;
}

/// The pairs of \p open = { S[i] -> A[a] } for which the block has certainly
/// written the element before, wrapped.
isl::set ReadWriteCheck::writtenFirst(const Use &read, const isl::map &open) const {
  isl::map instance = domainMap(open);
  isl::map element = rangeMap(open);
  isl::set covered = isl::set::empty(open.wrap().space());
  for (const Use &write : Uses.all()) {
    if (write.access->kind != AccessKind::MustWrite)
      continue;
    isl::map earlier = lexGreater(read.placed->order, write.placed->order)
                           .intersect(sameImage(read.placed->group, write.placed->group));
    covered = covered.unite(element.apply_range(write.relation.reverse())
                                .intersect(instance.apply_range(earlier))
                                .domain());
  }
  return covered;
}

/// Whether elements that are read, but not loaded, are all written by the block, and before
/// any of them is read. The answer no means nothing.
bool ReadWriteCheck::writtenBeforeReads() const {
  const isl::map reads = events(isRead, false), writes = events(isSureWrite, false);
  const isl::map group = projection(P.ctx(), domainDims(reads), 0, K.groupDims());
  const isl::map open = Uses.elementsOf(isRead).subtract(F.copied);
  return isSubset(open, Uses.elementsOf(isSureWrite)) &&
         writesComeFirst(F, writes, reads.intersect(group.apply_range(open)));
}

/// What is read has been loaded or written before.
Outcome ReadWriteCheck::checkReads() const {
  if (Uses.surelyLoadsAll() || plainIsSubset(Uses.elementsOf(isRead).wrap(), F.copied.wrap()))
    return std::nullopt;
  if (Tile.circular && writtenBeforeReads())
    return std::nullopt;
  for (const Use &use : Uses.all()) {
    if (use.access->kind != AccessKind::Read || isSubset(use.elements(), F.copied))
      continue;
    isl::map loaded = use.placed->group.apply_range(F.copied);
    isl::map open = use.relation.subtract(loaded);
    isl::set missing = open.wrap().subtract(writtenFirst(use, open));
    if (missing.is_empty())
      continue;
    PairText pair = samplePair(missing.unwrap());
    return F.bad(pair.source + " reads " + pair.target +
                 ", which is not loaded and not written before" + pair.where);
  }
  return std::nullopt;
}

/// { [h, b, e] } of the accesses; when \p exact is false, of more but in simple terms.
isl::set ReadWriteCheck::points(bool writesOnly, bool exact) const {
  isl::set all = isl::set::empty(F.loads.range().space());
  for (const auto &[placed, relation] : Uses.relationsOf(writesOnly ? isWrite : anyKind)) {
    isl::set here =
        exact ? relation.domain().apply(placed->point) : withoutDivisions(placed->point).range();
    all = all.unite(exact ? here : withoutDivs(here));
  }
  return all.coalesce();
}

/// Load, barrier, accesses; writes, barrier, store.
Outcome ReadWriteCheck::checkMoments(const isl::set &accesses, const isl::set &writes) const {
  isl::set loads = F.loads.range(), stores = Stores.range();
  isl::map late = Order.before(accesses, loads);
  if (!late.is_empty())
    return F.bad("it is accessed at " + samplePair(late).source + ", before it is loaded");
  isl::map open = Order.sameBlock(loads, accesses).subtract(Order.separated(loads, accesses));
  if (!open.is_empty())
    return F.bad("no barrier between the load at " + samplePair(open).source +
                 " and the access at " + samplePair(open).target);
  late = Order.before(stores, writes);
  if (!late.is_empty())
    return F.bad("it is written at " + samplePair(late).target + ", after it is stored");
  open = Order.sameBlock(writes, stores).subtract(Order.separated(writes, stores));
  if (!open.is_empty())
    return F.bad("no barrier between the write at " + samplePair(open).source +
                 " and the store at " + samplePair(open).target);
  return std::nullopt;
}

/// Whether a barrier lies between the load and all accesses, and one between all writes
/// and the store. The answer no means nothing.
bool ReadWriteCheck::momentsSurelyFit() const {
  const KnownMoments load = momentsOf(K, F.loads), store = momentsOf(K, Stores);
  const auto &accesses = Uses.relationsOf(anyKind), &writes = Uses.relationsOf(isWrite);
  return std::all_of(accesses.begin(), accesses.end(),
                     [&](const auto &access) {
                       return Order.surelySeparated(load, momentsOf(K, *access.first));
                     }) &&
         std::all_of(writes.begin(), writes.end(), [&](const auto &write) {
           return Order.surelySeparated(momentsOf(K, *write.first), store);
         });
}

Outcome ReadWriteCheck::checkMoments() const {
  if (momentsSurelyFit())
    return std::nullopt;
  if (!checkMoments(points(false, false), points(true, false)))
    return std::nullopt;
  return checkMoments(points(false, true), points(true, true));
}

/// The events of accesses that are \p wanted; when \p exact is false more in simple terms.
isl::map ReadWriteCheck::events(Wanted wanted, bool exact) const {
  isl::map all = isl::map::empty(
      eventsOf(F, Uses.all().front().placed->point, Uses.all().front().relation).space());
  for (const auto &[placed, relation] : Uses.relationsOf(wanted))
    all = all.unite(eventsOf(F, exact ? placed->point : withoutDivisions(placed->point), relation));
  return all.coalesce();
}

/// The order of what happens to elements and to those that share their place.
Outcome ReadWriteCheck::checkSlots() const {
  if (!checkCircularBuffer(F, events(anyKind, false), events(isWrite, false), false))
    return std::nullopt;
  return checkCircularBuffer(F, events(anyKind, true), events(isWrite, true), true);
}

Outcome ReadWriteCheck::check() {
  if (Tile.prefix != 0)
    return F.bad("it is written, but does not live as long as its block");
  if (Outcome failure = Uses.collect())
    return failure;
  if (Outcome failure = checkInBox())
    return failure;
  if (Tile.circular && Uses.all().empty())
    return F.bad("it is a circular buffer, but nothing is accessed through it");
  if (Outcome failure = collectStores())
    return failure;
  using Step = Outcome (ReadWriteCheck::*)() const;
  for (Step step : {static_cast<Step>(&ReadWriteCheck::checkExclusive), &ReadWriteCheck::checkReads,
                    &ReadWriteCheck::checkLoads, &ReadWriteCheck::checkStored,
                    Tile.circular ? static_cast<Step>(&ReadWriteCheck::checkSlots)
                                  : static_cast<Step>(&ReadWriteCheck::checkMoments)})
    if (Outcome failure = (this->*step)())
      return failure;
  return std::nullopt;
}

Outcome verifier::checkReadWriteTile(const TileFacts &facts) {
  return ReadWriteCheck(facts).check();
}
