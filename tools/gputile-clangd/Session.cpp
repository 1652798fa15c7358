//===- Session.cpp - Between an editor and clangd -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Session.h"

#include "Diagnostics.h"
#include "Messages.h"
#include "Pragma.h"

#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace gputile::clangd {
namespace {

struct Pipe {
  int read = -1, write = -1;

  bool open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
      return false;
    read = ends[0];
    write = ends[1];
    return true;
  }
};

/// \returns 0, or errno.
int spawn(std::vector<std::string> &command, const Pipe &input, const Pipe &output, pid_t &child) {
  std::vector<char *> arguments;
  for (std::string &argument : command)
    arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input.read, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output.write, STDOUT_FILENO);
  const int error =
      posix_spawn(&child, arguments.front(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(input.read);
  close(output.write);
  return error;
}

/// Whether the editor says something that is to be looked at.
bool concernsTexts(const std::string &message) {
  for (const char *method : {"textDocument/did", "textDocument/hover", "textDocument/completion"})
    if (message.find(method) != std::string::npos)
      return true;
  return false;
}

} // namespace

std::unique_ptr<Session> Session::start(std::vector<std::string> command,
                                        const std::string &pages) {
  Pipe input, output;
  pid_t child = 0;
  if (!input.open() || !output.open())
    return nullptr;
  if (const int error = spawn(command, input, output, child)) {
    errno = error;
    return nullptr;
  }
  std::FILE *const to = fdopen(input.write, "w"), *const from = fdopen(output.read, "r");
  if (!to || !from)
    return nullptr;
  return std::unique_ptr<Session>(new Session(child, to, from, pages));
}

void Session::tellEditor(const std::string &message) {
  const std::lock_guard<std::mutex> guard(EditorLock);
  writeMessage(stdout, message); // Who does not read any more will close the other end, too.
}

/// The answer to \p message where it is about a clause. Follows what the editor has open.
std::optional<std::string> Session::answerTo(const std::string &message) {
  if (!concernsTexts(message))
    return std::nullopt;
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(message);
  if (!value) {
    llvm::consumeError(value.takeError());
    return std::nullopt;
  }
  const llvm::json::Object *const object = value->getAsObject();
  if (!object)
    return std::nullopt;
  Texts.follow(*object);
  const llvm::json::Value *const id = object->get("id");
  std::optional<llvm::json::Value> result = id ? answerInPragma(*object, Texts) : std::nullopt;
  if (!result)
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(
      llvm::json::Object{{"jsonrpc", "2.0"}, {"id", *id}, {"result", std::move(*result)}});
  return text;
}

void Session::readEditor() {
  MessageReader reader(stdin);
  while (const std::optional<std::string> message = reader.next()) {
    if (const std::optional<std::string> answer = answerTo(*message))
      tellEditor(*answer);
    else if (!writeMessage(ToClangd, *message))
      break;
  }
  std::fclose(ToClangd); // clangd ends then.
}

void Session::run() {
  signal(SIGPIPE, SIG_IGN); // Writes see who has gone.
  std::thread([this] { readEditor(); }).detach();
  MessageReader reader(FromClangd);
  while (std::optional<std::string> message = reader.next())
    tellEditor(withWholeTexts(withCodes(std::move(*message), Pages)));
  int status = 0;
  while (waitpid(Child, &status, 0) == -1 && errno == EINTR)
    ;
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

} // namespace gputile::clangd
