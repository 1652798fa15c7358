//===- ClangDiagnostics.cpp - gputile's messages in Clang's engine -------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Clang 16 to 19 have no warning groups for custom diagnostics and never map them, so
/// the flags -W[no-][error=]gpu-tile, -Werror, -w and -R[no-]gpu-tile are
/// applied here, from the options that Clang keeps as they were given.
///
//===----------------------------------------------------------------------===//

#include "gputile/Frontend/Frontend.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;

namespace gputile {

using namespace frontend;

namespace {

struct Levels {
  bool warnings = true, errors = false, remarks = false;
};

/// The last flag that speaks of a property decides, as for Clang's own groups:
/// `-Werror -Wno-error=gpu-tile` leaves warnings.
Levels readLevels(const DiagnosticOptions &options) {
  Levels levels;
  bool allErrors = false;
  int ownErrors = -1;
  for (llvm::StringRef flag : options.Warnings) {
    const bool positive = !flag.consume_front("no-");
    if (flag == "gpu-tile" || flag == "everything")
      levels.warnings = positive;
    else if (flag == "error")
      allErrors = positive;
    else if (flag == "error=gpu-tile") {
      ownErrors = positive;
      levels.warnings |= positive;
    }
  }
  levels.errors = ownErrors == -1 ? allErrors : ownErrors == 1;
  for (llvm::StringRef flag : options.Remarks) {
    const bool positive = !flag.consume_front("no-");
    if (flag == "gpu-tile" || flag == "everything")
      levels.remarks = positive;
  }
  levels.warnings &= !options.IgnoreWarnings;
  return levels;
}

struct Rendering {
  DiagnosticsEngine::Level level;
  std::string suffix; ///< After the text, in Clang's brackets.
};

Rendering renderingOf(DiagId id, const Levels &levels, const MessageFlags &flags) {
  const std::string name = std::string(" [") + diagIdName(id) + "]";
  switch (diagSeverity(id)) {
  case DiagSeverity::Error:
    return {DiagnosticsEngine::Error, name};
  case DiagSeverity::Warning:
    if (!levels.warnings)
      return {DiagnosticsEngine::Ignored, ""};
    return levels.errors
               ? Rendering{DiagnosticsEngine::Error, name + " [-Werror," + flags.warnings + "]"}
               : Rendering{DiagnosticsEngine::Warning, name + " [" + flags.warnings + "]"};
  case DiagSeverity::Remark:
    return {!levels.remarks            ? DiagnosticsEngine::Ignored
            : flags.remarksAreWarnings ? DiagnosticsEngine::Warning
                                       : DiagnosticsEngine::Remark,
            name + " [" + flags.remarks + "]"};
  case DiagSeverity::Note:
    return {DiagnosticsEngine::Note, ""};
  }
  llvm_unreachable("a severity of Diagnostics.def");
}

SourceLocation toLocation(SourceRef ref) { return SourceLocation::getFromRawEncoding(ref.raw); }

/// Emits one message; its text goes in as an argument so that no '%' in it is
/// taken for a placeholder.
void emit(DiagnosticsEngine &engine, DiagnosticsEngine::Level level, SourceRef loc,
          const std::string &text, const std::vector<FixIt> &fixIts) {
  const unsigned id =
      engine.getDiagnosticIDs()->getCustomDiagID(static_cast<DiagnosticIDs::Level>(level), "%0");
  DiagnosticBuilder builder = engine.Report(toLocation(loc), id);
  builder << text;
  for (const FixIt &fix : fixIts)
    builder << FixItHint::CreateReplacement(
        CharSourceRange::getCharRange(toLocation(fix.begin), toLocation(fix.end)), fix.text);
}

} // namespace

ClangDiagnosticHandler::ClangDiagnosticHandler(CompilerInstance &compiler, MessageFlags flags)
    : Compiler(compiler), Flags(std::move(flags)) {}

/// The fix-its of \p diagnostic, if text stands where they change it.
static std::vector<FixIt> editable(const Diagnostic &diagnostic) {
  const bool inText = llvm::none_of(diagnostic.fixIts, [](const FixIt &fix) {
    const SourceLocation begin = toLocation(fix.begin), end = toLocation(fix.end);
    return begin.isInvalid() || end.isInvalid() || begin.isMacroID() || end.isMacroID();
  });
  return inText ? diagnostic.fixIts : std::vector<FixIt>();
}

void ClangDiagnosticHandler::report(const Diagnostic &diagnostic) {
  const Rendering main =
      renderingOf(diagnostic.id, readLevels(Compiler.getDiagnosticOpts()), Flags);
  if (main.level == DiagnosticsEngine::Ignored)
    return;
  // It is about the function, not about the place.
  if (diagnostic.id == DiagId::MathNotExact && !Functions.insert(diagnostic.args[0]).second)
    return;
  Errors += main.level >= DiagnosticsEngine::Error;
  DiagnosticsEngine &engine = Compiler.getDiagnostics();
  const std::vector<FixIt> fixIts = editable(diagnostic);
  if (!fixIts.empty())
    Curable.push_back(diagnostic);
  emit(engine, main.level, diagnostic.loc, formatDiag(diagnostic.id, diagnostic.args) + main.suffix,
       fixIts);
  for (const DiagNote &note : diagnostic.notes)
    emit(engine, DiagnosticsEngine::Note, note.loc.valid() ? note.loc : diagnostic.loc,
         formatDiag(note.id, note.args), {});
}

} // namespace gputile
