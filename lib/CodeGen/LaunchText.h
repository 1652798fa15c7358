//===- LaunchText.h - Host loops and launches -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_LAUNCHTEXT_H
#define GPUTILE_LIB_CODEGEN_LAUNCHTEXT_H

#include "KernelText.h"

#include <memory>

namespace gputile::codegen {

/// A kernel with its text.
struct KernelWithCode {
  std::unique_ptr<KernelModel> model;
  KernelCode code;
};

/// Name in the entry of what describes array \p array on the device.
std::string arrayVariable(const RegionModel &region, unsigned array);

/// Prints the host loops over all launches with \p printer.
void printLaunches(const RegionModel &region, const std::vector<KernelWithCode> &kernels,
                   NodePrinter &printer);

} // namespace gputile::codegen

#endif
