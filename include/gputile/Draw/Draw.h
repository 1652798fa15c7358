//===- Draw.h - Pictures of dependences and tiles ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_DRAW_DRAW_H
#define GPUTILE_DRAW_DRAW_H

#include "gputile/IR/Ddg.h"
#include "gputile/IR/RegionPlan.h"
#include "gputile/IR/Scop.h"

#include <optional>
#include <string>
#include <vector>

namespace gputile {

/// SVG: statements as nodes, dependences as arrows with kind, array and distance;
/// hindering ones in red. Calls isl only for names.
std::string drawDependences(const Scop &scop, const Ddg &ddg);

/// SVG: iterations of a kernel in two dimensions as dots, for small values of the
/// parameters; cells in the colour of their launch, outlines around tiles (blocks of
/// a launch), lines through the points of one wavefront inside a tile, and arrows for
/// the constant distances of dependences from one point.
///
/// \p dims names the vertical and the horizontal iterator of the kernel's deepest
/// statement; without them these are its two outermost. Other iterators stand still
/// in the middle of their ranges. Every statement is drawn that has as many iterators
/// as the picture needs, iterators being equal by position.
/// \returns nothing when no statement has two iterators, or when \p dims does not name
/// two iterators of the deepest statement.
std::optional<std::string> drawTiles(const Scop &scop, const Ddg &ddg, const KernelPlan &kernel,
                                     const std::vector<std::string> &dims = {});

} // namespace gputile

#endif
