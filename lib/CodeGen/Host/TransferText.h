//===- TransferText.h - Device arrays in the entry --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_HOST_TRANSFERTEXT_H
#define GPUTILE_LIB_CODEGEN_HOST_TRANSFERTEXT_H

#include "CodeGen/Host/Target.h"

namespace gputile::codegen {

std::vector<ArrayUse> findArrayUses(RegionModel &region, const std::vector<KernelWithCode> &kernels);

/// Declares the arrays, their strides and boxes.
void printArrays(const EntryModel &entry, const HostTarget &target, NodePrinter &printer);

/// Checks layouts and overlaps; appends what is checked to \p guards.
void printArrayGuards(const EntryModel &entry, const HostTarget &target, NodePrinter &printer,
                      std::vector<std::string> &guards);

/// Reads by-value scalars that came by address.
void printValues(const EntryModel &entry, NodePrinter &printer);

} // namespace gputile::codegen

#endif
