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
#include <sstream>
#include <unistd.h>

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

/// The name of a file that no other test writes, which may run at the same time.
std::string nameOfOwn(const std::string &what) {
  return (std::filesystem::temp_directory_path() / (what + "-" + std::to_string(getpid())))
      .string();
}

/// What a program with \p statements in main prints, which knows the prelude.
std::string outputOf(const std::string &statements) {
  const std::string name = nameOfOwn("gputile-prelude");
  std::ofstream(name + ".cpp") << "#include \"" << Folder << "Host.cuh\"\n#include \"" << Folder
                               << "Stream.cuh\"\n"
                               << "int main() { " << statements << " }\n";
  const CommandResult built = runCommand(std::string(GPUTILE_TEST_CXX) + " -std=c++17 -w -DGPUTILE_CPU -I" +
                                         GPUTILE_SOURCE_DIR + "/include " + name + ".cpp -o " + name + " -lpthread");
  EXPECT_EQ(built.status, 0) << built.output;
  const std::string output = runCommand(name).output;
  std::filesystem::remove(name);
  std::filesystem::remove(name + ".cpp");
  return output;
}

/// The PTX of kernels that add up the cells of a plane, for each of \p layouts ("Down, Along,
/// Above, Below, Left, Right, Corners").
std::string ptxOfPlanes(const std::vector<std::string> &layouts) {
  std::string text =
      "#include \"" + Folder + "Host.cuh\"\n#include \"" + Folder + "Planes.cuh\"\n" + R"(
template <int Down, int Along, int Above, int Below, int Left, int Right, bool Corners>
__global__ void plane(float *a) {
  __shared__ float edges[2][4][32 * Along];
  float own[Down][Along], sum = 0;
  for (int u = 0; u < Down; ++u)
    gpt_load_vectors<Along>(own[u], a + u * 32 * Along + threadIdx.x * Along);
  const gpt_plane<float, 8, Down, Along, Above, Below, Left, Right, Corners> of_warp(own);
  const gpt_block_plane<float, Down, Along, Above, Below, Left, Right, Corners> of_block(own, edges[0], edges[1], threadIdx.x);
  for (int u = 0; u < Down; ++u)
    for (int v = 0; v < Along; ++v)
      sum += of_warp(u - Above, v) + of_block(u + Below, v) + of_warp(u, v - Left) + of_block(u, v + Right);
  a[threadIdx.x] = sum;
}
)";
  for (const std::string &layout : layouts)
    text += "template __global__ void plane<" + layout + ">(float *);\n";
  const std::string name = nameOfOwn("gputile-planes");
  std::ofstream(name + ".cu") << text;
  const CommandResult built =
      runCommand(nvccPath() + " -std=c++17 -O3 -arch=sm_80 -w -ptx -I" + GPUTILE_SOURCE_DIR +
                 "/include " + name + ".cu -o " + name + ".ptx");
  EXPECT_EQ(built.status, 0) << built.output;
  std::ostringstream ptx;
  ptx << std::ifstream(name + ".ptx").rdbuf();
  std::filesystem::remove(name + ".cu");
  std::filesystem::remove(name + ".ptx");
  return ptx.str();
}

// A loop that is not unrolled indexes cells at run time: they then lie in local memory.
TEST(Nvcc, cells_of_planes_stay_in_registers) {
  if (!EmittedProgram::haveNvcc())
    GTEST_SKIP() << "no nvcc";
  const std::vector<std::string> layouts = {"3, 1, 1, 1, 1, 1, true",  "3, 1, 1, 1, 1, 1, false",
                                            "1, 1, 1, 1, 1, 1, true",  "1, 1, 2, 2, 2, 2, true",
                                            "4, 2, 1, 1, 1, 1, true",  "2, 4, 2, 2, 2, 2, false",
                                            "1, 2, 3, 3, 3, 3, false", "4, 1, 0, 1, 2, 0, true"};
  const std::string ptx = ptxOfPlanes(layouts);
  size_t kernels = 0;
  for (size_t at = ptx.find(".entry"); at != std::string::npos; at = ptx.find(".entry", at + 1))
    ++kernels;
  EXPECT_EQ(kernels, layouts.size());
  EXPECT_EQ(ptx.find(".local"), std::string::npos) << ptx;
}

// Blocks, columns, rows of a block, further rows, warps that reside together.
TEST(Prelude, row_blocks_suit_the_device) {
  const auto each = [](const std::string &arguments) {
    return outputOf("std::printf(\"%lld\", gpt_row_each(" + arguments + "));");
  };
  EXPECT_EQ(each("512, 37, 8, 12, 1000000"), "1"); // Warps for all blocks.
  EXPECT_EQ(each("512, 37, 8, 12, 1"), "58");      // At most 512 rows each.
  EXPECT_EQ(each("1, 1, 8, 12, 2112"), "1");
  EXPECT_EQ(each("20, 1, 1000, 12, 1"), "1"); // Blocks that are large enough.
  // 35 columns of 51 parts between two edges of 4 blocks, and 2 of 128: 2111 warps.
  EXPECT_EQ(each("512, 37, 8, 12, 2112"), "10");
  EXPECT_EQ(outputOf("std::printf(\"%lld\", gpt_row_warps(512, 37, 10));"), "2111");
}

TEST(Prelude, plane_parts_suit_the_device) {
  const auto parts = [](const std::string &arguments) {
    return outputOf("std::printf(\"%lld\", gpt_plane_parts(" + arguments + "));");
  };
  EXPECT_EQ(parts("32, 286, 8, 4, 1000000"), "32");
  EXPECT_EQ(parts("32, 286, 8, 4, 1"), "1");
  EXPECT_EQ(parts("32, 286, 8, 4, 2112"), "7"); // 2002 warps.
}

// Blocks with work between two barriers, resident ones of a multiprocessor, multiprocessors.
TEST(Prelude, few_blocks_wait_at_barriers_of_the_grid) {
  const auto blocks = [](const std::string &arguments) {
    return outputOf("std::printf(\"%lld\", gpt_barrier_blocks(" + arguments + "));");
  };
  EXPECT_EQ(blocks("100, 8, 132"), "100");
  EXPECT_EQ(blocks("1024, 8, 132"), "264");   // Two of each multiprocessor.
  EXPECT_EQ(blocks("4096, 8, 132"), "396");   // Three, with ten blocks' work each.
  EXPECT_EQ(blocks("100000, 8, 132"), "1056"); // No more than are resident.
  EXPECT_EQ(blocks("1024, 1, 132"), "132");
}

TEST(Prelude, warps_take_each_row_block_once) {
  const std::string mistakes = outputOf(R"(
    int mistakes = 0;
    for (int blocks = 1; blocks <= 40; ++blocks)
      for (int columns = 1; columns <= 5; ++columns)
        for (int each = 1; each <= 12; ++each) {
          const int edge = gpt_row_edge(each), warps = (int)gpt_row_warps(blocks, columns, each);
          static int taken[5][40];
          for (auto &column : taken)
            for (int &count : column)
              count = 0;
          for (int w = 0; w < warps; ++w) {
            const int first = gpt_row_first(w, blocks, columns, each), last = gpt_row_last(w, blocks, columns, each);
            const int column = gpt_row_column(w, blocks, columns, each);
            const bool atEdge = column == 0 || column == columns - 1 || first == 0 || last == blocks - 1;
            mistakes += column < 0 || column >= columns || first < 0 || last >= blocks;
            mistakes += last - first + 1 > (atEdge ? edge : each);
            for (int b = first; b <= last; ++b)
              ++taken[column][b];
          }
          for (int c = 0; c < columns; ++c)
            for (int b = 0; b < blocks; ++b)
              mistakes += taken[c][b] != 1;
        }
    std::printf("%d", mistakes);)");
  EXPECT_EQ(mistakes, "0");
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
