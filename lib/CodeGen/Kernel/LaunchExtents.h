//===- LaunchExtents.h - Ranges of blocks -----------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// The box around the blocks of one launch, or of several that run as one.

#ifndef GPUTILE_LIB_CODEGEN_KERNEL_LAUNCHEXTENTS_H
#define GPUTILE_LIB_CODEGEN_KERNEL_LAUNCHEXTENTS_H

#include "CodeGen/Kernel/Model.h"

#include <string>
#include <vector>

namespace gputile::codegen {

/// Over the parameters and the first \p known of h, per remaining h, then per block
/// dimension, of all kernels together. Bounds are kept apart and printed as the largest or smallest of them:
/// as one piecewise expression they would need a condition for each pair.
class LaunchExtents {
public:
  LaunchExtents(const std::vector<const KernelModel *> &kernels, unsigned known);

  /// "gpt_max(a, b)": the lowest value of dimension \p d.
  std::string first(unsigned d, NodePrinter &printer) const;
  /// The number of its values, \p first being the name of the lowest; not negative.
  std::string count(unsigned d, const std::string &first, NodePrinter &printer) const;
  /// Whether there may be no block, so that some count is zero.
  bool mayBeEmpty() const { return Empty; }

private:
  void add(const KernelModel &kernel, unsigned known);

  /// Bounds of the blocks of a launch along one dimension.
  struct Range {
    std::vector<isl::ast_expr> lower, upper;
  };
  /// Per dimension: ranges, together around all values; more than one of a kernel only
  /// where no bound is valid for all parts of its blocks.
  std::vector<std::vector<Range>> Ranges;
  std::vector<bool> HasValue; ///< Per dimension, as far as is easily seen.
  bool Empty;
};

} // namespace gputile::codegen

#endif
