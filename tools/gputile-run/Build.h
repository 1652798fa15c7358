//===- Build.h - Compiling and linking a transformed program ---*- C++ -*--===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_GPUTILERUN_BUILD_H
#define GPUTILE_TOOLS_GPUTILERUN_BUILD_H

#include "Arguments.h"
#include "Resources.h"

#include <optional>
#include <string>
#include <vector>

namespace gputile::run {

/// Which program is built from the same inputs.
enum class Variant {
  Original, ///< The user's files.
  Tiled,    ///< Regions on the backend.
  Checked,  ///< Tiled, and each region is compared with its original loops.
};

/// Builds programs in one temporary folder.
class Builder {
public:
  Builder(const RunArguments &arguments, const ToolResult &result, Backend backend,
          const Resources &resources, std::string folder);

  /// \returns the program's path, or nothing after the compiler printed why not.
  std::optional<std::string> build(Variant variant);

private:
  /// A file of the program.
  struct Input {
    std::string file;
    const UnitResult *unit; ///< Null when no region of it was transformed.
  };

  bool compileHost(const std::string &file, const std::string &originalFolder, Variant variant,
                   const std::string &object);
  bool compileCuda(const std::string &file, Variant variant, const std::string &object);
  bool compileRaceRuntime();
  bool link(const std::string &program);
  std::optional<std::string> hostFile(const Input &input, size_t index, Variant variant,
                                      std::string &cuda);
  bool watchesRaces(Variant variant) const;

  const RunArguments &Arguments;
  Backend Target;
  Resources Files;
  std::string Folder;
  std::vector<Input> Inputs;
  std::vector<std::string> Objects;
};

} // namespace gputile::run

#endif
