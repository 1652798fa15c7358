//===- Reassociation.h - Sums in another order ------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_REASSOCIATION_H
#define GPUTILE_LIB_DRIVER_REASSOCIATION_H

#include "Driver/PhaseRunner.h"

namespace gputile::driver {

/// \p original with partial sums where clauses allow them, where their order is what keeps
/// statements sequential, and where partial sums make these parallel; none where there are no
/// such sums. Its sums are proved to be those of \p original. Throws Refused where they are not.
std::optional<Scop> reassociated(const Scop &original, PhaseRunner &run);

} // namespace gputile::driver

#endif
