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

#include <algorithm>

namespace gputile {

using namespace codegen;

RegionCode generateRegion(const Scop &scop, const RegionPlan &plan) {
  RegionCode code;
  RegionModel region(scop, plan);
  if (!scop.deviceDeclarations.empty())
    code.kernels = scop.deviceDeclarations + "\n";
  const bool cooperative =
      std::any_of(plan.kernels.begin(), plan.kernels.end(),
                  [](const KernelPlan &kernel) { return kernel.mode == LaunchMode::Cooperative; });
  if (cooperative)
    code.kernels =
        "#if !defined(GPUTILE_CPU)\n#include <cooperative_groups.h>\n#endif\n\n" + code.kernels;
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
