//===- OptionFuzzer.cpp - Options of all front ends --------------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each line of the input is an option. What is refused is refused with words and again with
/// the same ones; what is accepted is an option.
///
//===----------------------------------------------------------------------===//

#include "gputile/Driver/Options.h"

#include <cstdint>
#include <cstdlib>
#include <sstream>

using namespace gputile;

static void require(bool holds) {
  if (!holds)
    abort();
}

static void tryOption(const std::string &text, DriverOptions &options) {
  const auto error = applyOption(text, options);
  if (!error)
    return require(isOption(text));
  require(!error->message.empty());
  const auto again = applyOption(text, options);
  require(again && again->option == error->option && again->message == error->message);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  DriverOptions options;
  std::istringstream lines(std::string(reinterpret_cast<const char *>(data), size));
  for (std::string line; std::getline(lines, line);)
    tryOption(line, options);
  for (long tile : options.clauses.tile.value)
    require(tile >= 1);
  require(options.clauses.block.value.size() <= 3);
  return 0;
}
