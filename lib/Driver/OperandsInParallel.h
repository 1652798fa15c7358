//===- OperandsInParallel.h - What is summed up in order --------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_OPERANDSINPARALLEL_H
#define GPUTILE_LIB_DRIVER_OPERANDSINPARALLEL_H

#include "Driver/Candidates.h"

namespace gputile::driver {

/// \p original with what is summed up in order computed in parallel before, where the order of
/// sums is what keeps statements sequential, and where that makes these parallel; none where
/// there are no such sums, or for schemes that tile the loops as they are. The result is proved
/// to compute the same, bit for bit. Throws Refused where it is not.
///
/// \param ordered what comes of \p original as it is
std::optional<Scop> withOperandsInParallel(const Scop &original, Candidates &ordered,
                                           PhaseRunner &run);

} // namespace gputile::driver

#endif
