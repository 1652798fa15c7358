//===- EntryFiles.h - Texts in the files of a folder ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_CACHE_ENTRYFILES_H
#define GPUTILE_LIB_DRIVER_CACHE_ENTRYFILES_H

#include <optional>
#include <string>

namespace gputile::driver {

/// Keeps texts by hash in the files of a folder. Several threads and processes may use a
/// folder at the same time: a file appears there complete. Whatever goes wrong is as if
/// nothing were kept.
class EntryFiles {
public:
  /// \p folder is made when it is needed.
  explicit EntryFiles(std::string folder) : Folder(std::move(folder)) {}

  /// The text under \p hash; none when there is no such file or it is damaged.
  std::optional<std::string> load(const std::string &hash) const;
  void save(const std::string &hash, const std::string &text) const;
  /// Removes what was not used for longest, until the rest is small enough. Looks at the
  /// folder every twenty minutes at most.
  void prune() const;

private:
  std::string pathOf(const std::string &hash) const;

  std::string Folder;
};

} // namespace gputile::driver

#endif
