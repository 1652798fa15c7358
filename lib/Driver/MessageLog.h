//===- MessageLog.h - What is said of a region -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_MESSAGELOG_H
#define GPUTILE_LIB_DRIVER_MESSAGELOG_H

#include "gputile/Support/Diagnostic.h"

#include "llvm/Support/JSON.h"

namespace clang {
class SourceManager;
}

namespace gputile::driver {

/// A message with its notes as docs/json.md describes it.
llvm::json::Object messageToJson(const Diagnostic &diagnostic, const clang::SourceManager &sources);

/// Passes messages on, and keeps them for the region's JSON: whether the user sees them depends on
/// flags, and what became of the region does not.
class MessageLog : public DiagnosticHandler {
public:
  MessageLog(DiagnosticHandler &next, const clang::SourceManager &sources)
      : Next(next), Sources(sources) {}
  void report(const Diagnostic &diagnostic) override {
    Messages.push_back(messageToJson(diagnostic, Sources));
    Next.report(diagnostic);
  }
  llvm::json::Array take() { return std::move(Messages); }

private:
  DiagnosticHandler &Next;
  const clang::SourceManager &Sources;
  llvm::json::Array Messages;
};

} // namespace gputile::driver

#endif
