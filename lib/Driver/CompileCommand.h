//===- CompileCommand.h - A unit compiled as its build does ------ -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_COMPILECOMMAND_H
#define GPUTILE_LIB_DRIVER_COMPILECOMMAND_H

#include "clang/Tooling/CompilationDatabase.h"

#include <string>
#include <vector>

namespace clang {
class DiagnosticConsumer;
class FrontendAction;
} // namespace clang

namespace gputile::driver {

/// The -W and -R flags of gputile, taken out of a compile command because Clang
/// would call them unknown.
struct OwnFlags {
  std::vector<std::string> warnings, remarks;
};

/// \p flags without those, which go to \p own.
std::vector<std::string> takeOwnFlags(const std::vector<std::string> &flags, OwnFlags &own);

/// Takes the options that Clang does not know out of \p command: those that only GCC has.
std::vector<std::string> takeUnknownOptions(clang::tooling::CompileCommand &command);

/// Runs \p action on the file of \p command, which is changed so that nothing is written and no
/// plugin is loaded.
/// \param diagnostics receives messages in place of the terminal, unless null
/// \returns false after errors. When they are in the command itself, \p action does not run.
bool runCompileCommand(const clang::tooling::CompileCommand &command, clang::FrontendAction &action,
                       clang::DiagnosticConsumer *diagnostics);

} // namespace gputile::driver

#endif
