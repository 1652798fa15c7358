//===- CopyText.h - Copies between global and shared memory -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_KERNEL_COPYTEXT_H
#define GPUTILE_LIB_CODEGEN_KERNEL_COPYTEXT_H

#include "CodeGen/Kernel/CopyBounds.h"

#include <optional>
#include <vector>

namespace gputile::codegen {

/// How the elements of a tile are copied.
struct CopyForm {
  bool nothing = false;                 ///< There are none.
  std::optional<CopyBounds> rows = {};  ///< In loops over rows; none: over the box.
  std::optional<ElementTest> test = {}; ///< Of an element of the box; none: all are copied.
};

/// The forms of the copies of a kernel. Tiles of one shape, in different arrays or at different
/// places of one, mostly move the same positions: what isl finds out about them is kept.
class CopyForms {
public:
  const CopyForm &of(const TileCopy &copy);

private:
  struct Known {
    isl::set moved, context; ///< TileCopy's.
    std::vector<std::string> indices;
    bool stored, tested;
    CopyForm form;
  };

  std::vector<Known> Forms;
};

/// All threads of the block load a shared tile, or a slice of it, or store it, as the
/// CopyIn or CopyOut \p action says, consecutive threads consecutive elements. Elements
/// outside `copied` or `stored` are not touched.
LeafText tileCopyText(const UniformLeaf &leaf, const KernelAction &action, CopyForms &forms);

} // namespace gputile::codegen

#endif
