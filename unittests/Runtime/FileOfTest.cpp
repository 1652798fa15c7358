//===- FileOfTest.cpp - Where code was loaded from ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/FileOf.h"

#include "gtest/gtest.h"

#include <climits>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace {

std::string fileOf(const void *address, size_t size = PATH_MAX) {
  std::string path(PATH_MAX, '\0');
  return gpti_file_of(address, path.data(), size) == 0 ? path.c_str() : "";
}

TEST(FileOfTest, ProgramAndLibrary) {
  static int here;
  const std::string self = std::filesystem::canonical("/proc/self/exe");
  EXPECT_EQ(fileOf(&here), self);
  EXPECT_EQ(fileOf(reinterpret_cast<void *>(&fileOf)), self);
  const std::string library = fileOf(reinterpret_cast<void *>(&std::getenv));
  EXPECT_EQ(library[0], '/');
  EXPECT_NE(library.find("libc.so"), std::string::npos);
}

TEST(FileOfTest, NoFile) {
  int local = 0;
  const auto *const heap = new int;
  EXPECT_EQ(fileOf(&local), "");
  EXPECT_EQ(fileOf(heap), "");
  EXPECT_EQ(fileOf(nullptr), "");
  delete heap;
}

TEST(FileOfTest, PathThatDoesNotFit) {
  static const int here = 1;
  const size_t length = fileOf(&here).size();
  EXPECT_EQ(fileOf(&here, length), "");
  EXPECT_EQ(fileOf(&here, length + 1).size(), length);
}

} // namespace
