//===- TemplateRegion.h - A region in all that a template makes -- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_TEMPLATEREGION_H
#define GPUTILE_LIB_DRIVER_TEMPLATEREGION_H

#include "gputile/Driver/Pipeline.h"
#include "gputile/Rewrite/Rewrite.h"

#include <string>
#include <vector>

namespace gputile::driver {

/// Keeps what is said about a region in each instantiation, and says it once, with notes
/// that name the instantiations.
class InstanceDiagnostics : public DiagnosticHandler {
public:
  void startInstance(const RegionInstance &instance) { Instance = &instance; }
  void report(const Diagnostic &diagnostic) override;
  void flush(DiagnosticHandler &handler);

private:
  const RegionInstance *Instance = nullptr;
  std::vector<Diagnostic> Kept; ///< Without notes of ours.
  std::vector<std::vector<DiagNote>> Notes;
};

/// An instance and what became of it.
struct InstanceResult {
  RegionInstance instance;
  RegionResult result;
};

/// Runs the chain on every instance of \p region.
std::vector<InstanceResult> runInstances(clang::ASTContext &context, const MarkedRegion &region,
                                         const std::vector<RegionInstance> &instances,
                                         const DriverOptions &options,
                                         InstanceDiagnostics &diagnostics);

/// The edits of \p region: instances with the same code share one, others get names of
/// their own. Refuses instances that the region's text could not tell apart.
std::vector<RegionEdit> variantsOf(const MarkedRegion &region, std::vector<InstanceResult> &results,
                                   const DriverOptions &options);

} // namespace gputile::driver

#endif
