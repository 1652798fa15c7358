//===- AnyValues.h - Statements for any values ------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_IR_ANYVALUES_H
#define GPUTILE_IR_ANYVALUES_H

#include "gputile/IR/Scop.h"

#include <optional>
#include <string>

namespace gputile {

/// Blocks of scheme stream also execute instances on values that are none of the program's, and do not
/// use what they compute. \returns why \p statement must not be executed so, for users: it might
/// not end, trap, or access memory that depends on such a value
std::optional<std::string> whyNotOnAnyValues(const Scop &scop, const Statement &statement);

} // namespace gputile

#endif
