//===- AssumedContext.h - Parameters without some dependences ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_ANALYSIS_ASSUMEDCONTEXT_H
#define GPUTILE_ANALYSIS_ASSUMEDCONTEXT_H

#include "gputile/IR/Ddg.h"
#include "gputile/IR/Scop.h"

#include <optional>
#include <vector>

namespace gputile {

/// { : constraints } over the parameters of \p scop under which some dependences of \p statements
/// do not exist, though their loops are long: those of a[i] = a[i + k] for k = 0, k >= n or k <=
/// -n. None where there are no such dependences, and where it takes too many cases to
/// say so.
///
/// Known as the assumed context in Polly (Doerfert et al. 2017, "Optimistic Loop Optimization").
///
/// \param ddg the dependences of \p scop
std::optional<isl::set> assumedContext(const Scop &scop, const Ddg &ddg,
                                       const std::vector<unsigned> &statements);

} // namespace gputile

#endif
