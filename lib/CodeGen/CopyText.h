//===- CopyText.h - Copies between global and shared memory ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_COPYTEXT_H
#define GPUTILE_LIB_CODEGEN_COPYTEXT_H

#include "KernelAst.h"

namespace gputile::codegen {

/// All threads of the block load \p tile or, when \p out, store it, consecutive
/// threads consecutive elements. Elements outside `copied` or `stored` are not touched.
LeafText tileCopyText(const UniformLeaf &leaf, const SharedTile &tile, const std::string &name,
                      bool out);

} // namespace gputile::codegen

#endif
