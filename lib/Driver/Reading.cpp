//===- Reading.cpp - Compilations that only read ----------------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Driver/Reading.h"

#include "clang/Frontend/CompilerInvocation.h"

#include <utility>

using namespace clang;

namespace gputile {

static thread_local bool Running = false;

InnerCompilation::InnerCompilation() : Before(std::exchange(Running, true)) {}
InnerCompilation::~InnerCompilation() { Running = Before; }
bool InnerCompilation::isRunning() { return Running; }

std::shared_ptr<CompilerInvocation> readingOnly(const CompilerInvocation &outer) {
  auto invocation = std::make_shared<CompilerInvocation>(outer);
  FrontendOptions &frontend = invocation->getFrontendOpts();
  frontend.ProgramAction = frontend::ParseSyntaxOnly;
  frontend.OutputFile.clear();
  frontend.Plugins.clear();
  frontend.AddPluginActions.clear();
  frontend.StatsFile.clear();
  frontend.TimeTracePath.clear();
  frontend.ShowStats = false;
  // cc1 leaves memory to the end of the process, but this is not the end.
  frontend.DisableFree = false;
  invocation->getDependencyOutputOpts() = DependencyOutputOptions();
  DiagnosticOptions &diagnostics = invocation->getDiagnosticOpts();
  diagnostics.VerifyDiagnostics = false;
  diagnostics.DiagnosticLogFile.clear();
  diagnostics.DiagnosticSerializationFile.clear();
  // Errors of the file end this compilation quietly; the outer one reports them.
  diagnostics.ShowCarets = false;
  return invocation;
}

} // namespace gputile
