//===- ScheduleNodes.h - Making nodes of schedule trees ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_IR_SCHEDULENODES_H
#define GPUTILE_IR_SCHEDULENODES_H

#include "gputile/IR/Schedule.h"

namespace gputile {

ScheduleNode leafOf(unsigned statement);
ScheduleNode bandOf(std::vector<BandRow> rows, ScheduleNode child);
/// A sequence of \p children, or the child itself where there is only one.
ScheduleNode sequenceOf(std::vector<ScheduleNode> children);

} // namespace gputile

#endif
