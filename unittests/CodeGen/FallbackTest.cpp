//===- FallbackTest.cpp - Entries that decline leave memory alone -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compile.h"
#include "Plans.h"
#include "TestScop.h"

#include "gtest/gtest.h"

namespace gputile::test {
namespace {

/// vectorAdd(n) on memory A | B | C, with C `shift` elements after A; prints the
/// status and whether memory is untouched or as the loops leave it.
const char *const AddDriver = R"C(
#ifdef CHECKED
void gputile_check_compare(const char *region);
#endif
int main(int argc, char **argv) {
  long n = strtol(argv[1], NULL, 10), shift = argc > 2 ? strtol(argv[2], NULL, 10) : 2 * n;
  double *memory = malloc((size_t)(4 * n + 64) * sizeof(double)), *A = memory, *B = memory + n, *C = memory + shift;
  double *before = malloc((size_t)(4 * n + 64) * sizeof(double));
  for (long i = 0; i < 4 * n + 64; i++)
    before[i] = memory[i] = (double)(i * 37 % 101);
  int status = CALL;
  printf("status %d %s\n", status, memcmp(memory, before, (size_t)(4 * n + 64) * 8) == 0 ? "untouched" : "changed");
#ifdef CHECKED
  for (long i = 0; i < n; i++)
    C[i] = A[i] + B[i] + (i == WRONG ? 1 : 0);
  gputile_check_compare("test_region");
#endif
  return 0;
})C";

class Fallback : public testing::Test {
protected:
  void compile(const std::string &flags = "") {
    ScopAndPlan plan = vectorAdd(Context);
    RegionCode code = generateRegion(plan.scop, plan.plan);
    Program = std::make_unique<EmittedProgram>(code, AddDriver);
    CommandResult result = Program->compile("-DCALL='" + callText(code) + "' " + flags);
    ASSERT_EQ(result.status, 0) << result.output;
  }
  std::string run(const std::string &arguments, const std::string &environment = "") {
    CommandResult result = Program->run(arguments, environment);
    Status = result.status;
    return result.output;
  }
  IslContext Context;
  std::unique_ptr<EmittedProgram> Program;
  int Status = -1;
};

TEST_F(Fallback, says_where_and_why_and_touches_nothing) {
  compile();
  EXPECT_EQ(run("100"), "status 0 changed\n");
  EXPECT_EQ(run("100", "GPUTILE_DISABLE=1"), "status 2 untouched\n");
  EXPECT_EQ(run("100", "GPUTILE_DISABLE=0"), "status 0 changed\n");
  EXPECT_EQ(run("100 50"),
            "test.c:1: gputile: arrays 'A' and 'C' overlap; the original loops run\nstatus 5 untouched\n");
  EXPECT_EQ(run("100 199"),
            "test.c:1: gputile: arrays 'B' and 'C' overlap; the original loops run\nstatus 5 untouched\n");
  EXPECT_NE(run("100", "GPUTILE_VERBOSE=1").find("1 launches, 2400 bytes on the device, 2400 in, 800 out"),
            std::string::npos);
}

TEST_F(Fallback, aborts_when_the_gpu_is_required) {
  compile();
  EXPECT_NE(run("100 50", "GPUTILE_REQUIRE=1").find("GPUTILE_REQUIRE is set: aborting"), std::string::npos);
  EXPECT_NE(Status, 0);
}

TEST_F(Fallback, check_mode_finds_a_planted_difference) {
  compile("-DGPUTILE_CHECK -DCHECKED -DWRONG=-1");
  std::string output = run("100");
  EXPECT_EQ(Status, 0) << output;
  EXPECT_NE(output.find("status 100 untouched"), std::string::npos) << output;
  EXPECT_NE(output.find("gputile: checked 1 region executions, all equal"), std::string::npos) << output;
  compile("-DGPUTILE_CHECK -DCHECKED -DWRONG=17");
  output = run("100");
  EXPECT_EQ(Status, 65) << output;
  EXPECT_NE(output.find("test.c:1: C[17]: tiled "), std::string::npos) << output;
}

int countOf(const std::string &text, const std::string &part) {
  int count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST_F(Fallback, timing_mode_writes_json) {
  compile("-DGPUTILE_TIMING");
  std::string file = Program->directory() + "/times.json";
  EXPECT_EQ(run("100", "GPUTILE_TIMING_FILE=" + file), "status 0 changed\n");
  std::string json = runCommand("cat " + file).output;
  EXPECT_NE(json.find("\"region\": \"test_region\""), std::string::npos) << json;
  EXPECT_EQ(countOf(json, "\"launches\": 1,"), 1) << json;
}

TEST_F(Fallback, timing_mode_rehearses_without_touching_the_arrays) {
  compile("-DGPUTILE_TIMING");
  std::string file = Program->directory() + "/times.json";
  EXPECT_EQ(run("100", "GPUTILE_TIMING_REPEAT=3 GPUTILE_TIMING_FILE=" + file), "status 0 changed\n");
  std::string json = runCommand("cat " + file).output;
  EXPECT_EQ(countOf(json, "\"launches\": 1,"), 3) << json;
}

} // namespace
} // namespace gputile::test
