//===- Compile.h - Compiles and runs emitted text, for tests --*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_UNITTESTS_CODEGEN_COMPILE_H
#define GPUTILE_UNITTESTS_CODEGEN_COMPILE_H

#include "gputile/CodeGen/CodeGen.h"

#include <string>

namespace gputile::test {

/// How a command ended.
struct CommandResult {
  int status = -1;
  std::string output; ///< stdout and stderr.
};

CommandResult runCommand(const std::string &command);

/// The command of nvcc; EmittedProgram::haveNvcc() says whether it is there.
std::string nvccPath();

/// The call of \p code's entry as C text.
std::string callText(const RegionCode &code);
/// `int entry(types);` as C text.
std::string prototypeText(const RegionCode &code);
/// A whole .cu file.
std::string fileText(const RegionCode &code);

/// A program of one emitted file and a C driver, in a directory of its own that
/// goes away with it.
class EmittedProgram {
public:
  /// \param driver C text with main; the prototype is put before it.
  EmittedProgram(const RegionCode &code, const std::string &driver);
  ~EmittedProgram();
  EmittedProgram(const EmittedProgram &) = delete;
  EmittedProgram &operator=(const EmittedProgram &) = delete;

  /// Compiles for the CPU with all warnings as errors. \p flags also for the driver.
  CommandResult compile(const std::string &flags = "");
  /// Compiles for the CPU so that races of the kernels are reported.
  CommandResult compileForRaces(const std::string &flags = "");
  /// Runs with \p environment ("A=1 B=2").
  CommandResult run(const std::string &arguments, const std::string &environment = "");
  /// Compiles the .cu with nvcc; status 0 and no warnings, or the output says why.
  CommandResult compileWithNvcc(const std::string &arch, const std::string &flags = "");
  static bool haveNvcc();
  const std::string &directory() const { return Directory; }

private:
  CommandResult build(const std::string &kernelFlags, const std::string &flags,
                      const std::string &linked);

  std::string Directory;
};

} // namespace gputile::test

#endif
