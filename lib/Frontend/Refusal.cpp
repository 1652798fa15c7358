//===- Refusal.cpp - The way out of an extraction -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Refusal.h"

using namespace clang;

namespace gputile::frontend {

SourceRef sourceRef(SourceLocation loc) { return {loc.getRawEncoding()}; }

void refuse(DiagId id, SourceLocation loc, std::vector<std::string> args) {
  throw RefusalError{Refusal{id, sourceRef(loc), std::move(args), {}, {}}};
}

void refuseWithNote(DiagId id, SourceLocation loc, std::vector<std::string> args, SourceLocation place,
                    std::string what) {
  RefusalError error{Refusal{id, sourceRef(loc), std::move(args), {}, {}}};
  error.refusal.notes.push_back({DiagId::NoteHere, sourceRef(place), {std::move(what)}});
  throw error;
}

} // namespace gputile::frontend
