//===- Session.h - Between an editor and clangd -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_GPUTILECLANGD_SESSION_H
#define GPUTILE_TOOLS_GPUTILECLANGD_SESSION_H

#include "Documents.h"

#include <sys/types.h>

#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace gputile::clangd {

/// clangd, whose standard input and output go through this process. What editor and clangd say is
/// passed on as it is, but for three things: gputile's diagnostics get codes, clangd asks for whole
/// texts, and requests about clauses of the pragma are answered here.
class Session {
public:
  /// Starts \p command, a clangd and its arguments. \returns none and errno where that is not
  /// possible. \param pages of diagnostics, see withCodes
  static std::unique_ptr<Session> start(std::vector<std::string> command, const std::string &pages);

  /// Passes on what is said until clangd ends, and ends the process with its status: a thread may
  /// still wait for what the editor says.
  [[noreturn]] void run();

private:
  Session(pid_t child, std::FILE *toClangd, std::FILE *fromClangd, std::string pages)
      : Child(child), ToClangd(toClangd), FromClangd(fromClangd), Pages(std::move(pages)) {}

  void readEditor();
  std::optional<std::string> answerTo(const std::string &message);
  void tellEditor(const std::string &message);

  const pid_t Child;
  std::FILE *const ToClangd, *const FromClangd;
  const std::string Pages;
  std::mutex EditorLock; ///< Of the standard output.
  Documents Texts;       ///< Of the thread that reads what the editor says.
};

} // namespace gputile::clangd

#endif
