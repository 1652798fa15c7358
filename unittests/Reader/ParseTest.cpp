//===- ParseTest.cpp - Generated text, parsed again -----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Reader/Parse.h"

#include "gtest/gtest.h"

namespace gputile::test {
namespace {

std::string errorIn(const std::string &text, TextKind kind = TextKind::CudaFile) {
  const ParsedText parsed = parseText(text, kind, {{"GPT_WIDE", "1"}});
  return parsed.error() ? describe(*parsed.error()) : "";
}

const char *const Kernel = R"CUDA(
#include <cuda_runtime.h>
template <typename I>
static __global__ void __launch_bounds__(256, 2) k(double *__restrict__ A, const I n) {
  const I t0 = threadIdx.x;
  __shared__ double s[32][33];
  for (I b0 = (I)blockIdx.y; b0 < n; b0 += (I)gridDim.y) {
    s[t0 & 31][0] = sqrt(A[b0]);
    __syncthreads();
    A[b0 + t0] = s[0][0];
  }
}
extern "C" void entry(double *A, long long n) {
  const dim3 grid(1, 2);
  k<int><<<grid, dim3(32), 0, 0>>>(A, (int)n);
}
)CUDA";

TEST(Parse, accepts_kernels_and_launches) { EXPECT_EQ(errorIn(Kernel), ""); }

TEST(Parse, tells_the_first_error_with_its_line) {
  EXPECT_EQ(errorIn("int a;\n  int b = c ;\nint d = e;\n"),
            "use of undeclared identifier 'c', in line 2, 'int b = c ;'");
}

TEST(Parse, finds_errors_that_only_an_instantiation_shows) {
  const std::string text = "template <typename I> __global__ void k(I n) { n.x(); }\n";
  EXPECT_EQ(errorIn(text), "");
  EXPECT_NE(errorIn("#include <cuda_runtime.h>\n" + text + "void f() { k<int><<<1, 1>>>(2); }\n"),
            "");
}

TEST(Parse, finds_errors_of_texts_in_templates_of_headers) {
  const TextHeaders headers = {{"twice.h",
                                "template <class T> inline T twice(T t) { return t + t; }\n"
                                "struct half { template <class T> T of(T t) { return t / 2; } };\n"
                                "template <class T> struct next { T of(T t) { return t + 1; } };\n"
                                "inline int four() { return 4; }\n"}};
  const auto errorWith = [&](const std::string &rest) {
    return parseText("#include <twice.h>\nstruct s {};\n" + rest, TextKind::CudaFile, {}, headers)
        .error();
  };
  EXPECT_FALSE(errorWith("int i = twice(four()) + half().of(4) + next<int>().of(4);\n"));
  EXPECT_TRUE(errorWith("void f() { twice(s()); }\n"));
  EXPECT_TRUE(errorWith("void f() { half().of(s()); }\n"));
  EXPECT_TRUE(errorWith("void f() { next<s>().of(s()); }\n"));
  EXPECT_TRUE(errorWith("int f() { return four().x; }\n"));
}

TEST(Parse, refuses_literals_that_no_type_holds) {
  EXPECT_NE(errorIn("long long x = 1180591620717411303424;\n"), "");
}

TEST(Parse, knows_no_headers_in_kernel_text) {
  EXPECT_EQ(errorIn("extern \"C\" __global__ void k(int *a) { a[threadIdx.x] = GPT_WIDE; }\n",
                    TextKind::KernelText),
            "");
  EXPECT_NE(errorIn("#include <cstddef>\n", TextKind::KernelText), "");
}

TEST(Parse, takes_no_warning_for_an_error) {
  EXPECT_EQ(errorIn("#pragma clang diagnostic error \"-Wunused-variable\"\nvoid f() { int a; }\n"),
            "");
}

/// Every function that statements may call, by double and by float.
TEST(Parse, declares_the_functions_of_mathematics) {
  std::string text = "__device__ double f(double x, float y, int i, long l) {\n  return 0";
  for (const char *name : {"sqrt", "fabs", "floor", "ceil", "trunc", "round", "rint", "nearbyint",
                           "logb", "exp", "exp2", "expm1", "exp10", "log", "log2", "log10", "log1p",
                           "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh",
                           "asinh", "acosh", "atanh", "cbrt", "erf", "erfc", "tgamma", "lgamma",
                           "lrint", "lround", "llrint", "llround", "ilogb"})
    text += std::string(" + ") + name + "(x) + " + name + "f(y)\n";
  for (const char *name : {"fmin", "fmax", "fmod", "remainder", "copysign", "fdim", "nextafter",
                           "atan2", "pow", "hypot"})
    text += std::string(" + ") + name + "(x, x) + " + name + "f(y, y)\n";
  for (const char *name : {"ldexp", "scalbn"})
    text += std::string(" + ") + name + "(x, i) + " + name + "f(y, i)\n";
  for (const char *name : {"isnan", "isinf", "isfinite", "signbit"})
    text += std::string(" + (int)(") + name + "(x) != 0) + (int)(" + name + "(y) != 0)\n";
  text += " + fma(x, x, x) + fmaf(y, y, y) + abs(i) + labs(l) + llabs(1ll);\n}\n";
  EXPECT_EQ(errorIn(text, TextKind::KernelText), "");
}

} // namespace
} // namespace gputile::test
