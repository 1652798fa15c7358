//===- CompactOrder.h - Positions of the order that are needed ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_COMPACTORDER_H
#define GPUTILE_LIB_MAPPING_COMPACTORDER_H

#include "Mapping/OrderSpace.h"

namespace gputile::mapping {

/// Actions that stand at one scalar position, before and after the statements.
struct ScalarUse {
  long before = 0, after = 0;
};

/// Drops the scalars of \p space that are the same for all statements and have
/// no actions (\p uses, by order position), and makes the others start at the
/// number of actions before them. Levels and unrolled positions follow.
KernelSpace compactOrder(const KernelSpace &space, const std::map<unsigned, ScalarUse> &uses);

} // namespace gputile::mapping

#endif
