//===- Replay.h - Diagnostics of one compilation in another ------ -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_PLUGIN_REPLAY_H
#define GPUTILE_TOOLS_PLUGIN_REPLAY_H

#include "clang/Basic/Diagnostic.h"

namespace clang {
class CompilerInstance;
}

namespace gputile {

/// Takes the diagnostics of a nested compilation of the same file: gputile's own are
/// reported in \p outer, at the same place; Clang's are dropped, since the outer
/// compilation is going to find the same ones.
class Replay : public clang::DiagnosticConsumer {
public:
  explicit Replay(clang::CompilerInstance &outer) : Outer(outer) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override;
  bool IncludeInDiagnosticCounts() const override { return false; }

private:
  clang::SourceLocation translate(clang::SourceLocation location,
                                  const clang::SourceManager &from) const;

  clang::CompilerInstance &Outer;
};

} // namespace gputile

#endif
