//===- FlatLoops.h - One loop over all elements of an array -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `for (k = 0; k < n * m; k++) { i = k / m; j = k % m; … }` becomes `for (i' = 0; i' < n; i'++)
/// for (j' = 0; j' < m; j'++)` with i' * m + j' in the place of k, i' in that of k / m, and j' in
/// that of k % m: quotients by variables are not affine, and products are found by delinearisation.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_FLATLOOPS_H
#define GPUTILE_LIB_FRONTEND_INLINE_FLATLOOPS_H

#include "Frontend/Inline/Inline.h"
#include "Frontend/Inline/LoopSizes.h"

namespace gputile::frontend {

/// Takes the flat loops of \p inlined apart.
/// \returns what has to hold then; none where there are no such loops
LoopSizes splitFlatLoops(clang::ASTContext &ast, const MarkedRegion &region,
                         InlinedRegion &inlined);

} // namespace gputile::frontend

#endif
