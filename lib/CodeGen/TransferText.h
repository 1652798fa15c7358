//===- TransferText.h - Device arrays in the entry ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_TRANSFERTEXT_H
#define GPUTILE_LIB_CODEGEN_TRANSFERTEXT_H

#include "LaunchText.h"

#include "gputile/CodeGen/CodeGen.h"

namespace gputile::codegen {

/// Which arrays the entry describes, and how they come in.
struct ArrayUse {
  bool onDevice = false;  ///< Allocated: some kernel uses it.
  bool described = false; ///< Has a gpt_array: on the device, or read by value and checked.
  bool byAddress = false; ///< A value that the entry reads through a pointer.
  std::string argument;   ///< Name of the entry's argument; empty for Private.
};

std::vector<ArrayUse> findArrayUses(RegionModel &region, const std::vector<KernelWithCode> &kernels);

/// Declares the arrays, their strides and boxes.
void printArrays(const RegionModel &region, const std::vector<ArrayUse> &uses, NodePrinter &printer);

/// Checks layouts and overlaps; appends what is checked to \p guards.
void printArrayGuards(const RegionModel &region, const std::vector<ArrayUse> &uses,
                      NodePrinter &printer, std::vector<std::string> &guards);

/// Reads by-value scalars that came by address.
void printValues(const RegionModel &region, const std::vector<ArrayUse> &uses, NodePrinter &printer);

/// "A.allocate" for all, then copies in. Returns on failure.
void printCopyIn(const RegionModel &region, const std::vector<ArrayUse> &uses, TextWriter &writer);
void printCopyOut(const RegionModel &region, const std::vector<ArrayUse> &uses, TextWriter &writer);

} // namespace gputile::codegen

#endif
