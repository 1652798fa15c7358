//===- Untiled.cpp - Programs without loops over tiles --------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each instance is one of the original program, with its text and its elements. All run at the
/// original times, or those that access one element, not both to read it, run in the original
/// order.
///
//===----------------------------------------------------------------------===//

#include "Verifier/Compare.h"
#include "Verifier/Independence.h"
#include "Verifier/Updates.h"

#include <isl/union_map.h>

#include <algorithm>

using namespace gputile;
using namespace gputile::verifier;

static Outcome bad(std::string what) { return fail(Kind::Untiled, std::move(what)); }

namespace {

/// A statement, and the original one with other dimensions.
class Redimensioned {
public:
  Redimensioned(const Statement &original, const Statement &changed, const isl::map &origin,
                const isl::set &context)
      : X(original), Y(changed), Context(context),
        Origin(origin.intersect_domain(changed.domain).intersect_params(context)) {}

  Outcome check() const {
    if (X.name != Y.name ||
        !std::equal(X.updates.begin(), X.updates.end(), Y.updates.begin(), Y.updates.end(),
                    [&](const Update &a, const Update &b) { return sameUpdateText(a, b); }))
      return bad("statement " + Y.name + " is not the original one");
    if (!isBijection())
      return bad("the instances of statement " + Y.name + " are not the original ones");
    if (!samePieces(X.body, Y.body))
      return bad("the text of statement " + Y.name + " has other values");
    return sameElements() ? Outcome() : bad("statement " + Y.name + " accesses other elements");
  }

  const isl::map &origin() const { return Origin; }

private:
  bool isBijection() const {
    return Origin.is_single_valued() && Origin.is_injective() &&
           Origin.domain().is_equal(Y.domain.intersect_params(Context)) &&
           Origin.range().is_equal(X.domain.intersect_params(Context));
  }

  /// Whether \p y says of instances what \p x says of the original ones.
  bool isSame(const isl::map &x, const isl::map &y) const {
    return Origin.apply_range(x).is_equal(y.intersect_domain(Origin.domain()));
  }

  bool sameElements() const {
    return std::equal(
               X.references.begin(), X.references.end(), Y.references.begin(), Y.references.end(),
               [&](const Reference &a, const Reference &b) {
                 return a.array == b.array && a.affine == b.affine && isSame(a.index, b.index) &&
                        std::equal(a.subscripts.begin(), a.subscripts.end(), b.subscripts.begin(),
                                   b.subscripts.end(),
                                   [&](const auto &p, const auto &q) { return samePieces(p, q); });
               }) &&
           std::equal(X.accesses.begin(), X.accesses.end(), Y.accesses.begin(), Y.accesses.end(),
                      [&](const Access &a, const Access &b) {
                        return a.reference == b.reference && a.kind == b.kind &&
                               isSame(a.relation, b.relation);
                      });
  }

  bool sameUpdateText(const Update &a, const Update &b) const {
    Update other = b;
    other.operand = a.operand;
    return sameUpdate(a, other) && samePieces(a.operand, b.operand);
  }

  /// The text is the same, and iterators in it have the same values.
  bool samePieces(const std::vector<BodyPiece> &a, const std::vector<BodyPiece> &b) const {
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(), [&](const BodyPiece &p, const BodyPiece &q) {
          if (p.kind != q.kind || p.text != q.text)
            return false;
          if (p.kind != BodyPiece::Kind::Iterator)
            return p.index == q.index;
          return q.index < Y.iterators.size() && isSame(valueOf(X, p.index), valueOf(Y, q.index));
        });
  }

  /// { S[i] -> [(value)] } of iterator \p i.
  static isl::map valueOf(const Statement &s, unsigned i) {
    const isl::map values = s.iteratorValues ? s.iteratorValues->as_map() : s.domain.identity();
    return selectRange(flatRange(values.intersect_domain(s.domain)), i, 1);
  }

  const Statement &X, &Y;
  const isl::set Context;
  const isl::map Origin; ///< { S[x] -> S[i] }
};

} // namespace

/// The pairs of instances of \p changed that access one element, and do not both read it.
static isl::union_map conflictsOf(const Scop &changed) {
  const isl::union_map reads = readsOf(changed), writes = mayWritesOf(changed);
  const isl::union_map all = reads.unite(writes);
  return writes.apply_range(all.reverse()).unite(reads.apply_range(writes.reverse()));
}

static Outcome checkOrder(const Scop &original, const Scop &changed, const isl::union_map &origins,
                          const isl::set &context) {
  const isl::union_map before = origins.apply_range(scheduleOf(original)),
                       after = scheduleOf(changed);
  const isl::union_map first =
      isl::manage(isl_union_map_lex_lt_union_map(before.copy(), before.copy()));
  const isl::union_map notFirst =
      isl::manage(isl_union_map_lex_ge_union_map(after.copy(), after.copy()));
  const isl::union_map wrong =
      conflictsOf(changed).intersect_params(context).intersect(first).intersect(notFirst);
  return wrong.is_empty() ? Outcome()
                          : bad("two accesses to one element no longer have their order");
}

std::optional<VerificationFailure> gputile::verifyUntiled(const Scop &original, const Scop &changed,
                                                          const std::vector<isl::map> &origins) {
  if (!sameSurroundings(original, changed) || !original.context.is_equal(changed.context) ||
      !original.guard.is_equal(changed.guard))
    return bad("the region's parameters, assumptions or the values after it have changed");
  if (Outcome failure = checkNewArrays(original, changed, Kind::Untiled))
    return failure;
  if (original.arrays.size() != changed.arrays.size() ||
      original.statements.size() != changed.statements.size() ||
      origins.size() != changed.statements.size())
    return bad("there are new arrays or statements");
  const isl::set context = changed.context.intersect(changed.guard);
  isl::union_map instances = isl::union_map::empty(original.ctx());
  for (unsigned s = 0; s < origins.size(); ++s) {
    const Redimensioned statement(original.statements[s], changed.statements[s], origins[s],
                                  context);
    if (Outcome failure = statement.check())
      return failure;
    instances = instances.unite(isl::union_map(statement.origin()));
  }
  if (Outcome failure = checkIndependence(original, changed, instances))
    return failure;
  return checkOrder(original, changed, instances, context);
}
