//===- BranchValues.cpp - Scalars behind conditions -----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/BranchValues.h"

#include "Frontend/Extract/AffineExpr.h"
#include "Frontend/Extract/Inductions.h"

using namespace clang;

namespace gputile::frontend {

/// Functions of more pieces make isl slow: such values are not known.
static constexpr unsigned MostPieces = 8;

/// \p a where \p holds, else \p b, which are affine; none for a function of many pieces.
static std::optional<ScalarValue> either(const ExtractState &state, const isl::set &holds,
                                         const ScalarValue &a, const ScalarValue &b) {
  const Affine chosen = selected(holds, {*a.value, a.valid}, {*b.value, b.valid});
  const isl::pw_aff value = chosen.value.coalesce();
  if (value.n_piece() > MostPieces)
    return std::nullopt;
  return ScalarValue{value, chosen.valid.coalesce(), textOf(state, value)};
}

void joinBranches(ExtractState &state, const isl::set &holds, const ScalarPoint &afterThen) {
  const ScalarPoint afterElse = state.Scalars.current();
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
