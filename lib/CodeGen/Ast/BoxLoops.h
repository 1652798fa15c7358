//===- BoxLoops.h - Loops whose bounds are parameters -----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// Loops over a box: no bound of a loop depends on the loops around it. They are most of
/// what threads run, and isl takes long for them, because it looks for ways in which the
/// bounds of several loops and all that is known of the block together make them simpler.
/// Here isl sees one name for each bound, and the bounds are printed where the names stand.
/// Or it sees constant bounds, and each instance is tested.

#ifndef GPUTILE_LIB_CODEGEN_AST_BOXLOOPS_H
#define GPUTILE_LIB_CODEGEN_AST_BOXLOOPS_H

#include "CodeGen/Ast/Build.h"

namespace gputile::codegen {

/// The loops of \p request, whether or not they are over a box.
/// \param known { : constraints } of request.context that expressions at the leaves get
///        simpler by
LeafText loopsText(const AstRequest &request, const isl::set &known, const LeafCallback &leaf);

/// The same, if all loops over \p iterators have constant bounds then.
std::optional<LeafText> constantLoopsText(const AstRequest &request,
                                          const std::vector<std::string> &iterators,
                                          const LeafCallback &leaf);

/// Values of one position of a schedule: first and number.
struct PositionRange {
  unsigned position;
  long first, count;
};

/// Whether the points of each statement of \p request are all those in \p ranges, whatever its other
/// positions are.
bool fillsRanges(const AstRequest &request, const std::vector<PositionRange> &ranges);

/// The loops of \p request, with constant bounds for the positions in \p ranges; each instance is
/// tested where the bounds are not enough. \returns no value where that is not easily had.
/// \param skipsEmpty whether loops are left out where no instance is, by a condition that may be
/// long
std::optional<LeafText> testedLoopsText(const AstRequest &request,
                                        const std::vector<PositionRange> &ranges, bool skipsEmpty,
                                        const LeafCallback &leaf);

} // namespace gputile::codegen

#endif
