//===- EvaluationOrder.h - What a statement does first ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_IR_EVALUATIONORDER_H
#define GPUTILE_IR_EVALUATIONORDER_H

#include "gputile/IR/Scop.h"

namespace gputile {

/// Whether an instance of \p statement surely reads all that it reads of array \p read before it
/// writes to array \p written, another one: as `w[i] = 2 * r[i];` and `{ double x = r[i]; w[i] = x
/// * x; }` do. The answer no means nothing.
bool readsBeforeWrites(const Statement &statement, unsigned read, unsigned written);

} // namespace gputile

#endif
