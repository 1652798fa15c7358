//===- TileUses.h - What blocks access through and beside a tile -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_VERIFIER_TILEUSES_H
#define GPUTILE_LIB_VERIFIER_TILEUSES_H

#include "Verifier/TileFacts.h"

namespace gputile::verifier {

/// Which accesses a question is about.
using Wanted = bool (*)(AccessKind);
inline bool anyKind(AccessKind) { return true; }
inline bool isRead(AccessKind kind) { return kind == AccessKind::Read; }
inline bool isWrite(AccessKind kind) { return kind != AccessKind::Read; }
inline bool isSureWrite(AccessKind kind) { return kind == AccessKind::MustWrite; }

/// One access through the tile.
struct Use {
  const Placed *placed;
  const Access *access;
  isl::map relation; ///< { S[i] -> A[a] }

  /// { [h, b] -> A[a] }
  isl::map elements() const { return placed->group.reverse().apply_range(relation); }
};

/// The accesses of a kernel to the array of a tile that is written, and the elements that each of
/// its blocks accesses, loads and stores.
class TileUses {
public:
  explicit TileUses(const TileFacts &facts);

  /// Finds them, or says why what the tile lists are no accesses to its array.
  Outcome collect();

  /// Those through the tile.
  const std::vector<Use> &all() const { return Uses; }
  /// Whether the kernel does not access the array beside the tile.
  bool alone() const { return Alone; }
  /// Whether \p access of \p statement is to the tile's array, but beside the tile.
  bool isBeside(unsigned statement, const Access &access) const;

  /// { S[i] -> A[a] } by statement: what is accessed through the tile in ways that are \p wanted,
  /// or that of more instances.
  const std::map<const Placed *, isl::map> &relationsOf(Wanted wanted) const;
  /// { [h, b] -> A[a] }: what is accessed through the tile in ways that are \p wanted.
  const isl::map &elementsOf(Wanted wanted) const;
  /// The same for all accesses, and for writes: or more, in simple terms.
  const isl::map &aroundAll() const { return AroundAll; }
  const isl::map &aroundWrites() const { return AroundWrites; }

  /// { [h, b] -> A[a] }: all elements that blocks access, load or store; \p storesOnly: those
  /// that they write or store. Unless \p exact more, but in simple terms.
  isl::map touched(bool storesOnly, bool exact) const;
  /// The part of \p elements = { [h, b] -> A[a] } that another block which may run at the same
  /// time has in \p touched.
  isl::map meetingBeside(const isl::map &elements, const isl::map &touched) const;

  /// Whether each block loads all that it accesses through the tile. The answer no means nothing.
  bool surelyLoadsAll() const;
  /// Whether all of \p part, { [h, b] -> A[a] }, is accessed by its block in ways that are \p
  /// wanted, or does not matter to other blocks. The answer no means nothing.
  bool isSurely(const isl::map &part, Wanted wanted) const;

  /// { [h, b] -> … } of the blocks that are run.
  isl::map inBlocks(const isl::map &map) const { return map.intersect_domain(K.blocks); }

private:
  isl::map accessedAround(const Placed &placed, const isl::map &relation) const;
  bool apart() const;
  bool lists(ReferenceId id) const;

  const TileFacts &F;
  const Program &P;
  const MappedKernel &K;
  const SharedTile &Tile;
  std::vector<Use> Uses;
  isl::map AroundAll, AroundWrites; ///< { [h, b] -> A[a] }
  bool Alone = true;
  mutable std::optional<bool> LoadsAll, Apart; ///< What the functions answered.
  // By what was asked for.
  mutable std::map<Wanted, std::map<const Placed *, isl::map>> Relations;
  mutable std::map<Wanted, isl::map> Elements;
};

} // namespace gputile::verifier

#endif
