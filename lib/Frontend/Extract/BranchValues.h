//===- BranchValues.h - Scalars behind conditions ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
///   int end = i + 32;
///   if (end > n)
///     end = n;
///   for (int k = i; k < end; k++) …
/// \endcode
/// Behind an affine condition an integer has the value that one of the branches gives it: a function
/// of several pieces.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_BRANCHVALUES_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_BRANCHVALUES_H

#include "Frontend/Extract/State.h"

namespace gputile::frontend {

/// At the end of the second branch: the point behind the branching, where both meet, becomes the
/// current one.
/// \param holds [n, i…] -> { : … } where the first branch runs; elsewhere the other one does
/// \param afterThen what variables hold at the end of the first branch
void joinBranches(ExtractState &state, const isl::set &holds, const ScalarPoint &afterThen);

} // namespace gputile::frontend

#endif
