//===- PropagatedCopies.cpp - Copies that have become versions ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The changed Scop lacks some statements of the original one, which only copy, and has other ones
/// that only copy. The others are the same and keep their order; some of their references go to
/// new private arrays. Then both leave equal values if every read of the others, and somebody who
/// looks at the arrays behind the region, sees the value of the same write, or of the same element
/// before the region, in both, where values are followed through all those copies.
///
//===----------------------------------------------------------------------===//

#include "Verifier/Compare.h"
#include "Verifier/PrivacyCopies.h"
#include "Verifier/PrivacyFlow.h"
#include "Verifier/PrivacyOrder.h"
#include "Verifier/Updates.h"

#include <algorithm>

using namespace gputile;
using namespace gputile::verifier;

static Outcome bad(std::string what) { return fail(Kind::PropagatedCopies, std::move(what)); }

namespace {

/// A statement of both Scops, by index.
struct Kept {
  unsigned before, after;
};

/// Which statements correspond.
struct Correspondence {
  std::vector<Kept> kept;
  std::set<unsigned> left;  ///< Of the original Scop only.
  std::set<unsigned> added; ///< Of the changed one only.
};

} // namespace

static std::map<std::string, unsigned> statementsByName(const Scop &scop) {
  std::map<std::string, unsigned> result;
  for (unsigned s = 0; s < scop.statements.size(); ++s)
    result.emplace(scop.statements[s].name, s);
  return result;
}

static Correspondence correspondence(const Scop &a, const Scop &b) {
  Correspondence result;
  const auto before = statementsByName(a), after = statementsByName(b);
  for (const auto &[name, s] : before) {
    if (const auto other = after.find(name); other != after.end())
      result.kept.push_back({s, other->second});
    else
      result.left.insert(s);
  }
  for (const auto &[name, s] : after)
    if (!before.count(name))
      result.added.insert(s);
  return result;
}

static Outcome checkOnlyCopies(const Scop &scop, const std::set<unsigned> &statements) {
  for (unsigned s : statements)
    if (!isCopy(scop, scop.statements[s]))
      return bad("statement " + scop.statements[s].name +
                 ", which only one of the programs has, does more than copy an element");
  return std::nullopt;
}

/// No instance of a new statement runs at the time of another one: what comes first is defined.
static Outcome checkTimesOfAdded(const Scop &b, const std::set<unsigned> &added) {
  std::vector<isl::set> times;
  for (const Statement &s : b.statements)
    times.push_back(s.schedule.intersect_domain(s.domain).range());
  for (unsigned s : added) {
    const Statement &statement = b.statements[s];
    bool good = statement.schedule.intersect_domain(statement.domain).is_injective();
    for (unsigned other = 0; good && other < times.size(); ++other)
      good = other == s || times[s].is_disjoint(times[other]);
    if (!good)
      return bad("the new statement " + statement.name + " runs at the time of another instance");
  }
  return std::nullopt;
}

static bool sameUpdates(const Statement &x, const Statement &y) {
  return std::equal(x.updates.begin(), x.updates.end(), y.updates.begin(), y.updates.end(),
                    sameUpdate);
}

//===-- References of statements that both have ---------------------------------===//

namespace {

/// A statement of both Scops.
class KeptStatement {
public:
  KeptStatement(const Scop &a, const Scop &b, const Kept &kept)
      : Before(a), After(b), X(a.statements[kept.before]), Y(b.statements[kept.after]),
        Domain(X.domain.intersect_params(a.context.intersect(a.guard))) {}

  Outcome check() const {
    if (!sameStatement(X, Y) || !sameUpdates(X, Y))
      return bad("statement " + X.name + " is not the original one");
    for (unsigned r = 0; r < X.references.size(); ++r)
      if (Outcome failure = isRedirected(r) ? checkRedirectedReference(r) : checkSame(r))
        return failure;
    return std::nullopt;
  }

private:
  bool isRedirected(unsigned r) const { return X.references[r].array != Y.references[r].array; }

  Outcome checkSame(unsigned r) const {
    bool same = X.references[r].index.is_equal(Y.references[r].index);
    for (unsigned k = 0; same && k < X.accesses.size(); ++k)
      same = X.accesses[k].reference != r ||
             X.accesses[k].relation.is_equal(Y.accesses[k].relation);
    return same ? Outcome() : bad("a reference of " + X.name + " has other subscripts");
  }

  Outcome checkRedirectedReference(unsigned r) const {
    const Reference &from = X.references[r], &to = Y.references[r];
    const std::string where = "a reference of " + X.name + " to " + Before.arrays[from.array].name;
    if (to.array < Before.arrays.size())
      return bad(where + " goes to another array, which is not new");
    const Array &x = Before.arrays[from.array], &y = After.arrays[to.array];
    if (x.elementType != y.elementType || x.elementBytes != y.elementBytes)
      return bad(where + " goes to an array of another type");
    if (!isExactWhere(from, Domain, to))
      return bad(where + " goes to a version without an exact subscript");
    for (unsigned k = 0; k < X.accesses.size(); ++k)
      if (X.accesses[k].reference == r &&
          !Y.accesses[k].relation.is_equal(to.index.intersect_domain(X.accesses[k].relation.domain())))
        return bad(where + " has an access that is not its own");
    return checkMeetings(r);
  }

  /// Two references of one instance are to one element in both Scops or in neither.
  Outcome checkMeetings(unsigned r) const {
    for (unsigned q = 0; q < X.references.size(); ++q)
      if (!meetings(X, q, r).is_equal(meetings(Y, q, r)))
        return bad("two references of " + X.name + " no longer meet at the same instances");
    return std::nullopt;
  }

  isl::set meetings(const Statement &s, unsigned q, unsigned r) const {
    if (s.references[q].array != s.references[r].array)
      return Domain.subtract(Domain);
    return s.references[q].index.intersect(s.references[r].index).domain().intersect(Domain);
  }

  const Scop &Before, &After;
  const Statement &X, &Y;
  const isl::set Domain;
};

} // namespace

//===-- Values ----------------------------------------------------------------------===//

/// The arrays of the original Scop that copies or redirected references access.
static std::set<unsigned> changedArrays(const Scop &a, const Scop &b, const Correspondence &all) {
  std::set<unsigned> changed;
  const auto addAll = [&](const Statement &s) {
    for (const Reference &reference : s.references)
      if (reference.array < a.arrays.size())
        changed.insert(reference.array);
  };
  for (unsigned s : all.left)
    addAll(a.statements[s]);
  for (unsigned s : all.added)
    addAll(b.statements[s]);
  for (const Kept &kept : all.kept) {
    const Statement &x = a.statements[kept.before], &y = b.statements[kept.after];
    for (unsigned r = 0; r < x.references.size(); ++r)
      if (x.references[r].array != y.references[r].array)
        changed.insert(x.references[r].array);
  }
  return changed;
}

static isl::set noElements(const Scop &scop, unsigned array) {
  const Array &info = scop.arrays[array];
  return isl::set::empty(isl::space::unit(scop.ctx()).add_named_tuple(info.name, info.rank));
}

/// The elements that accesses of \p kinds to \p array reach, { A[a] }.
static isl::set elementsOf(const Scop &scop, unsigned array, const std::set<AccessKind> &kinds) {
  isl::set elements = noElements(scop, array);
  for (const Statement &s : scop.statements)
    for (const Access &access : s.accesses)
      if (kinds.count(access.kind) && s.references[access.reference].array == array)
        elements = elements.unite(access.relation.intersect_domain(s.domain).range());
  return elements.intersect_params(scop.context.intersect(scop.guard));
}

static bool mayShareMemory(const Array &array) {
  return !array.noAlias && (array.storage == ArrayStorage::Pointer || array.exposed);
}

/// The changed Scop accesses what the original surely does. Where memory may be shared with other
/// arrays it accesses all of it: that is what is tested before the region runs.
static Outcome checkElements(const Scop &a, const Scop &b, unsigned array) {
  using enum AccessKind;
  const Array &info = a.arrays[array];
  const isl::set certain = elementsOf(a, array, {Read, MustWrite});
  const isl::set now = elementsOf(b, array, {Read, MustWrite, MayWrite});
  if (!now.is_subset(certain) || !elementsOf(b, array, {MustWrite, MayWrite})
                                      .is_subset(elementsOf(a, array, {MustWrite})))
    return bad("array " + info.name + " is accessed where the program does not access it");
  if (mayShareMemory(info) && !elementsOf(a, array, {Read, MustWrite, MayWrite}).is_subset(now))
    return bad("array " + info.name + " may share memory, and is not accessed as a whole");
  return std::nullopt;
}

namespace {

/// A Scop with statements behind all others that read what arrays hold then.
struct WithExits {
  Scop scop;
  std::map<unsigned, unsigned> exits; ///< By array: the statement.
};

} // namespace

/// \param elements by array: those that are read
static WithExits withExits(const Scop &scop, const std::map<unsigned, isl::set> &elements) {
  WithExits result{scop, {}};
  std::vector<Statement> &statements = result.scop.statements;
  const unsigned dims = statements.empty() ? 0 : rangeDims(statements.front().schedule);
  for (Statement &s : statements)
    s.schedule = insertFixed(s.schedule, 0, 0);
  for (const auto &[array, set] : elements) {
    Statement s;
    s.name = "exit_" + scop.arrays[array].name;
    s.domain = named(set, s.name);
    isl_map *zeros = isl_map_universe(s.domain.space().add_unnamed_tuple(dims).release());
    for (unsigned d = 0; d < dims; ++d)
      zeros = isl_map_fix_si(zeros, isl_dim_out, d, 0);
    s.schedule = insertFixed(isl::manage(zeros).intersect_domain(s.domain), 0, 1);
    Reference reference;
    reference.array = array;
    reference.index = s.domain.identity().set_range_tuple(scop.arrays[array].name);
    s.accesses.push_back({0, AccessKind::Read, reference.index});
    s.references.push_back(std::move(reference));
    result.exits.emplace(array, static_cast<unsigned>(statements.size()));
    statements.push_back(std::move(s));
  }
  return result;
}

static bool sameOrigins(const Origins &x, const Origins &y) {
  return x.must.is_equal(y.must) && x.may.is_equal(y.may) &&
         x.mustOutside.is_equal(y.mustOutside) && x.mayOutside.is_equal(y.mayOutside);
}

static Outcome compareValues(const Scop &a, const Scop &b, const Correspondence &all,
                             const std::set<unsigned> &changed) {
  std::map<unsigned, isl::set> atExit;
  for (unsigned array : changed)
    if (a.arrays[array].storage != ArrayStorage::Private && !a.arrays[array].deadAfter)
      atExit.emplace(array, elementsOf(a, array, {AccessKind::MustWrite, AccessKind::MayWrite}));
  const WithExits before = withExits(a, atExit), after = withExits(b, atExit);
  const isl::set context = a.context.intersect(a.guard);
  const ValueFlow flowBefore(before.scop, context, all.left), flowAfter(after.scop, context, all.added);
  for (const Kept &kept : all.kept) {
    const Statement &s = a.statements[kept.before];
    for (unsigned k = 0; k < s.accesses.size(); ++k) {
      const unsigned array = s.references[s.accesses[k].reference].array;
      if (s.accesses[k].kind == AccessKind::Read && changed.count(array) &&
          !sameOrigins(flowBefore.into(kept.before, k), flowAfter.into(kept.after, k)))
        return bad("the read of " + a.arrays[array].name + " in " + s.name +
                   " sees other values without the copies");
    }
  }
  for (const auto &[array, exit] : before.exits)
    if (!sameOrigins(flowBefore.into(exit, 0), flowAfter.into(after.exits.at(array), 0)))
      return bad("array " + a.arrays[array].name + " has other values behind the region");
  return std::nullopt;
}

/// What the proof below does not follow.
static bool isSimple(const Scop &scop) {
  return scop.inspected.empty() && scop.inspections.empty() && scop.independent.empty();
}

static Outcome check(const Scop &a, const Scop &b) {
  if (!sameSurroundings(a, b) || !a.context.is_equal(b.context) || !a.guard.is_equal(b.guard))
    return bad("the region's parameters, assumptions or the values after it have changed");
  if (!isSimple(a) || !isSimple(b))
    return bad("copies are left out though data says which elements the region reads");
  for (const Scop *scop : {&a, &b})
    if (Outcome failure = checkNames(*scop))
      return failure;
  if (Outcome failure = checkNewArrays(a, b, Kind::PropagatedCopies))
    return failure;
  const Correspondence all = correspondence(a, b);
  if (Outcome failure = checkOnlyCopies(a, all.left))
    return failure;
  if (Outcome failure = checkOnlyCopies(b, all.added))
    return failure;
  if (Outcome failure = checkTimesOfAdded(b, all.added))
    return failure;
  StatementPairs pairs;
  for (const Kept &kept : all.kept) {
    if (Outcome failure = KeptStatement(a, b, kept).check())
      return failure;
    pairs.emplace_back(&a.statements[kept.before], &b.statements[kept.after]);
  }
  if (Outcome failure = checkSameOrder(pairs))
    return failure;
  for (const Statement &s : b.statements)
    if (Outcome failure = checkAccessesComplete(s))
      return failure;
  const std::set<unsigned> changed = changedArrays(a, b, all);
  for (unsigned array : changed)
    if (Outcome failure = checkElements(a, b, array))
      return failure;
  return compareValues(a, b, all, changed);
}

std::optional<VerificationFailure> gputile::verifyPropagatedCopies(const Scop &original,
                                                                   const Scop &changed) {
  return check(original, changed);
}
