//===- ConditionText.h - Conditions on parameters as C text -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_CONDITIONTEXT_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_CONDITIONTEXT_H

#include "gputile/IR/Scop.h"

#include <optional>
#include <string>

namespace gputile::frontend {

/// True for a parameter whose value is computed under a condition. The condition may become
/// weaker until the Scop is complete.
bool isReadConditionally(const Parameter &parameter);

/// \p condition, [n] -> { : … }, as C text for the caller of an entry: "((long long)(n) >= 1)".
/// It is false where a parameter of 64 bits is beyond 2^46; entries decline these. None when it is long, needs quotients, or depends on one
/// of \p parameters that is not among the first \p count and is conditional itself.
std::optional<std::string> conditionText(const isl::set &condition,
                                         const std::vector<Parameter> &parameters, size_t count);

} // namespace gputile::frontend

#endif
