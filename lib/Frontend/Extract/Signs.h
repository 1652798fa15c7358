//===- Signs.h - Signs of floating-point values -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_SIGNS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_SIGNS_H

#include "Frontend/Extract/State.h"

namespace gputile::frontend {

/// Whether no value of \p expr, of floating-point type, is -0.0, whatever its variables are.
/// Then the extremum of such values is the same in any order, bit for bit: equal values are
/// equal bits.
bool isNeverNegativeZero(const ExtractState &state, const clang::Expr *expr);

} // namespace gputile::frontend

#endif
