//===- Reductions.h - Clause reduction --------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_PRAGMA_REDUCTIONS_H
#define GPUTILE_LIB_FRONTEND_PRAGMA_REDUCTIONS_H

#include "Frontend/Pragma/Pragma.h"

namespace gputile::frontend {

/// Reads what stands between the brackets of `reduction(+: s, h[0:n])` and appends the names,
/// those of arrays for their sections. \returns the token that is wrong, if one is.
std::optional<PragmaToken> readReductions(const std::vector<PragmaToken> &tokens,
                                          std::vector<ReductionName> &names);

} // namespace gputile::frontend

#endif
