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

/// In the order in which they run; Text only when asked for, Parse once for all regions of a
/// unit.
enum class Phase {
  Extract,
  Versions,
  Privatize,
  Dependences,
  Copies,
  Schedule,
  Map,
  Verify,
  CodeGen,
  Text,
  Parse,
};
constexpr unsigned PhaseCount = 11;

/// \returns the name that --print-after takes, e.g. "deps".
const char *phaseName(Phase phase);
/// \returns words for messages, e.g. "dependence analysis".
const char *phaseTitle(Phase phase);
std::optional<Phase> phaseByName(const std::string &name);
/// The line of --time-phases. \param place "heat.c:12"
std::string phaseTimeText(const std::string &place, Phase phase, double seconds);
/// The same for something else than a phase.
std::string timeText(const std::string &place, const char *what, double seconds);

} // namespace gputile

#endif
