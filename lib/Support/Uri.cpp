//===- Uri.cpp - Files in protocols of editors ------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Support/Uri.h"

#include <cctype>
#include <string_view>

namespace gputile {

std::string uriPath(const std::string &path) {
  constexpr const char *Digits = "0123456789ABCDEF";
  constexpr std::string_view Marks = "-._~/";
  std::string result;
  for (const char character : path) {
    const auto c = static_cast<unsigned char>(character);
    if (c < 128 && (std::isalnum(c) || Marks.find(character) != Marks.npos))
      result += character;
    else
      result += {'%', Digits[c >> 4], Digits[c & 15]};
  }
  return result;
}

std::string fileUri(const std::string &path) { return "file://" + uriPath(path); }

} // namespace gputile
