//===- StatementText.h - One instance of a statement ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_KERNEL_STATEMENTTEXT_H
#define GPUTILE_LIB_CODEGEN_KERNEL_STATEMENTTEXT_H

#include "CodeGen/Kernel/Model.h"

namespace gputile::codegen {

/// The body of statement \p item where \p context stands: every reference with
/// its subscript, in global or shared memory or in a register.
LeafText statementText(const KernelModel &kernel, const OrderedItem &item,
                       const LeafContext &context);

} // namespace gputile::codegen

#endif
