//===- ReferenceGroups.h - References that share elements -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_MEMORY_REFERENCEGROUPS_H
#define GPUTILE_LIB_MAPPING_MEMORY_REFERENCEGROUPS_H

#include "Mapping/Coordinates.h"
#include "gputile/IR/RegionPlan.h"

namespace gputile::mapping {

/// A reference of a kernel with its accesses by kind, all { S[i] -> A[a] };
/// a kind that does not occur is an empty map.
struct KernelReference {
  ReferenceId id;
  unsigned array;
  bool affine; ///< And no unordered update, which is atomic in device memory only.
  isl::map access; ///< All kinds.
  isl::map reads, mayWrites, mustWrites;
};

/// References of one array that must be placed alike.
struct ReferenceGroup {
  unsigned array;
  std::vector<KernelReference> members;

  bool isWritten() const;
  bool isAffine() const;
  std::vector<ReferenceId> ids() const;
};

/// The references of \p statements that access something.
std::vector<KernelReference> kernelReferences(const Scop &scop,
                                              const std::vector<unsigned> &statements);

/// Connected components of references that touch a common element within one
/// launch, at least one of the two writing it (Verdoolaege et al. 2013, section
/// 7.2). A reference that only reads what is not written is a group by itself.
/// \param host [h…]: the launch of an instance
std::vector<ReferenceGroup> referenceGroups(const Scop &scop,
                                            const std::vector<unsigned> &statements,
                                            const Coordinates &host);

} // namespace gputile::mapping

#endif
