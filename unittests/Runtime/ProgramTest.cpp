//===- ProgramTest.cpp - What a program with regions says and does ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Runs the program of Program.c in an environment, because the library reads that once.

#include "gtest/gtest.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace fs = std::filesystem;

namespace {

const char *const cpu = "GPUTILE_BACKEND=cpu GPUTILE_CPU_LEAKS=1 ";

class ProgramTest : public testing::Test {
protected:
  fs::path folder, cache;
  std::string output;

  void SetUp() override {
    folder = fs::path(testing::TempDir()) / ("gputile-program-" + std::to_string(getpid()));
    fs::create_directories(folder);
    cache = GPUTILE_PROGRAM_CACHE;
  }
  void TearDown() override { fs::remove_all(folder); }
  void useEmptyCache() { cache = folder / "cache"; }

  // The exit status; 128 and more after a signal.
  int run(const std::string &settings, const std::string &modes) {
    const std::string command = "env GPUTILE_CACHE_DIR='" + cache.string() +
                                "' GPUTILE_CPU_LIBRARY='" GPUTILE_CPU_LIBRARY
                                "' GPUTILE_CPU_INCLUDE='" GPUTILE_CPU_INCLUDE "' " +
                                settings + " " GPUTILE_PROGRAM " " + modes + " 2>&1";
    output.clear();
    FILE *const pipe = popen(command.c_str(), "r");
    for (int c = fgetc(pipe); c != EOF; c = fgetc(pipe))
      output += char(c);
    const int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  // Runs a program in the folder, with any text as argv[0].
  int runHereAs(const char *program, const char *name, const char *variable, const char *value) {
    const std::string log = folder / "log";
    const pid_t child = fork();
    if (child == 0) {
      unsetenv("GPUTILE_CPU_LIBRARY");
      setenv("GPUTILE_CPU_INCLUDE", GPUTILE_CPU_INCLUDE, 1);
      setenv("GPUTILE_CACHE_DIR", cache.c_str(), 1);
      setenv(variable, value, 1);
      if (chdir(folder.c_str()) != 0 || !freopen(log.c_str(), "w", stdout) ||
          dup2(STDOUT_FILENO, STDERR_FILENO) < 0)
        _exit(126);
      execl(program, name, "rows", nullptr);
      _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    std::ifstream from(log);
    output.assign(std::istreambuf_iterator<char>(from), {});
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  bool says(const std::string &text) const { return output.find(text) != std::string::npos; }
  size_t count(const std::string &text) const {
    size_t found = 0;
    for (size_t at = output.find(text); at != std::string::npos; at = output.find(text, at + 1))
      ++found;
    return found;
  }
  std::vector<fs::path> entries() const {
    std::vector<fs::path> list;
    for (const auto &entry : fs::directory_iterator(cache))
      list.push_back(entry.path());
    return list;
  }
};

TEST_F(ProgramTest, EveryRegionUsesTheDevice) {
  EXPECT_EQ(run(cpu, "statuses plain together flags rows resident alias"), 0) << output;
  EXPECT_EQ(count(" 0\n"), 9u + 3 + 3 + 3 + 15 + 1) << output;
  EXPECT_FALSE(says("gputile")) << output;
}

TEST_F(ProgramTest, SaysWhatEachExecutionDid) {
  EXPECT_EQ(run(cpu + std::string("GPUTILE_VERBOSE=1 "), "rows"), 0) << output;
  EXPECT_EQ(count("regions.c:40: gputile: scale: 1 launches, 14144 bytes on the device, 9792 in, "
                  "9792 out\n"),
            3u)
      << output;
}

TEST_F(ProgramTest, CompilesTwoSetsOfSizesAndOneForTheRest) {
  useEmptyCache();
  EXPECT_EQ(run(cpu, "plain"), 0) << output;
  EXPECT_EQ(entries().size(), 3u);
  fs::remove_all(cache);
  EXPECT_EQ(run(cpu + std::string("GPUTILE_SPECIALIZE=0"), "plain"), 0) << output;
  EXPECT_EQ(entries().size(), 1u);
}

TEST_F(ProgramTest, TakesKernelsFromTheCache) {
  useEmptyCache();
  EXPECT_EQ(run(cpu, "plain"), 0) << output;
  // Nothing is compiled any more.
  const std::string settings =
      cpu + std::string("GPUTILE_REQUIRE=1 GPUTILE_CPU_FAIL='nvrtcCompileProgram:*'");
  EXPECT_EQ(run(settings, "plain"), 0) << output;
  for (const fs::path &entry : entries())
    fs::resize_file(entry, fs::file_size(entry) / 2);
  EXPECT_EQ(run(settings, "plain"), 128 + SIGABRT) << output;
  EXPECT_EQ(run(cpu + std::string("GPUTILE_REQUIRE=1"), "plain"), 0) << output;
  EXPECT_EQ(run(settings, "plain"), 0) << output; // the entries were replaced
}

TEST_F(ProgramTest, ReplacesEntriesThatTheDriverRefuses) {
  useEmptyCache();
  EXPECT_EQ(run(cpu, "rows"), 0) << output;
  ASSERT_EQ(entries().size(), 1u);
  const auto before = fs::last_write_time(entries()[0]);
  fs::last_write_time(entries()[0], before - std::chrono::hours(1));
  EXPECT_EQ(run(cpu + std::string("GPUTILE_REQUIRE=1 GPUTILE_CPU_FAIL=cuModuleLoadData:1"), "rows"),
            0)
      << output;
  EXPECT_EQ(entries().size(), 1u);
}

TEST_F(ProgramTest, WorksWithoutACache) {
  useEmptyCache();
  EXPECT_EQ(run(cpu + std::string("GPUTILE_CACHE_DIR= GPUTILE_REQUIRE=1"), "rows"), 0) << output;
  EXPECT_EQ(run(cpu + std::string("GPUTILE_CACHE_DIR=/dev/null/x GPUTILE_REQUIRE=1"), "rows"), 0)
      << output;
  EXPECT_FALSE(says("gputile")) << output;
  EXPECT_FALSE(fs::exists(cache));
}

TEST_F(ProgramTest, SaysOnceWhyAFolderHoldsNoKernels) {
  useEmptyCache();
  fs::create_directory(cache);
  fs::permissions(cache, fs::perms::all);
  EXPECT_EQ(run(cpu, "plain"), 0) << output;
  EXPECT_EQ(output, "");
  EXPECT_EQ(run(cpu + std::string("GPUTILE_VERBOSE=1"), "plain"), 0) << output;
  EXPECT_EQ(count("gputile: no kernels are kept in '" + cache.string() +
                  "': others can write to it (chmod go-w)\n"),
            1u)
      << output;
  EXPECT_TRUE(entries().empty());
  EXPECT_EQ(run(cpu + std::string("GPUTILE_VERBOSE=1 GPUTILE_CACHE_DIR=/dev/null/x"), "plain"), 0)
      << output;
  EXPECT_EQ(count("gputile: no kernels are kept in '/dev/null/x': Not a directory\n"), 1u)
      << output;
}

TEST_F(ProgramTest, PipesInPlaceOfKernelsAreReplaced) {
  useEmptyCache();
  EXPECT_EQ(run(cpu, "plain"), 0) << output;
  const std::vector<fs::path> paths = entries();
  for (const fs::path &entry : paths) {
    fs::remove(entry);
    ASSERT_EQ(mkfifo(entry.c_str(), 0600), 0);
  }
  alarm(120); // instead of waiting for a writer
  EXPECT_EQ(run(cpu + std::string("GPUTILE_REQUIRE=1"), "plain"), 0) << output;
  alarm(0);
  for (const fs::path &entry : paths)
    EXPECT_TRUE(fs::is_regular_file(entry)) << entry;
}

TEST_F(ProgramTest, ManyProcessesFillOneCache) {
  useEmptyCache();
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    const pid_t pid = fork();
    if (pid == 0)
      _exit(run(cpu + std::string("GPUTILE_REQUIRE=1"), "rows together"));
    children.push_back(pid);
  }
  for (const pid_t pid : children) {
    int status = 1;
    waitpid(pid, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(entries().size(), 2u);
}

TEST_F(ProgramTest, WithoutTheDriverOriginalLoopsRun) {
  const std::string settings = "GPUTILE_BACKEND=cpu GPUTILE_CPU_LIBRARY=/nowhere/lib.so";
  EXPECT_EQ(run(settings, "statuses plain flags resident threads"), 0) << output;
  EXPECT_EQ(count("regions.c:10: gputile: GPUTILE_CPU_LIBRARY=/nowhere/lib.so cannot be loaded"),
            1u)
      << output;
  // Once for the process, whose regions are four.
  EXPECT_EQ(count("the original loops of all regions run"), 1u) << output;
  EXPECT_EQ(count("gputile: "), 1u) << output;
  EXPECT_EQ(count(" -1\n"), count(" 0\n") + count(" -1\n")) << output;
  EXPECT_EQ(run(settings + " GPUTILE_VERBOSE=1", "plain"), 0) << output;
  EXPECT_EQ(count("the original loops of all regions run"), 9u) << output;
  EXPECT_EQ(run(settings + " GPUTILE_REQUIRE=1", "plain"), 128 + SIGABRT) << output;
  EXPECT_TRUE(says("GPUTILE_REQUIRE is set: aborting")) << output;
}

// Neither the current folder nor argv[0], which is any text, says where the backend lies.
TEST_F(ProgramTest, PlantedLibrariesAreNotLoaded) {
  fs::create_directory(folder / "lib");
  for (const char *name : {"libgputile_cpu.so", "lib/libgputile_cpu.so", "libcuda.so.1",
                           "libnvrtc.so.12", "libnvrtc.so"})
    fs::copy_file(GPUTILE_PLANTED, folder / name);
  const std::string absolute = folder / "x";
  for (const char *program : {GPUTILE_PROGRAM, GPUTILE_STATIC_PROGRAM})
    for (const char *name : {"./x", "x", "lib/x", absolute.c_str(), ""})
      for (const auto &setting : {std::pair("GPUTILE_BACKEND", "cpu"),
                                  std::pair("GPUTILE_MIN_WORK", "0")}) {
        EXPECT_EQ(runHereAs(program, name, setting.first, setting.second), 0) << name << output;
        EXPECT_FALSE(says("planted")) << name << output;
      }
}

TEST_F(ProgramTest, WithoutCudaOriginalLoopsRun) {
  if (access("/dev/nvidiactl", F_OK) == 0)
    GTEST_SKIP() << "there is a device";
  EXPECT_EQ(run("GPUTILE_MIN_WORK=0", "plain rows"), 0) << output;
  EXPECT_EQ(count("gputile: no CUDA driver (libcuda.so.1 is not installed); the original loops of "
                  "all regions run"),
            1u)
      << output;
}

TEST_F(ProgramTest, DisabledOrTooSmall) {
  EXPECT_EQ(run("GPUTILE_DISABLE=1 GPUTILE_REQUIRE=1", "plain"), 0) << output;
  EXPECT_EQ(output, ""); // said only when asked
  EXPECT_EQ(run("GPUTILE_DISABLE=1 GPUTILE_VERBOSE=1", "rows"), 0) << output;
  EXPECT_EQ(count("regions.c:40: gputile: GPUTILE_DISABLE is set; the original loops run\n"), 3u)
      << output;
  EXPECT_EQ(run("GPUTILE_VERBOSE=1", "rows"), 0) << output;
  EXPECT_EQ(count("the region does too little for the device"), 3u) << output;
  EXPECT_EQ(run(cpu + std::string("GPUTILE_VERBOSE=1 GPUTILE_MIN_WORK=1401"), "rows"), 0) << output;
  EXPECT_EQ(count("the region does too little for the device"), 3u) << output;
  EXPECT_EQ(run(cpu + std::string("GPUTILE_VERBOSE=1 GPUTILE_MIN_WORK=1400"), "rows"), 0) << output;
  EXPECT_FALSE(says("the region does too little")) << output;
}

TEST_F(ProgramTest, NotWorthItsCopies) {
  const std::string verbose = cpu + std::string("GPUTILE_VERBOSE=1 ");
  EXPECT_EQ(run(verbose + "GPUTILE_MIN_WORK=1", "statuses weigh"), 0) << output;
  EXPECT_EQ(count("weigh 7\n"), 1u) << output;
  EXPECT_EQ(count("weigh 0\n"), 2u) << output;
  // 23,968 bytes and a call of 50 microseconds; six launches; 1.5 microseconds of loops, whose data
  // take 2.
  EXPECT_EQ(
      count("regions.c:10: gputile: the device would take about 0.0772 ms, 0.0525 of them for "
            "copies, and the loops 0.002; the original loops run\n"),
      1u)
      << output;
  // As with the count of statements, 0 is every call.
  for (const char *all : {"", "GPUTILE_MIN_WORK=0", "GPUTILE_REQUIRE=1"}) {
    EXPECT_EQ(run(verbose + all, "statuses weigh"), 0) << output;
    EXPECT_EQ(count("weigh 0\n"), 3u) << output;
  }
  EXPECT_EQ(run(cpu + std::string("GPUTILE_PROFILE=1 GPUTILE_MIN_WORK=1"), "weigh"), 0) << output;
  EXPECT_TRUE(says("         3         2         0         1 ")) << output;
}

TEST_F(ProgramTest, DeviceThatIsNotThere) {
  EXPECT_EQ(run(cpu + std::string("GPUTILE_DEVICE=7"), "rows"), 0) << output;
  EXPECT_TRUE(says("GPUTILE_DEVICE is 7, and there are 1")) << output;
  EXPECT_EQ(run(cpu + std::string("GPUTILE_DEVICE=0 GPUTILE_REQUIRE=1"), "rows"), 0) << output;
}

TEST_F(ProgramTest, OtherVersionIsRefused) {
  EXPECT_EQ(run(cpu, "abi"), 0) << output;
  EXPECT_EQ(count("gputile: a region was compiled for version 2"), 1u) << output;
}

TEST_F(ProgramTest, TextThatDoesNotCompile) {
  EXPECT_EQ(run(cpu, "statuses bad-text"), 0) << output;
  EXPECT_EQ(count("gputile: the kernels do not compile for this device"), 1u) << output;
  EXPECT_EQ(count("plain 9\n"), 1u) << output; // then it does not even begin
  EXPECT_EQ(count("plain -1\n"), 8u) << output;
}

TEST_F(ProgramTest, OwnContextStaysCurrent) {
  EXPECT_EQ(run(cpu + std::string("GPUTILE_REQUIRE=1"), "context"), 0) << output;
}

TEST_F(ProgramTest, ForkReleaseOverlapEmpty) {
  EXPECT_EQ(run(cpu, "fork"), 0) << output;
  EXPECT_TRUE(says("this process was forked from one that had started to use the device"))
      << output;
  EXPECT_EQ(run(cpu, "fork-first"), 0) << output;
  EXPECT_EQ(output, "");
  EXPECT_EQ(run(cpu + std::string("GPUTILE_PROFILE=1"), "fork-first"), 0) << output;
  EXPECT_EQ(count("gputile profile"), 2u) << output;
  EXPECT_EQ(run(cpu + std::string("GPUTILE_PROFILE=1"), "fork"), 0) << output;
  EXPECT_EQ(count("gputile profile"), 1u) << output; // the counts are the parent's
  EXPECT_EQ(run(cpu, "release empty decline threads exclusive"), 0) << output;
  EXPECT_EQ(output, "");
  EXPECT_EQ(run(cpu, "overlap"), 0) << output;
  EXPECT_TRUE(says("arrays 'A' and 'B' overlap; the original loops run")) << output;
}

TEST_F(ProgramTest, ResidentArraysAreCopiedOnce) {
  EXPECT_EQ(run(cpu + std::string("GPUTILE_VERBOSE=1"), "stay"), 0) << output;
  EXPECT_EQ(count("bytes on the device, 4000 in, 0 out\n"), 1u) << output;
  EXPECT_EQ(count("bytes on the device, 0 in, 0 out\n"), 2u) << output;
}

TEST_F(ProgramTest, FailureWithResidentArrays) {
  // The second launch fails: what the first computed comes back from its copy.
  EXPECT_EQ(run(cpu + std::string("GPUTILE_CPU_FAIL=cuLaunchKernel:2"), "stay"), 0) << output;
  EXPECT_EQ(count("the original loops run"), 1u) << output;
  // There is no memory for that copy: it is made on the host.
  EXPECT_EQ(
      run(cpu + std::string("GPUTILE_CPU_FAIL=cuMemAlloc_v2:3,cuMemAlloc_v2:4,cuLaunchKernel:2"),
          "stay"),
      0)
      << output;
  EXPECT_EQ(count("the original loops run"), 1u) << output;
  // The context dies.
  EXPECT_EQ(run(cpu + std::string("GPUTILE_CPU_FAIL='cuMemcpyDtoHAsync_v2:*'"), "stay"),
            128 + SIGABRT)
      << output;
  EXPECT_TRUE(
      says("array 'A' cannot be copied back from the device, where its only present copy is"))
      << output;
}

TEST_F(ProgramTest, DeadContextEndsAllUse) {
  EXPECT_EQ(run(cpu + std::string("GPUTILE_CPU_FAIL=cuStreamSynchronize:1"), "statuses plain rows"),
            0)
      << output;
  EXPECT_EQ(count("plain 0\n") + count("rows 0\n"), 0u) << output;
  EXPECT_TRUE(
      says("regions.c:10: gputile: a kernel failed: CUDA_ERROR_ILLEGAL_ADDRESS; the original"))
      << output;
  EXPECT_TRUE(says("regions.c:40: gputile: the device is not used any more after a kernel failed"))
      << output;
}

TEST_F(ProgramTest, PassingFailuresAreTriedAgain) {
  EXPECT_EQ(
      run(cpu + std::string("GPUTILE_CPU_FAIL=cuMemAlloc_v2:1,cuMemAlloc_v2:2"), "statuses rows"),
      0)
      << output;
  EXPECT_TRUE(says("no memory of the device for array 'M' (14144 bytes): CUDA_ERROR_OUT_OF_MEMORY; "
                   "the original"))
      << output;
  EXPECT_EQ(count("rows 6\n"), 1u) << output;
  EXPECT_EQ(count("rows 0\n"), 2u) << output;
  // Kept memory is given up first.
  EXPECT_EQ(run(cpu + std::string("GPUTILE_CPU_FAIL=cuMemAlloc_v2:3"), "statuses plain"), 0)
      << output;
  EXPECT_EQ(count("plain 0\n"), 9u) << output;
}

TEST_F(ProgramTest, ProfileTable) {
  EXPECT_EQ(run(cpu + std::string("GPUTILE_PROFILE=1"), "plain rows overlap"), 0) << output;
  EXPECT_TRUE(says("gputile profile\n     calls    device  fallback  declined kernel ms   copy ms  "
                   " compile     MB in    MB out  launches  region\n"))
      << output;
  EXPECT_TRUE(says("         3         3         0         0 ")) << output;
  EXPECT_TRUE(says("        10         9         1         0 ")) << output;
  EXPECT_TRUE(says("        54  jacobi (regions.c:10)\n")) << output;
}

TEST(LibraryTest, ExportsTheInterfaceAndNeedsLibcOnly) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  GTEST_SKIP() << "sanitizers add symbols of their own";
#endif
#endif
  const auto linesOf = [](const char *command) {
    std::vector<std::string> lines;
    FILE *const pipe = popen(command, "r");
    char line[1000];
    while (fgets(line, sizeof line, pipe))
      lines.push_back(line);
    pclose(pipe);
    return lines;
  };
  const auto symbols = linesOf("nm -D --defined-only '" GPUTILE_RT_LIBRARY "'");
  EXPECT_GE(symbols.size(), 20u);
  for (const std::string &symbol : symbols)
    EXPECT_NE(symbol.find(" gputile_rt_"), std::string::npos) << symbol;
  int needed = 0;
  for (const std::string &line : linesOf("objdump -p '" GPUTILE_RT_LIBRARY "'")) {
    if (line.find("NEEDED") != std::string::npos) {
      ++needed;
      EXPECT_TRUE(line.find("libc.so") != std::string::npos ||
                  line.find("ld-linux") != std::string::npos)
          << line;
    }
    if (line.find("SONAME") != std::string::npos)
      EXPECT_NE(line.find("libgputile_rt.so.1\n"), std::string::npos) << line;
  }
  EXPECT_GE(needed, 1);
}

// Kernels that came with the program.
class ImageTest : public ProgramTest {
protected:
  std::string image;

  // The last entry of the cache, for any sizes, less its head.
  void SetUp() override {
    ProgramTest::SetUp();
    useEmptyCache();
    ASSERT_EQ(run(cpu + std::string("GPUTILE_SPECIALIZE=0"), "plain"), 0) << output;
    ASSERT_EQ(entries().size(), 1u);
    std::ifstream from(entries()[0], std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(from), std::istreambuf_iterator<char>()};
    image = folder / "image";
    std::ofstream(image, std::ios::binary) << bytes.substr(80);
    fs::remove_all(cache);
  }
  std::string settings(const std::string &arch, const std::string &more) {
    return cpu + std::string("TEST_IMAGE=") + image + " TEST_ARCH=" + arch + " " + more;
  }
};

TEST_F(ImageTest, NeedsNoCompiler) {
  EXPECT_EQ(run(settings("sm_90", "GPUTILE_REQUIRE=1 GPUTILE_CPU_FAIL='nvrtcVersion:*'"), "image"),
            0)
      << output;
  EXPECT_FALSE(fs::exists(cache));
}

TEST_F(ImageTest, OfAnotherDeviceIsNotUsed) {
  EXPECT_EQ(run(settings("sm_70", "GPUTILE_REQUIRE=1"), "image"), 0) << output;
  EXPECT_FALSE(entries().empty());
  fs::remove_all(cache);
  EXPECT_EQ(run(settings("sm_70", "GPUTILE_CPU_FAIL='nvrtcVersion:*'"), "image"), 0) << output;
  EXPECT_EQ(count("NVRTC does not start"), 1u) << output;
}

TEST_F(ImageTest, TruncatedOrRefusedIsCompiledInstead) {
  for (const char *size : {"0", "10", "100", "5000"}) {
    EXPECT_EQ(
        run(settings("sm_90", std::string("GPUTILE_REQUIRE=1 GPUTILE_VERBOSE=1 TEST_SIZE=") + size),
            "image"),
        0)
        << output;
    EXPECT_EQ(count("the program's kernels for sm_90 cannot be loaded: CUDA_ERROR_INVALID_IMAGE\n"),
              1u)
        << output;
  }
  EXPECT_EQ(
      run(settings("sm_90", "GPUTILE_REQUIRE=1 GPUTILE_CPU_FAIL=cuModuleLoadData:1"), "image"), 0)
      << output;
}

} // namespace
