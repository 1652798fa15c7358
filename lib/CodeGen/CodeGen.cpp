//===- CodeGen.cpp - A region plan as CUDA text ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/CodeGen/CodeGen.h"

#include "EntryText.h"
#include "ExitValues.h"
#include "KernelText.h"

namespace gputile {

using namespace codegen;

RegionCode generateRegion(const Scop &scop, const RegionPlan &plan) {
  RegionCode code;
  RegionModel region(scop, plan);
  if (!scop.deviceDeclarations.empty())
    code.kernels = scop.deviceDeclarations + "\n";
  std::vector<KernelWithCode> kernels;
  for (const KernelPlan &kernelPlan : plan.kernels) {
    auto model = std::make_unique<KernelModel>(region, kernelPlan);
    KernelCode kernel = kernelText(*model);
    code.kernels += kernel.text + "\n";
    kernels.push_back({std::move(model), std::move(kernel)});
  }
  writeEntry(region, kernels, code);
  code.exitStatements = exitStatements(region);
  return code;
}

} // namespace gputile
