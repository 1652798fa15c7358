//===- FatBinary.h - The PTX in a program compiled by nvcc ------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "llvm/Support/Error.h"

#include <string>

namespace gputile::counts {

/// `wrapper` is what nvcc's code hands to __cudaRegisterFatBinary. The file must have been compiled
/// with -no-compress and code=compute_XX.
llvm::Expected<std::string> ptxOf(const void *wrapper);

} // namespace gputile::counts
