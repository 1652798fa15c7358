//===- Text.h - Text of generated C ------------------------------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_SUPPORT_TEXT_H
#define GPUTILE_SUPPORT_TEXT_H

#include <string>

namespace gputile {

/// \p text as a C string literal in one line.
std::string quoted(const std::string &text);

/// \p text for a comment of either kind, which it does not end.
std::string inComment(const std::string &text);

/// A finite \p value as a number in C, with six digits.
std::string number(double value);

} // namespace gputile

#endif
