//===- OutOfBounds.h - Subscripts outside of their arrays -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `double a[100]; … for (i = 0; i <= 100; i++) a[i] = 0;` has no meaning in C. Such a region stays
/// as it is, and its author learns of it. Nothing is said where only some values of the
/// parameters lead outside: `i < n` may mean that n is at most 100.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_OUTOFBOUNDS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_OUTOFBOUNDS_H

#include "Frontend/Extract/State.h"

namespace gputile::frontend {

/// The refusal for \p subscript where, whenever the region evaluates it at all, some evaluation is
/// outside of the array.
std::optional<Refusal> certainlyOutside(const ExtractState &state, const BoundedSubscript &subscript);

/// The refusals for all statements of \p state; none for a place twice.
std::vector<Refusal> subscriptsOutside(const ExtractState &state);

} // namespace gputile::frontend

#endif
