//===- CopyText.h - Copies between global and shared memory -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_KERNEL_COPYTEXT_H
#define GPUTILE_LIB_CODEGEN_KERNEL_COPYTEXT_H

#include "CodeGen/Kernel/UniformLeaf.h"

namespace gputile::codegen {

/// All threads of the block load a shared tile, or a slice of it, or store it, as the
/// CopyIn or CopyOut \p action says, consecutive threads consecutive elements. Elements
/// outside `copied` or `stored` are not touched.
LeafText tileCopyText(const UniformLeaf &leaf, const KernelAction &action);

} // namespace gputile::codegen

#endif
