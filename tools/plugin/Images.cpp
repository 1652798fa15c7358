//===- Images.cpp - Kernels compiled with the program ------------ -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Images.h"

#include "gputile/Driver/Nvcc.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <optional>

namespace gputile {
namespace {

std::string chosenNvcc() {
  if (const char *home = std::getenv("CUDA_HOME")) {
    llvm::SmallString<128> path(home);
    llvm::sys::path::append(path, "bin", "nvcc");
    if (llvm::sys::fs::can_execute(path))
      return path.str().str();
  }
  return findNvcc();
}

std::string firstLine(llvm::StringRef text) {
  for (llvm::StringRef rest = text; !rest.empty(); rest = rest.split('\n').second)
    if (const llvm::StringRef line = rest.split('\n').first.trim(); !line.empty())
      return line.str();
  return "nvcc failed";
}

std::string readFile(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

/// An empty file in the folder for temporary ones; gone with the object, and when a signal
/// ends the process.
class TemporaryFile {
public:
  explicit TemporaryFile(llvm::StringRef suffix) {
    Error = llvm::sys::fs::createTemporaryFile("gputile", suffix, Path);
    if (!Error)
      llvm::sys::RemoveFileOnSignal(Path);
  }
  TemporaryFile(const TemporaryFile &) = delete;
  ~TemporaryFile() {
    if (Error)
      return;
    llvm::sys::fs::remove(Path);
    llvm::sys::DontRemoveFileOnSignal(Path);
  }
  std::error_code error() const { return Error; }
  llvm::StringRef path() const { return Path; }

private:
  llvm::SmallString<128> Path;
  std::error_code Error;
};

std::error_code writeText(const TemporaryFile &file, const std::string &text) {
  std::error_code error = file.error();
  if (error)
    return error;
  llvm::raw_fd_ostream out(file.path(), error);
  if (error)
    return error;
  out << text;
  out.close();
  error = out.error();
  out.clear_error();
  return error;
}

/// Runs nvcc on \p text. \returns the cubin, or nothing with \p why.
std::optional<std::string> compileOne(const std::string &nvcc, const std::string &text,
                                      const std::string &arch, bool wide, std::string &why) {
  const TemporaryFile source("cu"), messages("log"), cubin("cubin");
  std::error_code error = messages.error() ? messages.error() : cubin.error();
  if (!error)
    error = writeText(source, text);
  if (error) {
    why = "no temporary file can be written: " + error.message();
    return std::nullopt;
  }
  const std::string index = std::string("-DGPT_WIDE=") + (wide ? "1" : "0");
  const llvm::StringRef arguments[] = {nvcc,          "-cubin", "-arch", arch,         "-std=c++17",
                                       "-fmad=false", index,    "-o",    cubin.path(), source.path()};
  const std::optional<llvm::StringRef> streams[] = {llvm::StringRef(), messages.path(), messages.path()};
  if (llvm::sys::ExecuteAndWait(nvcc, arguments, std::nullopt, streams, 0, 0, &why) != 0) {
    if (why.empty())
      why = firstLine(readFile(messages.path()));
    return std::nullopt;
  }
  return readFile(cubin.path());
}

} // namespace

std::vector<KernelImage>
ImageCompiler::compile(const RegionCode &code,
                       std::vector<std::pair<std::string, std::string>> &failed) const {
  std::vector<KernelImage> images;
  const std::string nvcc = Archs.empty() ? "" : chosenNvcc();
  for (const std::string &arch : Archs)
    for (bool wide : {false, true}) {
      std::string why = nvcc.empty() ? "nvcc was not found" : "";
      auto image = nvcc.empty() ? std::nullopt : compileOne(nvcc, code.kernels, arch, wide, why);
      if (!image) {
        failed.emplace_back(arch, why);
        break;
      }
      images.push_back({arch, wide, std::move(*image)});
    }
  return images;
}

} // namespace gputile
