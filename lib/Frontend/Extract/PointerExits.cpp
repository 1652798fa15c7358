//===- PointerExits.cpp - Exchanged pointers after the region -------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/PointerExits.h"

#include "Frontend/Extract/UseAfter.h"

using namespace clang;

namespace gputile::frontend {

/// The variable that \p pointer is or that stands for it.
static const VarDecl *variableOf(ExtractState &state, const Expr *pointer) {
  if (const VarDecl *variable = namedVariable(pointer))
    return variable;
  const Place *place = state.Places.find(pointer);
  if (!place)
    refuse(DiagId::PointerUse, pointer->getExprLoc(),
           {"behind the region", "a path leads to it that cannot be followed"});
  return place->variable;
}

void notePointerExits(ExtractState &state, const std::optional<isl::pw_aff> &iterations) {
  const PointerTurns &turns = *state.Inlined.turns;
  const SourceLocation loc = turns.counting->getForLoc();
  if (!iterations)
    refuse(DiagId::LoopForm, loc, {"it exchanges pointers, and how often it runs is not affine"});
  const isl::set runs = iterations->gt_set(iterations->domain().pw_aff_on_domain(0L));
  const isl::pw_aff turn =
      iterations->mod(isl::val(state.Isl, static_cast<long>(turns.after.size())));
  for (size_t t = 0; t < turns.after.size(); ++t) {
    PointerExit exit{
        runs.intersect(turn.eq_set(turn.domain().pw_aff_on_domain(static_cast<long>(t))))
            .coalesce(),
        {}};
    for (const auto &[pointer, source] : turns.after[t]) {
      const VarDecl *variable = variableOf(state, pointer), *from = variableOf(state, source);
      if (mayBeReadAfter(state, variable))
        exit.values.emplace_back(state.Places.textOf(variable, loc),
                                 state.Places.textOf(from, loc));
    }
    if (!exit.values.empty() && !exit.when.is_empty())
      state.TheScop.pointerExits.push_back(std::move(exit));
  }
}

} // namespace gputile::frontend
