//===- Accesses.h - Addresses of a warp's access ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "Block.h"
#include "Handlers.h"

namespace gputile::counts {

/// Base plus offset of each lane; `wide` says whether the base has 64 bits.
Access addressesOf(Warp &warp, const Instruction &instruction, uint32_t base, bool wide, Mask lanes,
                   unsigned bytes);

/// Counts sectors or wavefronts of an access in its space, checks bounds and alignment, and
/// replaces addresses by the host's. Generic addresses are those of the space they lie in.
bool resolve(Warp &warp, const Instruction &instruction, AddressSpace space, bool isAtomic,
             Access &access);

} // namespace gputile::counts
