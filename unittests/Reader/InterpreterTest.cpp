//===- InterpreterTest.cpp - Generated text, run without a compiler -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader/Interpreter.h"
#include "Reader/ReferenceRun.h"

#include "gputile/Reader/Parse.h"

#include "gtest/gtest.h"

namespace gputile::test {
namespace {

using namespace reader;

/// What `int entry()` returns, or what is wrong.
std::string run(const std::string &text) {
  const ParsedText parsed = parseText("#include <cuda_runtime.h>\n" + text, TextKind::CudaFile);
  if (parsed.error())
    return describe(*parsed.error());
  Memory memory;
  try {
    Interpreter interpreter(parsed.ast(), memory, {});
    return std::to_string(int32_t(interpreter.call(functionNamed(parsed.ast(), "entry"), {})));
  } catch (const Fault &fault) {
    return "fault: " + fault.what;
  } catch (const NotFollowed &unknown) {
    return "not followed: " + unknown.what;
  }
}

/// An entry that runs kernel `k(int *a)` on 64 ints of device memory, all 1, and adds them.
std::string runKernel(const std::string &body, const std::string &config = "2, 32") {
  return run("__global__ void k(int *a) {\n" + body + R"CUDA(
}
extern "C" int entry() {
  int host[64], *device = nullptr, sum = 0;
  for (int i = 0; i < 64; ++i)
    host[i] = 1;
  cudaMalloc(&device, sizeof host);
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  k<<<)CUDA" + config + R"CUDA(>>>(device);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; ++i)
    sum += host[i];
  cudaFree(device);
  return sum;
}
)CUDA");
}

/// Whether \p result is a fault that mentions \p words.
void expectFault(const std::string &result, const std::string &words) {
  EXPECT_EQ(result.rfind("fault: ", 0), 0u) << result;
  EXPECT_NE(result.find(words), std::string::npos) << result;
}

TEST(Interpreter, computes_as_cpp_does) {
  EXPECT_EQ(run(R"CUDA(
struct S { int x; double y[3]; S(int v) : x(v), y{1.5, 2.5} {} int twice() const { return 2 * x; } };
template <typename T> static T most(T a, T b) { return a > b ? a : b; }
static int steps(int n) { int count = 0; do { n = n % 2 ? 3 * n + 1 : n / 2; ++count; } while (n != 1); return count; }
extern "C" int entry() {
  S s(21);
  S t = s;
  t.x += steps(27);
  unsigned char small = 250;
  small += 10;
  int sum = 0;
  for (int i = 0; i < 10; ++i) {
    if (i == 3)
      continue;
    if (i == 8)
      break;
    sum += i;
  }
  long long wide = 1LL << 40;
  int *p = &sum;
  *p += (int)(wide >> 38);
  return t.twice() + (int)(s.y[1] * 2) + most(small, (unsigned char)3) + sum - (s.y[2] == 0);
}
)CUDA"),
            std::to_string(2 * (21 + 111) + 5 + 4 + 29 - 1));
}

TEST(Interpreter, runs_kernels) {
  EXPECT_EQ(runKernel("a[blockIdx.x * 32 + threadIdx.x] += threadIdx.x;"), std::to_string(64 + 2 * 496));
}

TEST(Interpreter, runs_shared_memory_and_barriers) {
  EXPECT_EQ(runKernel(R"(
  __shared__ int s[32];
  const int t = threadIdx.x, first = blockIdx.x * 32;
  s[t] = a[first + t] * t;
  __syncthreads();
  a[first + t] = s[31 - t];)"),
            std::to_string(2 * 496));
}

TEST(Interpreter, finds_missing_barriers) {
  expectFault(runKernel(R"(
  __shared__ int s[32];
  s[threadIdx.x] = 1;
  a[blockIdx.x * 32 + threadIdx.x] = s[31 - threadIdx.x];)"),
              "without a barrier");
}

TEST(Interpreter, finds_missing_barriers_between_turns_of_a_loop) {
  const auto body = [](const std::string &last) {
    return R"(
  __shared__ int s[32];
  for (int b = 0; b < 2; ++b) {
    s[threadIdx.x] = b;
    __syncthreads();
    a[blockIdx.x * 32 + threadIdx.x] += s[31 - threadIdx.x];
    )" + last + "}";
  };
  EXPECT_EQ(runKernel(body("__syncthreads();")), "128");
  expectFault(runKernel(body("")), "without a barrier");
}

TEST(Interpreter, finds_races_between_blocks) {
  expectFault(runKernel("a[threadIdx.x] += 1;"), "on different threads");
  EXPECT_EQ(runKernel("a[threadIdx.x] += 1;", "1, 32"), "96");
}

TEST(Interpreter, finds_barriers_that_some_threads_miss) {
  expectFault(runKernel("if (threadIdx.x < 16) __syncthreads();"), "16 of 32 threads");
}

TEST(Interpreter, finds_accesses_beyond_memory) {
  expectFault(runKernel("a[blockIdx.x * 33 + threadIdx.x] += 1;"), "behind the begin");
}

TEST(Interpreter, finds_values_that_were_never_written) {
  expectFault(runKernel("int x; if (x > 0) a[0] = 1;", "1, 1"), "never written");
}

TEST(Interpreter, finds_integers_that_leave_their_type) {
  expectFault(run("extern \"C\" int entry() { int n = 70000; return n * n > 0; }"), "32 bits");
  EXPECT_EQ(run("extern \"C\" int entry() { long long n = 70000; return n * n > 0; }"), "1");
}

TEST(Interpreter, finds_host_pointers_in_kernels_and_wrong_directions) {
  expectFault(run("extern \"C\" int entry() { int *d; cudaMalloc(&d, 4); return *d; }"), "on the host");
  expectFault(run("extern \"C\" int entry() { int h = 1, *d; cudaMalloc(&d, 4);"
                  "cudaMemcpy(d, &h, 4, cudaMemcpyDeviceToHost); return 0; }"),
              "wrong direction");
}

TEST(Interpreter, says_what_it_cannot_follow) {
  EXPECT_EQ(run("extern \"C\" int f(); extern \"C\" int entry() { return f(); }"),
            "not followed: function 'f'");
}

} // namespace
} // namespace gputile::test
