//===- Phase.cpp - Names of the phases ---------------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Driver/Phase.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cstddef>

namespace gputile {
namespace {

struct PhaseText {
  const char *name, *title;
};

constexpr PhaseText Texts[PhaseCount] = {
    {"extract", "the analysis of the loops"},
    {"versions", "the propagation of copies"},
    {"privatize", "the expansion of temporaries"},
    {"deps", "dependence analysis"},
    {"copies", "the removal of false dependences"},
    {"schedule", "the search for hyperplanes"},
    {"map", "the mapping to blocks and threads"},
    {"verify", "verification"},
    {"codegen", "code generation"},
    {"text", "the check of generated text"},
    {"parse", "the parsing of generated text"},
};

} // namespace

const char *phaseName(Phase phase) { return Texts[static_cast<size_t>(phase)].name; }

const char *phaseTitle(Phase phase) { return Texts[static_cast<size_t>(phase)].title; }

std::optional<Phase> phaseByName(const std::string &name) {
  for (size_t i = 0; i < PhaseCount; ++i)
    if (name == Texts[i].name)
      return static_cast<Phase>(i);
  return std::nullopt;
}

std::string phaseTimeText(const std::string &place, Phase phase, double seconds) {
  return timeText(place, phaseName(phase), seconds);
}

std::string timeText(const std::string &place, const char *what, double seconds) {
  std::string text;
  llvm::raw_string_ostream(text) << place << ": "
                                 << llvm::format("%-10s %9.3f ms\n", what, seconds * 1e3);
  return text;
}

} // namespace gputile
