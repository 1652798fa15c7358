//===- CheckKernelPlan.h - The invariants of one kernel --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_IR_CHECKKERNELPLAN_H
#define GPUTILE_LIB_IR_CHECKKERNELPLAN_H

#include "gputile/IR/RegionPlan.h"
#include "gputile/IR/Scop.h"

namespace gputile::ir {

/// What is wrong with kernel \p index of \p plan, see checkRegionPlan; empty when nothing is.
std::string checkKernelPlan(const Scop &scop, const RegionPlan &plan, unsigned index);

} // namespace gputile::ir

#endif
