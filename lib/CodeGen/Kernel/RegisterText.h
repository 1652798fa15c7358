//===- RegisterText.h - Loads and stores of register tiles ------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_KERNEL_REGISTERTEXT_H
#define GPUTILE_LIB_CODEGEN_KERNEL_REGISTERTEXT_H

#include "CodeGen/Kernel/Model.h"

namespace gputile::codegen {

/// One guarded copy per unrolled position between registers and global memory.
LeafText registerText(const KernelModel &kernel, const KernelAction &action,
                      const LeafContext &context);

/// `double p_C[4][2];`
std::string registerDeclaration(const KernelModel &kernel, unsigned tile);

} // namespace gputile::codegen

#endif
