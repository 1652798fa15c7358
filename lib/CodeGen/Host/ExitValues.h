//===- ExitValues.h - Iterators after the region ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_HOST_EXITVALUES_H
#define GPUTILE_LIB_CODEGEN_HOST_EXITVALUES_H

#include "CodeGen/RegionModel.h"

namespace gputile::codegen {

/// Statements, valid in C and C++, that give variables their final values.
std::string exitStatements(const RegionModel &region);

} // namespace gputile::codegen

#endif
