//===- Cures.cpp - Fix-its written into the sources -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Driver/Cures.h"

#include "gputile/Driver/StandardStreams.h"
#include "gputile/Driver/Tool.h"

#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Tooling/Core/Replacement.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace clang;

namespace gputile {
namespace {

using tooling::Replacement;
using tooling::Replacements;

SourceLocation locationOf(SourceRef ref) { return SourceLocation::getFromRawEncoding(ref.raw); }

/// The file of \p loc, as an absolute path without links; empty for what is no file of the user.
std::string fileOf(const SourceManager &sources, SourceLocation loc) {
  const auto entry = sources.getFileEntryRefForID(sources.getFileID(loc));
  if (!entry || sources.isInSystemHeader(loc))
    return "";
  llvm::SmallString<256> path(entry->getName());
  sources.getFileManager().makeAbsolutePath(path);
  return destinationOf(path.str().str());
}

std::optional<SourceEdit> editOf(const SourceManager &sources, const FixIt &fix) {
  const SourceLocation begin = locationOf(fix.begin), end = locationOf(fix.end);
  const std::string file = fileOf(sources, begin);
  if (file.empty() || !sources.isWrittenInSameFile(begin, end))
    return std::nullopt;
  return SourceEdit{file, sources.getFileOffset(begin), sources.getFileOffset(end), fix.text};
}

/// "heat.c:3:31: unknown clause 'blokc' in '#pragma gpu_tile' [unknown-clause]"
std::string describe(const SourceManager &sources, const Diagnostic &diagnostic) {
  const PresumedLoc place = sources.getPresumedLoc(sources.getExpansionLoc(locationOf(diagnostic.loc)));
  const std::string where = place.isInvalid() ? ""
                                              : std::string(place.getFilename()) + ":" +
                                                    std::to_string(place.getLine()) + ":" +
                                                    std::to_string(place.getColumn()) + ": ";
  return where + formatDiag(diagnostic.id, diagnostic.args) + " [" + diagIdName(diagnostic.id) + "]";
}

/// The changes of all files together.
class CuredFiles {
public:
  /// Adds all edits of \p cure, or none where it does not go together with those before.
  bool add(const Cure &cure) {
    std::map<std::string, Replacements> next = Changes;
    for (const SourceEdit &edit : cure.edits)
      if (llvm::Error error = next[edit.file].add(
              Replacement(edit.file, edit.begin, edit.end - edit.begin, edit.text))) {
        llvm::consumeError(std::move(error));
        return false;
      }
    Changes = std::move(next);
    return true;
  }

  /// \param parsed the files as they were read. \returns what is wrong with one of them.
  std::optional<WriteError> write(const std::map<std::string, std::string> &parsed) const {
    std::vector<OutputFile> files;
    for (const auto &[file, changes] : Changes) {
      const auto now = llvm::MemoryBuffer::getFile(file);
      if (!now)
        return WriteError{file, now.getError().message()};
      if ((*now)->getBuffer() != parsed.at(file))
        return WriteError{file, "it has changed meanwhile"};
      llvm::Expected<std::string> text = tooling::applyAllReplacements(parsed.at(file), changes);
      if (!text)
        return WriteError{file, llvm::toString(text.takeError())};
      files.push_back({file, std::move(*text)});
    }
    return writeFiles(files);
  }

  size_t count() const { return Changes.size(); }

private:
  std::map<std::string, Replacements> Changes;
};

std::string counted(size_t count, const char *what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

} // namespace

void addCures(const SourceManager &sources, const std::vector<Diagnostic> &diagnostics, CureList &cures) {
  for (const Diagnostic &diagnostic : diagnostics) {
    Cure cure{describe(sources, diagnostic), diagSeverity(diagnostic.id) == DiagSeverity::Error, {}};
    std::map<std::string, std::string> texts;
    for (const FixIt &fix : diagnostic.fixIts)
      if (auto edit = editOf(sources, fix)) {
        texts[edit->file] = sources.getBufferData(sources.getFileID(locationOf(fix.begin))).str();
        cure.edits.push_back(std::move(*edit));
      }
    if (cure.edits.size() < diagnostic.fixIts.size())
      continue;
    cures.all.push_back(std::move(cure));
    cures.texts.merge(texts);
  }
}

bool writeCures(const char *tool, const ToolResult &result) {
  CuredFiles files;
  std::map<std::string, std::string> texts;
  std::vector<const Cure *> done, left;
  unsigned errors = 0, cured = 0;
  for (const UnitResult &unit : result.units) {
    errors += unit.errors;
    texts.insert(unit.cures.texts.begin(), unit.cures.texts.end());
    for (const Cure &cure : unit.cures.all) {
      const auto isSame = [&](const Cure *known) { return known->edits == cure.edits; };
      const bool isDone = std::any_of(done.begin(), done.end(), isSame);
      cured += cure.isError && isDone;
      if (isDone)
        continue; // A header of several files.
      const bool fits = files.add(cure);
      (fits ? done : left).push_back(&cure);
      cured += cure.isError && fits;
    }
  }
  if (auto error = files.write(texts)) {
    printError(tool, "cannot write '" + error->path + "': " + error->message + "; nothing was changed");
    return false;
  }
  for (const Cure *cure : done)
    llvm::errs() << tool << ": cured: " << cure->message << '\n';
  for (const Cure *cure : left)
    llvm::errs() << tool << ": left: " << cure->message
                 << ": its cure changes the same text as another; run --fix again\n";
  llvm::errs() << tool << ": "
               << (done.empty() ? "nothing to cure"
                                : counted(done.size(), "cure") + " in " + counted(files.count(), "file"))
               << '\n';
  return result.units.size() > 0 && errors == cured;
}

} // namespace gputile
