//===- ShortPath.h - Names of files for users ----------------------*- C++ -*- ===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_GPUTILE_SHORTPATH_H
#define GPUTILE_TOOLS_GPUTILE_SHORTPATH_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <string>

namespace gputile {

/// \p path from the current folder on, where it lies in it.
inline std::string shortPath(const std::string &path) {
  llvm::SmallString<256> here;
  if (llvm::sys::fs::current_path(here))
    return path;
  here += llvm::sys::path::get_separator();
  llvm::StringRef rest = path;
  rest.consume_front(here);
  return rest.str();
}

} // namespace gputile

#endif
