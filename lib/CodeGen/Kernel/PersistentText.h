//===- PersistentText.h - Many launches as one kernel -----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// What stands around the work of a block when a kernel runs several launches of
/// the plan: loops over them, and grid barriers or flags that keep their order.

#ifndef GPUTILE_LIB_CODEGEN_KERNEL_PERSISTENTTEXT_H
#define GPUTILE_LIB_CODEGEN_KERNEL_PERSISTENTTEXT_H

#include "CodeGen/Kernel/Model.h"

#include <cstdint>
#include <functional>

namespace gputile::codegen {

/// Block numbers and tickets of a persistent kernel stay below twice this many, so
/// that 32 bits hold them.
inline constexpr int64_t LargestPersistentLaunch = INT64_C(1) << 30;

/// A kernel of the plan whose launches are run.
struct PersistentPart {
  const KernelModel *kernel;
  bool isOneOfSeveral;
  /// What the text of a launch then needs for itself, as text of the same depth.
  std::function<TextWriter(const TextWriter &)> declarations;
  /// The work of block b of launch h as text of a given depth.
  std::function<TextWriter(unsigned)> blockBody;
};

/// \param parts the leader first
TextWriter persistentText(const std::vector<PersistentPart> &parts, ExprPrinter &exprs);

} // namespace gputile::codegen

#endif
