//===- ParameterCases.h - Parameters that tell cases apart ------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_PARAMETERCASES_H
#define GPUTILE_LIB_DRIVER_PARAMETERCASES_H

#include "Driver/PhaseRunner.h"

#include "gputile/IR/Scop.h"

#include <optional>

namespace gputile::driver {

/// \p original with the numbers of cases in place of parameters that only tell them apart; none
/// where there are no such parameters, or it takes too long.
std::optional<Scop> withParameterCases(const Scop &original, PhaseRunner &run);

} // namespace gputile::driver

#endif
