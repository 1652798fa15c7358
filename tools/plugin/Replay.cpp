//===- Replay.cpp - Diagnostics of one compilation in another ---- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Replay.h"

#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;

namespace gputile {

SourceLocation Replay::translate(SourceLocation location, const SourceManager &from) const {
  if (location.isInvalid())
    return {};
  SourceManager &to = Outer.getSourceManager();
  const auto [file, offset] = from.getDecomposedLoc(from.getFileLoc(location));
  const auto entry = from.getFileEntryRefForID(file);
  if (file == from.getMainFileID() || !entry)
    return to.getLocForStartOfFile(to.getMainFileID()).getLocWithOffset(static_cast<int>(offset));
  return to.getLocForStartOfFile(to.getOrCreateFileID(*entry, SrcMgr::C_User))
      .getLocWithOffset(static_cast<int>(offset));
}

void Replay::HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic &info) {
  // Ids of custom diagnostics lie above all of Clang's own.
  if (info.getID() < diag::DIAG_UPPER_LIMIT || level == DiagnosticsEngine::Ignored)
    return;
  llvm::SmallString<256> text;
  info.FormatDiagnostic(text);
  DiagnosticsEngine &engine = Outer.getDiagnostics();
  const unsigned id =
      engine.getDiagnosticIDs()->getCustomDiagID(static_cast<DiagnosticIDs::Level>(level), "%0");
  if (!info.hasSourceManager()) {
    engine.Report(id) << text.str();
    return;
  }
  const SourceManager &from = info.getSourceManager();
  DiagnosticBuilder builder = engine.Report(translate(info.getLocation(), from), id);
  builder << text.str();
  for (const FixItHint &fix : info.getFixItHints())
    builder << FixItHint::CreateReplacement(
        CharSourceRange::getCharRange(translate(fix.RemoveRange.getBegin(), from),
                                      translate(fix.RemoveRange.getEnd(), from)),
        fix.CodeToInsert);
}

} // namespace gputile
