//===- Build.cpp - Compiling and linking a transformed program ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Build.h"

#include "gputile/Driver/StandardStreams.h"

#include "Process.h"
#include "Signals.h"

#include "gputile/Config.h"
#include "gputile/Driver/Nvcc.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdlib>

namespace gputile::run {
namespace {

const char *variantName(Variant variant) {
  switch (variant) {
  case Variant::Original:
    return "original";
  case Variant::Tiled:
    return "tiled";
  case Variant::Checked:
    return "checked";
  }
  llvm_unreachable("a variant");
}

bool isCxxFile(const std::string &file) {
  const llvm::StringRef extension = llvm::sys::path::extension(file);
  return extension != ".c" && extension != ".i";
}

bool compile(std::vector<std::string> command) {
  return runCommand({std::move(command), {}, "", ""}).status == 0;
}

/// Further arguments for kernels on the CPU, which the CPU backend of the run-time library
/// takes, too.
void appendLayerFlags(std::vector<std::string> &list) {
  const char *flags = getenv("GPUTILE_CPU_CXXFLAGS");
  llvm::SmallVector<llvm::StringRef> words;
  llvm::StringRef(flags ? flags : "").split(words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (llvm::StringRef word : words)
    list.push_back(word.str());
}

void append(std::vector<std::string> &list, std::initializer_list<const char *> more) {
  list.insert(list.end(), more.begin(), more.end());
}

constexpr const char *Sanitizers = "-fsanitize=address,undefined";

} // namespace

Builder::Builder(const RunArguments &arguments, const ToolResult &result, Backend backend,
                 const Resources &resources, std::string folder)
    : Arguments(arguments), Target(backend), Files(resources), Folder(std::move(folder)) {
  for (const std::string &file : arguments.line.files) {
    Input input{file, nullptr};
    for (const UnitResult &unit : result.units)
      if (!unit.generated.empty() && llvm::sys::fs::equivalent(unit.file, file))
        input.unit = &unit;
    Inputs.push_back(input);
  }
}

bool Builder::watchesRaces(Variant variant) const {
  return Arguments.race && variant == Variant::Tiled;
}

/// Host code is compiled without contraction, as the generated code is: that is what
/// makes results comparable bit for bit. Flags of the user come later and win.
bool Builder::compileHost(const std::string &file, const std::string &originalFolder,
                          Variant variant, const std::string &object) {
  std::vector<std::string> command{isCxxFile(file) ? GPUTILE_CLANGXX : GPUTILE_CLANG};
  append(command, {"-O1", "-ffp-contract=off", "-Wno-unknown-pragmas"});
  if (variant == Variant::Checked)
    append(command, {"-DGPUTILE_CHECK"});
  if (Arguments.asan)
    append(command, {Sanitizers, "-g"});
  for (const std::string &flag : withoutOwnFlags(Arguments.line.flags))
    command.push_back(flag);
  // #include "x.h" must find what lies beside the original file.
  append(command, {"-iquote", originalFolder.c_str(), "-c", file.c_str(), "-o", object.c_str()});
  return compile(command);
}

bool Builder::compileCuda(const std::string &file, Variant variant, const std::string &object) {
  std::vector<std::string> command;
  if (Target == Backend::Cuda) {
    command = {findNvcc(), "-O2", "-fmad=false", "-arch=native", "-I" + Files.includeDir};
  } else {
    command = {GPUTILE_CLANGXX,
               "-x",
               "c++",
               "-std=c++17",
               "-DGPUTILE_CPU",
               "-O1",
               "-ffp-contract=off",
               "-Wno-pass-failed", // -O1 does not unroll what `#pragma unroll` asks of nvcc
               "-I" + Files.includeDir};
    if (watchesRaces(variant))
      append(command, {"-fsanitize=thread", "-g"});
    // Copies of boxes hold elements without a value, whose bytes no _Bool has, and no
    // statement uses.
    if (Arguments.asan)
      append(command, {Sanitizers, "-fno-sanitize=bool", "-g"});
    appendLayerFlags(command);
  }
  if (variant == Variant::Checked)
    append(command, {"-DGPUTILE_CHECK"});
  if (variant == Variant::Checked && !Arguments.tolerance.empty())
    command.push_back("-DGPUTILE_CHECK_TOLERANCE=" + Arguments.tolerance);
  append(command, {"-c", file.c_str(), "-o", object.c_str()});
  return compile(command);
}

/// The runtime that the instrumentation of -fsanitize=thread calls is gputile's own;
/// it must not be instrumented itself.
bool Builder::compileRaceRuntime() {
  const std::string object = Folder + "/race-runtime.o";
  Objects.push_back(object);
  return compile({GPUTILE_CLANGXX, "-std=c++17", "-O2", "-I" + Files.includeDir, "-c",
                  Files.raceRuntime, "-o", object});
}

bool Builder::link(const std::string &program) {
  std::vector<std::string> command{Target == Backend::Cuda ? findNvcc() : GPUTILE_CLANGXX};
  if (Arguments.asan && Target != Backend::Cuda)
    command.push_back(Sanitizers);
  command.insert(command.end(), Objects.begin(), Objects.end());
  if (Target != Backend::Cuda) {
    command.push_back("-pthread");
    appendLayerFlags(command);
  }
  command.insert(command.end(), Arguments.linkFlags.begin(), Arguments.linkFlags.end());
  append(command, {"-lm", "-o", program.c_str()});
  return compile(command);
}

/// The file to compile for \p input, after writing it when it is generated; \p cuda
/// is the CUDA file that belongs to it.
std::optional<std::string> Builder::hostFile(const Input &input, size_t index, Variant variant,
                                             std::string &cuda) {
  if (variant == Variant::Original || !input.unit)
    return input.file;
  GeneratedFiles files = input.unit->generated;
  if (variant == Variant::Checked)
    files.host = files.hostCheck;
  const std::string folder = Folder + "/" + variantName(variant) + "-" + std::to_string(index);
  const OutputPaths paths = outputPathsFor(input.file, folder);
  std::optional<WriteError> error;
  beforeCleanUp([&] {
    error = makeFolderOf(paths.host);
    if (!error)
      error = writeFiles(outputFilesOf(files, paths));
  });
  if (error) {
    printError(ToolName, "cannot write '" + error->path + "': " + error->message);
    return std::nullopt;
  }
  cuda = paths.cuda;
  return paths.host;
}

std::optional<std::string> Builder::build(Variant variant) {
  Objects.clear();
  const std::string prefix = Folder + "/" + variantName(variant);
  for (size_t index = 0; index < Inputs.size(); ++index) {
    const std::string object = prefix + "-" + std::to_string(index);
    std::string cuda;
    const auto host = hostFile(Inputs[index], index, variant, cuda);
    llvm::StringRef folder = llvm::sys::path::parent_path(Inputs[index].file);
    if (!host || !compileHost(*host, folder.empty() ? "." : folder.str(), variant, object + ".o"))
      return std::nullopt;
    Objects.push_back(object + ".o");
    if (cuda.empty())
      continue;
    if (!compileCuda(cuda, variant, object + ".cu.o"))
      return std::nullopt;
    Objects.push_back(object + ".cu.o");
  }
  if (watchesRaces(variant) && !compileRaceRuntime())
    return std::nullopt;
  if (!link(prefix))
    return std::nullopt;
  return prefix;
}

} // namespace gputile::run
