// Each function of the interface fails when that is asked for, and with the error that
// Failures.h names.
#include <string.h>

#include <functional>

#include "Driver.h"
#include "Emulation/Driver/Failures.h"

using namespace driver_test;

namespace {

struct Step {
  const char *name;
  std::function<int()> call;
};

#define STEP(name, ...) {#name, [&] { return int(d.name(__VA_ARGS__)); }}

// What all steps use.
struct Things {
  CUcontext context = nullptr;
  CUdevice device = 0;
  CUdeviceptr memory = 0, base = 0;
  void *pinned = nullptr;
  CUstream stream = nullptr;
  CUevent event = nullptr;
  CUmodule module = nullptr;
  CUfunction kernel = nullptr;
  nvrtcProgram program = nullptr;
  std::vector<char> image = std::vector<char>(1 << 20), log = std::vector<char>(1 << 16);
  CUDA_MEMCPY2D rows = {};
  int number = 0;
  float time = 0;
  size_t bytes = 0;
  const char *text = nullptr;
};

std::vector<Step> compilation(Driver &d, Things &t) {
  static const char *const source = "#include \"gputile/cpu/module.h\"\n"
                                    "extern \"C\" __global__ void k() {}\nGPUTILE_EXPORT(k)\n";
  return {STEP(nvrtcVersion, &t.number, &t.number),
          STEP(nvrtcCreateProgram, &t.program, source, "k.cu", 0, nullptr, nullptr),
          STEP(nvrtcCompileProgram, t.program, 0, nullptr),
          STEP(nvrtcGetProgramLogSize, t.program, &t.bytes),
          STEP(nvrtcGetProgramLog, t.program, t.log.data()),
          STEP(nvrtcGetCUBINSize, t.program, &t.bytes),
          STEP(nvrtcGetCUBIN, t.program, t.image.data()),
          STEP(nvrtcDestroyProgram, &t.program)};
}

std::vector<Step> preparation(Driver &d, Things &t) {
  return {STEP(cuInit, 0),
          STEP(cuDriverGetVersion, &t.number),
          STEP(cuDeviceGetCount, &t.number),
          STEP(cuDeviceGet, &t.device, 0),
          STEP(cuDeviceGetName, t.log.data(), 100, t.device),
          STEP(cuDeviceGetAttribute, &t.number, 16, t.device),
          STEP(cuDevicePrimaryCtxRetain, &t.context, t.device),
          STEP(cuCtxGetCurrent, &t.context),
          STEP(cuDevicePrimaryCtxRetain, &t.context, t.device),
          STEP(cuCtxPushCurrent_v2, t.context),
          STEP(cuCtxGetDevice, &t.device),
          STEP(cuStreamCreate, &t.stream, 0),
          STEP(cuEventCreate, &t.event, 0),
          STEP(cuMemAlloc_v2, &t.memory, 64),
          STEP(cuMemGetAddressRange_v2, &t.base, &t.bytes, t.memory),
          STEP(cuPointerGetAttribute, &t.number, 2, t.memory),
          STEP(cuMemHostAlloc, &t.pinned, 64, 0)};
}

std::vector<Step> work(Driver &d, Things &t) {
  return {STEP(cuEventRecord, t.event, t.stream),
          STEP(cuMemcpyHtoDAsync_v2, t.memory, t.pinned, 64, t.stream),
          STEP(cuMemcpy2DAsync_v2, &t.rows, t.stream),
          STEP(cuMemsetD32Async, t.memory, 1, 2, t.stream),
          STEP(cuMemcpyDtoHAsync_v2, t.pinned, t.memory, 64, t.stream),
          STEP(cuStreamWaitEvent, t.stream, t.event, 0),
          STEP(cuEventSynchronize, t.event),
          STEP(cuEventQuery, t.event),
          STEP(cuEventElapsedTime, &t.time, t.event, t.event),
          STEP(cuGetErrorName, CUDA_SUCCESS, &t.text),
          STEP(cuGetErrorString, CUDA_SUCCESS, &t.text),
          STEP(cuStreamSynchronize, t.stream),
          STEP(cuCtxSynchronize)};
}

std::vector<Step> kernels(Driver &d, Things &t) {
  return {STEP(cuModuleLoadData, &t.module, t.image.data()),
          STEP(cuModuleGetFunction, &t.kernel, t.module, "k"),
          STEP(cuFuncSetAttribute, t.kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 65536),
          STEP(cuOccupancyMaxActiveBlocksPerMultiprocessor, &t.number, t.kernel, 64, 0),
          STEP(cuLaunchKernel, t.kernel, 1, 1, 1, 1, 1, 1, 0, t.stream, nullptr, nullptr),
          STEP(cuLaunchCooperativeKernel, t.kernel, 1, 1, 1, 1, 1, 1, 0, t.stream, nullptr),
          STEP(cuStreamSynchronize, t.stream),
          STEP(cuModuleUnload, t.module)};
}

std::vector<Step> ending(Driver &d, Things &t) {
  return {STEP(cuMemFree_v2, t.memory),         STEP(cuMemFreeHost, t.pinned),
          STEP(cuEventDestroy_v2, t.event),     STEP(cuStreamDestroy_v2, t.stream),
          STEP(cuCtxPopCurrent_v2, &t.context), STEP(cuDevicePrimaryCtxRelease_v2, t.device)};
}

// Calls until the one that is to fail.
void runUntil(const char *failing, int error) {
  Driver d(Settings{{"GPUTILE_CPU_FAIL", failing}});
  Things t;
  for (const auto &part : {preparation, work, compilation, kernels, ending}) {
    t.rows.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    t.rows.dstDevice = t.memory;
    t.rows.srcMemoryType = CU_MEMORYTYPE_HOST;
    t.rows.srcHost = t.pinned;
    t.rows.srcPitch = t.rows.dstPitch = t.rows.WidthInBytes = t.rows.Height = 4;
    for (const Step &step : part(d, t)) {
      const int result = step.call();
      const bool fails = !strcmp(step.name, failing);
      if (result != (fails ? error : 0))
        fprintf(stderr, "%s: %d\n", step.name, result);
      REQUIRE(result == (fails ? error : 0));
      if (fails)
        _exit(0);
    }
  }
  REQUIRE(!"the function was called");
}

struct Planned {
  const char *name;
  int error;
};

TEST(EveryFailure, FailsWithItsError) {
#define GPUTILE_ROW(name, error) {#name, error},
  for (const Planned &planned :
       std::initializer_list<Planned>{GPUTILE_DRIVER_FUNCTIONS(GPUTILE_ROW)})
#undef GPUTILE_ROW
    if (planned.error) {
      EXPECT_EXIT(runUntil(planned.name, planned.error), testing::ExitedWithCode(0), "")
          << planned.name;
    }
}

} // namespace
