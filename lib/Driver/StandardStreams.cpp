//===- StandardStreams.cpp - Standard output that may fail -------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Driver/StandardStreams.h"

#include "gputile/Driver/Tool.h"

#include "llvm/Support/raw_ostream.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

namespace gputile {

/// \returns the error of \p stream, which forgets it: destructors end the process otherwise.
static std::error_code takeError(llvm::raw_fd_ostream &stream) {
  stream.flush();
  const std::error_code error = stream.error();
  stream.clear_error();
  return error;
}

void printError(const char *tool, const std::string &message) {
  llvm::errs() << tool << ": error: " << message << '\n';
}

void openStandardStreams() {
  // What is open for the other direction fails as a closed one does.
  for (int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(descriptor, F_GETFD) == -1)
      open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  signal(SIGXFSZ, SIG_IGN);
}

int closeStandardStreams(const char *tool, int status) {
  bool failed = false;
  if (auto error = writeToStandardOutput("")) {
    printError(tool, "cannot write to " + error->path + ": " + error->message);
    failed = true;
  }
  failed |= bool(takeError(llvm::errs()));
  return failed && status == ExitOk ? ExitErrors : status;
}

std::optional<WriteError> writeToStandardOutput(const std::string &text) {
  llvm::outs() << text;
  if (std::error_code error = takeError(llvm::outs()))
    return WriteError{"standard output", error.message()};
  return std::nullopt;
}

} // namespace gputile
