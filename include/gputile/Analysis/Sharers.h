//===- Sharers.h - Arrays that may have the same memory ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_ANALYSIS_SHARERS_H
#define GPUTILE_ANALYSIS_SHARERS_H

#include "gputile/IR/Scop.h"

#include <optional>

namespace gputile {

/// \p scop with Array::sharers where there are any: a program may call its function with one array
/// for both names, as `scale(n, a, x, x)` of `y[i] = a * x[i]`. Not for arrays behind rows of
/// pointers, in device memory, or that a data block keeps there: they have no memory of their own
/// on the device.
std::optional<Scop> withSharers(const Scop &scop);

} // namespace gputile

#endif
