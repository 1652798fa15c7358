//===- Process.cpp - Starting programs ------------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Process.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
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

int waitFor(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) == -1)
    if (errno != EINTR)
      return 127;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

} // namespace

int runCommand(const Command &command) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (!command.captureTo.empty()) {
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, command.captureTo.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0666);
  }
  if (!command.captureErrorsTo.empty())
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, command.captureErrorsTo.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0666);
  const std::vector<std::string> environment = mergedEnvironment(command.environment);
  std::vector<char *> argumentPointers = pointersTo(command.arguments);
  std::vector<char *> environmentPointers = pointersTo(environment);
  pid_t child = 0;
  const int error = posix_spawnp(&child, argumentPointers[0], &actions, nullptr,
                                 argumentPointers.data(), environmentPointers.data());
  posix_spawn_file_actions_destroy(&actions);
  return error ? 127 : waitFor(child);
}

} // namespace gputile::run
