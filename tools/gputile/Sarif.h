//===- Sarif.h - Messages as SARIF -------------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_GPUTILE_SARIF_H
#define GPUTILE_TOOLS_GPUTILE_SARIF_H

#include "clang/Basic/Diagnostic.h"
#include "llvm/Support/JSON.h"

#include <map>
#include <set>
#include <string>

namespace gputile {

/// Collects the messages of compilations, Clang's and gputile's, for one document in the Static
/// Analysis Results Interchange Format (OASIS, SARIF 2.1.0). Messages about several headers come
/// once.
///
/// gputile's results have the rule that `--explain` takes, Clang's their warning's flag or "clang".
/// Places are relative to the working folder, %SRCROOT%, where they lie in it. Columns are
/// UTF-16's.
class SarifCollector : public clang::DiagnosticConsumer {
public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override;

  /// What was collected, with the rules that occur; afterwards nothing is left here.
  llvm::json::Value takeDocument();

private:
  llvm::json::Object location(clang::SourceLocation place, const clang::SourceManager &sources,
                              const std::string &message) const;
  llvm::json::Array fixes(const clang::Diagnostic &info) const;
  int64_t ruleIndex(const std::string &id);

  const std::string Folder = currentFolder();
  static std::string currentFolder();
  llvm::json::Array Results, Rules;
  std::map<std::string, int64_t> RuleIndices;
  std::set<std::string> Seen;
  bool Continues = false; ///< The last result was collected: notes belong to it.
};

} // namespace gputile

#endif
