//===- WorkText.h - How much a region does ----------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_HOST_WORKTEXT_H
#define GPUTILE_LIB_CODEGEN_HOST_WORKTEXT_H

#include "CodeGen/Host/Target.h"

namespace gputile::codegen {

/// C text, of type long long: how many instances the statement with the most has, by
/// the box around its domain. Cheap to evaluate and right up to a small factor, which
/// is enough to see that a call is not worth a launch.
std::string workText(const RegionModel &region, const HostTarget &target, ExprPrinter &printer);

} // namespace gputile::codegen

#endif
