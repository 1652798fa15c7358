//===- SameInstances.h - Instances of another statement ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_VERIFIER_SAMEINSTANCES_H
#define GPUTILE_LIB_VERIFIER_SAMEINSTANCES_H

#include "gputile/IR/Scop.h"

namespace gputile::verifier {

/// Statement \p y of a changed program, whose instances are said to be some of those of \p x of the
/// original one.
class SameInstances {
public:
  /// \param origin { Y[y] -> X[x] }, by which they are; looked at for the instances of \p y alone
  SameInstances(const Statement &x, const Statement &y, const isl::map &origin)
      : X(x), Y(y), Origin(origin.intersect_domain(y.domain)) {}

  const isl::map &origin() const { return Origin; }
  /// Whether instances have the text of their originals, in which iterators have the same values,
  /// and the same updates.
  bool haveSameText() const;
  /// Whether they access the same elements, through the same references.
  bool haveSameAccesses() const;
  /// Whether they run at the same times.
  bool haveSameTimes() const { return isSame(X.schedule, Y.schedule); }

private:
  bool isSame(const isl::map &x, const isl::map &y) const;
  bool isSameUpdate(const Update &a, const Update &b) const;
  bool arePiecesSame(const std::vector<BodyPiece> &a, const std::vector<BodyPiece> &b) const;

  const Statement &X, &Y;
  const isl::map Origin;
};

} // namespace gputile::verifier

#endif
