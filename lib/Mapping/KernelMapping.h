//===- KernelMapping.h - One kernel from one region of the schedule ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_KERNELMAPPING_H
#define GPUTILE_LIB_MAPPING_KERNELMAPPING_H

#include "Mapping/HostSplit.h"
#include "gputile/IR/RegionPlan.h"
#include "gputile/Mapping/Mapping.h"

namespace gputile::mapping {

/// A kernel and the launches of its instances, { S[i] -> [l…] }.
struct MappedRegion {
  KernelPlan kernel;
  isl::union_map launch;
};

/// Maps \p region to blocks, threads and memory.
///
/// \param allocated per array the elements that exist on the device, { A[a] }
Result<MappedRegion> mapKernel(const Scop &scop, const KernelRegion &region, std::string name,
                               const std::vector<isl::set> &allocated, const DeviceLimits &limits);

} // namespace gputile::mapping

#endif
