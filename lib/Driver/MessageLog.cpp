//===- MessageLog.cpp - What is said of a region ----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/MessageLog.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/Support/ErrorHandling.h"

namespace json = llvm::json;

namespace gputile::driver {
namespace {

const char *severityName(DiagSeverity severity) {
  switch (severity) {
  case DiagSeverity::Error:
    return "error";
  case DiagSeverity::Warning:
    return "warning";
  case DiagSeverity::Remark:
    return "remark";
  case DiagSeverity::Note:
    return "note";
  }
  llvm_unreachable("a severity of Diagnostics.def");
}

/// A text with its place, where macros are expanded.
json::Object placed(SourceRef place, std::string text, const clang::SourceManager &sources) {
  json::Object object{{"text", std::move(text)}};
  const clang::SourceLocation at =
      sources.getExpansionLoc(clang::SourceLocation::getFromRawEncoding(place.raw));
  if (at.isValid()) {
    object["file"] = sources.getFilename(at).str();
    object["line"] = sources.getExpansionLineNumber(at);
    object["column"] = sources.getExpansionColumnNumber(at);
  }
  return object;
}

} // namespace

json::Object messageToJson(const Diagnostic &diagnostic, const clang::SourceManager &sources) {
  json::Object object = placed(diagnostic.loc, formatDiag(diagnostic.id, diagnostic.args), sources);
  object["id"] = diagIdName(diagnostic.id);
  object["severity"] = severityName(diagSeverity(diagnostic.id));
  json::Array notes;
  for (const DiagNote &note : diagnostic.notes)
    notes.push_back(placed(note.loc.valid() ? note.loc : diagnostic.loc,
                           formatDiag(note.id, note.args), sources));
  object["notes"] = std::move(notes);
  return object;
}

} // namespace gputile::driver
