//===- Ast.h - Loops of a kernel --------------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// Generates the loops of one kernel in two levels. The outer level holds what
/// all threads of a block run through together (copies and barriers); it is
/// generated without any thread index, so that no barrier can stand under a
/// condition that differs between threads. The inner level holds one thread's
/// statements between two barriers.

#ifndef GPUTILE_LIB_CODEGEN_KERNEL_AST_H
#define GPUTILE_LIB_CODEGEN_KERNEL_AST_H

#include "CodeGen/Kernel/Model.h"

namespace gputile::codegen {

/// The body of \p kernel for the blocks that satisfy \p context, in parts that follow each
/// other.
/// \param separate whether iterations of the uniform loops in which all threads
///        have their full work get code of their own, without bounds checks
std::vector<LeafText> kernelLoops(const KernelModel &kernel, const isl::set &context,
                                  bool separate);

} // namespace gputile::codegen

#endif
