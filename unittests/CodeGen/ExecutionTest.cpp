//===- ExecutionTest.cpp - Emitted programs compute what loops do -*- C++ -*-===//
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

/// Compiles \p plan with \p driver and expects "equal" for every argument list,
/// in three orders of threads and blocks, in one of them with a block in each row of a grid, so
/// that kernels are launched again for the others.
void expectEqual(const ScopAndPlan &plan, const std::string &driver,
                 const std::vector<std::string> &arguments) {
  RegionCode code = generateRegion(plan.scop, plan.plan);
  EmittedProgram program(code, driver);
  CommandResult compiled = program.compile("-DCALL='" + callText(code) + "'");
  ASSERT_EQ(compiled.status, 0) << compiled.output << fileText(code);
  for (const std::string &list : arguments)
    for (const char *order : {"forward", "reverse GPUTILE_CPU_GRID=1", "random:7"}) {
      CommandResult result = program.run(list, std::string("GPUTILE_REQUIRE=1 GPUTILE_CPU_ORDER=") + order);
      EXPECT_EQ(result.status, 0) << list << " " << order << "\n" << result.output;
      EXPECT_NE(result.output.find("equal"), std::string::npos) << result.output;
    }
}

/// Fills memory with numbers, including some after the end that must survive.
const char *const Common = R"C(
static long arg(char **argv, int i) { return strtol(argv[i], NULL, 10); }
__attribute__((unused)) static double *numbers(long count, unsigned seed) {
  double *p = malloc((size_t)(count + 16) * sizeof(double));
  for (long i = 0; i < count + 16; i++) {
    seed = seed * 1664525u + 1013904223u;
    p[i] = (double)(seed >> 8) / 65536.0 - 100.0;
  }
  return p;
}
__attribute__((unused)) static float *floats(long count, unsigned seed) {
  float *p = malloc((size_t)(count + 16) * sizeof(float));
  for (long i = 0; i < count + 16; i++) {
    seed = seed * 1664525u + 1013904223u;
    p[i] = (float)(seed >> 8) / 65536.0f - 100.0f;
  }
  return p;
}
static int report(int status, const void *a, const void *b, long bytes) {
  if (status != 0)
    printf("status %d\n", status);
  puts(memcmp(a, b, (size_t)bytes) == 0 ? "equal" : "different");
  return status;
}
)C";

TEST(Execution, vector_add_is_right_for_full_and_partial_blocks) {
  IslContext context;
  expectEqual(vectorAdd(context), std::string(Common) + R"C(
int main(int argc, char **argv) {
  (void)argc;
  long n = arg(argv, 1);
  double *A = numbers(n, 1), *B = numbers(n, 2), *C = numbers(n, 3), *D = numbers(n, 3);
  for (long i = 0; i < n; i++)
    D[i] = A[i] + B[i];
  return report(CALL, C, D, (n + 16) * 8);
})C",
              {"0", "1", "7", "8", "9", "64", "1001"});
}

TEST(Execution, transpose_through_shared_tiles_is_right_for_odd_sizes) {
  IslContext context;
  expectEqual(transpose(context), std::string(Common) + R"C(
int main(int argc, char **argv) {
  (void)argc;
  long n = arg(argv, 1), m = arg(argv, 2), stride_A_0 = n + 3, stride_B_0 = m + 1;
  float *A = floats(m * stride_A_0, 1), *B = floats(n * stride_B_0, 2), *C = floats(n * stride_B_0, 2);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      C[i * stride_B_0 + j] = A[j * stride_A_0 + i];
  return report(CALL, B, C, (n * stride_B_0 + 16) * 4);
})C",
              {"0 5", "5 0", "1 1", "8 8", "16 24", "17 5", "9 31"});
}

TEST(Execution, strides_beyond_32_bits_use_64_bit_indices) {
  IslContext context;
  ScopAndPlan plan = transpose(context);
  RegionCode code = generateRegion(plan.scop, plan.plan);
  EmittedProgram program(code, std::string(Common) + R"C(
int main(int argc, char **argv) {
  (void)argc;
  long n = arg(argv, 1), m = arg(argv, 2), stride_A_0 = arg(argv, 3), stride_B_0 = m;
  float *A = floats(n, 1), *B = floats(n * m, 2);
  return report(CALL, A, B, n * 4);
})C");
  CommandResult compiled = program.compile("-DCALL='" + callText(code) + "'");
  ASSERT_EQ(compiled.status, 0) << compiled.output;
  EXPECT_EQ(program.run("9 1 9").output, "equal\n"); // One row: its distance to the next is free.
  EXPECT_EQ(program.run("9 1 3000000000").output, "equal\n");
  EXPECT_EQ(program.run("9 1 8").output,
            "test.c:1: gputile: a subscript of array 'A' leaves its row; the original loops run\n"
            "status 1\ndifferent\n");
  EXPECT_EQ(program.run("9 1 4611686018427387905").status, 1);
}

const char *const MatmulDriver = R"C(
int main(int argc, char **argv) {
  (void)argc;
  long n = arg(argv, 1), m = arg(argv, 2), p = arg(argv, 3);
  long stride_A_0 = p, stride_B_0 = m, stride_C_0 = m;
  double alpha = 1.5, beta = 1.2;
  double *A = numbers(n * p, 1), *B = numbers(p * m, 2), *C = numbers(n * m, 3), *D = numbers(n * m, 3);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++) {
      D[i * m + j] *= beta;
      for (long k = 0; k < p; k++)
        D[i * m + j] += alpha * A[i * p + k] * B[k * m + j];
    }
  return report(CALL, C, D, (n * m + 16) * 8);
})C";

TEST(Execution, matmul_with_shared_and_register_tiles_is_right_for_odd_sizes) {
  IslContext context;
  expectEqual(matmul(context, 8, 4, 4), std::string(Common) + MatmulDriver,
              {"8 8 4", "16 16 16", "0 3 3", "3 3 0", "1 1 1", "17 9 5", "13 24 11", "33 31 29"});
}

TEST(Execution, host_loops_run_two_kernels_per_step) {
  IslContext context;
  expectEqual(jacobi(context), std::string(Common) + R"C(
int main(int argc, char **argv) {
  (void)argc;
  long T = arg(argv, 1), n = arg(argv, 2);
  float *A = floats(n, 1), *C = floats(n, 1), *D = floats(n, 1);
  for (long t = 0; t < T; t++) {
    for (long i = 1; i < n - 1; i++)
      D[i] = 0.25f * C[i - 1] + 0.5f * C[i] + 0.25f * C[i + 1];
    for (long i = 1; i < n - 1; i++)
      C[i] = D[i];
  }
  return report(CALL, A, C, (n + 16) * 4);
})C",
              {"0 10", "3 2", "1 3", "5 18", "4 100", "7 33"});
}

} // namespace
} // namespace gputile::test
