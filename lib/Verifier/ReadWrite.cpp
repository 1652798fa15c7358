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

#include "Verifier/Shared.h"

#include <isl/aff.h>
#include <isl/map.h>

#include <algorithm>

using namespace gputile;
using namespace gputile::verifier;

namespace {

using Wanted = bool (*)(AccessKind);

/// One access through the tile.
struct Use {
  const Placed *placed;
  const Access *access;
  isl::map relation; ///< { S[i] -> A[a] }

  /// { [h, b] -> A[a] }
  isl::map elements() const { return placed->group.reverse().apply_range(relation); }
};

class ReadWriteCheck {
public:
  explicit ReadWriteCheck(const TileFacts &facts)
      : F(facts), P(facts.program), K(facts.kernel), Tile(facts.tile), Order(facts.order) {
    Stored = AroundAll = AroundWrites = isl::map::empty(facts.copied.space());
    Stores = isl::map::empty(facts.loads.space());
  }

  Outcome check();

private:
  Outcome collectUses();
  Outcome collectStores();
  Outcome checkStored() const;
  Outcome checkLoads() const;
  Outcome checkInBox() const;
  isl::map accessedAround(const Placed &placed, const isl::map &relation) const;
  const std::map<const Placed *, isl::map> &relationsOf(Wanted wanted) const;
  const isl::map &elementsOf(Wanted wanted) const;
  isl::map touched(bool storesOnly, bool exact) const;
  isl::map meetingBeside(const isl::map &elements, const isl::map &touched) const;
  bool surelyLoadsAll() const;
  bool apart() const;
  bool isSurely(const isl::map &part, Wanted wanted) const;
  Outcome checkExclusive() const;
  Outcome checkReads() const;
  bool momentsSurelyFit() const;
  bool writtenBeforeReads() const;
  isl::map events(Wanted wanted, bool exact) const;
  Outcome checkTurns() const;
  Outcome checkMoments() const;
  Outcome checkMoments(const isl::set &accesses, const isl::set &writes) const;
  isl::set points(bool writesOnly, bool exact) const;
  isl::set writtenFirst(const Use &read, const isl::map &open) const;
  bool lists(ReferenceId id) const {
    return std::find(Tile.references.begin(), Tile.references.end(), id) != Tile.references.end();
  }
  bool isBeside(unsigned statement, const Access &access) const {
    return P.scop.statements[statement].references[access.reference].array == Tile.array &&
           !lists({statement, access.reference});
  }
  /// { [h, b] -> … } of the blocks that are run.
  isl::map inBlocks(const isl::map &map) const { return map.intersect_domain(K.blocks); }

  const TileFacts &F;
  const Program &P;
  const MappedKernel &K;
  const SharedTile &Tile;
  const Sync &Order;
  std::vector<Use> Uses;
  isl::map Stored; ///< { [h, b] -> A[a] }
  /// The same: what is accessed or written through the tile, or more in simple terms.
  isl::map AroundAll, AroundWrites;
  isl::map Stores;   ///< { [h, b] -> [h, b, e] }
  bool Alone = true; ///< The kernel does not access the array beside the tile.
  mutable std::optional<bool> LoadsAll, Apart; ///< What the functions answered.
  // By what was asked for.
  mutable std::map<Wanted, std::map<const Placed *, isl::map>> Relations;
  mutable std::map<Wanted, isl::map> Elements;
};

} // namespace

static bool anyKind(AccessKind) { return true; }
static bool isRead(AccessKind kind) { return kind == AccessKind::Read; }
static bool isWrite(AccessKind kind) { return kind != AccessKind::Read; }
static bool isSureWrite(AccessKind kind) { return kind == AccessKind::MustWrite; }

/// A superset of \p map without divisibility: enough for most proofs.
static isl::map plain(const isl::map &map) {
  if (!quantifies(map.wrap()))
    return map;
  return isl::manage(isl_map_remove_divs(map.detect_equalities().release()));
}

/// The same relation of instances to elements. Each neighbour is the instance itself at a
/// distance, so that nothing is left to eliminate, as there is of what isl can join
/// a few of them to. Many are mostly a box.
static isl::map joined(const isl::map &neighbours) {
  return isl_map_n_basic_map(neighbours.get()) > 8 ? neighbours.coalesce() : neighbours;
}

/// A superset of { [h, b] -> A[a] } for \p relation = { S[i] -> A[a] }.
isl::map ReadWriteCheck::accessedAround(const Placed &placed, const isl::map &relation) const {
  isl::map around = plain(placed.group).reverse().apply_range(joined(relation));
  return isl::manage(isl_map_remove_divs(around.release()));
}

/// \p one and those parts of \p more that are not in it.
static isl::map uniteWith(const isl::map &one, const isl::map &more) {
  return isSurelySubset(more.wrap(), one.wrap()) ? one : one.unite(more);
}

/// The accesses through the tile.
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
      Uses.push_back({placed, &access, relation});
    }
  }
  for (const Placed &placed : K.placed)
    for (const Access &access : P.scop.statements[placed.statement].accesses)
      Alone &= !isBeside(placed.statement, access);
  for (const auto &[placed, relation] : relationsOf(isWrite))
    AroundWrites = uniteWith(AroundWrites, accessedAround(*placed, relation));
  AroundAll = AroundWrites;
  for (const auto &[placed, relation] : relationsOf(anyKind))
    AroundAll = uniteWith(AroundAll, accessedAround(*placed, relation));
  return checkInBox();
}

/// All accesses are in the box, and in device memory: as what is loaded is.
Outcome ReadWriteCheck::checkInBox() const {
  if (surelyLoadsAll() || !checkElements(F, inBlocks(AroundAll), "accessed"))
    return std::nullopt;
  return checkElements(F, elementsOf(anyKind), "accessed");
}

/// { S[i] -> A[a] } by statement: what is accessed through the tile in ways
/// that are \p wanted, or that of more instances.
const std::map<const Placed *, isl::map> &ReadWriteCheck::relationsOf(Wanted wanted) const {
  auto [cached, isNew] = Relations.try_emplace(wanted);
  if (!isNew)
    return cached->second;
  for (const Use &use : Uses) {
    if (!wanted(use.access->kind))
      continue;
    isl::map relation = P.relationOf(use.placed->statement, *use.access);
    auto [entry, isFirst] = cached->second.try_emplace(use.placed, relation);
    if (!isFirst)
      entry->second = entry->second.unite(relation);
  }
  for (auto &[placed, relation] : cached->second)
    relation = relation.gist_domain(P.domains[placed->statement]);
  return cached->second;
}

/// { [h, b] -> A[a] }: what is accessed through the tile in ways that are \p
/// wanted.
const isl::map &ReadWriteCheck::elementsOf(Wanted wanted) const {
  auto [entry, isNew] = Elements.try_emplace(wanted, isl::map::empty(F.copied.space()));
  if (!isNew)
    return entry->second;
  for (const auto &[placed, relation] : relationsOf(wanted))
    entry->second =
        entry->second.unite(placed->group.reverse().apply_range(joined(relation)).coalesce());
  entry->second = entry->second.coalesce();
  return entry->second;
}

Outcome ReadWriteCheck::collectStores() {
  if (Tile.stored &&
      (domainDims(*Tile.stored) != K.groupDims() || rangeDims(*Tile.stored) != rangeDims(F.copied)))
    return F.bad("what it stores has the wrong number of dimensions");
  if (Tile.rotate) {
    if (Tile.stored)
      Stored = inBlocks(flatDomain(*Tile.stored));
    return Tile.stored ? copiedElements(F, KernelAction::Kind::CopyOut, Stored) : std::nullopt;
  }
  if (Outcome failure = momentsOf(F, KernelAction::Kind::CopyOut, Stores))
    return failure;
  if (Tile.stored) {
    Stored = inBlocks(flatDomain(*Tile.stored).intersect_domain(Stores.domain())).coalesce();
  }
  return std::nullopt;
}

/// { [h, b] -> A[a] }: all elements that blocks access, load or store; \p
/// storesOnly: those that they write or store. Unless \p exact more, but in
/// simple terms.
isl::map ReadWriteCheck::touched(bool storesOnly, bool exact) const {
  isl::map result = isl::map::empty(F.copied.space());
  const auto add = [&](const isl::map &part) {
    result = exact ? result.unite(inBlocks(part)) : uniteWith(result, plain(part));
  };
  for (const SharedTile &tile : K.plan->shared) {
    if (tile.array != Tile.array)
      continue;
    const isl::map key = projection(P.ctx(), K.groupDims() + tile.prefix, 0, K.groupDims());
    if (!storesOnly)
      add(key.reverse().apply_range(flatDomain(tile.copied)));
    if (tile.stored)
      add(key.reverse().apply_range(flatDomain(*tile.stored)));
  }
  if (Alone && !exact && (storesOnly || !surelyLoadsAll()))
    add(storesOnly ? AroundWrites : AroundAll);
  for (const Placed &placed : K.placed) {
    auto found = P.accesses[placed.statement].find(Tile.array);
    if (found == P.accesses[placed.statement].end() || (Alone && !exact))
      continue;
    const ArrayAccesses &accesses = found->second;
    const isl::map one = storesOnly ? accesses.mayWrites : accesses.all();
    if (!one.is_empty())
      add(exact ? placed.group.reverse().apply_range(one) : accessedAround(placed, one));
  }
  return result;
}

/// The part of \p elements = { [h, b] -> A[a] } that another block which may
/// run at the same time has in \p touched.
isl::map ReadWriteCheck::meetingBeside(const isl::map &elements, const isl::map &touched) const {
  isl::map pairs = elements.apply_range(touched.reverse());
  const bool flags = K.plan->mode == LaunchMode::Flags;
  const unsigned ordered = K.hostDims - (flags ? K.plan->innerHostDims : 0);
  for (unsigned h = 0; h < ordered; ++h)
    pairs = isl::manage(isl_map_equate(pairs.release(), isl_dim_in, h, isl_dim_out, h));
  pairs = pairs.subtract(isl::manage(isl_map_identity(isl_map_get_space(pairs.get()))));
  if (pairs.is_empty())
    return isl::map::empty(elements.space());
  return pairs.apply_range(touched).intersect(elements);
}

/// Whether each block loads all that it accesses through the tile. The answer no means nothing.
bool ReadWriteCheck::surelyLoadsAll() const {
  if (!LoadsAll)
    LoadsAll = isSurelySubset(AroundAll.wrap(), F.copied.wrap());
  return *LoadsAll;
}

/// Whether no block stores anything that a block beside it touches at all. The answer no
/// means nothing.
bool ReadWriteCheck::apart() const {
  if (!Apart && quantifies(F.copied.wrap()))
    Apart = false;
  if (!Apart) {
    const isl::map all = touched(false, false), stored = touched(true, false);
    // Slices of a tile are many sets in one box, which mostly is apart from others itself.
    Apart = meetingBeside(hullOf(all), hullOf(stored)).is_empty() ||
            meetingBeside(all, stored).is_empty();
  }
  return *Apart;
}

/// Whether all of \p part, { [h, b] -> A[a] }, is accessed by its block in ways that are \p
/// wanted, or does not matter to other blocks. The answer no means nothing.
bool ReadWriteCheck::isSurely(const isl::map &part, Wanted wanted) const {
  // Which is found faster depends on the shape of the tile: only boxes, also those of slices,
  // have more than is accessed, and exact sets are simple where they do not.
  const bool box =
      !quantifies(F.copied.wrap()) && isl_map_n_basic_map(F.copied.get()) == 1 && surelyLoadsAll();
  return ((box || Tile.rotate) && apart()) ||
         isSurelySubset(part.wrap(), elementsOf(wanted).wrap()) || apart();
}

/// Stored is what may have been written, or keeps its value, and has a value.
Outcome ReadWriteCheck::checkStored() const {
  if (!isSurelySubset(AroundWrites.wrap(), Stored.wrap())) {
    const isl::map &written = elementsOf(isWrite);
    if (!isSubset(written, Stored)) {
      PairText lost = samplePair(written.subtract(Stored));
      return F.bad(lost.target + " is written but not stored in block " + lost.source + lost.where);
    }
  }
  if (!isSurely(Stored, isWrite)) {
    const isl::map &written = elementsOf(isWrite);
    if (!isSubset(Stored, written)) {
      isl::map foreign = meetingBeside(Stored.subtract(written), touched(false, true));
      if (!foreign.is_empty())
        return F.bad(samplePair(foreign).target + " is stored but not written in block " +
                     samplePair(foreign).source + ", and a block beside it touches it" +
                     samplePair(foreign).where);
    }
  }
  if (Stored.is_empty() || isSurelySubset(Stored.wrap(), F.copied.wrap()))
    return std::nullopt;
  const isl::map &sure = elementsOf(isSureWrite);
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
  const isl::map loaded = inBlocks(F.copied);
  if (isSurely(loaded, anyKind))
    return std::nullopt;
  const isl::map &accessed = elementsOf(anyKind);
  if (isSubset(loaded, accessed))
    return std::nullopt;
  isl::map both = meetingBeside(loaded.subtract(accessed), touched(true, true));
  if (!both.is_empty())
    return F.bad(samplePair(both).target + " is loaded in block " + samplePair(both).source +
                 " without being accessed, and a block beside it stores it" +
                 samplePair(both).where);
  return std::nullopt;
}

/// What changes in a block and is in its tile is accessed through the tile only.
Outcome ReadWriteCheck::checkExclusive() const {
  if (Alone)
    return std::nullopt;
  isl::map beside = isl::map::empty(F.copied.space()), changed = beside;
  for (const Placed &placed : K.placed)
    for (const Access &access : P.scop.statements[placed.statement].accesses) {
      if (!isBeside(placed.statement, access))
        continue;
      isl::map elements =
          placed.group.reverse().apply_range(P.relationOf(placed.statement, access));
      beside = beside.unite(elements);
      if (isWrite(access.kind))
        changed = changed.unite(elements);
    }
  isl::map held = elementsOf(anyKind).unite(inBlocks(F.copied));
  isl::map both = beside.intersect(held).intersect(changed.unite(elementsOf(isWrite)));
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

/// Whether elements that are read, but not loaded, are all written by the block, and before
/// any of them is read. The answer no means nothing.
bool ReadWriteCheck::writtenBeforeReads() const {
  const isl::map reads = events(isRead, false), writes = events(isSureWrite, false);
  const isl::map group = projection(P.ctx(), domainDims(reads), 0, K.groupDims());
  const isl::map open = elementsOf(isRead).subtract(F.copied);
  return isSubset(open, elementsOf(isSureWrite)) &&
         writesComeFirst(F, writes, reads.intersect(group.apply_range(open)));
}

/// What is read has been loaded or written before.
Outcome ReadWriteCheck::checkReads() const {
  if (surelyLoadsAll() || isSurelySubset(elementsOf(isRead).wrap(), F.copied.wrap()))
    return std::nullopt;
  if (Tile.rotate && writtenBeforeReads())
    return std::nullopt;
  for (const Use &use : Uses) {
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
  for (const auto &[placed, relation] : relationsOf(writesOnly ? isWrite : anyKind)) {
    isl::set here = exact ? relation.domain().apply(placed->point) : plain(placed->point).range();
    all = all.unite(exact ? here : isl::manage(isl_set_remove_divs(here.release())));
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
  const auto &accesses = relationsOf(anyKind), &writes = relationsOf(isWrite);
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
  isl::map all =
      isl::map::empty(eventsOf(F, Uses.front().placed->point, Uses.front().relation).space());
  for (const auto &[placed, relation] : relationsOf(wanted))
    all = all.unite(eventsOf(F, exact ? placed->point : plain(placed->point), relation));
  return all.coalesce();
}

/// The order of what happens to elements and to those that share their place.
Outcome ReadWriteCheck::checkTurns() const {
  if (!checkRotation(F, events(anyKind, false), events(isWrite, false), false))
    return std::nullopt;
  return checkRotation(F, events(anyKind, true), events(isWrite, true), true);
}

Outcome ReadWriteCheck::check() {
  if (Tile.prefix != 0)
    return F.bad("it is written, but does not live as long as its block");
  if (Outcome failure = collectUses())
    return failure;
  if (Tile.rotate && Uses.empty())
    return F.bad("it rotates, but nothing is accessed through it");
  if (Outcome failure = collectStores())
    return failure;
  using Step = Outcome (ReadWriteCheck::*)() const;
  for (Step step : {static_cast<Step>(&ReadWriteCheck::checkExclusive), &ReadWriteCheck::checkReads,
                    &ReadWriteCheck::checkLoads, &ReadWriteCheck::checkStored,
                    Tile.rotate ? static_cast<Step>(&ReadWriteCheck::checkTurns)
                                : static_cast<Step>(&ReadWriteCheck::checkMoments)})
    if (Outcome failure = (this->*step)())
      return failure;
  return std::nullopt;
}

Outcome verifier::checkReadWriteTile(const TileFacts &facts) {
  return ReadWriteCheck(facts).check();
}
