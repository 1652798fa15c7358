//===- TileLoops.h - Loops over tiles of a size known at run time -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops that programs tile by hand, with a size b that only the program's run knows:
///
///   for (j = 0; j < n; j += b)                    // over tiles
///     for (i = 0; i < m; i++)
///       for (jt = j; jt < min(j + b, n); jt++)    // over elements
///         body
///
/// `j` is no affine function of a counter. But the loops over j and jt together run the body once for
/// each 0 <= jt < n, as one loop over jt in the place of the inner one does. The order of iterations may differ
/// where loops stand in between: (i, jt) before (i', jt') with i < i' and jt > jt' may run behind it.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_TILELOOPS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_TILELOOPS_H

#include "Frontend/Extract/LoopDomain.h"

#include <optional>
#include <vector>

namespace gputile::frontend {

/// A loop over tiles, and loops with nothing between them up to that over its elements.
struct TileLoop {
  std::vector<const clang::ForStmt *> nest; ///< The loop over tiles first, that over elements last.
  const clang::VarDecl *start = nullptr;    ///< j: used in the heads of these two only.
  const clang::Expr *size = nullptr;        ///< b

  const clang::ForStmt *tiles() const { return nest.front(); }
  const clang::ForStmt *elements() const { return nest.back(); }
};

/// Syntax only. None where the size is a constant: such loops are affine.
std::optional<TileLoop> tileLoopAt(clang::ASTContext &ast, const clang::ForStmt *loop);

/// A loop over tiles that the walk has come to.
struct Tiles {
  TileLoop loop;
  LoopLevel level;  ///< Of j, as if it counted by one.
  isl::set range;   ///< { : … } over it: what the tiles cover together.
  isl::pw_aff size; ///< b; at least 1 where the guard holds.
};

/// Enters the loop over tiles \p loop at a point with \p outer around it.
Tiles enterTiles(ExtractState &state, const TileLoop &loop, const isl::set &outer);

/// Enters the loop over elements \p shape of \p tiles, at a point with \p outer around it, as a loop over all
/// elements of all tiles; refuses where tiles are something else. Leaves the loop's level on state.Loops. The
/// value behind the loop is not found.
LoopDomain enterElements(ExtractState &state, const Tiles &tiles, const LoopShape &shape,
                         const isl::set &outer);

/// Refuses where the value that the loops of \p loop leave in \p variable may be read: which iteration is
/// the last one is not known.
void refuseIfRead(ExtractState &state, const TileLoop &loop, const clang::VarDecl *variable);

/// Dimensions of statements from the outermost to the innermost loop that tiles may reorder.
struct TiledDimensions {
  size_t begin, end;
};

/// Refuses where another order of iterations than that of the dimensions \p tiled, which has no
/// smaller iteration in one of them before a greater one, may change what the statements from number
/// \p first on do. They are the body of the elements of \p loop.
void refuseReordered(const ExtractState &state, size_t first, const TiledDimensions &tiled,
                     const TileLoop &loop);

} // namespace gputile::frontend

#endif
