//===- Process.cpp - Starting programs ------------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Process.h"

#include "gputile/Driver/StandardStreams.h"

#include "Arguments.h"
#include "Signals.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace gputile::run {
namespace {

std::vector<char *> pointersTo(const std::vector<std::string> &texts) {
  std::vector<char *> pointers;
  for (const std::string &text : texts)
    pointers.push_back(const_cast<char *>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

/// The current environment with \p added in place of variables of the same name.
std::vector<std::string> mergedEnvironment(const std::vector<std::string> &added) {
  std::vector<std::string> merged = added;
  for (char **entry = environ; *entry; ++entry) {
    const std::string name(*entry, std::strcspn(*entry, "=") + 1);
    bool replaced = false;
    for (const std::string &text : added)
      replaced |= text.rfind(name, 0) == 0;
    if (!replaced)
      merged.push_back(*entry);
  }
  return merged;
}

/// Waits for \p child, which has its number until endRunning(): nobody signals another
/// process that got the same one.
End waitFor(pid_t child, const std::string &name) {
  siginfo_t info;
  while (waitid(P_PID, id_t(child), &info, WEXITED | WNOWAIT) == -1 && errno == EINTR)
    ;
  int status = 0;
  const bool ended = endRunning([&] {
    pid_t found;
    do
      found = waitpid(child, &status, 0);
    while (found == -1 && errno == EINTR);
    return found == child;
  });
  if (!ended) {
    printError(ToolName, "cannot find out how '" + name + "' ended");
    return {};
  }
  if (WIFSIGNALED(status))
    return {128 + WTERMSIG(status), WTERMSIG(status)};
  return {WEXITSTATUS(status), 0};
}

/// Files and signals of a program that begins.
class SpawnSettings {
public:
  explicit SpawnSettings(const Command &command) {
    posix_spawn_file_actions_init(&Files);
    if (!command.captureTo.empty()) {
      posix_spawn_file_actions_addopen(&Files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
      addOutput(STDOUT_FILENO, command.captureTo);
    }
    if (!command.captureErrorsTo.empty())
      addOutput(STDERR_FILENO, command.captureErrorsTo);
    posix_spawnattr_init(&Attributes);
    setSignals(command);
  }
  SpawnSettings(const SpawnSettings &) = delete;
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&Files);
    posix_spawnattr_destroy(&Attributes);
  }

  int spawn(pid_t &child, char *const *arguments, char *const *environment) const {
    return posix_spawnp(&child, arguments[0], &Files, &Attributes, arguments, environment);
  }

private:
  void addOutput(int descriptor, const std::string &file) {
    posix_spawn_file_actions_addopen(&Files, descriptor, file.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0666);
  }

  void setSignals(const Command &command) {
    const sigset_t mask = maskOfPrograms();
    posix_spawnattr_setsigmask(&Attributes, &mask);
    sigset_t byDefault;
    sigemptyset(&byDefault);
    sigaddset(&byDefault, SIGXFSZ);
    if (command.interactive)
      sigaddset(&byDefault, SIGTTOU);
    posix_spawnattr_setsigdefault(&Attributes, &byDefault);
    const short group = command.interactive ? 0 : POSIX_SPAWN_SETPGROUP;
    posix_spawnattr_setflags(&Attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group);
  }

  posix_spawn_file_actions_t Files;
  posix_spawnattr_t Attributes;
};

} // namespace

End runCommand(const Command &command) {
  const SpawnSettings settings(command);
  const std::vector<std::string> environment = mergedEnvironment(command.environment);
  const std::vector<char *> argumentPointers = pointersTo(command.arguments);
  const std::vector<char *> environmentPointers = pointersTo(environment);
  int error = 0;
  const std::optional<pid_t> child = beginRunning(command.interactive, [&](pid_t &started) {
    error = settings.spawn(started, argumentPointers.data(), environmentPointers.data());
    return error == 0;
  });
  if (child)
    return waitFor(*child, command.arguments.front());
  printError(ToolName, "cannot run '" + command.arguments.front() + "': " + std::strerror(error));
  return {};
}

std::string signalText(int signal) {
  const char *name = sigabbrev_np(signal);
  return (name ? std::string("SIG") + name : "signal") + " (" + std::to_string(signal) + ")";
}

} // namespace gputile::run
