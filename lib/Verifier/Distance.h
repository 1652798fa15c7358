//===- Distance.h - Order proved from distances -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A fast proof that conflicting instances stay in order. It forgets which
/// instances there are and keeps how far two of a pair are apart: a place
/// w = [h…, b…, e…, t…] (launch, block, moment and thread) has affine rows F(w) that are
/// affine in the instance, too, F(w) = f(S[i]), such as s b + t = i in a tile of s
/// iterations. So the places of a pair S[i], T[j] satisfy F(w') - F(w) = f(T[j]) - f(S[i]).
/// The set of all these differences is small and has neither divisions nor
/// parameters; that all places so far apart are in order is one question
/// for a kernel, whatever the number of statements.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_VERIFIER_DISTANCE_H
#define GPUTILE_LIB_VERIFIER_DISTANCE_H

#include "Verifier/Conflicts.h"

#include <array>

namespace gputile::verifier {

/// Proves the order of all conflicts of a kernel at once, from their distances.
class DistanceProof {
public:
  DistanceProof(const Program &program, Conflicts &conflicts);

  /// Whether all pairs with the first instance in kernel \p k and the second in
  /// kernel \p l stay in order. The answer no means nothing.
  bool proves(size_t k, size_t l) const;

  /// Convex sets that contain the places of each statement of a kernel, and of all.
  struct Hulls {
    std::vector<isl::set> each; ///< By position in `placed`.
    isl::set any;
  };

  /// What is known of the places [h…, b…] of tiles and of the rows f of their instances.
  struct Tile {
    isl::set whole;                  ///< { [h…, b…, f…] }
    std::vector<isl::set> alongDims; ///< By d: { [h…, b_d, f…] }, from constraints on these only.
  };
  /// The tiles of the statements of a kernel, each alone and all together.
  struct Tiles {
    std::vector<Tile> each; ///< By position in `placed`.
    Tile any;
  };

private:
  /// A kernel without its instances; all but `ofStatement` without parameters.
  struct Frame {
    std::vector<std::vector<long>> rows; ///< Coefficients of F.
    isl::map row;                        ///< { [w] -> [f] }, f = F(w).
    std::vector<isl::map> ofStatement;   ///< By position in `placed`: { S[i] -> [f] }, or more.
    Tiles tiles;
    Hulls places;       ///< { [w] }
    isl::map launch;    ///< { [h…] -> [l…] }, or more.
    isl::map separated; ///< { [w] -> [w'] : surely a barrier between }
  };
  Frame makeFrame(const MappedKernel &kernel) const;
  /// The differences of the rows of conflicting instances of two statements.
  struct Distances {
    isl::map from, to;  ///< Frame::ofStatement of both.
    isl::set all, hull; ///< { [f(T[j]) - f(S[i])] }; hull: convex, and perhaps more.
  };
  const Distances &distances(size_t k, size_t a, size_t l, size_t b) const;
  bool blocksInOrder(size_t k, const Tile &from, size_t l, const Tile &to,
                     const isl::set &far) const;
  bool blocksInOrderAlongDims(size_t k, const Tile &from, size_t l, const Tile &to,
                              const isl::set &far) const;
  /// Whether no places in \p from and \p to, { [h…, b_d, f…] }, whose rows differ by \p far
  /// are \p related, { [h…] -> [h'…] } or { [h…, b_d] -> [h'…, b'_d] }.
  bool neverAlongDim(const isl::set &from, const isl::set &to, const isl::set &far,
                     const isl::map &related) const;
  /// The same for plainly equal relations.
  size_t numberOf(const isl::map &map) const;
  bool threadsInOrder(size_t k, const isl::set &from, const isl::set &to,
                      const isl::set &far) const;

  const Program &P;
  Conflicts &Pairs;
  std::vector<Frame> Frames; ///< By kernel.
  /// By two statements, what has been asked for.
  mutable std::map<std::pair<unsigned, unsigned>, std::vector<Distances>> Known;
  mutable std::vector<isl::map> Seen; ///< By numberOf.
  /// What neverAlongDim answered, by the numbers of what it was asked.
  mutable std::map<std::array<size_t, 4>, bool> Never;
};

} // namespace gputile::verifier

#endif
