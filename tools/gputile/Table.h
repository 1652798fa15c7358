//===- Table.h - What became of the regions of many files ----------*- C++ -*- ===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_GPUTILE_TABLE_H
#define GPUTILE_TOOLS_GPUTILE_TABLE_H

#include "gputile/Driver/Tool.h"

#include <string>

namespace gputile {

/// A row for each file that has regions or could not be analysed, in the order of their names, with
/// a line for each region that stays on the CPU:
///
///   file        regions  on the GPU  left
///   src/heat.c        3           2     1
///     line 14: unknown-call
///   total             3           2     1
///   without a region: 5 files
///
/// A region of a header, and one of a file with several compile commands, counts once. It is left
/// where one of its compilations leaves it.
std::string regionTable(const ToolResult &result);

} // namespace gputile

#endif
