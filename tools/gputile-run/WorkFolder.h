//===- WorkFolder.h - The folder of one run --------------------*- C++ -*--===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_GPUTILERUN_WORKFOLDER_H
#define GPUTILE_TOOLS_GPUTILERUN_WORKFOLDER_H

#include <string>

namespace gputile::run {

/// A folder for everything that is built, removed at the end, also when a signal ends the
/// process. There is at most one.
class WorkFolder {
public:
  /// \param keep leaves the folder, and says where it is
  explicit WorkFolder(bool keep);
  WorkFolder(const WorkFolder &) = delete;
  WorkFolder &operator=(const WorkFolder &) = delete;
  ~WorkFolder();

  /// Empty when it could not be made.
  const std::string &path() const { return Path; }

private:
  bool Keep;
  std::string Path;
};

} // namespace gputile::run

#endif
