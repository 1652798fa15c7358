//===- PreludeTest.cpp - The helpers in emitted files -----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compile.h"

#include "gputile/CodeGen/CodeGen.h"

#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>

namespace gputile::test {
namespace {

const std::string Folder = std::string(GPUTILE_SOURCE_DIR) + "/lib/CodeGen/Prelude/";

/// Warnings are those of whole files, which the tests of emitted programs compile: a part may
/// declare what a later one defines.
CommandResult compileAlone(const std::string &file, const std::string &flags) {
  return runCommand(std::string(GPUTILE_TEST_CXX) + " -fsyntax-only -w -I" + GPUTILE_SOURCE_DIR +
                    "/include " + flags + " " + Folder + file);
}

TEST(Prelude, each_part_compiles_by_itself) {
  size_t parts = 0;
  for (const auto &entry : std::filesystem::directory_iterator(Folder)) {
    if (entry.path().extension() != ".cuh")
      continue;
    ++parts;
    for (const char *switches : {"", "-DGPUTILE_CHECK -DGPUTILE_TIMING"}) {
      const CommandResult result =
          compileAlone(entry.path().filename().string(),
                       std::string("-x c++-header -std=c++17 -DGPUTILE_CPU ") + switches);
      EXPECT_EQ(result.status, 0) << result.output;
    }
  }
  EXPECT_GE(parts, 10u);
}

/// What gpt_row_parts returns for \p arguments.
std::string rowParts(const std::string &arguments) {
  const std::string name = (std::filesystem::temp_directory_path() / "gputile-row-parts").string();
  std::ofstream(name + ".cpp") << "#include \"" << Folder << "Host.cuh\"\n"
                               << "int main() { std::printf(\"%lld\", gpt_row_parts(" << arguments << ")); }\n";
  const CommandResult built = runCommand(std::string(GPUTILE_TEST_CXX) + " -std=c++17 -w -DGPUTILE_CPU -I" +
                                         GPUTILE_SOURCE_DIR + "/include " + name + ".cpp -o " + name + " -lpthread");
  EXPECT_EQ(built.status, 0) << built.output;
  const std::string output = runCommand(name).output;
  std::filesystem::remove(name);
  std::filesystem::remove(name + ".cpp");
  return output;
}

// Blocks, columns, rows of a block, further rows, warps that reside together.
TEST(Prelude, row_parts_suit_the_device) {
  EXPECT_EQ(rowParts("512, 37, 8, 12, 1000000"), "512"); // Warps for all blocks.
  EXPECT_EQ(rowParts("512, 37, 8, 12, 1"), "8");         // 512 rows each, no more.
  EXPECT_EQ(rowParts("1, 1, 8, 12, 2112"), "1");
  EXPECT_EQ(rowParts("20, 1, 1000, 12, 1"), "20"); // Blocks that are large enough.
  // 57 parts in 37 columns are 2109 warps, which are two waves of 1056 where 58 parts are more.
  EXPECT_EQ(rowParts("512, 37, 8, 18, 1056"), "57");
}

TEST(Prelude, arithmetic_of_entries_is_c_and_cplusplus) {
  for (const char *language : {"-x c -std=c11", "-x c++ -std=c++17"}) {
    const CommandResult result = compileAlone("RuntimeArithmetic.h", language);
    EXPECT_EQ(result.status, 0) << result.output;
  }
}

TEST(Prelude, is_embedded_without_what_parts_include) {
  const std::string text = cudaPrelude();
  EXPECT_EQ(text.rfind("// Compiles with nvcc", 0), 0u) << text.substr(0, 200);
  for (const char *absent : {"#pragma once", ".cuh\"", "SPDX"})
    EXPECT_EQ(text.find(absent), std::string::npos) << absent;
  EXPECT_EQ(std::string(RuntimeArithmetic).rfind("#ifndef GPUTILE_ARITHMETIC\n", 0), 0u);
}

TEST(Prelude, header_holds_the_text_of_self_contained_files) {
  const std::string header = cudaHeader().text;
  EXPECT_NE(header.find(cudaPrelude()), std::string::npos);
  for (const char *helper : {"gpt_div_odd", "gpt_words", "gpt_infinity", "struct gpt_cells", "struct gpt_plane"})
    EXPECT_NE(header.find(helper), std::string::npos) << helper;
}

TEST(Prelude, header_is_that_of_the_text_which_includes_it) {
  const std::string include = cudaInclude(), header = cudaHeader().text;
  const std::string id = include.substr(include.find("0x"), 10);
  EXPECT_EQ(include.rfind("#define GPUTILE_TEXT_ID " + id, 0), 0u);
  EXPECT_NE(header.find("GPUTILE_TEXT_ID != " + id + "\n"), std::string::npos);
  EXPECT_NE(include.find(std::string("#include <") + cudaHeader().name + ">"), std::string::npos);
}

} // namespace
} // namespace gputile::test
