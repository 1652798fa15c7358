//===- main.cpp - clangd with gputile's diagnostics -----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// clangd does not load plugins. It runs one that is preloaded as compilers do: the plugin
/// registers itself. This program stands between the editor and clangd and changes nothing but the
/// diagnostics that clangd publishes.
///
//===----------------------------------------------------------------------===//

#include "Clangd.h"
#include "Session.h"

#include "gputile/Driver/StandardStreams.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

using namespace gputile;
using namespace gputile::clangd;

namespace {

constexpr const char *Tool = "gputile-clangd";
constexpr int Failed = 1;

int fail(const std::string &message) {
  printError(Tool, message);
  return Failed;
}

/// The folder that gputile is installed in, or built.
std::string prefixOf(const char *argv0) {
  static int here;
  llvm::SmallString<256> path(llvm::sys::fs::getMainExecutable(argv0, &here));
  llvm::sys::path::remove_filename(path);
  llvm::sys::path::remove_filename(path);
  return path.str().str();
}

/// Whether clangd is to answer on a terminal, not to an editor.
bool endsAtOnce(const std::vector<std::string> &arguments) {
  return llvm::any_of(arguments, [](llvm::StringRef argument) {
    argument.consume_front("-");
    argument.consume_front("-");
    return argument.starts_with("check") || argument.starts_with("help") || argument == "version";
  });
}

std::vector<char *> pointersTo(std::vector<std::string> &texts) {
  std::vector<char *> pointers;
  for (std::string &text : texts)
    pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

int passOn(std::vector<std::string> command, const std::string &pages) {
  const std::unique_ptr<Session> session = Session::start(std::move(command), pages);
  if (session)
    session->run();
  return fail(std::string("cannot start clangd: ") + std::strerror(errno));
}

} // namespace

int main(int argc, char **argv) {
  const std::string prefix = prefixOf(argv[0]);
  const std::string plugin = prefix + "/" GPUTILE_PLUGIN_FROM_PREFIX;
  if (!llvm::sys::fs::exists(plugin))
    return fail("there is no plugin in '" + plugin + "'; the installation is incomplete");
  if (plugin.find_first_of(": ") != std::string::npos)
    return fail("it lies in '" + prefix + "'; the loader takes no path with such characters");
  llvm::Expected<std::string> clangd = findClangd();
  if (!clangd)
    return fail(llvm::toString(clangd.takeError()));
  std::vector<std::string> command{*clangd};
  command.insert(command.end(), argv + 1, argv + argc);
  preload(plugin);
  if (!endsAtOnce(command))
    return passOn(std::move(command), prefix + "/" GPUTILE_PAGES_FROM_PREFIX);
  execv(clangd->c_str(), pointersTo(command).data());
  return fail(std::string("cannot start clangd: ") + std::strerror(errno));
}
