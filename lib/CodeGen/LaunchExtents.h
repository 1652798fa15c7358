//===- LaunchExtents.h - Ranges of blocks ---------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// The box around the blocks of one launch, or of several that run as one.

#ifndef GPUTILE_LIB_CODEGEN_LAUNCHEXTENTS_H
#define GPUTILE_LIB_CODEGEN_LAUNCHEXTENTS_H

#include "KernelModel.h"

#include <optional>

namespace gputile::codegen {

/// Expressions over the parameters and the first \p known of h.
struct LaunchExtents {
  LaunchExtents(const KernelModel &kernel, unsigned known);

  /// Per remaining h, then per block dimension: lowest value, number of values.
  std::vector<isl::ast_expr> first, count;
  std::optional<isl::ast_expr> any; ///< None when there are always blocks.
};

} // namespace gputile::codegen

#endif
