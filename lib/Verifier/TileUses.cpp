//===- TileUses.cpp - What blocks access through and beside a tile --------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier/TileUses.h"

#include <isl/map.h>

#include <algorithm>

using namespace gputile;
using namespace gputile::verifier;

TileUses::TileUses(const TileFacts &facts)
    : F(facts), P(facts.program), K(facts.kernel), Tile(facts.tile),
      AroundAll(isl::map::empty(facts.copied.space())), AroundWrites(AroundAll) {}

bool TileUses::lists(ReferenceId id) const {
  return std::find(Tile.references.begin(), Tile.references.end(), id) != Tile.references.end();
}

bool TileUses::isBeside(unsigned statement, const Access &access) const {
  return P.scop.statements[statement].references[access.reference].array == Tile.array &&
         !lists({statement, access.reference});
}

/// The same relation of instances to elements. Each neighbour is the instance itself at a
/// distance, so that nothing is left to eliminate, as there is of what isl can join
/// a few of them to. Many are mostly a box.
static isl::map joined(const isl::map &neighbours) {
  return isl_map_n_basic_map(neighbours.get()) > 8 ? neighbours.coalesce() : neighbours;
}

/// A superset of { [h, b] -> A[a] } for \p relation = { S[i] -> A[a] }.
isl::map TileUses::accessedAround(const Placed &placed, const isl::map &relation) const {
  isl::map around = withoutDivisions(placed.group).reverse().apply_range(joined(relation));
  return withoutDivs(around);
}

/// \p one and those parts of \p more that are not in it.
static isl::map uniteWith(const isl::map &one, const isl::map &more) {
  return plainIsSubset(more.wrap(), one.wrap()) ? one : one.unite(more);
}

Outcome TileUses::collect() {
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
  return std::nullopt;
}

const std::map<const Placed *, isl::map> &TileUses::relationsOf(Wanted wanted) const {
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

const isl::map &TileUses::elementsOf(Wanted wanted) const {
  auto [entry, isNew] = Elements.try_emplace(wanted, isl::map::empty(F.copied.space()));
  if (!isNew)
    return entry->second;
  for (const auto &[placed, relation] : relationsOf(wanted))
    entry->second =
        entry->second.unite(placed->group.reverse().apply_range(joined(relation)).coalesce());
  entry->second = entry->second.coalesce();
  return entry->second;
}

isl::map TileUses::touched(bool storesOnly, bool exact) const {
  isl::map result = isl::map::empty(F.copied.space());
  const auto add = [&](const isl::map &part) {
    result = exact ? result.unite(inBlocks(part)) : uniteWith(result, withoutDivisions(part));
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

isl::map TileUses::meetingBeside(const isl::map &elements, const isl::map &touched) const {
  isl::map pairs = elements.apply_range(touched.reverse());
  // With flags, too, blocks of other launches run before or after this one, if one of them stores
  // what the other touches: chains of waits are proved for what tiles load and store.
  for (unsigned h = 0; h < K.hostDims; ++h)
    pairs = equateDims(pairs, h, h);
  pairs = pairs.subtract(identityLike(pairs));
  if (pairs.is_empty())
    return isl::map::empty(elements.space());
  return pairs.apply_range(touched).intersect(elements);
}

bool TileUses::surelyLoadsAll() const {
  if (!LoadsAll)
    LoadsAll = plainIsSubset(AroundAll.wrap(), F.copied.wrap());
  return *LoadsAll;
}

/// Whether no block stores anything that a block beside it touches at all. The answer no
/// means nothing.
bool TileUses::apart() const {
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

bool TileUses::isSurely(const isl::map &part, Wanted wanted) const {
  // Which is found faster depends on the shape of the tile: only boxes, also those of slices,
  // have more than is accessed, and exact sets are simple where they do not.
  const bool box =
      !quantifies(F.copied.wrap()) && isl_map_n_basic_map(F.copied.get()) == 1 && surelyLoadsAll();
  return ((box || Tile.circular) && apart()) ||
         plainIsSubset(part.wrap(), elementsOf(wanted).wrap()) || apart();
}
