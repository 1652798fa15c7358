//===- OrderedUpdates.h - Updates that keep loops sequential ----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_ORDEREDUPDATES_H
#define GPUTILE_LIB_DRIVER_ORDEREDUPDATES_H

#include "gputile/IR/Ddg.h"
#include "gputile/IR/Scop.h"

namespace gputile::driver {

/// Whether another order of the updates of \p reference in \p statement, which their clause allows,
/// would make partial sums of them: nothing else uses the element between them.
bool clauseHelps(const Scop &scop, unsigned statement, unsigned reference);

/// Notes on the statements of \p scop that compute an element from the value that another
/// instance of the statement gave it, such as a sum of floating-point numbers: one for each
/// variable.
std::vector<DiagNote> orderedUpdates(const Scop &scop, const Ddg &ddg);

} // namespace gputile::driver

#endif
