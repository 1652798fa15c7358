//===- Privacy.cpp - Expansion keeps the flow of values -------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The transformed Scop is the original one, except that
/// - some arrays have become private and have other subscripts. None of their
///   reads may see a value from outside the region, and nobody may look at them
///   afterwards.
/// - there are new private arrays, statements behind the others that copy elements
///   to them, and reads redirected to them.
/// For both every read must see the value of the same write, or of the same element
/// before the region, in both Scops. The original statements and writes keep their
/// order, so that with equal reads they leave equal values.
///
//===----------------------------------------------------------------------===//

#include "Verifier/Compare.h"
#include "Verifier/PrivacyCopies.h"
#include "Verifier/PrivacyFlow.h"
#include "Verifier/PrivacyOrder.h"
#include "Verifier/PrivacyUniform.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/union_map.h>

#include <algorithm>

using namespace gputile;
using namespace gputile::verifier;

static Outcome bad(std::string what) { return fail(Kind::Privacy, std::move(what)); }

/// Whether all references to \p array and their accesses have the same relations,
/// redirected ones apart.
static bool sameSubscripts(const Scop &a, const Scop &b, unsigned array) {
  for (unsigned s = 0; s < a.statements.size(); ++s) {
    const Statement &x = a.statements[s], &y = b.statements[s];
    for (unsigned r = 0; r < x.references.size(); ++r)
      if (x.references[r].array == array && y.references[r].array == array &&
          !x.references[r].index.is_equal(y.references[r].index))
        return false;
    for (unsigned k = 0; k < x.accesses.size(); ++k)
      if (x.references[x.accesses[k].reference].array == array &&
          y.references[x.accesses[k].reference].array == array &&
          !x.accesses[k].relation.is_equal(y.accesses[k].relation))
        return false;
  }
  return true;
}

namespace {

/// The values of both Scops.
struct BothFlows {
  ValueFlow before, after;
};

} // namespace

/// Access \p k of statement \p s, a read, has the same values in both Scops.
static Outcome compareFlow(const Scop &a, const Scop &b, const BothFlows &flows, unsigned s,
                           unsigned k) {
  const Statement &statement = a.statements[s];
  unsigned array = statement.references[statement.accesses[k].reference].array;
  bool becamePrivate = a.arrays[array].storage != ArrayStorage::Private &&
                       b.arrays[array].storage == ArrayStorage::Private;
  std::string where = "the read of " + a.arrays[array].name + " in " + statement.name;
  Origins before = flows.before.into(s, k);
  Origins after = flows.after.into(s, k);
  if (!before.must.is_equal(after.must) || !before.may.is_equal(after.may))
    return bad(where + " sees other writes after the transformation");
  if (becamePrivate && !(before.mayOutside.is_empty() && before.mustOutside.is_empty()))
    return bad(where +
               " may see a value from before the region, which a private copy does not have");
  if (!before.mayOutside.is_equal(after.mayOutside) ||
      !before.mustOutside.is_equal(after.mustOutside))
    return bad(where + " sees other values from outside the region after the transformation");
  return std::nullopt;
}

/// Whether a read before access \p k of its statement, in both Scops, is of the same elements:
/// then what is true of its values is true of those of access \p k.
static bool repeatsRead(const Statement &a, const Statement &b, unsigned k) {
  const auto same = [&](const Statement &statement, unsigned j) {
    return isl_map_plain_is_equal(statement.accesses[j].relation.get(),
                                  statement.accesses[k].relation.get()) == isl_bool_true;
  };
  for (unsigned j = 0; j < k; ++j)
    if (a.accesses[j].kind == AccessKind::Read && same(a, j) && same(b, j))
      return true;
  return false;
}

/// All reads of \p array have the same values in both Scops.
static Outcome compareReadsOf(const Scop &a, const Scop &b, const BothFlows &flows,
                              unsigned array) {
  for (unsigned s = 0; s < a.statements.size(); ++s) {
    const Statement &statement = a.statements[s];
    for (unsigned k = 0; k < statement.accesses.size(); ++k) {
      const Access &access = statement.accesses[k];
      if (access.kind != AccessKind::Read ||
          statement.references[access.reference].array != array ||
          repeatsRead(statement, b.statements[s], k))
        continue;
      if (Outcome failure = compareFlow(a, b, flows, s, k))
        return failure;
    }
  }
  return std::nullopt;
}

/// Two references of one instance are to one element in both Scops or in neither,
/// redirected ones apart.
static Outcome compareReferences(const Scop &a, const Scop &b, const isl::set &context,
                                 unsigned array) {
  for (unsigned s = 0; s < a.statements.size(); ++s) {
    const std::vector<Reference> &x = a.statements[s].references, &y = b.statements[s].references;
    isl::set domain = a.statements[s].domain.intersect_params(context);
    for (unsigned r = 0; r < x.size(); ++r) {
      if (x[r].array != array || y[r].array != array)
        continue;
      if (!isExactWhere(x[r], domain, y[r]))
        return bad("a reference of " + a.statements[s].name + " to the expanded array " +
                   a.arrays[array].name + " has no exact subscript");
      for (unsigned q = 0; q < r; ++q) {
        if (x[q].array != array || y[q].array != array)
          continue;
        isl::set before = x[r].index.intersect(x[q].index).domain().intersect(domain);
        isl::set after = y[r].index.intersect(y[q].index).domain().intersect(domain);
        if (!before.is_equal(after))
          return bad("two references of " + a.statements[s].name + " to " + a.arrays[array].name +
                     " no longer meet at the same instances");
      }
    }
  }
  return std::nullopt;
}

/// The change of array \p array from \p a to \p b.
static Outcome checkExpanded(const Scop &a, const Scop &b, const isl::set &context,
                             const BothFlows &flows, unsigned array) {
  const Array &before = a.arrays[array], &after = b.arrays[array];
  if (after.storage != ArrayStorage::Private)
    return bad("array " + before.name + " has changed but is not private");
  if (after.name != before.name || after.elementType != before.elementType ||
      after.elementBytes != before.elementBytes)
    return bad("array " + before.name + " has changed its name or type");
  if (before.storage != ArrayStorage::Private && !before.deadAfter)
    return bad("array " + before.name + " has become private but is used after the region");
  if (before.storage == ArrayStorage::Pointer && !before.noAlias)
    return bad("array " + before.name +
               " has become private but may share memory with another array");
  if (surelyKeepsValues(a, b, context, array))
    return std::nullopt;
  if (Outcome failure = compareReferences(a, b, context, array))
    return failure;
  return compareReadsOf(a, b, flows, array);
}

/// The redirected reads.
static Outcome checkRedirections(const Scop &a, const Scop &b, const BothFlows &flows) {
  for (unsigned s = 0; s < a.statements.size(); ++s) {
    const Statement &x = a.statements[s], &y = b.statements[s];
    for (unsigned r = 0; r < x.references.size(); ++r)
      if (x.references[r].array != y.references[r].array)
        if (Outcome failure = checkRedirected(a, b, s, r))
          return failure;
    for (unsigned k = 0; k < x.accesses.size(); ++k) {
      unsigned r = x.accesses[k].reference;
      if (x.references[r].array == y.references[r].array)
        continue;
      if (x.accesses[k].kind != AccessKind::Read)
        return bad("statement " + x.name + " writes to a copy");
      if (Outcome failure = compareFlow(a, b, flows, s, k))
        return failure;
    }
  }
  return std::nullopt;
}

/// Statements and arrays of \p b are those of \p a, and copies behind them.
static Outcome compareStatements(const Scop &a, const Scop &b) {
  if (a.statements.size() > b.statements.size() || a.arrays.size() > b.arrays.size())
    return bad("statements or arrays have been removed");
  for (unsigned s = 0; s < a.statements.size(); ++s)
    if (!sameStatement(a.statements[s], b.statements[s]))
      return bad("statement " + a.statements[s].name + " is not the original one");
  for (const Statement &statement : b.statements)
    if (Outcome failure = checkAccessesComplete(statement))
      return failure;
  if (Outcome failure = checkSameOrder(a, b))
    return failure;
  return checkCopies(a, b);
}

Outcome verifier::checkPrivacy(const Scop &a, const Scop &b) {
  if (!sameSurroundings(a, b))
    return bad("the region's parameters or the values after it have changed");
  if (!a.context.is_equal(b.context) || !a.guard.is_equal(b.guard))
    return bad("the region's assumptions have changed");
  if (Outcome failure = compareStatements(a, b))
    return failure;
  const isl::set context = a.context.intersect(a.guard);
  std::set<unsigned> copies;
  for (size_t s = a.statements.size(); s < b.statements.size(); ++s)
    copies.insert(static_cast<unsigned>(s));
  const BothFlows flows{ValueFlow(a, context, {}), ValueFlow(b, context, copies)};
  for (unsigned array = 0; array < a.arrays.size(); ++array) {
    if (sameArray(a.arrays[array], b.arrays[array]) && sameSubscripts(a, b, array))
      continue;
    if (Outcome failure = checkExpanded(a, b, context, flows, array))
      return failure;
  }
  return checkRedirections(a, b, flows);
}
