//===- PlanBuilder.h - Region plans from isl strings, for tests -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// Writes RegionPlans down as isl strings.

#ifndef GPUTILE_UNITTESTS_CODEGEN_PLANBUILDER_H
#define GPUTILE_UNITTESTS_CODEGEN_PLANBUILDER_H

#include "gputile/IR/RegionPlan.h"
#include "gputile/IR/Scop.h"

#include <string>
#include <vector>

namespace gputile::test {

/// Builds one kernel. Strings leave out the parameters: "{ S0[i] -> [0] }".
class KernelBuilder {
public:
  KernelBuilder(const Scop &scop, std::string parameters, const std::string &name);

  KernelBuilder &statements(std::vector<unsigned> list);
  KernelBuilder &launch(const std::string &map, std::vector<unsigned> hostDims);
  KernelBuilder &host(const std::string &map);
  KernelBuilder &blocks(const std::string &map, const std::string &full);
  /// Instead of the exact set of blocks a superset that is simpler.
  KernelBuilder &allBlocks(const std::string &all);
  KernelBuilder &threads(const std::string &map, std::vector<long> sizes);
  KernelBuilder &order(const std::string &map, std::vector<bool> isLoop,
                       std::vector<unsigned> unrolled = {});
  KernelBuilder &shared(const std::string &name, const std::string &array,
                        std::vector<ReferenceId> references, unsigned prefix,
                        const std::string &offset, std::vector<long> size,
                        const std::string &copied, long padding = 0);
  /// What the last tile stores.
  KernelBuilder &stored(const std::string &elements);
  KernelBuilder &registers(const std::string &name, const std::string &array,
                           std::vector<ReferenceId> references, const std::string &element,
                           const std::string &loaded, const std::string &stored);
  KernelBuilder &action(KernelAction::Kind kind, unsigned tile, const std::string &order);
  KernelPlan build();

private:
  isl::map map(const std::string &text) const;
  isl::set set(const std::string &text) const;

  const Scop &TheScop;
  std::string Prefix;
  KernelPlan Plan;
};

/// A plan of \p kernels with transfers computed from the accesses: everything
/// read or possibly written is copied in, everything written is copied out.
RegionPlan makePlan(const Scop &scop, unsigned launchDims, std::vector<KernelPlan> kernels);

} // namespace gputile::test

#endif
