//===- PrivacyCopies.cpp - Copy statements are only that ------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier/PrivacyCopies.h"

#include <isl/map.h>
#include <isl/set.h>

#include <set>

using namespace gputile;
using namespace gputile::verifier;

static Outcome bad(std::string what) { return fail(Kind::Privacy, std::move(what)); }

/// An array of the transformed Scop only: memory of its own, nothing else's.
static bool isCopyArray(const Array &array) {
  return array.storage == ArrayStorage::Private && array.baseExpr.empty();
}

/// `$0 = $1;`, the first written and the second read, wherever it runs.
static bool hasCopyShape(const Statement &s) {
  using Piece = BodyPiece::Kind;
  if (s.references.size() != 2 || s.accesses.size() != 2 || s.body.size() != 4)
    return false;
  for (unsigned r = 0; r < 2; ++r) {
    const Reference &reference = s.references[r];
    const Access &access = s.accesses[r];
    bool good = reference.affine && reference.subscripts.empty() &&
                reference.index.is_single_valued() &&
                s.domain.is_subset(reference.index.domain()) && access.reference == r &&
                access.kind == (r == 0 ? AccessKind::MustWrite : AccessKind::Read) &&
                access.relation.is_equal(reference.index.intersect_domain(s.domain)) &&
                s.body[2 * r].kind == Piece::Reference && s.body[2 * r].index == r;
    if (!good)
      return false;
  }
  return s.body[1].kind == Piece::Text && s.body[1].text == " = " &&
         s.body[3].kind == Piece::Text && s.body[3].text == ";";
}

bool verifier::isCopy(const Scop &scop, const Statement &s) {
  if (!hasCopyShape(s))
    return false;
  const Array &to = scop.arrays[s.references[0].array], &from = scop.arrays[s.references[1].array];
  return from.elementType == to.elementType && from.elementBytes == to.elementBytes;
}

Outcome verifier::checkNames(const Scop &scop) {
  std::set<std::string> names;
  for (const Array &array : scop.arrays)
    if (!names.insert(array.name).second)
      return bad("two arrays have the name " + array.name);
  for (const Statement &s : scop.statements)
    if (!names.insert(s.name).second)
      return bad("two statements have the name " + s.name);
  return std::nullopt;
}

Outcome verifier::checkCopies(const Scop &a, const Scop &b) {
  if (Outcome failure = checkNames(b))
    return failure;
  for (size_t i = a.arrays.size(); i < b.arrays.size(); ++i)
    if (!isCopyArray(b.arrays[i]))
      return bad("the new array " + b.arrays[i].name + " is not private");
  for (size_t i = a.statements.size(); i < b.statements.size(); ++i) {
    const Statement &s = b.statements[i];
    if (!hasCopyShape(s))
      return bad("the new statement " + s.name + " does more than copy an element");
    if (!isCopy(b, s))
      return bad("the new statement " + s.name + " converts what it copies");
    unsigned target = s.references[0].array, source = s.references[1].array;
    if (target < a.arrays.size() || target >= b.arrays.size() || source >= a.arrays.size())
      return bad("the new statement " + s.name +
                 " does not copy from an array of the program to a new one");
  }
  return std::nullopt;
}

bool verifier::isExactWhere(const Reference &before, const isl::set &domain,
                            const Reference &after) {
  return before.affine && after.affine && after.index.is_single_valued() &&
         before.index.intersect_domain(domain).domain().is_subset(after.index.domain());
}

Outcome verifier::checkRedirected(const Scop &a, const Scop &b, unsigned s, unsigned r) {
  const Statement &before = a.statements[s], &after = b.statements[s];
  const Reference &from = before.references[r], &to = after.references[r];
  const std::string where = "a reference of " + before.name + " to " + a.arrays[from.array].name;
  if (to.array < a.arrays.size() || to.array >= b.arrays.size())
    return bad(where + " goes to another array, which is not a copy");
  const Array &x = a.arrays[from.array], &y = b.arrays[to.array];
  if (x.elementType != y.elementType || x.elementBytes != y.elementBytes)
    return bad(where + " goes to an array of another type");
  isl::set domain = before.domain.intersect_params(a.context.intersect(a.guard));
  if (!isExactWhere(from, domain, to))
    return bad(where + " goes to a copy without an exact subscript");
  for (const Access &access : before.accesses) {
    if (access.kind == AccessKind::Read || before.references[access.reference].array != from.array)
      continue;
    // A copy does not follow what the instance itself writes.
    if (!from.index.intersect_domain(domain).is_disjoint(access.relation))
      return bad(where + " goes to a copy of an element that the same instance writes");
  }
  return std::nullopt;
}
