//===- WavefrontTest.cpp - Tiles that are read and written ----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compile.h"
#include "Plans.h"

#include "gtest/gtest.h"

namespace gputile::test {
namespace {

/// Reads arguments, fills A, runs the loops of the test on a copy and compares;
/// the elements around must survive.
const char *const Head = R"C(
static long arg(char **argv, int i) { return strtol(argv[i], NULL, 10); }
static float *floats(long count) {
  unsigned seed = 1;
  float *p = malloc((size_t)(count + 16) * sizeof(float));
  for (long i = 0; i < count + 16; i++) {
    seed = seed * 1664525u + 1013904223u;
    p[i] = (float)(seed >> 8) / 65536.0f - 100.0f;
  }
  return p;
}
static int report(int status, const void *a, const void *b, long count) {
  if (status != 0)
    printf("status %d\n", status);
  puts(memcmp(a, b, (size_t)(count + 16) * sizeof(float)) == 0 ? "equal" : "different");
  return status;
}
)C";

const std::string Sor1d = std::string(Head) + R"C(
int main(int argc, char **argv) {
  (void)argc;
  long T = arg(argv, 1), n = arg(argv, 2);
  float *A = floats(n), *B = floats(n);
  for (long t = 0; t < T; t++)
    for (long i = 1; i <= n - 2; i++)
      B[i] = (B[i - 1] + B[i] + B[i + 1]) / 3;
  return report(CALL, A, B, n);
})C";

const std::string Sor2d = std::string(Head) + R"C(
int main(int argc, char **argv) {
  (void)argc;
  long T = arg(argv, 1), n = arg(argv, 2), m = arg(argv, 3), stride_A_0 = m + 2;
  float *A = floats(n * stride_A_0), *B = floats(n * stride_A_0), *x = B;
  for (long t = 0; t < T; t++)
    for (long i = 1; i <= n - 2; i++)
      for (long j = 1; j <= m - 2; j++) {
        x = B + i * stride_A_0 + j;
        *x = (x[-stride_A_0] + x[-1] + x[0] + x[1] + x[stride_A_0]) / 5;
      }
  return report(CALL, A, B, n * stride_A_0);
})C";

/// Compiles \p plan and expects "equal" for every argument list in three orders of
/// threads and blocks, in one of them with a block in each row of a grid, so that kernels are
/// launched again for the others.
void expectEqual(const ScopAndPlan &plan, const std::string &driver,
                 const std::vector<std::string> &arguments) {
  RegionCode code = generateRegion(plan.scop, plan.plan);
  EmittedProgram program(code, driver);
  CommandResult compiled = program.compile("-DCALL='" + callText(code) + "'");
  ASSERT_EQ(compiled.status, 0) << compiled.output << fileText(code);
  for (const std::string &list : arguments)
    for (const char *order : {"forward", "reverse GPUTILE_CPU_GRID=1", "random:7"}) {
      CommandResult result =
          program.run(list, std::string("GPUTILE_REQUIRE=1 GPUTILE_CPU_ORDER=") + order);
      EXPECT_EQ(result.status, 0) << list << " " << order << "\n" << result.output;
      EXPECT_EQ(result.output, "equal\n") << list << " " << order;
    }
}

TEST(Wavefront, sor_in_one_dimension_equals_the_loops) {
  IslContext context;
  expectEqual(sor1d(context, 4, 8), Sor1d,
              {"0 10", "1 3", "3 2", "1 10", "4 30", "5 31", "9 100", "30 12", "13 77"});
}

TEST(Wavefront, sor_in_two_dimensions_equals_the_loops) {
  IslContext context;
  expectEqual(sor2d(context, 3, 4, 8), Sor2d,
              {"0 5 5", "1 3 3", "1 4 40", "3 20 30", "7 13 29", "11 31 9", "4 2 9"});
}

/// What a run of \p plan with the race runtime prints.
std::string raceOutput(const ScopAndPlan &plan, const std::string &arguments) {
  RegionCode code = generateRegion(plan.scop, plan.plan);
  EmittedProgram program(code, Sor1d);
  CommandResult compiled = program.compileForRaces("-DCALL='" + callText(code) + "'");
  if (compiled.status != 0)
    return compiled.output;
  return program.run(arguments, "GPUTILE_REQUIRE=1").output;
}

KernelPlan &kernelOf(ScopAndPlan &plan) { return plan.plan.kernels[0]; }

void dropAction(ScopAndPlan &plan, const std::string &name) {
  std::vector<KernelAction> &actions = kernelOf(plan).actions;
  for (size_t a = 0; a < actions.size(); ++a)
    if (actions[a].name == name)
      return (void)actions.erase(actions.begin() + static_cast<long>(a));
  FAIL() << name;
}

TEST(Wavefront, has_no_races) {
  IslContext context;
  EXPECT_EQ(raceOutput(sor1d(context, 4, 8), "9 50"), "equal\n");
}

TEST(Wavefront, races_without_barriers) {
  IslContext context;
  for (const char *barrier : {"loaded", "step"}) {
    ScopAndPlan plan = sor1d(context, 4, 8);
    dropAction(plan, barrier);
    EXPECT_NE(raceOutput(plan, "9 50").find("race"), std::string::npos) << barrier;
  }
}

/// Runs \p plan on the CPU, expecting a wrong result.
void expectDifferent(const ScopAndPlan &plan) {
  RegionCode code = generateRegion(plan.scop, plan.plan);
  EmittedProgram program(code, Sor1d);
  ASSERT_EQ(program.compile("-DCALL='" + callText(code) + "'").status, 0);
  EXPECT_EQ(program.run("9 50", "GPUTILE_REQUIRE=1").output, "different\n");
}

TEST(Wavefront, is_wrong_with_too_small_a_halo_or_missing_stores) {
  IslContext context;
  ScopAndPlan plan = sor1d(context, 4, 8);
  isl::map element(context.get(), "[T, n] -> { [h, b] -> A[12b - 4h + 8] }");
  SharedTile &halo = kernelOf(plan).shared[0];
  halo.copied = halo.copied.subtract(element);
  expectDifferent(plan);
  plan = sor1d(context, 4, 8);
  SharedTile &lost = kernelOf(plan).shared[0];
  element = isl::map(context.get(), "[T, n] -> { [h, b] -> A[12b - 4h] }");
  lost.stored = lost.stored->subtract(element);
  expectDifferent(plan);
}

TEST(Wavefront, copies_of_full_blocks_compare_elements_with_the_ends_of_their_row) {
  IslContext context;
  ScopAndPlan plan = sor2d(context, 3, 4, 8);
  std::string text = generateRegion(plan.scop, plan.plan).kernels;
  std::string full = text.substr(0, text.find("\n  } else {\n"));
  EXPECT_NE(full.find("for (I i1 = first + t1; i1 < first + t1 + 16; i1 += 8) {"),
            std::string::npos)
      << full;
  // What five references read is one interval of each row.
  EXPECT_NE(full.find("const I first = gpt_max(gpt_max(0, i0 - 4), -i0 + 1);\n"
                      "      const I last = gpt_min(gpt_min(11, i0 + 8), -i0 + 17);\n"),
            std::string::npos)
      << full;
  EXPECT_NE(full.find("if (i1 <= last)\n          s_A[i0][i1] = A["), std::string::npos) << full;
  EXPECT_NE(full.find("const I first = gpt_max(1, i0 - 3);\n"
                      "        const I last = gpt_min(10, i0 + 7);\n"
                      "        const I i1 = first + l % 16;\n"
                      "        if (i1 <= last)\n"
                      "          A["),
            std::string::npos)
      << full;
}

TEST(Wavefront, copies_of_other_blocks_know_the_ends_of_a_row_too) {
  IslContext context;
  ScopAndPlan plan = sor2d(context, 3, 4, 8);
  std::string text = generateRegion(plan.scop, plan.plan).kernels;
  std::string partial = text.substr(text.find("GPT_TILE(partial)"));
  EXPECT_NE(partial.find("if (i1 <= last && (i1 >= low0 || (i1 >= low1 && i1 <= high1)))"),
            std::string::npos)
      << partial;
  EXPECT_NE(partial.find("if (i1 <= last)\n"), std::string::npos) << partial;
}

} // namespace
} // namespace gputile::test
