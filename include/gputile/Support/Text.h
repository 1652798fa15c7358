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

/// \p text, which has no line breaks, as a C string literal.
std::string quoted(const std::string &text);

} // namespace gputile

#endif
