//===- Files.cpp - Writing generated files atomically ------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Rewrite/Rewrite.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace gputile {
namespace {

using llvm::sys::fs::TempFile;

/// A complete file that does not have its name yet.
struct Pending {
  std::optional<TempFile> file;
  std::string path;

  ~Pending() {
    if (file)
      llvm::consumeError(file->discard());
  }

  /// \returns what went wrong, or an empty string.
  std::string write(const std::string &text) {
    llvm::Expected<TempFile> temp = TempFile::create(path + ".tmp-%%%%%%%%");
    if (!temp)
      return llvm::toString(temp.takeError());
    file.emplace(std::move(*temp));
    llvm::raw_fd_ostream out(file->FD, /*shouldClose=*/false);
    out << text;
    out.flush();
    const std::error_code error = out.error();
    out.clear_error();
    return error ? error.message() : "";
  }

  std::string keep() {
    llvm::Error error = file->keep(path);
    file.reset();
    return error ? llvm::toString(std::move(error)) : "";
  }
};

} // namespace

OutputPaths outputPathsFor(const std::string &input, const std::string &outputDir) {
  llvm::SmallString<256> base(outputDir.empty() ? llvm::sys::path::parent_path(input)
                                                : llvm::StringRef(outputDir));
  llvm::sys::path::append(base, llvm::sys::path::stem(input));
  const std::string stem = base.str().str() + ".gputile";
  return {stem + llvm::sys::path::extension(input).str(), stem + ".cu"};
}

/// Makes the folder of \p path.
static std::optional<WriteError> makeFolder(const std::string &path) {
  const llvm::StringRef folder = llvm::sys::path::parent_path(path);
  if (!folder.empty())
    if (std::error_code error = llvm::sys::fs::create_directories(folder))
      return WriteError{folder.str(), error.message()};
  return std::nullopt;
}

std::optional<WriteError> writeFile(const std::string &text, const std::string &path) {
  if (auto error = makeFolder(path))
    return error;
  Pending file{std::nullopt, path};
  std::string message = file.write(text);
  if (message.empty())
    message = file.keep();
  return message.empty() ? std::nullopt : std::optional(WriteError{path, message});
}

std::optional<WriteError> writeFiles(const GeneratedFiles &files, const OutputPaths &paths) {
  if (auto error = makeFolder(paths.host))
    return error;
  Pending host{std::nullopt, paths.host}, cuda{std::nullopt, paths.cuda};
  // Both texts lie complete on the disk before either gets its name.
  for (auto [pending, text] : {std::pair(&cuda, &files.cuda), std::pair(&host, &files.host)})
    if (std::string message = pending->write(*text); !message.empty())
      return WriteError{pending->path, message};
  for (Pending *pending : {&cuda, &host})
    if (std::string message = pending->keep(); !message.empty())
      return WriteError{pending->path, message};
  return std::nullopt;
}

} // namespace gputile
