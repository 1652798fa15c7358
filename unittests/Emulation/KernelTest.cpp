// Kernels through the driver interface compute what they do on a device.
#include <math.h>

#include <thread>

#include "Driver.h"

using namespace driver_test;

namespace {

const char *const orders[] = {"forward", "reverse", "random:5"};

const char *const twoKernels = R"(
extern "C" __global__ void __launch_bounds__(32) twice(double *to, const double *from, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[i] = FACTOR * from[i];
}
extern "C" __global__ void reversed(double *to, const double *from, long long n, float offset) {
  GPUTILE_SHARED(double, tile, [32]);
  tile[threadIdx.x] = from[blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  to[blockIdx.x * 32 + threadIdx.x] = tile[31 - threadIdx.x] + double(offset) * double(n);
}
GPUTILE_EXPORT(twice)
GPUTILE_EXPORT(reversed)
)";

void runTwoKernels(Driver &d, const char *factor, double expected) {
  const CUmodule module = d.load(twoKernels, {factor, "--gpu-architecture=sm_90"});
  std::vector<double> values(96);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = double(i);
  CUdeviceptr from = d.upload(values), to = d.allocate(96 * 8);
  int n = 96;
  long long wide = 3;
  float offset = 0.5f;
  REQUIRE(!d.launch(d.function(module, "twice"), 3, 32, {&to, &from, &n}));
  REQUIRE(!d.launch(d.function(module, "reversed"), 3, 32, {&from, &to, &wide, &offset}));
  n = 0; // the arguments were copied
  const std::vector<double> result = d.download<double>(from, 96);
  for (size_t i = 0; i < 96; ++i)
    REQUIRE(result[i] == expected * double(i / 32 * 32 + 31 - i % 32) + 1.5);
  REQUIRE(!d.cuMemFree_v2(from) && !d.cuMemFree_v2(to) && !d.cuModuleUnload(module));
}

TEST(Kernel, TwoKernelsInEveryOrder) {
  for (const char *order : orders) {
    setenv("GPUTILE_CPU_ORDER", order, 1);
    EXPECT_ENDS(0, "", {
      Driver d(Settings{{"GPUTILE_CPU_LEAKS", "1"}});
      d.begin();
      runTwoKernels(d, "-DFACTOR=2", 2);
      d.end();
    });
  }
  unsetenv("GPUTILE_CPU_ORDER");
}

TEST(Kernel, TwoModulesAtOnceKeepTheirNamesApart) {
  EXPECT_ENDS(0, "", {
    Driver d;
    d.begin();
    const CUmodule two = d.load(twoKernels, {"-DFACTOR=2"});
    const CUmodule three = d.load(twoKernels, {"-DFACTOR=3"});
    CUdeviceptr from = d.upload(std::vector<double>{1, 10});
    CUdeviceptr a = d.allocate(16), b = d.allocate(16);
    int n = 2;
    const CUfunction twice = d.function(two, "twice"), thrice = d.function(three, "twice");
    REQUIRE(twice == d.function(two, "twice") && twice != thrice);
    REQUIRE(!d.launch(thrice, 1, 32, {&a, &from, &n}) && !d.launch(twice, 1, 32, {&b, &from, &n}));
    REQUIRE(d.download<double>(a, 2)[1] == 30 && d.download<double>(b, 2)[1] == 20);
    REQUIRE(!d.cuModuleUnload(two));
    REQUIRE(d.launch(twice, 1, 32, {&a, &from, &n}) == CUDA_ERROR_INVALID_HANDLE);
    REQUIRE(!d.launch(thrice, 1, 32, {&b, &from, &n}));
    REQUIRE(d.download<double>(b, 2)[1] == 30);
  });
}

TEST(Kernel, SeveralThreads) {
  EXPECT_ENDS(0, "", {
    Driver d;
    d.begin();
    const auto work = [&d](const char *factor, double expected) {
      Driver mine = d;
      REQUIRE(!mine.cuCtxPushCurrent_v2(mine.context) && !mine.cuStreamCreate(&mine.stream, 0));
      for (int i = 0; i < 3; ++i)
        runTwoKernels(mine, factor, expected);
      mine.end();
      REQUIRE(!mine.cuCtxPopCurrent_v2(nullptr));
    };
    std::thread other(work, "-DFACTOR=5", 5.0);
    work("-DFACTOR=7", 7.0);
    other.join();
  });
}

const char *const neighbours = R"(
extern "C" __global__ void sweep(int *values, int n, int steps) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int t = 0; t < steps; ++t) {
    const int left = i > 0 ? values[i - 1] : 0, right = i + 1 < n ? values[i + 1] : 0;
    grid.sync();
    values[i] += left + right;
    grid.sync();
  }
}
GPUTILE_EXPORT(sweep)
)";

TEST(Kernel, CooperativeInEveryOrder) {
  for (const char *order : orders) {
    setenv("GPUTILE_CPU_ORDER", order, 1);
    EXPECT_ENDS(0, "", {
      Driver d;
      d.begin();
      const CUfunction sweep = d.function(d.load(neighbours), "sweep");
      int blocks = 0, n = 0, steps = 3;
      REQUIRE(!d.cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sweep, 512, 0));
      REQUIRE(blocks == 4); // of 4 multiprocessors
      const unsigned resident = unsigned(4 * blocks);
      n = int(resident * 512);
      std::vector<int> values(static_cast<size_t>(n), 1);
      CUdeviceptr memory = d.upload(values);
      void *arguments[] = {&memory, &n, &steps};
      REQUIRE(d.cuLaunchCooperativeKernel(sweep, resident + 1, 1, 1, 512, 1, 1, 0, d.stream,
                                          arguments) == CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
      REQUIRE(
          !d.cuLaunchCooperativeKernel(sweep, resident, 1, 1, 512, 1, 1, 0, d.stream, arguments));
      const std::vector<int> result = d.download<int>(memory, values.size());
      REQUIRE(result[0] == 13 && result[1] == 22 && result[2] == 26 && result[5000] == 27);
    });
  }
  unsetenv("GPUTILE_CPU_ORDER");
}

const char *const large = R"(
extern "C" __global__ void reversed(int *values) {
  GPUTILE_SHARED_AT_LAUNCH(int, tile, [16384]);
  for (int i = threadIdx.x; i < 16384; i += 64)
    tile[i] = values[i];
  __syncthreads();
  for (int i = threadIdx.x; i < 16384; i += 64)
    values[i] = tile[16383 - i];
}
GPUTILE_EXPORT(reversed)
)";

TEST(Kernel, SharedMemoryThatLaunchesAskFor) {
  EXPECT_ENDS(0, "", {
    Driver d;
    d.begin();
    const CUfunction reversed = d.function(d.load(large), "reversed");
    std::vector<int> values(16384);
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = int(i);
    CUdeviceptr memory = d.upload(values);
    void *arguments[] = {&memory};
    const auto launch = [&](unsigned bytes) {
      return d.cuLaunchKernel(reversed, 1, 1, 1, 64, 1, 1, bytes, d.stream, arguments, nullptr);
    };
    const int attribute = CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
    REQUIRE(launch(65536) == CUDA_ERROR_INVALID_VALUE);
    REQUIRE(d.cuFuncSetAttribute(reversed, attribute, 1 << 20) == CUDA_ERROR_INVALID_VALUE);
    REQUIRE(!d.cuFuncSetAttribute(reversed, attribute, 65536));
    REQUIRE(launch(65537) == CUDA_ERROR_INVALID_VALUE);
    REQUIRE(!launch(65536));
    const std::vector<int> result = d.download<int>(memory, values.size());
    for (size_t i = 0; i < values.size(); ++i)
      REQUIRE(result[i] == 16383 - int(i));
    int few = 0, many = 0;
    REQUIRE(!d.cuOccupancyMaxActiveBlocksPerMultiprocessor(&many, reversed, 64, 0));
    REQUIRE(!d.cuOccupancyMaxActiveBlocksPerMultiprocessor(&few, reversed, 64, 65536));
    REQUIRE(few == 2 && many > few); // of 164 KiB
  });
}

TEST(Kernel, LessSharedMemoryThanItHas) {
  EXPECT_ENDS(66, "'tile' has 65536 bytes of shared memory, the launch asks for 1024", {
    Driver d;
    d.begin();
    const CUfunction reversed = d.function(d.load(large), "reversed");
    CUdeviceptr memory = d.allocate(65536);
    void *arguments[] = {&memory};
    d.cuLaunchKernel(reversed, 1, 1, 1, 64, 1, 1, 1024, d.stream, arguments, nullptr);
    d.cuStreamSynchronize(d.stream);
  });
}

// Blocks take tickets; each waits for the flag of the one before, or of itself.
const char *const tickets = R"(
extern "C" __global__ void chain(unsigned *values, unsigned *progress, int works) {
  for (;;) {
    GPUTILE_SHARED(unsigned, ticket, [1]);
    if (threadIdx.x == 0)
      ticket[0] = atomicAdd(progress, 1u);
    __syncthreads();
    const int work = int(ticket[0]);
    if (work >= works)
      return;
    unsigned *const done = progress + 1 + work;
    if (threadIdx.x == 0 && work > 0)
      gputile_cpu_wait(done - BEFORE);
    __syncthreads();
    values[threadIdx.x] = 2 * values[threadIdx.x] + unsigned(work);
    __syncthreads();
    if (threadIdx.x == 0)
      gputile_cpu_signal(done);
    __syncthreads();
  }
}
GPUTILE_EXPORT(chain)
)";

void runTickets(const char *before) {
  Driver d;
  d.begin();
  const CUfunction chain = d.function(d.load(tickets, {before}), "chain");
  CUdeviceptr values = d.upload(std::vector<unsigned>(32, 1)), progress = d.allocate(17 * 4);
  REQUIRE(!d.cuMemsetD32Async(progress, 0, 17, d.stream));
  int works = 16;
  REQUIRE(!d.launch(chain, 5, 32, {&values, &progress, &works}));
  unsigned expected = 1;
  for (unsigned i = 0; i < 16; ++i)
    expected = 2 * expected + i;
  REQUIRE(d.download<unsigned>(values, 32) == std::vector<unsigned>(32, expected));
}

TEST(Kernel, FlagsInEveryOrder) {
  for (const char *order : orders) {
    setenv("GPUTILE_CPU_ORDER", order, 1);
    EXPECT_ENDS(0, "", { runTickets("-DBEFORE=1"); });
    EXPECT_ENDS(66, "error: deadlock: every thread waits in kernel 'chain'",
                { runTickets("-DBEFORE=0"); });
  }
  unsetenv("GPUTILE_CPU_ORDER");
}

void runOne(const char *text, unsigned threads, const Settings &settings = {}) {
  Driver d(settings);
  d.begin();
  const CUfunction f = d.function(d.load(text), "k");
  CUdeviceptr memory = d.allocate(100);
  REQUIRE(!d.launch(f, 1, threads, {&memory}));
  REQUIRE(!d.cuStreamSynchronize(d.stream));
}

[[maybe_unused]] const char *const deep = R"(
int descend(int depth, volatile char *above) {
  volatile char room[1000];
  room[0] = char(depth);
  return depth ? descend(depth - 1, room) + above[0] : 0;
}
extern "C" __global__ void k(char *a) { a[0] = char(descend(100, a)); }
GPUTILE_EXPORT(k)
)";

const char *const beyond =
    "extern \"C\" __global__ void k(char *a) { a[100] = 1; }\nGPUTILE_EXPORT(k)\n";
const char *const before =
    "extern \"C\" __global__ void k(char *a) { a[-4] = 1; }\nGPUTILE_EXPORT(k)\n";

// Not instrumented, whatever the tests are.
void runPlain(const char *text) { runOne(text, 1, {{"GPUTILE_CPU_CXXFLAGS", ""}}); }

TEST(Kernel, MistakesAreFound) {
  EXPECT_ENDS(66, "divergent barrier: a thread exits while another waits in kernel 'k'", {
    runOne("extern \"C\" __global__ void k(char *) { if (threadIdx.x) __syncthreads(); }\n"
           "GPUTILE_EXPORT(k)\n",
           2);
  });
  EXPECT_ENDS(66, "assumption is false: n == 3 in kernel 'k'", {
    runOne(
        "extern \"C\" __global__ void k(char *a) { int n = a ? 4 : 3; __builtin_assume(n == 3); }\n"
        "GPUTILE_EXPORT(k)\n",
        1);
  });
  EXPECT_ENDS(66,
              "a write at byte 100 of device allocation #1, which has 100 bytes: "
              "found after kernel 'k'",
              { runPlain(beyond); });
  EXPECT_ENDS(66, "a write at byte -4 of device allocation #1", { runPlain(before); });
#if defined(GPUTILE_TEST_ASAN)
  EXPECT_DEATH(runOne(beyond, 1), "use-after-poison");
  EXPECT_DEATH(runOne(before, 1), "use-after-poison");
#endif
// The sanitizers have handlers of their own for that.
#if !defined(GPUTILE_TEST_ASAN) && !defined(GPUTILE_TEST_TSAN)
  EXPECT_ENDS(66, "stack overflow: a thread needs more than the 65536 bytes", { runOne(deep, 1); });
#endif
}

TEST(Kernel, RefusedLaunches) {
  EXPECT_ENDS(0, "", {
    Driver d;
    d.begin();
    const CUfunction f =
        d.function(d.load("extern \"C\" __global__ void k(char *) {}\nGPUTILE_EXPORT(k)\n"), "k");
    CUdeviceptr memory = 0;
    REQUIRE(d.launch(f, 0, 1, {&memory}) == CUDA_ERROR_INVALID_VALUE);
    REQUIRE(d.launch(f, 1, 1025, {&memory}) == CUDA_ERROR_INVALID_VALUE);
    REQUIRE(d.launch(nullptr, 1, 1, {&memory}) == CUDA_ERROR_INVALID_HANDLE);
    REQUIRE(d.cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 50000, d.stream, nullptr, nullptr) ==
            CUDA_ERROR_INVALID_VALUE);
    REQUIRE(d.cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, d.stream, nullptr, nullptr) ==
            CUDA_ERROR_INVALID_VALUE);
    d.end();
  });
}

} // namespace
