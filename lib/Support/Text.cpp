//===- Text.cpp - Text of generated C ----------------------------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Support/Text.h"

#include <cstdio>

namespace gputile {

static bool isControl(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\177'; }

/// "\012": with all its digits, so that what follows does not belong to it.
static std::string octal(char c) {
  return {'\\', static_cast<char>('0' + (c >> 6)), static_cast<char>('0' + (c >> 3 & 7)),
          static_cast<char>('0' + (c & 7))};
}

std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += isControl(c) ? octal(c) : std::string(1, c);
  }
  return result + "\"";
}

std::string inComment(const std::string &text) {
  std::string result;
  for (char c : text) {
    const bool ends = c == '/' && !result.empty() && result.back() == '*';
    result += ends || isControl(c) ? '?' : c;
  }
  return result;
}

std::string number(double value) {
  char text[32];
  snprintf(text, sizeof text, "%.6g", value);
  return text;
}

} // namespace gputile
