//===- Images.h - Kernels compiled with the program -------------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_PLUGIN_IMAGES_H
#define GPUTILE_TOOLS_PLUGIN_IMAGES_H

#include "gputile/Rewrite/Rewrite.h"

namespace gputile {

/// Compiles kernels with nvcc, from $CUDA_HOME, PATH, or /usr/local/cuda.
class ImageCompiler {
public:
  /// \param archs names as nvcc's -arch takes them, e.g. "sm_90"
  explicit ImageCompiler(std::vector<std::string> archs) : Archs(std::move(archs)) {}

  /// The kernels of \p code for every architecture, for both index types.
  /// \param failed gets the architecture and the reason of what could not be compiled
  std::vector<KernelImage>
  compile(const RegionCode &code,
          std::vector<std::pair<std::string, std::string>> &failed) const;

private:
  std::vector<std::string> Archs;
};

} // namespace gputile

#endif
