//===- Text.h - Parts of the prelude ----------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_PRELUDE_TEXT_H
#define GPUTILE_LIB_CODEGEN_PRELUDE_TEXT_H

#include "CodeGen/Host/Target.h"

namespace gputile::codegen {

extern const char *const PreludeHead;   ///< Headers and launches of .cu files.
extern const char *const PreludeDevice; ///< Arithmetic and flags; needs no header.
extern const char *const PreludeTiming; ///< Only with -DGPUTILE_TIMING.
extern const char *const PreludeTiles;  ///< Counts tiles with -DGPUTILE_CHECK on the CPU.
extern const char *const PreludeCheck;  ///< Only with -DGPUTILE_CHECK.
extern const char *const PreludeHost;   ///< Messages, arrays on the device.
extern const char *const PreludeStore;  ///< Reads and stores of parts of boxes.
extern const char *const PreludeRun;    ///< One execution of a region.

/// The head of gputile_rt_region::source. \p indexType is a typedef after it.
std::string runtimePrelude(const std::string &indexType, const std::vector<KernelWithCode> &kernels);

} // namespace gputile::codegen

#endif
