//===- Phase.h - The phases of the pipeline, in order -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_DRIVER_PHASE_H
#define GPUTILE_DRIVER_PHASE_H

#include <optional>
#include <string>

namespace gputile {

/// In the order in which they run.
enum class Phase { Extract, Privatize, Dependences, Copies, Schedule, Map, Verify, CodeGen };
constexpr unsigned PhaseCount = 8;

/// \returns the name that --print-after takes, e.g. "deps".
const char *phaseName(Phase phase);
/// \returns words for messages, e.g. "dependence analysis".
const char *phaseTitle(Phase phase);
std::optional<Phase> phaseByName(const std::string &name);

} // namespace gputile

#endif
