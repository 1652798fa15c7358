//===- ElementText.h - An element of an array in device memory --*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_CODEGEN_KERNEL_ELEMENTTEXT_H
#define GPUTILE_LIB_CODEGEN_KERNEL_ELEMENTTEXT_H

#include "CodeGen/Kernel/Model.h"

namespace gputile::codegen {

/// `name[i*stride + j]` of an array in global memory, for \p writer.
std::string globalElement(const ArrayText &array, const std::vector<std::string> &indices,
                          TextWriter &writer);

} // namespace gputile::codegen

#endif
