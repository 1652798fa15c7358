//===- Compile.cpp - Compiles and runs emitted text, for tests -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compile.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/wait.h>

namespace gputile::test {

CommandResult runCommand(const std::string &command) {
  CommandResult result;
  std::FILE *pipe = popen((command + " 2>&1").c_str(), "r");
  if (!pipe)
    return result;
  char buffer[4096];
  while (size_t count = std::fread(buffer, 1, sizeof buffer, pipe))
    result.output.append(buffer, count);
  int status = pclose(pipe);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

std::string nvccPath() {
  if (const char *path = std::getenv("GPUTILE_NVCC"))
    return path;
  return "/usr/local/cuda/bin/nvcc";
}

std::string callText(const RegionCode &code) {
  std::string text = code.entryName + "(";
  for (size_t i = 0; i < code.arguments.size(); ++i)
    text += (i ? ", " : "") + code.arguments[i].callExpr;
  return text + ")";
}

std::string prototypeText(const RegionCode &code) {
  std::string text = "int " + code.entryName + "(";
  for (size_t i = 0; i < code.arguments.size(); ++i)
    text += (i ? ", " : "") + code.arguments[i].type;
  return text + (code.arguments.empty() ? "void);\n" : ");\n");
}

std::string fileText(const RegionCode &code) {
  return cudaPrelude() + code.helpers + code.kernels + "\n" + code.entry;
}

EmittedProgram::EmittedProgram(const RegionCode &code, const std::string &driver) {
  std::string name = (std::filesystem::temp_directory_path() / "gputile-codegen-XXXXXX").string();
  Directory = mkdtemp(name.data());
  std::ofstream(Directory + "/region.cu") << fileText(code);
  std::ofstream(Directory + "/driver.c") << "#include <stdio.h>\n#include <stdlib.h>\n"
                                            "#include <string.h>\n"
                                         << prototypeText(code) << driver;
}

EmittedProgram::~EmittedProgram() {
  if (!std::getenv("GPUTILE_KEEP_TESTS"))
    std::filesystem::remove_all(Directory);
  else
    std::fprintf(stderr, "kept %s\n", Directory.c_str());
}

static const char *const Warnings = " -Wall -Wextra -Werror ";

CommandResult EmittedProgram::build(const std::string &kernelFlags, const std::string &flags,
                                    const std::string &linked) {
  std::string include = std::string(" -I") + GPUTILE_SOURCE_DIR + "/include ";
  std::string compiler = GPUTILE_TEST_CXX;
  std::string cxx = compiler + " -x c++ -std=c++17 -O1 -ffp-contract=off -DGPUTILE_CPU" + Warnings +
                    include + kernelFlags + " " + flags + " -c " + Directory + "/region.cu -o " +
                    Directory + "/region.o";
  std::string c = compiler + " -x c -std=c11 -O1 -ffp-contract=off" + Warnings + flags + " -c " +
                  Directory + "/driver.c -o " + Directory + "/driver.o";
  std::string link = compiler + " -std=c++17 -O1" + include + Directory + "/region.o " + Directory +
                     "/driver.o " + linked + " -lm -o " + Directory + "/program";
  return runCommand("(" + cxx + " && " + c + " && " + link + ")");
}

CommandResult EmittedProgram::compile(const std::string &flags) { return build("", flags, ""); }

CommandResult EmittedProgram::compileForRaces(const std::string &flags) {
  return build("-fsanitize=thread -g", flags,
               std::string(GPUTILE_SOURCE_DIR) + "/lib/Emulation/Race/RaceRuntime.cpp");
}

CommandResult EmittedProgram::run(const std::string &arguments, const std::string &environment) {
  return runCommand("env " + environment + " " + Directory + "/program " + arguments);
}

bool EmittedProgram::haveNvcc() { return std::filesystem::exists(nvccPath()); }

CommandResult EmittedProgram::compileWithNvcc(const std::string &arch, const std::string &flags) {
  return runCommand(nvccPath() + " -std=c++17 -Werror all-warnings -Xcompiler -Wall,-Wextra -arch=" +
                    arch + " " + flags + " -c " + Directory + "/region.cu -o " + Directory +
                    "/region.nv.o");
}

} // namespace gputile::test
