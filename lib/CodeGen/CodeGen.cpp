//===- CodeGen.cpp - A region plan as CUDA text ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/CodeGen/CodeGen.h"

#include "CodeGen/Host/EntryText.h"
#include "CodeGen/Host/ExitValues.h"
#include "CodeGen/Kernel/Text.h"
#include "CodeGen/Prelude/Text.h"

#include <algorithm>

namespace gputile {

using namespace codegen;

/// Whether some kernel has barriers of the whole grid.
static bool isCooperative(const RegionPlan &plan) {
  return std::any_of(plan.kernels.begin(), plan.kernels.end(), [](const KernelPlan &kernel) {
    return kernel.mode == LaunchMode::Cooperative;
  });
}

RegionCode generateRegion(const Scop &scop, const RegionPlan &plan, EntryTarget target) {
  RegionCode code;
  RegionModel region(scop, plan, target);
  const std::string helpers = updatesPrelude(scop) + divisionPrelude(scop) + streamPrelude(plan);
  std::string declarations, exports;
  if (!scop.deviceDeclarations.empty())
    declarations += scop.deviceDeclarations + "\n";
  std::vector<KernelWithCode> kernels;
  for (size_t k = 0; k < plan.kernels.size(); ++k) {
    if (plan.kernels[k].leader)
      continue;
    KernelWithCode kernel;
    kernel.model = std::make_unique<KernelModel>(region, plan.kernels[k]);
    for (const KernelPlan &other : plan.kernels)
      if (other.leader == k)
        kernel.parts.push_back(std::make_unique<KernelModel>(region, other));
    kernel.code = kernelText(kernel.models());
    code.kernels += kernel.code.text + "\n";
    exports += "GPUTILE_EXPORT(" + kernel.code.name + ")\n";
    kernels.push_back(std::move(kernel));
  }
  code.kernels = declarations + code.kernels;
  if (target == EntryTarget::Runtime)
    code.kernels = runtimePrelude(region.indexType, kernels) + helpers + code.kernels + exports;
  else
    code.helpers = helpers;
  if (target == EntryTarget::Cuda && isCooperative(plan))
    code.kernels =
        "#if !defined(GPUTILE_CPU)\n#include <cooperative_groups.h>\n#endif\n\n" + code.kernels;
  writeEntry(region, kernels, code);
  code.exitStatements = exitStatements(region);
  code.hostDeclarations = scop.hostDeclarations;
  return code;
}

} // namespace gputile
