//===- IndexSets.h - Statements in parts ------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_INDEXSETS_H
#define GPUTILE_LIB_DRIVER_INDEXSETS_H

#include "Driver/Candidates.h"
#include "gputile/Transform/IndexSets.h"

namespace gputile::driver {

/// \p original with the domains of statements in parts where that lets more run in parallel; none
/// elsewhere, for schemes that tile the loops as they are, and for flags. The result is proved to be
/// the same program. Throws Refused where it is not.
///
/// \param whole what comes of \p original as it is
std::optional<SplitIndexSets> withIndexSetsSplit(const Scop &original, Candidates &whole,
                                                 PhaseRunner &run);

} // namespace gputile::driver

#endif
