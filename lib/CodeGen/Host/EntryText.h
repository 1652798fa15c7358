//===- EntryText.h - The host function of a region --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_HOST_ENTRYTEXT_H
#define GPUTILE_LIB_CODEGEN_HOST_ENTRYTEXT_H

#include "CodeGen/Host/Target.h"

namespace gputile::codegen {

/// Fills in entryName, arguments, entry and guards of \p code.
void writeEntry(RegionModel &region, const std::vector<KernelWithCode> &kernels, RegionCode &code);

} // namespace gputile::codegen

#endif
