//===- Updates.h - Updates in any order -----------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TRANSFORM_UPDATES_H
#define GPUTILE_TRANSFORM_UPDATES_H

#include "gputile/IR/Scop.h"

#include <optional>
#include <vector>

namespace gputile {

/// \p scop with those updates of \p statements unordered (Update::unordered) that stand in a
/// loop and whose array the statement accesses by updates of one class only: others gain
/// nothing. None when there is no such update.
std::optional<Scop> withUnorderedUpdates(const Scop &scop, const std::vector<unsigned> &statements);

/// Whether some statement of \p scop has an update of that order.
bool hasUpdates(const Scop &scop, UpdateOrder order);

} // namespace gputile

#endif
