//===- Registers.h - Elements that live in registers ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_MEMORY_REGISTERS_H
#define GPUTILE_LIB_MAPPING_MEMORY_REGISTERS_H

#include "Mapping/Memory/ReferenceGroups.h"
#include "Mapping/Memory/ThreadPositions.h"
#include "gputile/Mapping/Mapping.h"

namespace gputile::mapping {

/// Moves out of \p groups those that each thread can keep in registers: one
/// element per (thread, unrolled point), no other thread's, used more than
/// once, within the register budget (Verdoolaege et al. 2013, section 7.3).
std::vector<ReferenceGroup> takeRegisterGroups(const Scop &scop, const KernelSpace &space,
                                               const ThreadPositions &threads,
                                               std::vector<ReferenceGroup> &groups,
                                               const DeviceLimits &limits);

/// The register tile of \p group. Elements are loaded when a thread may read
/// them, or may leave them unwritten, before it has written them; they are
/// stored when it may write them, unless the array is Private and every value
/// is used by the thread that wrote it.
RegisterTile makeRegisterTile(const Scop &scop, const KernelSpace &space,
                              const ThreadPositions &threads, const ReferenceGroup &group,
                              std::string name);

} // namespace gputile::mapping

#endif
