//===- Compare.cpp - Parts of two programs that must agree ----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier/Compare.h"

#include <algorithm>

using namespace gputile;
using namespace gputile::verifier;

bool verifier::samePieces(const std::vector<BodyPiece> &a, const std::vector<BodyPiece> &b) {
  auto same = [](const BodyPiece &x, const BodyPiece &y) {
    return x.kind == y.kind && x.text == y.text && x.index == y.index;
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

static bool sameValues(const std::optional<isl::pw_multi_aff> &a,
                       const std::optional<isl::pw_multi_aff> &b) {
  return a && b ? a->as_map().is_equal(b->as_map()) : !a && !b;
}

bool verifier::sameStatement(const Statement &a, const Statement &b) {
  bool same = a.name == b.name && a.domain.is_equal(b.domain) && samePieces(a.body, b.body) &&
              a.iteratorTypes == b.iteratorTypes &&
              sameValues(a.iteratorValues, b.iteratorValues) &&
              a.references.size() == b.references.size() && a.accesses.size() == b.accesses.size();
  for (unsigned r = 0; same && r < a.references.size(); ++r) {
    const Reference &x = a.references[r], &y = b.references[r];
    same = x.affine == y.affine && x.subscripts.size() == y.subscripts.size() &&
           std::equal(x.subscripts.begin(), x.subscripts.end(), y.subscripts.begin(), samePieces);
  }
  for (unsigned k = 0; same && k < a.accesses.size(); ++k)
    same = a.accesses[k].kind == b.accesses[k].kind &&
           a.accesses[k].reference == b.accesses[k].reference &&
           a.accesses[k].relation.domain().is_equal(b.accesses[k].relation.domain());
  return same;
}

bool verifier::sameArray(const Array &a, const Array &b) {
  return a.name == b.name && a.elementType == b.elementType && a.elementBytes == b.elementBytes &&
         a.rank == b.rank && a.storage == b.storage && a.deadAfter == b.deadAfter &&
         a.inDeviceMemory == b.inDeviceMemory && a.baseExpr == b.baseExpr &&
         a.strideExprs == b.strideExprs && a.sharers == b.sharers;
}

/// { [v] } for an expression over the parameters.
static isl::set valueSet(const isl::pw_aff &value) {
  return isl::manage(isl_set_from_pw_aff(value.copy()));
}

bool verifier::sameSurroundings(const Scop &a, const Scop &b) {
  bool parameters =
      std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(), b.parameters.end(),
                 [](const Parameter &x, const Parameter &y) {
                   return x.name == y.name && x.callExpr == y.callExpr && x.type == y.type;
                 });
  bool exits =
      std::equal(a.exitValues.begin(), a.exitValues.end(), b.exitValues.begin(), b.exitValues.end(),
                 [](const ExitValue &x, const ExitValue &y) {
                   return x.variable == y.variable && valueSet(x.value).is_equal(valueSet(y.value));
                 });
  const bool pointers =
      std::equal(a.pointerExits.begin(), a.pointerExits.end(), b.pointerExits.begin(),
                 b.pointerExits.end(), [](const PointerExit &x, const PointerExit &y) {
                   return x.values == y.values && x.when.is_equal(y.when);
                 });
  const bool ends =
      std::equal(a.programEnds.begin(), a.programEnds.end(), b.programEnds.begin(), b.programEnds.end(),
                 [](const ProgramEnd &x, const ProgramEnd &y) { return x.flag == y.flag && x.call == y.call; });
  return parameters && exits && pointers && ends && a.deviceDeclarations == b.deviceDeclarations &&
         a.hostDeclarations == b.hostDeclarations;
}

Outcome verifier::checkNewArrays(const Scop &a, const Scop &b, Kind kind) {
  if (a.arrays.size() > b.arrays.size())
    return fail(kind, "arrays have been removed");
  for (unsigned array = 0; array < a.arrays.size(); ++array)
    if (!sameArray(a.arrays[array], b.arrays[array]))
      return fail(kind, "array " + a.arrays[array].name + " is not the original one");
  for (size_t array = a.arrays.size(); array < b.arrays.size(); ++array)
    if (b.arrays[array].storage != ArrayStorage::Private || !b.arrays[array].baseExpr.empty())
      return fail(kind, "the new array " + b.arrays[array].name + " is not private");
  return std::nullopt;
}

Outcome verifier::checkAccessesComplete(const Statement &statement) {
  for (unsigned r = 0; r < statement.references.size(); ++r) {
    isl::map open = statement.references[r].index.intersect_domain(statement.domain);
    for (const Access &access : statement.accesses)
      if (access.reference == r)
        open = open.subtract(access.relation);
    if (!open.is_empty())
      return fail(Kind::Privacy, "a reference of " + statement.name + " touches " + samplePair(open).target +
                 " without an access that says so");
  }
  return std::nullopt;
}
