//===- Inspections.cpp - What the entry reads first -------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier/Inspections.h"

#include "Verifier/Compare.h"

#include <algorithm>
#include <set>

namespace gputile::verifier {

using Kind = VerificationFailure::Kind;

static bool sameText(const Scop &a, const Statement &x, const Scop &b, const Statement &y) {
  const auto sameReference = [&](const Reference &r, const Reference &s) {
    return a.arrays[r.array].name == b.arrays[s.array].name && r.affine == s.affine &&
           (!r.affine || r.index.is_equal(s.index)) &&
           std::equal(r.subscripts.begin(), r.subscripts.end(), s.subscripts.begin(),
                      s.subscripts.end(), samePieces);
  };
  return x.name == y.name && x.domain.is_equal(y.domain) && samePieces(x.body, y.body) &&
         std::equal(x.references.begin(), x.references.end(), y.references.begin(),
                    y.references.end(), sameReference);
}

static bool sameInspections(const Scop &a, const Scop &b) {
  const auto sameArrays = [&](const InspectedArray &x, const InspectedArray &y) {
    return a.arrays[x.array].name == b.arrays[y.array].name && x.least == y.least &&
           x.most == y.most;
  };
  const auto sameDeciding = [&](unsigned x, unsigned y) {
    return a.arrays[x].name == b.arrays[y].name;
  };
  const auto same = [&](const Inspection &x, const Inspection &y) {
    return sameText(a, x.text, b, y.text) &&
           std::equal(x.deciding.begin(), x.deciding.end(), y.deciding.begin(), y.deciding.end(),
                      sameDeciding);
  };
  return std::equal(a.inspected.begin(), a.inspected.end(), b.inspected.begin(),
                    b.inspected.end(), sameArrays) &&
         std::equal(a.inspections.begin(), a.inspections.end(), b.inspections.begin(),
                    b.inspections.end(), same);
}

/// The references that \p text notes.
static std::set<unsigned> notedIn(const Statement &text) {
  std::set<unsigned> noted;
  for (const BodyPiece &piece : text.body)
    if (piece.kind == BodyPiece::Kind::Noted)
      noted.insert(piece.index);
  return noted;
}

/// Arrays that the statements of \p scop write.
static std::set<unsigned> writtenBy(const Scop &scop) {
  std::set<unsigned> written;
  for (const Statement &statement : scop.statements)
    for (const Access &access : statement.accesses)
      if (access.kind != AccessKind::Read)
        written.insert(statement.references[access.reference].array);
  return written;
}

static bool involves(const isl::map &relation, const std::string &parameter) {
  const int place =
      isl_map_find_dim_by_name(relation.get(), isl_dim_param, parameter.c_str());
  return place >= 0 &&
         isl_map_involves_dims(relation.get(), isl_dim_param, static_cast<unsigned>(place), 1);
}

/// Whether an inspection notes all that \p statement reads of \p array.
static bool isNoted(const Scop &scop, const Statement &statement, unsigned array) {
  return std::any_of(
      scop.inspections.begin(), scop.inspections.end(), [&](const Inspection &inspection) {
        const Statement &text = inspection.text;
        const std::set<unsigned> noted = notedIn(text);
        // Of partial sums another proof shows that the instances are the same.
        const bool isSame = isl_set_has_equal_space(text.domain.get(), statement.domain.get());
        return text.name == statement.name &&
               (!isSame || statement.domain.is_subset(text.domain)) &&
               std::any_of(noted.begin(), noted.end(),
                           [&](unsigned r) { return text.references[r].array == array; });
      });
}

Outcome checkInspections(const Scop &original, const Scop &transformed) {
  if (!sameInspections(original, transformed))
    return fail(Kind::Transfer, "what is read before the region has changed");
  const std::set<unsigned> written = writtenBy(original);
  for (const Inspection &inspection : original.inspections) {
    const std::set<unsigned> noted = notedIn(inspection.text);
    for (unsigned r = 0; r < inspection.text.references.size(); ++r)
      if (const unsigned array = inspection.text.references[r].array;
          !noted.count(r) &&
          (written.count(array) || original.arrays[array].storage == ArrayStorage::Private))
        return fail(Kind::Transfer,
                    "what is read of " + original.arrays[array].name +
                        " before the region may change in it");
  }
  for (const InspectedArray &inspected : original.inspected)
    for (const Statement &statement : original.statements)
      for (const Access &access : statement.accesses)
        if (statement.references[access.reference].array == inspected.array &&
            involves(access.relation, original.parameters[inspected.least].name) &&
            !isNoted(original, statement, inspected.array))
          return fail(Kind::Transfer, statement.name + " accesses elements of " +
                                          original.arrays[inspected.array].name +
                                          " that nothing has looked for");
  return std::nullopt;
}

} // namespace gputile::verifier
