//===- PrivacyUniform.cpp - Copies that iterations have alone --------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier/PrivacyUniform.h"

#include "gputile/Support/FixedRange.h"
#include "gputile/Support/LastAccesses.h"
#include "gputile/Support/UniteElements.h"

#include <isl/map.h>

#include <algorithm>

using namespace gputile;
using namespace gputile::verifier;

namespace {

/// One question about one array.
class UniformExpansion {
public:
  UniformExpansion(const Scop &a, const Scop &b, const isl::set &context, unsigned array)
      : A(a), B(b), Context(context), Array(array),
        Extra(b.arrays[array].rank - a.arrays[array].rank) {}

  bool holds() {
    for (unsigned s = 0; s < A.statements.size(); ++s)
      if (!findCopies(s) || !areExpanded(s))
        return false;
    collectWrites();
    return std::all_of(CopyOf.begin(), CopyOf.end(),
                       [&](const auto &entry) { return readsOwnCopy(entry.first); });
  }

private:
  /// Elements that one statement writes, which differ in numbers only.
  struct Writes {
    unsigned statement;
    AccessKind kind;
    isl::map elements; ///< { S[i] -> A[e] }
    FixedRange fixed;
  };

  bool refersToArray(const Statement &s, unsigned reference) const {
    return s.references[reference].array == Array;
  }

  /// { S[i] -> [p] } of \p s, from its first reference to the array.
  bool findCopies(unsigned s) {
    const Statement &before = A.statements[s], &after = B.statements[s];
    for (unsigned r = 0; r < before.references.size(); ++r) {
      if (refersToArray(before, r) != refersToArray(after, r))
        return false;
      if (!refersToArray(before, r) || CopyOf.count(s))
        continue;
      isl_map *copy = isl_map_project_out(after.references[r].index.copy(), isl_dim_out, Extra,
                                          A.arrays[Array].rank);
      isl::map copies = isl::manage(isl_map_reset_tuple_id(copy, isl_dim_out));
      copies = copies.gist_domain(copies.domain());
      if (!copies.is_single_valued())
        return false;
      CopyOf.emplace(s, copies);
    }
    return true;
  }

  /// Whether \p after = { S[i] -> A[p, e] } is \p before = { S[i] -> A[e] } in the copy of i.
  bool isExpanded(unsigned s, const isl::map &before, const isl::map &after) const {
    isl_map *expanded = isl_map_flat_range_product(CopyOf.at(s).copy(), before.copy());
    expanded = isl_map_set_tuple_name(expanded, isl_dim_out, B.arrays[Array].name.c_str());
    return isl::manage(expanded).is_equal(after);
  }

  bool areExpanded(unsigned s) const {
    const Statement &before = A.statements[s], &after = B.statements[s];
    for (unsigned r = 0; r < before.references.size(); ++r) {
      const Reference &x = before.references[r], &y = after.references[r];
      if (refersToArray(before, r) &&
          !(x.affine && x.index.is_single_valued() && isExpanded(s, x.index, y.index)))
        return false;
    }
    for (unsigned k = 0; k < before.accesses.size(); ++k) {
      const Access &x = before.accesses[k], &y = after.accesses[k];
      if (x.kind != y.kind || x.reference != y.reference)
        return false;
      const isl::map &indexBefore = before.references[x.reference].index,
                     &indexAfter = after.references[y.reference].index;
      const bool isIndex = isl_map_plain_is_equal(x.relation.get(), indexBefore.get()) == isl_bool_true &&
                           isl_map_plain_is_equal(y.relation.get(), indexAfter.get()) == isl_bool_true;
      if (refersToArray(before, x.reference) && !isIndex && !isExpanded(s, x.relation, y.relation))
        return false;
    }
    return true;
  }

  /// The accesses of \p s to the array that are \p kind, united where they differ in numbers only.
  std::vector<isl::map> accessesOf(unsigned s, AccessKind kind) const {
    std::vector<isl::map> relations, result;
    for (const Access &access : A.statements[s].accesses)
      if (access.kind == kind && refersToArray(A.statements[s], access.reference))
        relations.push_back(access.relation.intersect_domain(A.statements[s].domain));
    for (const std::vector<size_t> &alike : groupsOfElements(relations)) {
      std::vector<isl::map> parts;
      for (size_t k : alike)
        parts.push_back(relations[k]);
      result.push_back(uniteElements(parts).intersect_params(Context));
    }
    return result;
  }

  void collectWrites() {
    for (const auto &[s, copies] : CopyOf)
      for (AccessKind kind : {AccessKind::MustWrite, AccessKind::MayWrite})
        for (const isl::map &elements : accessesOf(s, kind))
          Written.push_back({s, kind, elements, FixedRange(elements)});
  }

  bool readsOwnCopy(unsigned s) const {
    const std::vector<isl::map> reads = accessesOf(s, AccessKind::Read);
    return std::all_of(reads.begin(), reads.end(),
                       [&](const isl::map &read) { return seesOwnCopy(s, read); });
  }

  /// Whether \p read of statement \p s sees what instances with its own copy have written.
  bool seesOwnCopy(unsigned s, const isl::map &read) const {
    isl::union_map must = isl::union_map::empty(A.ctx()), may = must;
    isl::union_map schedule(A.statements[s].schedule);
    isl::union_map sameCopy = must;
    const FixedRange fixed(read);
    for (const Writes &writes : Written) {
      if (writes.fixed.differsFrom(fixed))
        continue; // They reach no element that is read.
      isl::union_map &kind = writes.kind == AccessKind::MustWrite ? must : may;
      kind = kind.unite(isl::union_map(writes.elements));
      schedule = schedule.unite(isl::union_map(A.statements[writes.statement].schedule));
      sameCopy = sameCopy.unite(
          isl::union_map(CopyOf.at(writes.statement).apply_range(CopyOf.at(s).reverse())));
    }
    const LastAccesses flow = lastAccesses(isl::union_map(read), must, may, schedule);
    return flow.mayNoSource.is_empty() && flow.may.is_subset(sameCopy);
  }

  const Scop &A, &B;
  isl::set Context; ///< { : }
  unsigned Array;
  unsigned Extra;   ///< Dimensions that the array has more.
  std::map<unsigned, isl::map> CopyOf; ///< By statement { S[i] -> [p] }.
  std::vector<Writes> Written;
};

} // namespace

bool verifier::surelyKeepsValues(const Scop &a, const Scop &b, const isl::set &context,
                                 unsigned array) {
  return b.arrays[array].rank >= a.arrays[array].rank &&
         UniformExpansion(a, b, context, array).holds();
}
