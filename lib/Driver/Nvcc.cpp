//===- Nvcc.cpp - Where nvcc is ------------------------------------ -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Driver/Nvcc.h"

#include "llvm/Support/Program.h"

namespace gputile {

std::string findNvcc() {
  if (auto path = llvm::sys::findProgramByName("nvcc"))
    return *path;
  if (auto path = llvm::sys::findProgramByName("nvcc", {"/usr/local/cuda/bin"}))
    return *path;
  return "";
}

} // namespace gputile
