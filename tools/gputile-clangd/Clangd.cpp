//===- Clangd.cpp - The clangd that is started ----------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clangd.h"

#include "gputile/Config.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include <cstdlib>
#include <vector>

namespace gputile::clangd {
namespace {

constexpr const char *Advice =
    "; install the package clangd-" GPUTILE_LLVM_MAJOR ", or name another with GPUTILE_CLANGD";

/// What `program --version` prints.
std::string versionOf(const std::string &program) {
  llvm::SmallString<128> file;
  if (llvm::sys::fs::createTemporaryFile("gputile-clangd", "txt", file))
    return "";
  const llvm::FileRemover remover(file);
  const std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), file.str(),
                                                      llvm::StringRef("")};
  llvm::sys::ExecuteAndWait(program, {program, "--version"}, std::nullopt, redirects,
                            /*SecondsToWait=*/20);
  const auto text = llvm::MemoryBuffer::getFile(file);
  return text ? (*text)->getBuffer().split('\n').first.str() : "";
}

/// Whether \p program names Clang's shared library, whose symbols the plugin takes.
bool hasSharedClang(const std::string &program) {
  const auto text = llvm::MemoryBuffer::getFile(program);
  return text && (*text)->getBuffer().contains("libclang-cpp.so");
}

} // namespace

llvm::Expected<std::string> findClangd() {
  const char *const wish = std::getenv("GPUTILE_CLANGD");
  std::vector<std::string> names{"clangd-" GPUTILE_LLVM_MAJOR, "clangd"};
  if (wish && *wish)
    names = {wish};
  std::string why = "no '" + names.front() + "' was found";
  for (const std::string &name : names) {
    const llvm::ErrorOr<std::string> program = llvm::sys::findProgramByName(name);
    if (!program || !llvm::sys::fs::can_execute(*program))
      continue;
    const std::string version = versionOf(*program);
    if (version.find("version " GPUTILE_LLVM_VERSION) == std::string::npos)
      why = "'" + *program + "' is not of release " GPUTILE_LLVM_VERSION +
            ", which gputile was built with: " + version;
    else if (!hasSharedClang(*program))
      why = "'" + *program + "' has Clang built in, and cannot load gputile's plugin";
    else
      return *program;
  }
  return llvm::createStringError(llvm::inconvertibleErrorCode(), why + Advice);
}

void preload(const std::string &plugin) {
  const char *const before = std::getenv("LD_PRELOAD");
  const std::string list = before && *before ? plugin + ":" + before : plugin;
  setenv("LD_PRELOAD", list.c_str(), /*overwrite=*/1);
  setenv("GPUTILE_EDITOR", "1", /*overwrite=*/1);
}

} // namespace gputile::clangd
