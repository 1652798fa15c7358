//===- PrintIsl.h - Text of isl values that may be absent -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_IR_PRINTISL_H
#define GPUTILE_LIB_IR_PRINTISL_H

#include "gputile/Support/Isl.h"

#include <sstream>
#include <string>

namespace gputile::ir {

/// The isl notation of \p value, or "(none)" for a value that was never set:
/// phases print what they have so far.
template <typename T> std::string islText(const T &value) {
  if (value.is_null())
    return "(none)";
  std::ostringstream text;
  text << value;
  return text.str();
}

/// \p values with \p separator between them.
template <typename Range> std::string joined(const Range &values, const char *separator = ", ") {
  std::ostringstream text;
  const char *before = "";
  for (const auto &value : values) {
    text << before << value;
    before = separator;
  }
  return text.str();
}

} // namespace gputile::ir

#endif
