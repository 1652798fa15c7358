//===- Sync.h - Barriers between points of a kernel -------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Order inside a block. A point { [h…, b…, e…] } is a moment e of block b in
/// launch h; every thread of the block passes through its points in
/// lexicographic order of e, and a barrier separates what lies before it from
/// what lies after it, whatever the threads.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_VERIFIER_SYNC_H
#define GPUTILE_LIB_VERIFIER_SYNC_H

#include "Verifier/Program.h"

namespace gputile::verifier {

/// { [h, b, e] -> [h, b, e'] : e << e' } for the moments of \p kernel.
isl::map laterInBlock(const MappedKernel &kernel);

/// Moments of actions or of the instances of one statement, by the numbers that their
/// coordinates e_i surely have.
struct KnownMoments {
  std::vector<std::optional<long>> numbers;
  std::optional<size_t> statement; ///< Position in MappedKernel::placed.
};
/// Those of \p actions = { x -> [h…, b…, e…] }.
KnownMoments momentsOf(const MappedKernel &kernel, const isl::map &actions);
/// Those of \p placed of \p kernel.
KnownMoments momentsOf(const MappedKernel &kernel, const Placed &placed);

/// Tells what the barriers of one kernel separate.
class Sync {
public:
  explicit Sync(const MappedKernel &kernel);

  /// Whether a barrier lies after each moment of \p from and before each of \p to in one
  /// block, so that the first ones are earlier. The answer no means nothing.
  bool surelySeparated(const KnownMoments &from, const KnownMoments &to) const;

  /// { p -> q : same block, p before q } for p in \p from and q in \p to.
  isl::map before(const isl::set &from, const isl::set &to) const;
  /// { p -> q : same block } for p in \p from and q in \p to.
  isl::map sameBlock(const isl::set &from, const isl::set &to) const;
  /// Those of \p pairs = { p -> q } that are in the same block.
  isl::map inOneBlock(const isl::map &pairs) const { return pairs.intersect(SameBlock); }
  /// { p -> q : same block, a barrier after p and before q }.
  isl::map separated(const isl::set &from, const isl::set &to) const;
  bool hasBarriers() const { return !Barriers.is_empty(); }

private:
  isl::map Before;    ///< laterInBlock
  isl::map SameBlock; ///< { [h, b, e] -> [h, b, e'] }
  isl::set Barriers;  ///< { [h, b, e] }
  /// The points of one barrier action.
  struct Barrier {
    KnownMoments moments;
    unsigned loops; ///< Around it.
    bool always;    ///< Each block passes it once.
    std::vector<bool> inLoopsOf;
  };
  std::vector<Barrier> Each; ///< The same ones by action.
};

} // namespace gputile::verifier

#endif
