//===- Nvcc.h - Where nvcc is -------------------------------------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_DRIVER_NVCC_H
#define GPUTILE_DRIVER_NVCC_H

#include <string>

namespace gputile {

/// The path of nvcc, in PATH or in /usr/local/cuda, or an empty string.
std::string findNvcc();

} // namespace gputile

#endif
