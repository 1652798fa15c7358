//===- Sharers.h - Arrays that may have the same memory ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_SHARERS_H
#define GPUTILE_LIB_DRIVER_SHARERS_H

#include "Driver/PhaseRunner.h"

namespace gputile::driver {

/// The program as the user wrote it, with what is proved of its Array::sharers; none: nothing is.
std::optional<Scop> withSharers(const Scop &original, PhaseRunner &run);

} // namespace gputile::driver

#endif
