//===- SameInstances.cpp - Instances of another statement -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier/SameInstances.h"

#include "Verifier/Updates.h"
#include "gputile/Support/IslTools.h"

#include <algorithm>

using namespace gputile;
using namespace gputile::verifier;

/// Whether \p y says of instances what \p x says of their originals.
bool SameInstances::isSame(const isl::map &x, const isl::map &y) const {
  return Origin.apply_range(x).is_equal(y.intersect_domain(Origin.domain()));
}

/// { S[i] -> [(value)] } of iterator \p i.
static isl::map valueOf(const Statement &s, unsigned i) {
  const isl::map values = s.iteratorValues ? s.iteratorValues->as_map() : s.domain.identity();
  return selectRange(flatRange(values.intersect_domain(s.domain)), i, 1);
}

bool SameInstances::arePiecesSame(const std::vector<BodyPiece> &a,
                                  const std::vector<BodyPiece> &b) const {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](const BodyPiece &p, const BodyPiece &q) {
                      if (p.kind != q.kind || p.text != q.text)
                        return false;
                      if (p.kind != BodyPiece::Kind::Iterator)
                        return p.index == q.index;
                      return p.index < X.iterators.size() && q.index < Y.iterators.size() &&
                             isSame(valueOf(X, p.index), valueOf(Y, q.index));
                    });
}

bool SameInstances::isSameUpdate(const Update &a, const Update &b) const {
  Update other = b;
  other.operand = a.operand;
  return sameUpdate(a, other) && arePiecesSame(a.operand, b.operand);
}

bool SameInstances::haveSameText() const {
  return arePiecesSame(X.body, Y.body) &&
         std::equal(X.updates.begin(), X.updates.end(), Y.updates.begin(), Y.updates.end(),
                    [&](const Update &a, const Update &b) { return isSameUpdate(a, b); });
}

bool SameInstances::haveSameAccesses() const {
  const auto arePieces = [&](const auto &a, const auto &b) { return arePiecesSame(a, b); };
  return std::equal(X.references.begin(), X.references.end(), Y.references.begin(),
                    Y.references.end(),
                    [&](const Reference &a, const Reference &b) {
                      return a.array == b.array && a.affine == b.affine &&
                             isSame(a.index, b.index) &&
                             std::equal(a.subscripts.begin(), a.subscripts.end(),
                                        b.subscripts.begin(), b.subscripts.end(), arePieces);
                    }) &&
         std::equal(X.accesses.begin(), X.accesses.end(), Y.accesses.begin(), Y.accesses.end(),
                    [&](const Access &a, const Access &b) {
                      return a.reference == b.reference && a.kind == b.kind &&
                             isSame(a.relation, b.relation);
                    });
}
