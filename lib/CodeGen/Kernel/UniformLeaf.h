//===- UniformLeaf.h - A place inside the uniform loops ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_CODEGEN_KERNEL_UNIFORMLEAF_H
#define GPUTILE_LIB_CODEGEN_KERNEL_UNIFORMLEAF_H

#include "CodeGen/Kernel/Model.h"

namespace gputile::codegen {

/// A place inside the uniform loops of a kernel.
struct UniformLeaf {
  const KernelModel &kernel;
  /// What holds here: { : constraints } over parameters, h, b and e (the prefix).
  isl::set context;
  /// Expressions of e_0 … e_{Q-1} in terms of the enclosing loops.
  std::vector<isl::ast_expr> prefix;
  bool partial = false; ///< In the code for blocks that are not full.
};

/// Makes the names of the prefix stand for their expressions here.
void definePrefix(const UniformLeaf &leaf, NodePrinter &printer);

} // namespace gputile::codegen

#endif
