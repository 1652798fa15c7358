//===- EntryFiles.cpp - Texts in the files of a folder --------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Cache/EntryFiles.h"

#include "Driver/Hash.h"

#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

namespace gputile::driver {
namespace {

/// LLVM's pruning of folders knows files by this.
constexpr const char *Prefix = "llvmcache-";
constexpr unsigned long MostBytes = 256UL << 20;
constexpr std::chrono::hours Unused{24 * 30};

/// What stands before a text in its file.
std::string checksum(llvm::StringRef text) { return hashOf(text) + "\n"; }

/// So that a file that is used stays.
void touch(const std::string &path) {
  int file = -1;
  if (llvm::sys::fs::openFileForReadWrite(path, file, llvm::sys::fs::CD_OpenExisting,
                                          llvm::sys::fs::OF_None))
    return;
  (void)llvm::sys::fs::setLastAccessAndModificationTime(file, std::chrono::system_clock::now());
  llvm::sys::fs::file_t handle = llvm::sys::fs::convertFDToNativeFile(file);
  (void)llvm::sys::fs::closeFile(handle);
}

} // namespace

std::string EntryFiles::pathOf(const std::string &hash) const {
  llvm::SmallString<128> path(Folder);
  llvm::sys::path::append(path, Prefix + hash);
  return path.str().str();
}

std::optional<std::string> EntryFiles::load(const std::string &hash) const {
  const std::string path = pathOf(hash);
  // Read, not mapped: another process may damage the file meanwhile.
  const auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                                  /*RequiresNullTerminator=*/false,
                                                  /*IsVolatile=*/true);
  if (!buffer)
    return std::nullopt;
  const auto [first, text] = (*buffer)->getBuffer().split('\n');
  if (first.str() + "\n" != checksum(text))
    return std::nullopt;
  touch(path);
  return text.str();
}

void EntryFiles::save(const std::string &hash, const std::string &text) const {
  if (llvm::sys::fs::create_directories(Folder))
    return;
  auto file = llvm::sys::fs::TempFile::create(pathOf(hash) + "-%%%%%%%%");
  if (!file)
    return llvm::consumeError(file.takeError());
  llvm::raw_fd_ostream out(file->FD, /*shouldClose=*/false);
  out << checksum(text) << text;
  out.flush();
  const bool failed = out.has_error();
  out.clear_error();
  llvm::consumeError(failed ? file->discard() : file->keep(pathOf(hash)));
}

void EntryFiles::prune() const {
  llvm::CachePruningPolicy policy;
  policy.Expiration = Unused;
  policy.MaxSizePercentageOfAvailableSpace = 0;
  policy.MaxSizeBytes = MostBytes;
  llvm::pruneCache(Folder, policy);
}

} // namespace gputile::driver
