//===- Resources.cpp - Files and programs that gputile-run needs ----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Resources.h"

#include "Process.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

namespace gputile::run {
namespace {

std::string join(llvm::StringRef folder, llvm::StringRef rest) {
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, rest);
  return path.str().str();
}

std::string ifExists(const std::string &path, const std::string &probe) {
  return llvm::sys::fs::exists(probe) ? path : "";
}

Resources resourcesIn(llvm::StringRef include, llvm::StringRef raceFolder) {
  const std::string runtime = join(raceFolder, "RaceRuntime.cpp");
  return {ifExists(include.str(), join(include, "gputile/gputile.cuh")),
          ifExists(runtime, runtime)};
}

} // namespace

Resources findResources(const char *argv0) {
  const std::string program = llvm::sys::fs::getMainExecutable(
      argv0, reinterpret_cast<void *>(reinterpret_cast<intptr_t>(&findResources)));
  const llvm::StringRef folder = llvm::sys::path::parent_path(program);
  const llvm::StringRef prefix = llvm::sys::path::parent_path(folder);
  return resourcesIn(join(prefix, "include"), join(prefix, "share/gputile/Race"));
}

bool hasGpu() {
  auto tool = llvm::sys::findProgramByName("nvidia-smi");
  return tool && runCommand({{*tool, "-L"}, {}, "/dev/null", "/dev/null"}).status == 0;
}

} // namespace gputile::run
