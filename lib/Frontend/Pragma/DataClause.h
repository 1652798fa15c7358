//===- DataClause.h - The arrays of clause data -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_PRAGMA_DATACLAUSE_H
#define GPUTILE_LIB_FRONTEND_PRAGMA_DATACLAUSE_H

#include "Frontend/Pragma/Pragma.h"

#include <optional>

namespace gputile::frontend {

/// Reads the arrays that \p arguments, which are not empty, name.
/// \returns what is wrong: a token, or the last one when more is needed.
std::optional<PragmaToken> readDataArrays(const ClauseArguments &arguments,
                                          std::vector<DataArray> &arrays);

} // namespace gputile::frontend

#endif
