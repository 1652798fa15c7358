//===- ParameterCases.h - Parameters that tell cases apart ------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TRANSFORM_PARAMETERCASES_H
#define GPUTILE_TRANSFORM_PARAMETERCASES_H

#include "gputile/IR/Scop.h"

namespace gputile {

/// \p scop with the number of the case in place of parameters that only tell cases apart, as flags
/// do: `if (flag)` holds below 0 and above, which is two convex parts of every relation in it, and
/// of all that is computed from them. With `flag == 0`, 0 or 1, in place of `flag` it is one.
///
/// Such parameters are compared with constants only, in relations, and no text has their value;
/// they are replaced where values that do not follow each other mean the same. Relations stay
/// exact. What parameters are at most and at least in the context goes with them.
Scop withParameterCases(Scop scop);

/// Whether \p scop may have such parameters, as far as constraints show.
bool mayHaveParameterCases(const Scop &scop);

} // namespace gputile

#endif
