// GPUTILE_CPU_RACE: the race runtime watches kernels of modules.
#include "Driver.h"

using namespace driver_test;

// Only clang's instrumentation can be used; and the race runtime's tables, which end
// with the module, would be leaks for AddressSanitizer.
#if defined(__clang__) && !defined(GPUTILE_TEST_ASAN)

namespace {

const Settings watched = {{"GPUTILE_CPU_RACE", "1"}, {"GPUTILE_CPU_CXXFLAGS", ""}};

const char *const text = R"(
extern "C" __global__ void shift(int *a, int *b) {
  GPUTILE_SHARED(int, tile, [32]);
  tile[threadIdx.x] = a[threadIdx.x];
#ifdef BARRIER
  __syncthreads();
#endif
  b[threadIdx.x] = tile[(threadIdx.x + 1) % 32];
}
GPUTILE_EXPORT(shift)
)";

// One allocation is older than the module, one is younger.
void runShift(const std::vector<const char *> &options, bool onHost) {
  Driver d(watched);
  d.begin();
  CUdeviceptr a = d.upload(std::vector<int>(32, 3));
  const CUmodule module = d.load(text, options);
  CUdeviceptr b = d.allocate(32 * sizeof(int));
  std::vector<int> host(32);
  void *const hostMemory = host.data();
  void *const target = onHost ? static_cast<void *>(const_cast<void **>(&hostMemory)) : &b;
  REQUIRE(!d.launch(d.function(module, "shift"), 1, 32, {&a, target}));
  REQUIRE(!d.cuStreamSynchronize(d.stream));
  REQUIRE(!d.cuMemFree_v2(a) && !d.cuMemFree_v2(b) && !d.cuModuleUnload(module));
}

TEST(Race, FoundInModules) {
  EXPECT_ENDS(0, "^$", { runShift({"-DBARRIER"}, false); });
  EXPECT_ENDS(66, "gputile-race: error: race between lanes of a warp in kernel 'shift'",
              { runShift({}, false); });
  EXPECT_ENDS(66,
              "gputile-race: error: access to memory that is not device memory in kernel 'shift'",
              { runShift({"-DBARRIER"}, true); });
}

} // namespace

#endif
