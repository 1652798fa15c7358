//===- ParseFiles.h - The program with other text, parsed -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_DRIVER_PARSEFILES_H
#define GPUTILE_DRIVER_PARSEFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <functional>
#include <string>
#include <utility>

namespace clang {
class ASTContext;
class CompilerInstance;
class DiagnosticConsumer;
} // namespace clang

namespace gputile::driver {

/// A file of the program, and the text to read in its place.
using ChangedFile = std::pair<std::string, llvm::StringRef>;

/// Which functions' bodies are read.
enum class Bodies {
  All,
  OfChangedFiles, ///< Headers take most of the time.
};

/// Parses the program of \p compiler with other text in \p files, as \p compiler parses it,
/// in a compilation of its own.
/// \param diagnostics gets errors; there are no warnings
/// \param visit gets the syntax tree, which does not outlive the call
void parseFiles(clang::CompilerInstance &compiler, llvm::ArrayRef<ChangedFile> files, Bodies bodies,
                clang::DiagnosticConsumer &diagnostics,
                std::function<void(clang::ASTContext &)> visit = {});

} // namespace gputile::driver

#endif
