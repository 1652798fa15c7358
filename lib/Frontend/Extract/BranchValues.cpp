//===- BranchValues.cpp - Scalars behind conditions -----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/BranchValues.h"

#include "Frontend/Extract/Inductions.h"

using namespace clang;

namespace gputile::frontend {

/// Functions of more pieces make isl slow: such values are not known.
static constexpr unsigned MostPieces = 8;

/// \p a where \p holds holds, else \p b; none for a function of many pieces.
static std::optional<ScalarValue> either(const ExtractState &state, const isl::set &holds,
                                         const ScalarValue &a, const ScalarValue &b) {
  const isl::set otherwise = holds.complement();
  isl::pw_aff value =
      a.value->intersect_domain(holds).union_add(b.value->intersect_domain(otherwise)).coalesce();
  if (value.n_piece() > MostPieces)
    return std::nullopt;
  std::vector<BodyPiece> text = textOf(state, value);
  return ScalarValue{std::move(value),
                     a.valid.unite(otherwise).intersect(b.valid.unite(holds)).coalesce(),
                     std::move(text)};
}

void joinBranches(ExtractState &state, const isl::set &holds, const ScalarPoint &afterThen,
                  const ScalarPoint &afterElse) {
  state.Scalars.restore(afterElse);
  state.Scalars.join(afterThen);
  for (const auto &[variable, a] : afterThen.known) {
    auto other = afterElse.known.find(variable);
    if (other == afterElse.known.end() || a == other->second)
      continue;
    const auto &b = other->second;
    if (!a || !b || !a->value || !b->value)
      continue;
    if (auto value = either(state, holds, *a, *b))
      state.Scalars.assign(variable, std::move(*value));
  }
}

} // namespace gputile::frontend
