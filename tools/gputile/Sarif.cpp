//===- Sarif.cpp - Messages as SARIF ---------------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sarif.h"

#include "Pages.h"

#include "gputile/Config.h"
#include "gputile/Support/Diagnostic.h"
#include "gputile/Support/Uri.h"

#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

namespace gputile {

using namespace clang;
using llvm::json::Array;
using llvm::json::Object;

namespace {

/// The numbers of UTF-16 units in UTF-8 text.
int64_t unitsOf(llvm::StringRef text) {
  int64_t units = 0;
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    units += (byte & 0xC0) != 0x80 ? 1 : 0; // Not of a character that has begun.
    units += byte >= 0xF0 ? 1 : 0;          // Two units.
  }
  return units;
}

struct TextPlace {
  int64_t line, column;
};

/// From 1. \p place lies in a file.
TextPlace textPlace(SourceLocation place, const SourceManager &sources) {
  const auto [file, offset] = sources.getDecomposedLoc(place);
  const llvm::StringRef before = sources.getBufferData(file).take_front(offset);
  const size_t end = before.rfind('\n');
  const llvm::StringRef line = end == llvm::StringRef::npos ? before : before.drop_front(end + 1);
  return {sources.getLineNumber(file, offset), 1 + unitsOf(line)};
}

Object regionOf(SourceLocation begin, SourceLocation end, const SourceManager &sources) {
  const TextPlace first = textPlace(begin, sources), last = textPlace(end, sources);
  return Object{{"startLine", first.line},
                {"startColumn", first.column},
                {"endLine", last.line},
                {"endColumn", last.column}};
}

Object messageOf(llvm::StringRef text) { return Object{{"text", text.str()}}; }

const char *levelName(DiagnosticsEngine::Level level) {
  switch (level) {
  case DiagnosticsEngine::Error:
  case DiagnosticsEngine::Fatal:
    return "error";
  case DiagnosticsEngine::Warning:
    return "warning";
  default:
    return "note";
  }
}

const char *levelName(DiagSeverity severity) {
  return severity == DiagSeverity::Error     ? "error"
         : severity == DiagSeverity::Warning ? "warning"
                                             : "note";
}

/// The rule of a message of Clang: "-Wunused-variable", else "clang".
std::string clangRule(const clang::Diagnostic &info) {
  const llvm::StringRef flag = DiagnosticIDs::getWarningOptionForDiag(info.getID());
  return flag.empty() ? "clang" : "-W" + flag.str();
}

Object artifact(const std::string &path, const std::string &folder) {
  const llvm::StringRef inside = path;
  if (inside.starts_with(folder) && inside.substr(folder.size()).starts_with("/"))
    return Object{{"uri", uriPath(inside.substr(folder.size() + 1).str())},
                  {"uriBaseId", "%SRCROOT%"}};
  return Object{{"uri", fileUri(path)}};
}

/// The absolute path of the file that holds \p place, empty where it is none.
std::string pathOf(SourceLocation place, const SourceManager &sources) {
  const auto file = sources.getFileEntryRefForID(sources.getFileID(place));
  if (!file)
    return "";
  llvm::SmallString<256> path(file->getName());
  sources.getFileManager().makeAbsolutePath(path);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return path.str().str();
}

} // namespace

std::string SarifCollector::currentFolder() {
  llvm::SmallString<256> folder;
  llvm::sys::fs::current_path(folder);
  return folder.str().str();
}

/// Without a place where \p place is in no file.
Object SarifCollector::location(SourceLocation place, const SourceManager &sources,
                                const std::string &message) const {
  Object result;
  const SourceLocation begin = sources.getExpansionLoc(place);
  if (const std::string path = begin.isValid() ? pathOf(begin, sources) : ""; !path.empty()) {
    const unsigned length = Lexer::MeasureTokenLength(begin, sources, LangOptions());
    result["physicalLocation"] = Object{
        {"artifactLocation", artifact(path, Folder)},
        {"region", regionOf(begin, begin.getLocWithOffset(static_cast<int>(length)), sources)}};
  }
  if (!message.empty())
    result["message"] = messageOf(message);
  return result;
}

/// All fix-its of a message are one fix.
Array SarifCollector::fixes(const clang::Diagnostic &info) const {
  const SourceManager &sources = info.getSourceManager();
  Array changes;
  for (const FixItHint &hint : info.getFixItHints()) {
    const SourceLocation begin = hint.RemoveRange.getBegin();
    const std::string path = begin.isFileID() ? pathOf(begin, sources) : "";
    if (path.empty() || hint.RemoveRange.getEnd().isMacroID())
      return {};
    const unsigned last =
        hint.RemoveRange.isTokenRange()
            ? Lexer::MeasureTokenLength(hint.RemoveRange.getEnd(), sources, LangOptions())
            : 0;
    const SourceLocation end = hint.RemoveRange.getEnd().getLocWithOffset(static_cast<int>(last));
    changes.push_back(
        Object{{"artifactLocation", artifact(path, Folder)},
               {"replacements", Array{Object{{"deletedRegion", regionOf(begin, end, sources)},
                                             {"insertedContent", messageOf(hint.CodeToInsert)}}}}});
  }
  return changes.empty() ? Array() : Array{Object{{"artifactChanges", std::move(changes)}}};
}

int64_t SarifCollector::ruleIndex(const std::string &id) {
  const auto [found, isNew] = RuleIndices.try_emplace(id, static_cast<int64_t>(Rules.size()));
  if (!isNew)
    return found->second;
  Object rule{{"id", id}};
  if (const std::optional<DiagId> own = diagIdByName(id)) {
    rule["defaultConfiguration"] = Object{{"level", levelName(diagSeverity(*own))}};
    if (const char *const page = findPage(id)) {
      const llvm::StringRef title = llvm::StringRef(page).split('\n').first;
      rule["shortDescription"] = messageOf(title.ltrim("# "));
      rule["help"] = Object{{"text", page}, {"markdown", page}};
    }
  }
  Rules.push_back(std::move(rule));
  return found->second;
}

void SarifCollector::HandleDiagnostic(DiagnosticsEngine::Level level,
                                      const clang::Diagnostic &info) {
  DiagnosticConsumer::HandleDiagnostic(level, info); // Counts.
  llvm::SmallString<256> formatted;
  info.FormatDiagnostic(formatted);
  const std::string whole = formatted.str().str();
  if (level == DiagnosticsEngine::Note) {
    if (Continues && info.hasSourceManager())
      (*Results.back().getAsObject())["relatedLocations"].getAsArray()->push_back(
          location(info.getLocation(), info.getSourceManager(), whole));
    return;
  }
  const std::optional<PrintedMessage> own = readMessage(whole);
  const std::string rule = own ? diagIdName(own->id) : clangRule(info);
  Object result{{"ruleId", rule},
                {"level", levelName(level)},
                {"message", messageOf(own ? own->text : whole)},
                {"locations", Array()},
                {"relatedLocations", Array()}};
  if (info.hasSourceManager()) {
    result["locations"] = Array{location(info.getLocation(), info.getSourceManager(), "")};
    if (Array list = fixes(info); !list.empty())
      result["fixes"] = std::move(list);
  }
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(Object(result));
  // Files of one run may include the same headers.
  Continues = Seen.insert(std::move(text)).second;
  if (!Continues)
    return;
  result["ruleIndex"] = ruleIndex(rule);
  Results.push_back(std::move(result));
}

llvm::json::Value SarifCollector::takeDocument() {
  Object driver{{"name", "gputile"}, {"version", GPUTILE_VERSION}, {"rules", std::move(Rules)}};
  Object run{{"tool", Object{{"driver", std::move(driver)}}},
             {"columnKind", "utf16CodeUnits"},
             {"originalUriBaseIds", Object{{"%SRCROOT%", Object{{"uri", fileUri(Folder) + "/"}}}}},
             {"results", std::move(Results)}};
  return Object{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                {"version", "2.1.0"},
                {"runs", Array{std::move(run)}}};
}

} // namespace gputile
