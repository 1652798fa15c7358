//===- Sharers.h - Arrays that may have the same memory ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_IR_SHARERS_H
#define GPUTILE_IR_SHARERS_H

#include "gputile/IR/Scop.h"

#include <algorithm>

namespace gputile {

/// Whether \p a and \p b may have the same memory, element for element (Array::sharers).
inline bool areSharers(const Array &a, const Array &b) {
  const auto has = [](const Array &array, const std::string &name) {
    return std::count(array.sharers.begin(), array.sharers.end(), name) > 0;
  };
  return has(a, b.name) || has(b, a.name);
}

} // namespace gputile

#endif
