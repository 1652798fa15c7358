//===- SecondBuffers.h - Arrays that take turns -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TRANSFORM_SECONDBUFFERS_H
#define GPUTILE_TRANSFORM_SECONDBUFFERS_H

#include "gputile/IR/Scop.h"

#include <vector>

namespace gputile {

/// \p scop with a private array like each of \p arrays behind its others, in that order. Nothing
/// accesses them: launches of scheme stream read from one of a pair and write to the other.
Scop withSecondBuffers(const Scop &scop, const std::vector<unsigned> &arrays);

} // namespace gputile

#endif
