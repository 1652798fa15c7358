//===- Resources.h - Files and programs that gputile-run needs --*- C++ -*--===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_GPUTILERUN_RESOURCES_H
#define GPUTILE_TOOLS_GPUTILERUN_RESOURCES_H

#include <string>

namespace gputile::run {

/// Files of gputile that builds need.
struct Resources {
  std::string includeDir;  ///< Holds gputile/gputile.cuh and gputile/cpu/cuda_on_cpu.h.
  std::string raceRuntime; ///< RaceRuntime.cpp.
};

/// Finds them relative to the program: build trees are laid out as installations are.
/// Empty members were not found.
Resources findResources(const char *argv0);

/// True when this machine has a GPU with a driver that answers.
bool hasGpu();

} // namespace gputile::run

#endif
