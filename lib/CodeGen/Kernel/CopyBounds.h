//===- CopyBounds.h - The rows of what a copy moves -------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// The elements that a copy moves, as rows along the tile's last dimension: between which columns
/// the elements of a row lie. What belongs to a row is computed once for it, and an element is
/// compared with two columns.

#ifndef GPUTILE_LIB_CODEGEN_KERNEL_COPYBOUNDS_H
#define GPUTILE_LIB_CODEGEN_KERNEL_COPYBOUNDS_H

#include "CodeGen/Ast/ElementTest.h"
#include "CodeGen/Kernel/TileCopy.h"

#include <optional>
#include <vector>

namespace gputile::codegen {

/// Rational bounds of a position, functions of parameters and of the positions before it: the
/// largest of `lower` and the least of `upper` hold.
struct PositionBounds {
  std::vector<isl::aff> lower, upper;
};

/// One convex part of the elements, where the bounds of the loops hold. An element of a skewed tile
/// is one for which there is a time between some bounds; those that are known of a row are
/// variables of it.
struct RowPart {
  std::vector<PositionBounds> rows;       ///< Per position but the last, beside those of the loops.
  std::optional<isl::ast_expr> condition; ///< Of what no position says; none: holds.
  std::vector<isl::aff> least, most;      ///< Rational bounds of the time, known of the row.
  bool empties = false;                   ///< Rows may have no time between them.
  PositionBounds columns;                 ///< Beside those of the loops.
  std::optional<ElementTest> test;        ///< In place of all that: of an element.
};

/// The elements that a copy moves: in loops over a convex superset, those of `parts`.
struct CopyBounds {
  explicit CopyBounds(const TileCopy &copy);

  bool nothing = false;                   ///< There are none.
  std::optional<isl::ast_expr> condition; ///< Of all loops; none: holds.
  std::vector<PositionBounds> loops;      ///< Per position.
  std::vector<long> trips;                ///< Per position: iterations of the loop, at most.
  std::vector<RowPart> parts;             ///< Empty: all that the loops run over.
};

} // namespace gputile::codegen

#endif
