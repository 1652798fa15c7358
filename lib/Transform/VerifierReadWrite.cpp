//===- VerifierReadWrite.cpp - Tiles that stand for their array ----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A tile that is written stands for part of its array while a block runs: loaded
/// first, stored last, barriers in between. The order of all conflicting instances
/// has been proved, and inside the tile an element has one place only; so a read
/// sees the last write of its block, if there is one, when every access of the
/// block to that element goes through the tile. Else it sees what was loaded, and
/// that is right when the other writers have stored what they wrote: blocks before
/// this one, as no block that runs beside it may touch what this one accesses.
///
//===----------------------------------------------------------------------===//

#include "VerifierShared.h"

#include <isl/aff.h>
#include <isl/map.h>

#include <algorithm>

using namespace gputile;
using namespace gputile::verifier;

namespace {

/// One access through the tile.
struct Use {
  const Placed *placed;
  const Access *access;
  isl::map relation; ///< { S[i] -> A[a] }
  isl::map elements; ///< { [h, b] -> A[a] }
};

class ReadWriteCheck {
public:
  explicit ReadWriteCheck(const TileFacts &facts)
      : F(facts), P(facts.program), K(facts.kernel), Tile(facts.tile), Order(facts.kernel) {
    Stored = Accessed = Written = SurelyWritten = isl::map::empty(facts.copied.space());
    Stores = isl::map::empty(facts.loads.space());
  }

  Outcome check();

private:
  Outcome collectUses();
  Outcome collectStores();
  Outcome checkStored() const;
  Outcome checkLoads() const;
  Outcome checkExclusive() const;
  Outcome checkReads() const;
  Outcome checkMoments() const;
  Outcome checkMoments(const isl::set &accesses, const isl::set &writes) const;
  isl::set points(bool writesOnly, bool exact) const;
  isl::set writtenFirst(const Use &read, const isl::map &open) const;
  bool lists(ReferenceId id) const {
    return std::find(Tile.references.begin(), Tile.references.end(), id) != Tile.references.end();
  }
  /// { [h, b] -> … } of the blocks that are run.
  isl::map inBlocks(const isl::map &map) const { return map.intersect_domain(K.blocks); }

  const TileFacts &F;
  const Program &P;
  const MappedKernel &K;
  const SharedTile &Tile;
  Sync Order;
  std::vector<Use> Uses;
  isl::map Stored;                           ///< { [h, b] -> A[a] }
  isl::map Accessed, Written, SurelyWritten; ///< The same, through the tile.
  isl::map Stores;                           ///< { [h, b] -> [h, b, e] }
};

} // namespace

/// The accesses through the tile, all in its box.
Outcome ReadWriteCheck::collectUses() {
  for (const ReferenceId &id : Tile.references) {
    const Placed *placed = K.find(id.statement);
    if (!placed || id.reference >= P.scop.statements[id.statement].references.size())
      return F.bad("it lists a reference that the kernel does not have");
    const Statement &statement = P.scop.statements[id.statement];
    const Reference &reference = statement.references[id.reference];
    if (reference.array != Tile.array || !reference.affine)
      return F.bad("a reference of statement " + statement.name +
                   " is to another array or not affine");
    for (const Access &access : statement.accesses) {
      if (access.reference != id.reference)
        continue;
      isl::map relation = P.relationOf(id.statement, access).intersect_domain(placed->domain);
      isl::map elements = placed->group.reverse().apply_range(relation).coalesce();
      Uses.push_back({placed, &access, relation, elements});
      Accessed = Accessed.unite(elements);
      if (access.kind != AccessKind::Read)
        Written = Written.unite(elements);
      if (access.kind == AccessKind::MustWrite)
        SurelyWritten = SurelyWritten.unite(elements);
    }
  }
  Accessed = Accessed.coalesce();
  Written = Written.coalesce();
  return checkElements(F, Accessed, "accessed");
}

Outcome ReadWriteCheck::collectStores() {
  if (Outcome failure = momentsOf(F, KernelAction::Kind::CopyOut, Stores))
    return failure;
  if (Tile.stored) {
    if (domainDims(*Tile.stored) != K.groupDims() || rangeDims(*Tile.stored) != rangeDims(F.copied))
      return F.bad("what it stores has the wrong number of dimensions");
    Stored = inBlocks(flatDomain(*Tile.stored).intersect_domain(Stores.domain())).coalesce();
  }
  return std::nullopt;
}

/// Stored is exactly what may have been written, and has a value.
Outcome ReadWriteCheck::checkStored() const {
  if (!isSubset(Written, Stored)) {
    PairText lost = samplePair(Written.subtract(Stored));
    return F.bad(lost.target + " is written but not stored in block " + lost.source + lost.where);
  }
  if (!isSubset(Stored, Written)) {
    PairText foreign = samplePair(Stored.subtract(Written));
    return F.bad(foreign.target + " is stored but not written in block " + foreign.source +
                 foreign.where);
  }
  if (isSubset(Stored, SurelyWritten))
    return std::nullopt;
  isl::map undefined = Stored.subtract(SurelyWritten).subtract(F.copied);
  if (!undefined.is_empty())
    return F.bad(samplePair(undefined).target +
                 " is stored but may be neither written nor loaded in block " +
                 samplePair(undefined).source + samplePair(undefined).where);
  return std::nullopt;
}

/// A block loads what its instances access, so that the order of these is the
/// order of the load; anything else only if no block of the kernel writes it.
Outcome ReadWriteCheck::checkLoads() const {
  isl::map loaded = inBlocks(F.copied);
  if (isSubset(loaded, Accessed))
    return std::nullopt;
  isl::map more = loaded.subtract(Accessed);
  for (const Placed &placed : K.placed) {
    auto found = P.accesses[placed.statement].find(Tile.array);
    if (found == P.accesses[placed.statement].end())
      continue;
    isl::map both = more.intersect_range(found->second.mayWrites.range());
    if (!both.is_empty())
      return F.bad(samplePair(both).target + " is loaded in block " + samplePair(both).source +
                   " without being accessed, and " + P.statementName(placed.statement) +
                   " writes it" + samplePair(both).where);
  }
  return std::nullopt;
}

/// What changes in a block and is in its tile is accessed through the tile only.
Outcome ReadWriteCheck::checkExclusive() const {
  isl::map held = Accessed.unite(inBlocks(F.copied));
  isl::map changed = Written, beside = isl::map::empty(held.space());
  for (const Placed &placed : K.placed) {
    const Statement &statement = P.scop.statements[placed.statement];
    for (const Access &access : statement.accesses) {
      if (statement.references[access.reference].array != Tile.array ||
          lists({placed.statement, access.reference}))
        continue;
      isl::map elements =
          placed.group.reverse().apply_range(P.relationOf(placed.statement, access));
      beside = beside.unite(elements);
      if (access.kind != AccessKind::Read)
        changed = changed.unite(elements);
    }
  }
  isl::map both = beside.intersect(held).intersect(changed);
  if (!both.is_empty())
    return F.bad(samplePair(both).target + " is written in block " + samplePair(both).source +
                 " and accessed both through the tile and beside it" + samplePair(both).where);
  return std::nullopt;
}

/// The pairs of \p open = { S[i] -> A[a] } for which the block has certainly
/// written the element before, wrapped.
isl::set ReadWriteCheck::writtenFirst(const Use &read, const isl::map &open) const {
  isl::map instance = isl::manage(isl_map_domain_map(open.copy()));
  isl::map element = isl::manage(isl_map_range_map(open.copy()));
  isl::set covered = isl::set::empty(open.wrap().space());
  for (const Use &write : Uses) {
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

/// What is read has been loaded or written before.
Outcome ReadWriteCheck::checkReads() const {
  isl::map reads = isl::map::empty(F.copied.space());
  for (const Use &use : Uses)
    if (use.access->kind == AccessKind::Read)
      reads = reads.unite(use.elements);
  // Neighbours read nearly the same, so all together may be as simple as one of them.
  if (isSurelySubset(reads.wrap(), F.copied.wrap()) ||
      isSurelySubset(reads.coalesce().wrap(), F.copied.wrap()))
    return std::nullopt;
  for (const Use &use : Uses) {
    if (use.access->kind != AccessKind::Read || isSubset(use.elements, F.copied))
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
  for (const Use &use : Uses) {
    if (writesOnly && use.access->kind == AccessKind::Read)
      continue;
    isl::set range = use.relation.domain().apply(use.placed->point);
    all = all.unite(exact ? range : isl::set(range.affine_hull()));
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

Outcome ReadWriteCheck::checkMoments() const {
  if (!checkMoments(points(false, false), points(true, false)))
    return std::nullopt;
  return checkMoments(points(false, true), points(true, true));
}

Outcome ReadWriteCheck::check() {
  if (Tile.prefix != 0)
    return F.bad("it is written, but does not live as long as its block");
  if (Outcome failure = collectUses())
    return failure;
  if (Outcome failure = collectStores())
    return failure;
  using Step = Outcome (ReadWriteCheck::*)() const;
  for (Step step : {static_cast<Step>(&ReadWriteCheck::checkExclusive), &ReadWriteCheck::checkReads,
                    &ReadWriteCheck::checkLoads, &ReadWriteCheck::checkStored,
                    static_cast<Step>(&ReadWriteCheck::checkMoments)})
    if (Outcome failure = (this->*step)())
      return failure;
  return std::nullopt;
}

Outcome verifier::checkReadWriteTile(const TileFacts &facts) {
  return ReadWriteCheck(facts).check();
}
