//===- Difference.cpp - Where two outputs differ --------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Difference.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cassert>

namespace gputile::run {
namespace {

constexpr size_t LongestShown = 100;

/// The first line of \p text, for a message.
std::string firstLine(llvm::StringRef text) {
  if (text.empty())
    return "missing";
  const llvm::StringRef line = text.split('\n').first;
  std::string shown;
  llvm::raw_string_ostream stream(shown);
  stream << '\'';
  stream.write_escaped(line.take_front(LongestShown));
  stream << (line.size() > LongestShown ? "…'" : "'");
  // A last line without an end is another one than with it.
  stream << (line.size() == text.size() ? " without an end" : "");
  return stream.str();
}

} // namespace

std::string firstDifference(llvm::StringRef output, llvm::StringRef original) {
  assert(output != original && "nothing to find");
  const size_t common =
      std::mismatch(output.begin(), output.end(), original.begin(), original.end()).first -
      output.begin();
  const llvm::StringRef before = output.take_front(common);
  const size_t begin = before.rfind('\n') == llvm::StringRef::npos ? 0 : before.rfind('\n') + 1;
  return "line " + std::to_string(before.count('\n') + 1) + " is " +
         firstLine(output.drop_front(begin)) + ", not " + firstLine(original.drop_front(begin));
}

} // namespace gputile::run
