//===- LoopSizes.cpp - What copies of loops demand of sizes --------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/LoopSizes.h"

#include "Frontend/Extract/AffineExpr.h"
#include "Frontend/Refusal.h"
#include "Frontend/SourceText.h"

using namespace clang;

namespace gputile::frontend {

/// The value of \p expr in front of the region. Refuses where the region changes it.
static Affine valueBefore(ExtractState &state, const Expr *expr, SourceLocation loc) {
  AffineBuilder builder(state, state.universe(), isl::set::empty(state.universe().space()));
  const auto value = builder.value(expr);
  if (!value || state.involvesIterators(value->value))
    refuse(DiagId::NonAffineBound, loc, {sourceText(state.Ast, expr)});
  return *value;
}

void demandLoopSizes(ExtractState &state, const LoopSizes &demanded) {
  for (const Expr *fixed : demanded.fixed)
    valueBefore(state, fixed, fixed->getExprLoc());
  for (const LoopSizes::Size &size : demanded.sizes) {
    const Affine value = valueBefore(state, size.value, size.loc);
    const auto number = [&](const isl::val &of) {
      return value.value.domain().pw_aff_on_domain(of);
    };
    isl::set valid = value.value.ge_set(number(isl::val(state.Isl, size.divides ? 1 : 0)));
    if (size.bits > 0)
      valid = valid.intersect(value.value.lt_set(number(isl::val(state.Isl, 1L << size.bits))));
    state.require(valid.intersect(value.valid), state.universe(), size.loc);
  }
}

} // namespace gputile::frontend
