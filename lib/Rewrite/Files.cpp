//===- Files.cpp - Writing generated files atomically ------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Rewrite/Rewrite.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <list>
#include <signal.h>

namespace gputile {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// \returns what went wrong.
std::error_code writeAndClose(llvm::raw_fd_ostream &out, const std::string &text) {
  out << text;
  out.close();
  const std::error_code error = out.error();
  out.clear_error();
  return error;
}

/// A complete file that does not have its name yet.
class Pending {
public:
  explicit Pending(const OutputFile &file)
      : File(file), Target(isSystemPath(file.path) ? file.path : destinationOf(file.path)) {}
  Pending(const Pending &) = delete;
  Pending &operator=(const Pending &) = delete;
  ~Pending() {
    discard(Temporary);
    discard(Old);
  }

  const std::string &path() const { return File.path; }

  std::error_code write() {
    fs::file_status status;
    const bool exists = !fs::status(Target, status);
    if (exists && fs::is_directory(status))
      return std::make_error_code(std::errc::is_a_directory);
    InPlace = exists && (isSystemPath(Target) || !fs::is_regular_file(status));
    return InPlace ? std::error_code() : writeTemporary();
  }

  /// For devices and pipes, whose readers may take their time.
  std::error_code writeInPlace() const {
    std::error_code error;
    if (!InPlace)
      return error;
    llvm::raw_fd_ostream out(Target, error, fs::CD_OpenExisting, fs::FA_Write, fs::OF_None);
    return error ? error : writeAndClose(out, File.text);
  }

  std::error_code commit() {
    if (InPlace)
      return {};
    if (std::error_code error = keepOld())
      return error;
    if (std::error_code error = fs::rename(Temporary, Target))
      return error;
    llvm::sys::DontRemoveFileOnSignal(Temporary);
    Temporary.clear();
    return {};
  }

  /// Takes a commit() back.
  void undo() {
    if (InPlace)
      return;
    if (Old.empty())
      fs::remove(Target);
    else if (!fs::rename(Old, Target))
      Old.clear();
  }

private:
  /// What stands there is named by its place, not by what it is linked to at the moment:
  /// /dev/stdout, /proc/self/fd/3.
  static bool isSystemPath(llvm::StringRef file) {
    return file.starts_with("/dev/") || file.starts_with("/proc/");
  }

  /// Gives what the file was a second name, for undo().
  std::error_code keepOld() {
    if (!fs::exists(Target))
      return {};
    Old = Temporary + ".old";
    // Not every disk has links.
    return fs::create_hard_link(Target, Old) ? fs::copy_file(Target, Old) : std::error_code();
  }

  /// A new file beside the target. (LLVM's names of unique files have a meaning for `%`.)
  std::error_code openTemporary(int &descriptor) {
    std::error_code error;
    for (int attempt = 0; attempt < 100; ++attempt) {
      const unsigned number = llvm::sys::Process::GetRandomNumber();
      const std::string name = Target + ".tmp-" + llvm::utohexstr(number, /*LowerCase=*/true, 8);
      error = fs::openFileForWrite(name, descriptor, fs::CD_CreateNew);
      if (!error)
        Temporary = name;
      if (error != std::errc::file_exists)
        break;
    }
    return error;
  }

  std::error_code writeTemporary() {
    int descriptor = -1;
    if (std::error_code error = openTemporary(descriptor))
      return error;
    llvm::sys::RemoveFileOnSignal(Temporary);
    llvm::raw_fd_ostream out(descriptor, /*shouldClose=*/true);
    return writeAndClose(out, File.text);
  }

  static void discard(const std::string &file) {
    if (file.empty())
      return;
    fs::remove(file);
    llvm::sys::DontRemoveFileOnSignal(file);
  }

  const OutputFile &File;
  std::string Target;
  std::string Temporary; ///< Holds the text until commit().
  std::string Old;       ///< The file as it was before commit(); empty when there was none.
  bool InPlace = false;  ///< A device or a pipe.
};

/// Puts off the signals that end a process, which then get their way between all and nothing.
class SignalsHeld {
public:
  SignalsHeld() {
    sigset_t held;
    sigemptyset(&held);
    for (int signal : {SIGHUP, SIGINT, SIGTERM})
      sigaddset(&held, signal);
    pthread_sigmask(SIG_BLOCK, &held, &Before);
  }
  ~SignalsHeld() { pthread_sigmask(SIG_SETMASK, &Before, nullptr); }

private:
  sigset_t Before;
};

std::optional<WriteError> commitAll(std::list<Pending> pending) {
  for (const Pending &file : pending)
    if (std::error_code error = file.writeInPlace())
      return WriteError{file.path(), error.message()};
  const SignalsHeld held;
  std::optional<WriteError> failed;
  for (auto file = pending.begin(); !failed && file != pending.end(); ++file)
    if (std::error_code error = file->commit()) {
      failed = WriteError{file->path(), error.message()};
      for (auto done = pending.begin(); done != file; ++done)
        done->undo();
    }
  pending.clear(); // Removes what undo() would have needed.
  return failed;
}

} // namespace

OutputPaths outputPathsFor(const std::string &input, const std::string &outputDir) {
  llvm::SmallString<256> base(outputDir.empty() ? path::parent_path(input)
                                                : llvm::StringRef(outputDir));
  path::append(base, path::stem(input));
  const std::string stem = base.str().str() + ".gputile";
  return {stem + path::extension(input).str(), stem + ".cu"};
}

std::vector<OutputFile> outputFilesOf(const GeneratedFiles &files, const OutputPaths &paths) {
  return {{paths.cuda, files.cuda}, {paths.host, files.host}};
}

std::string destinationOf(const std::string &file) {
  llvm::SmallString<256> absolute(file), real;
  fs::make_absolute(absolute);
  if (!fs::real_path(absolute, real))
    return real.str().str();
  const llvm::StringRef name = path::filename(absolute), folder = path::parent_path(absolute);
  if (folder.empty() || name == "." || name == "..") {
    path::remove_dots(absolute, /*remove_dot_dot=*/true);
    return absolute.str().str();
  }
  real = destinationOf(folder.str());
  path::append(real, name);
  return real.str().str();
}

std::optional<WriteError> makeFolderOf(const std::string &file) {
  const llvm::StringRef folder = path::parent_path(file);
  if (!folder.empty())
    if (std::error_code error = fs::create_directories(folder))
      return WriteError{folder.str(), error.message()};
  return std::nullopt;
}

std::optional<WriteError> writeFiles(const std::vector<OutputFile> &files) {
  std::list<Pending> pending;
  for (const OutputFile &file : files) {
    pending.emplace_back(file);
    if (std::error_code error = pending.back().write())
      return WriteError{file.path, error.message()};
  }
  return commitAll(std::move(pending));
}

} // namespace gputile
