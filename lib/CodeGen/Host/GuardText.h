//===- GuardText.h - Run-time tests of the parameters -----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_HOST_GUARDTEXT_H
#define GPUTILE_LIB_CODEGEN_HOST_GUARDTEXT_H

#include "CodeGen/Host/Target.h"

namespace gputile::codegen {

/// Tests Scop::guard, and returns early when the region has nothing to execute.
/// Appends one line per tested condition to \p guards.
void printGuards(const RegionModel &region, const HostTarget &target, NodePrinter &printer,
                 std::vector<std::string> &guards);

} // namespace gputile::codegen

#endif
