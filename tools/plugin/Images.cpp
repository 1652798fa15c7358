//===- Images.cpp - Kernels compiled with the program ------------ -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Images.h"

#include "gputile/Driver/Nvcc.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
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

/// Runs nvcc on \p text in \p folder. \returns the cubin, or nothing with \p why.
std::optional<std::string> compileOne(const std::string &nvcc, const std::string &text,
                                      llvm::StringRef folder, const std::string &arch, bool wide,
                                      std::string &why) {
  const std::string base = folder.str() + "/kernels";
  std::error_code error;
  llvm::raw_fd_ostream source(base + ".cu", error);
  source << text;
  source.close();
  const std::string index = std::string("-DGPT_WIDE=") + (wide ? "1" : "0");
  const std::string messages = base + ".log", cubin = base + ".cubin", input = base + ".cu";
  const llvm::StringRef arguments[] = {nvcc,          "-cubin", "-arch",  arch, "-std=c++17",
                                       "-fmad=false", index,    "-o",     cubin, input};
  const std::optional<llvm::StringRef> streams[] = {llvm::StringRef(), llvm::StringRef(messages),
                                                    llvm::StringRef(messages)};
  if (error || llvm::sys::ExecuteAndWait(nvcc, arguments, std::nullopt, streams, 0, 0, &why) != 0) {
    if (why.empty())
      why = error ? error.message() : firstLine(readFile(messages));
    return std::nullopt;
  }
  return readFile(cubin);
}

} // namespace

std::vector<KernelImage>
ImageCompiler::compile(const RegionCode &code,
                       std::vector<std::pair<std::string, std::string>> &failed) const {
  std::vector<KernelImage> images;
  const std::string nvcc = Archs.empty() ? "" : chosenNvcc();
  llvm::SmallString<128> folder;
  const bool ready = !nvcc.empty() && !llvm::sys::fs::createUniqueDirectory("gputile", folder);
  const auto cleanUp = llvm::make_scope_exit([&] {
    if (ready)
      llvm::sys::fs::remove_directories(folder);
  });
  for (const std::string &arch : Archs)
    for (bool wide : {false, true}) {
      std::string why = nvcc.empty() ? "nvcc was not found" : "no temporary folder can be made";
      if (ready)
        why.clear();
      auto image =
          ready ? compileOne(nvcc, code.kernels, folder, arch, wide, why) : std::nullopt;
      if (!image) {
        failed.emplace_back(arch, why);
        break;
      }
      images.push_back({arch, wide, std::move(*image)});
    }
  return images;
}

} // namespace gputile
