//===- CommonForm.h - Kernels that are launched as one ----------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_LAUNCH_COMMONFORM_H
#define GPUTILE_LIB_MAPPING_LAUNCH_COMMONFORM_H

#include "gputile/IR/RegionPlan.h"

#include <optional>
#include <vector>

namespace gputile::mapping {

/// What kernels have in common that one cooperative launch runs in turn.
struct CommonForm {
  std::vector<unsigned> hostDims; ///< Positions of the launch vector at which any of them varies.
  unsigned blockDims = 0;
  long threads = 1; ///< In a block.
};

/// The form that the kernels \p indices of \p plan can get; none where there is no such number of
/// threads.
std::optional<CommonForm> commonForm(const RegionPlan &plan, const std::vector<unsigned> &indices);

/// Gives \p kernel, one of those that \p form is of, this form: with dimensions in which it does
/// not vary, and threads without work.
void bringInto(const CommonForm &form, KernelPlan &kernel);

} // namespace gputile::mapping

#endif
