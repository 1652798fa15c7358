//===- Cures.h - Fix-its written into the sources ----------------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What option --fix does. A message has fix-its only where they change no value that the program
/// computes: all of them may be applied without a look.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_DRIVER_CURES_H
#define GPUTILE_DRIVER_CURES_H

#include "gputile/Support/Diagnostic.h"

#include <map>
#include <string>
#include <vector>

namespace clang {
class SourceManager;
}

namespace gputile {

struct ToolResult;

/// Other text in a file.
struct SourceEdit {
  std::string file;        ///< Absolute, without links.
  unsigned begin, end;     ///< In bytes.
  std::string text;
  bool operator==(const SourceEdit &) const = default;
};

/// What a message's fix-its do: all of it or nothing.
struct Cure {
  std::string message; ///< With its place.
  bool isError;        ///< The message is one.
  std::vector<SourceEdit> edits;
};

/// The cures of a unit, and the files that they change as they were read.
struct CureList {
  std::vector<Cure> all;
  std::map<std::string, std::string> texts; ///< By SourceEdit::file.
};

/// Adds the cures of \p diagnostics to \p cures: those in files of the user.
void addCures(const clang::SourceManager &sources, const std::vector<Diagnostic> &diagnostics,
              CureList &cures);

/// Writes the cures of \p result into the files, and says on standard error which: all files or
/// none, and none that has changed since it was read. A cure that changes the same text as one before is left.
/// \returns whether no error is left.
bool writeCures(const char *tool, const ToolResult &result);

} // namespace gputile

#endif
