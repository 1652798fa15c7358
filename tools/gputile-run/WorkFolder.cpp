//===- WorkFolder.cpp - The folder of one run -----------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkFolder.h"

#include "Arguments.h"
#include "Signals.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace gputile::run {
namespace {

void leave(const std::string &path, bool keep) {
  if (path.empty())
    return;
  if (keep)
    llvm::errs() << ToolName << ": files kept in " << path << '\n';
  else
    llvm::sys::fs::remove_directories(path);
}

} // namespace

WorkFolder::WorkFolder(bool keep) : Keep(keep) {
  holdSignals();
  llvm::SmallString<128> path;
  if (!llvm::sys::fs::createUniqueDirectory("gputile-run", path))
    Path = path.str().str();
  endOnSignals([path = Path, keep] { leave(path, keep); });
}

WorkFolder::~WorkFolder() {
  beforeCleanUp([&] { leave(Path, Keep); });
}

} // namespace gputile::run
