//===- Text.h - A kernel as CUDA text ---------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_KERNEL_TEXT_H
#define GPUTILE_LIB_CODEGEN_KERNEL_TEXT_H

#include "CodeGen/Kernel/Model.h"

namespace gputile::codegen {

/// A kernel's text, and what a launch of it needs.
struct KernelCode {
  std::string name; ///< Of the function template.
  std::string text;
  std::vector<unsigned> arrays; ///< Arguments: indices into Scop::arrays,
  std::vector<unsigned> params; ///< indices into Scop::parameters,
  std::vector<std::pair<unsigned, unsigned>> strides; ///< (array, dimension),
  std::vector<unsigned> hosts;  ///< positions in KernelPlan::hostDims.
  /// Also, of a persistent kernel: names out of KernelModel::boxFirst and boxCount.
  std::vector<std::string> boxes;
  Bound worst; ///< Of all index arithmetic, P over parameters, h and b.
  long sharedBytes = 0; ///< Of shared memory that launches ask for; else kernels declare theirs.
};

/// The arguments that differ between launches of a region, last in the signature:
/// outer h, boxes, and for other than persistent kernels the range of blocks.
std::vector<std::string> varyingArguments(const KernelModel &kernel, const KernelCode &code);

/// The function of \p kernels, which are launched as one: a leader, then its parts.
KernelCode kernelText(const std::vector<const KernelModel *> &kernels);

/// \p head followed by the comma-separated \p items and \p tail, broken into
/// lines of at most 100 columns.
std::string wrapList(const std::string &head, const std::vector<std::string> &items,
                     const std::string &tail, unsigned indent);

} // namespace gputile::codegen

#endif
