//===- UniformLeaf.cpp - A place inside the uniform loops -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Kernel/UniformLeaf.h"

namespace gputile::codegen {

void definePrefix(const UniformLeaf &leaf, NodePrinter &printer) {
  for (unsigned e = 0; e < leaf.prefix.size(); ++e)
    printer.exprs().define(leaf.kernel.prefix[e],
                           printer.exprs().print(leaf.prefix[e], Precedence::Unary));
}

} // namespace gputile::codegen
