//===- TileCopy.h - One copy of a shared tile -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// What is copied at one place in a kernel, whatever the loops around it.

#ifndef GPUTILE_LIB_CODEGEN_KERNEL_TILECOPY_H
#define GPUTILE_LIB_CODEGEN_KERNEL_TILECOPY_H

#include "CodeGen/Kernel/UniformLeaf.h"

namespace gputile::codegen {

/// What a copy of a shared tile moves, and with which indices.
struct TileCopy {
  /// \param action a copy of the kernel's
  TileCopy(const UniformLeaf &leaf, const KernelAction &action);

  UniformLeaf leaf;
  const SharedTile &tile;
  std::string name; ///< The tile's.
  bool out;         ///< From shared to global memory.
  /// The dimensions of the box, but not the one of which one slice is copied.
  std::vector<unsigned> dims;
  /// In these dimensions: names of the positions in the tile, which are isl parameters and
  /// emitted variables, and number of positions.
  std::vector<std::string> indices;
  std::vector<long> size;
  isl::set context;     ///< What holds at the leaf, and that positions lie in the box.
  isl::set moved;       ///< { : constraints } on the positions that are copied.
  isl::basic_set known; ///< A convex superset of `context`.
  std::vector<isl::ast_expr> offsets; ///< Of element [0]…[0], in all dimensions.
  /// Of the slice that is copied: its index in the array and its position in the box.
  std::optional<isl::ast_expr> slice, slicePosition;

  /// True in blocks that are not full, of a tile that is written: its elements are
  /// cut off on many sides at once, and each is tested in a loop over the box.
  bool tested() const { return leaf.partial && tile.stored; }
  bool nothing() const { return moved.is_disjoint(context); }
  bool wholeBox() const;
  /// One element: a statement in which `indices` are what the printer calls them.
  std::string moveText(NodePrinter &printer) const;

private:
  void selectSlice(const KernelAction &action, const isl::set &first);
  /// The position of an element in dimension \p d, as C text: in shared and in global memory.
  std::pair<std::string, std::string> positions(NodePrinter &printer, unsigned d) const;
};

/// C text: where position \p position of dimension \p d of \p tile, which is not negative, lies.
std::string slotText(NodePrinter &printer, const SharedTile &tile, unsigned d,
                     const isl::ast_expr &position);

} // namespace gputile::codegen

#endif
