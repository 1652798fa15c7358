// Failures on purpose and counts of calls.
#include <fstream>
#include <sstream>

#include "Driver.h"

using namespace driver_test;

namespace {

TEST(Failure, ChosenCallsFail) {
  EXPECT_ENDS(0, "", {
    Driver d(Settings{{"GPUTILE_CPU_FAIL",
                       "cuMemAlloc_v2:2,cuMemsetD32Async:3+,cuDeviceGetCount:*,"
                       "cuEventCreate:1:CUDA_ERROR_ECC_UNCORRECTABLE,cudaMalloc:1"}});
    d.begin();
    CUdeviceptr memory, other;
    REQUIRE(!d.cuMemAlloc_v2(&memory, 4));
    REQUIRE(d.cuMemAlloc_v2(&other, 4) == CUDA_ERROR_OUT_OF_MEMORY);
    REQUIRE(!d.cuMemAlloc_v2(&other, 4));
    for (int call = 1; call <= 5; ++call)
      REQUIRE((d.cuMemsetD32Async(memory, 0, 1, d.stream) != CUDA_SUCCESS) == (call >= 3));
    int count;
    REQUIRE(d.cuDeviceGetCount(&count) && d.cuDeviceGetCount(&count));
    CUevent event;
    REQUIRE(d.cuEventCreate(&event, 0) == CUDA_ERROR_ECC_UNCORRECTABLE);
    const char *name = nullptr, *text = nullptr;
    REQUIRE(!d.cuGetErrorName(CUDA_ERROR_ECC_UNCORRECTABLE, &name));
    REQUIRE(std::string(name) == "CUDA_ERROR_ECC_UNCORRECTABLE");
    REQUIRE(!d.cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text) &&
            std::string(text) == "out of memory");
    REQUIRE(d.cuGetErrorName(CUresult(998), &name) == CUDA_ERROR_INVALID_VALUE);
  });
}

TEST(Failure, CompilationAndLaunch) {
  EXPECT_ENDS(0, "", {
    Driver d(Settings{{"GPUTILE_CPU_FAIL", "nvrtcCompileProgram:1,cuLaunchKernel:1,"
                                           "cuModuleLoadData:1:CUDA_ERROR_INVALID_PTX"}});
    d.begin();
    const std::string text = "extern \"C\" __global__ void k() {}\nGPUTILE_EXPORT(k)\n";
    d.compile(text, {}, NVRTC_ERROR_COMPILATION);
    const std::string image = d.compile(text);
    CUmodule module;
    REQUIRE(d.cuModuleLoadData(&module, image.data()) == CUDA_ERROR_INVALID_PTX);
    REQUIRE(!d.cuModuleLoadData(&module, image.data()));
    const CUfunction k = d.function(module, "k");
    REQUIRE(d.launch(k, 1, 1, {}) == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
    REQUIRE(!d.launch(k, 1, 1, {}));
    REQUIRE(!d.cuStreamSynchronize(d.stream));
  });
}

TEST(Failure, FailedWaitEndsTheWork) {
  EXPECT_ENDS(0, "", {
    Driver d(Settings{{"GPUTILE_CPU_FAIL", "cuStreamSynchronize:2,cuEventSynchronize:1"}});
    d.begin();
    const CUdeviceptr memory = d.upload(std::vector<int>{4});
    int host = 1;
    REQUIRE(!d.cuMemcpyDtoHAsync_v2(&host, memory, 4, d.stream));
    REQUIRE(d.cuStreamSynchronize(d.stream) == CUDA_ERROR_ILLEGAL_ADDRESS);
    REQUIRE(host == -1);
    CUevent event;
    REQUIRE(!d.cuEventCreate(&event, 0));
    REQUIRE(!d.cuMemcpyDtoHAsync_v2(&host, memory, 4, d.stream) &&
            !d.cuEventRecord(event, d.stream));
    REQUIRE(d.cuEventSynchronize(event) == CUDA_ERROR_ILLEGAL_ADDRESS);
    REQUIRE(!d.cuMemFree_v2(memory)); // nothing is pending
    d.end();
  });
}

// A release that fails has released nonetheless.
TEST(Failure, ReleasesDoTheirWork) {
  EXPECT_ENDS(0, "", {
    Driver d(Settings{{"GPUTILE_CPU_FAIL", "cuMemFree_v2:1,cuMemFreeHost:1,cuStreamDestroy_v2:1,"
                                           "cuEventDestroy_v2:1,cuModuleUnload:1"},
                      {"GPUTILE_CPU_LEAKS", "1"}});
    d.begin();
    void *pinned;
    CUevent event;
    REQUIRE(!d.cuMemHostAlloc(&pinned, 4, 0) && !d.cuEventCreate(&event, 0));
    REQUIRE(d.cuMemFree_v2(d.allocate(4)) == CUDA_ERROR_LAUNCH_FAILED);
    REQUIRE(d.cuMemFreeHost(pinned) && d.cuEventDestroy_v2(event));
    REQUIRE(d.cuModuleUnload(d.load("")));
    REQUIRE(d.cuStreamDestroy_v2(d.stream));
  });
}

TEST(Failure, SettingsThatMakeNoSense) {
  for (const char *setting :
       {"cuMemAlloc:1", "cuMemAlloc_v2:0", "cuMemAlloc_v2:1x",
        "cuMemAlloc_v2:", "cuMemAlloc_v2:1:NVRTC_ERROR_COMPILATION", "cuInit:1:CUDA_SUCCESS",
        "cuInit:1:CUDA_ERROR_NO_DEVICE:1", "nvrtcGetErrorString:1", "what:1", "cuInit:1,"}) {
    SCOPED_TRACE(setting);
    setenv("GPUTILE_CPU_FAIL", setting, 1);
    EXPECT_ENDS(66, "error: GPUTILE_CPU_FAIL has no value '", {
      Driver d;
      d.cuInit(0);
    });
  }
  unsetenv("GPUTILE_CPU_FAIL");
}

TEST(Failure, CallsAreCounted) {
  const std::string path = testing::TempDir() + "gputile-calls-" + std::to_string(getpid());
  setenv("GPUTILE_CPU_CALLS", path.c_str(), 1);
  EXPECT_ENDS(0, "", {
    Driver d;
    d.begin();
    d.cuMemFree_v2(d.allocate(4));
    d.cuMemFree_v2(d.allocate(4));
    d.nvrtcGetErrorString(NVRTC_SUCCESS);
    d.end();
  });
  unsetenv("GPUTILE_CPU_CALLS");
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  unlink(path.c_str());
  EXPECT_EQ(text.str(), "cuInit 1\ncuDevicePrimaryCtxRetain 1\ncuCtxPushCurrent_v2 1\n"
                        "cuMemAlloc_v2 2\ncuMemFree_v2 2\ncuStreamCreate 1\n"
                        "cuStreamDestroy_v2 1\nnvrtcGetErrorString 1\n");
}

} // namespace
