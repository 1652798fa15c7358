//===- Substitution.cpp - Fewer variables by what equalities say ----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Algebra/Substitution.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace gputile::algebra {
namespace {

/// The variables of a row over (1, x); none when it has a constant or more than two.
std::vector<unsigned> fewVariables(const IntVector &row) {
  std::vector<unsigned> found;
  if (row[0] != 0)
    return found;
  for (unsigned v = 0; v + 1 < row.size(); ++v)
    if (row[1 + v] != 0) {
      found.push_back(v);
      if (found.size() > 2)
        return {};
    }
  return found;
}

} // namespace

Substitution::Substitution(const LinearSystem &system)
    : Parent(system.variables), IsZero(system.variables), Kept(system.variables) {
  std::iota(Parent.begin(), Parent.end(), 0U);
  for (const IntVector &row : system.equalities) {
    const std::vector<unsigned> variables = fewVariables(row);
    if (variables.size() == 1)
      IsZero[representative(variables[0])] = true;
    if (variables.size() == 2 && row[1 + variables[0]] == -row[1 + variables[1]])
      equate(variables[0], variables[1]);
  }
  for (unsigned v = 0; v < system.variables; ++v) {
    const unsigned first = representative(v);
    if (IsZero[first])
      continue;
    Kept[v] = first == v ? std::optional(NumKept++) : Kept[first];
  }
}

unsigned Substitution::representative(unsigned variable) const {
  while (Parent[variable] != variable)
    variable = Parent[variable];
  return variable;
}

void Substitution::equate(unsigned a, unsigned b) {
  const unsigned first = representative(a), second = representative(b);
  Parent[std::max(first, second)] = std::min(first, second);
  if (IsZero[first] || IsZero[second])
    IsZero[std::min(first, second)] = true;
}

IntVector Substitution::apply(const IntVector &row) const {
  IntVector result(1 + NumKept, 0);
  result[0] = row[0];
  for (unsigned v = 0; v < Kept.size(); ++v)
    if (row[1 + v] != 0 && Kept[v])
      result[1 + *Kept[v]] = combine(1, result[1 + *Kept[v]], 1, row[1 + v]);
  return result;
}

IntMatrix Substitution::apply(const IntMatrix &rows) const {
  IntMatrix result;
  std::set<IntVector> seen;
  for (const IntVector &row : rows)
    if (IntVector mapped = apply(row); !isZero(mapped) && seen.insert(mapped).second)
      result.push_back(std::move(mapped));
  return result;
}

LinearSystem Substitution::apply(const LinearSystem &system) const {
  return {NumKept, apply(system.equalities), apply(system.inequalities)};
}

IntVector Substitution::expand(const IntVector &point) const {
  IntVector result;
  for (const std::optional<unsigned> &kept : Kept)
    result.push_back(kept ? point[*kept] : 0);
  return result;
}

} // namespace gputile::algebra
