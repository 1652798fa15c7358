//===- Arguments.h - The command line of gputile-tiles ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_GPUTILETILES_ARGUMENTS_H
#define GPUTILE_TOOLS_GPUTILETILES_ARGUMENTS_H

#include "Region.h"

namespace gputile::tiles {

/// What the command line asks for.
struct Arguments {
  std::string file;   ///< gputile's JSON result; "-" is standard input.
  std::string region; ///< Empty: all.
  std::string device; ///< Empty: that of each region.
  std::string runs;   ///< File of measured runs; empty: costs are estimated.
  Sizes sizes;
  double leastReuse = 0;
  long registers = 32; ///< Of a thread.
  long best = 3;       ///< Layouts that are shown.
  bool help = false, version = false;
};

/// \returns an error for what it cannot mean
llvm::Expected<Arguments> readArguments(const std::vector<std::string> &words);

extern const char *const HelpText;

} // namespace gputile::tiles

#endif
