//===- Text.h - The head of kernels for libgputile_rt -----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_PRELUDE_TEXT_H
#define GPUTILE_LIB_CODEGEN_PRELUDE_TEXT_H

#include "CodeGen/Host/Target.h"

namespace gputile::codegen {

/// The head of gputile_rt_region::source. \p indexType is a typedef after it.
std::string runtimePrelude(const std::string &indexType, const std::vector<KernelWithCode> &kernels);

/// Helpers for updates in any order and for extrema of floating-point numbers, before the kernels
/// that use them; "" for \p scop without.
std::string updatesPrelude(const Scop &scop);

/// Helpers for divisions by constants, if \p scop calls them; else "".
std::string divisionPrelude(const Scop &scop);

/// Helpers for kernels of scheme stream; "" for \p plan without.
std::string streamPrelude(const RegionPlan &plan);

} // namespace gputile::codegen

#endif
