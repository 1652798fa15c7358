//===- Neutral.h - What updates leave numbers as they are with --*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_TRANSFORM_NEUTRAL_H
#define GPUTILE_LIB_TRANSFORM_NEUTRAL_H

#include "gputile/IR/Scop.h"

namespace gputile::transform {

/// C text of the number of type \p type, float or double, that an update of floating-point
/// numbers with \p op leaves every number as it is with, bit for bit. The extrema that skip what
/// is not ordered (NaN) stay at theirs then. Those that keep (KeepLess and the like) leave
/// ordered numbers only: isNeutralForAll is false.
std::string neutralText(UpdateOperator op, const std::string &type);
bool isNeutralForAll(UpdateOperator op);

/// The prelude's type of what updates that keep numbers of type \p type do to any number. Its
/// value without an initialiser changes none.
std::string keptType(const std::string &type);

} // namespace gputile::transform

#endif
