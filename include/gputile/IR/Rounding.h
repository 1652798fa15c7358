//===- Rounding.h - Results that may be rounded differently -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_IR_ROUNDING_H
#define GPUTILE_IR_ROUNDING_H

#include "gputile/IR/Scop.h"

namespace gputile {

/// Sets Array::looselyRounded of the arrays of \p scop, of type float or double, whose values
/// clauses leave open up to rounding: sums and products that may be reassociated, what is computed
/// from them, and with `fp(contract)` or `fp(reassociate)` all that is written. Whole arrays, not
/// elements: what is computed from an array is what statements write that read it other than to
/// update it.
void markLooseRounding(Scop &scop);

} // namespace gputile

#endif
