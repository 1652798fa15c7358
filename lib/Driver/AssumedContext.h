//===- AssumedContext.h - Sizes for which iterations are independent *- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_ASSUMEDCONTEXT_H
#define GPUTILE_LIB_DRIVER_ASSUMEDCONTEXT_H

#include "Driver/Candidates.h"

namespace gputile::driver {

/// \p original with a guard under which statements run in parallel that otherwise may depend on
/// themselves, as in a[i] = a[i + k]; none where there is none, for schemes that tile the loops as
/// they are, where copies do as well, and where the original loops are no way out.
///
/// \param whole what comes of \p original as it is
std::optional<Scop> withAssumedContext(const Scop &original, Candidates &whole, PhaseRunner &run);

} // namespace gputile::driver

#endif
