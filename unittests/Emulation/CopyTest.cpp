// Memory: what copies do, when they do it, and what is refused.
#include "Driver.h"

using namespace driver_test;

namespace {

TEST(Copy, NothingHappensBeforeTheStreamIsWaitedFor) {
  EXPECT_ENDS(0, "", {
    Driver d;
    d.begin();
    std::vector<int> in = {1, 2, 3}, out = {7, 7, 7};
    const CUdeviceptr memory = d.allocate(12);
    REQUIRE(!d.cuMemcpyHtoDAsync_v2(memory, in.data(), 12, d.stream));
    REQUIRE(!d.cuMemcpyDtoHAsync_v2(out.data(), memory, 12, d.stream));
    REQUIRE(out == std::vector<int>({-1, -1, -1})); // neither the old nor the new
    in[1] = 20;                                     // too early: the copy takes it
    REQUIRE(!d.cuStreamSynchronize(d.stream));
    REQUIRE(out == std::vector<int>({1, 20, 3}));
    REQUIRE(!d.cuMemsetD32Async(memory, 9, 2, d.stream));
    REQUIRE(d.download<int>(memory, 3) == std::vector<int>({9, 9, 3}));
  });
}

TEST(Copy, EventsWaitForWhatCameBefore) {
  EXPECT_ENDS(0, "", {
    Driver d;
    d.begin();
    const CUdeviceptr memory = d.upload(std::vector<int>{1, 2});
    CUevent first, second;
    REQUIRE(!d.cuEventCreate(&first, 0) && !d.cuEventCreate(&second, 0));
    int a = 5, b = 5;
    float time;
    REQUIRE(!d.cuEventSynchronize(first)); // never recorded
    REQUIRE(d.cuEventElapsedTime(&time, first, second) == CUDA_ERROR_INVALID_HANDLE);
    REQUIRE(!d.cuMemcpyDtoHAsync_v2(&a, memory, 4, d.stream) && !d.cuEventRecord(first, d.stream));
    REQUIRE(!d.cuMemcpyDtoHAsync_v2(&b, memory + 4, 4, d.stream) &&
            !d.cuEventRecord(second, d.stream));
    REQUIRE(!d.cuEventSynchronize(first) && a == 1 && b == -1);
    REQUIRE(d.cuEventElapsedTime(&time, first, second) == CUDA_ERROR_NOT_READY);
    REQUIRE(!d.cuEventSynchronize(second) && b == 2);
    REQUIRE(!d.cuEventElapsedTime(&time, first, second) && time >= 0);
    REQUIRE(!d.cuEventRecord(first, d.stream) && !d.cuEventDestroy_v2(first));
    REQUIRE(d.cuEventRecord(first, d.stream) == CUDA_ERROR_INVALID_HANDLE);
    REQUIRE(!d.cuStreamSynchronize(d.stream));
  });
}

TEST(Copy, StreamsWaitForEventsOfOthers) {
  EXPECT_ENDS(0, "", {
    Driver d;
    d.begin();
    const CUdeviceptr memory = d.upload(std::vector<int>{1, 2});
    CUevent event;
    CUstream other;
    int a = 5, b = 5;
    REQUIRE(!d.cuEventCreate(&event, 0) && !d.cuStreamCreate(&other, 0));
    REQUIRE(!d.cuEventQuery(event)); // never recorded
    REQUIRE(!d.cuMemcpyDtoHAsync_v2(&a, memory, 4, d.stream) && !d.cuEventRecord(event, d.stream));
    REQUIRE(!d.cuStreamWaitEvent(other, event, 0));
    REQUIRE(!d.cuMemcpyDtoHAsync_v2(&b, memory + 4, 4, other));
    REQUIRE(d.cuEventQuery(event) == CUDA_ERROR_NOT_READY && a == -1);
    REQUIRE(!d.cuStreamSynchronize(other) && a == 1 && b == 2 && !d.cuEventQuery(event));
    REQUIRE(!d.cuEventDestroy_v2(event) && !d.cuStreamDestroy_v2(other));
    REQUIRE(d.cuEventQuery(event) == CUDA_ERROR_INVALID_HANDLE);
    REQUIRE(d.cuStreamWaitEvent(d.stream, event, 0) == CUDA_ERROR_INVALID_HANDLE);
  });
}

TEST(Copy, Rows) {
  EXPECT_ENDS(0, "", {
    Driver d;
    d.begin();
    std::vector<int> host(20), back(20, 0);
    for (int i = 0; i < 20; ++i)
      host[size_t(i)] = i;
    const CUdeviceptr memory = d.allocate(24);
    CUDA_MEMCPY2D copy = {};
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = host.data();
    copy.srcPitch = 20;
    copy.srcXInBytes = 4;
    copy.srcY = 1;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.dstDevice = memory;
    copy.dstPitch = 12;
    copy.WidthInBytes = 12;
    copy.Height = 2;
    REQUIRE(!d.cuMemcpy2DAsync_v2(&copy, d.stream));
    REQUIRE(d.download<int>(memory, 6) == std::vector<int>({6, 7, 8, 11, 12, 13}));
    CUDA_MEMCPY2D there = {};
    there.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    there.srcDevice = memory;
    there.srcPitch = 12;
    there.dstMemoryType = CU_MEMORYTYPE_HOST;
    there.dstHost = back.data();
    there.dstPitch = 20;
    there.WidthInBytes = 8;
    there.Height = 2;
    REQUIRE(!d.cuMemcpy2DAsync_v2(&there, d.stream) && !d.cuStreamSynchronize(d.stream));
    REQUIRE(back[0] == 6 && back[1] == 7 && back[2] == 0 && back[5] == 11 && back[6] == 12 &&
            back[7] == 0);
    copy.Height = 3; // beyond the allocation
    REQUIRE(d.cuMemcpy2DAsync_v2(&copy, d.stream) == CUDA_ERROR_INVALID_VALUE);
    copy.Height = (size_t(1) << 62) + 1; // (height - 1) * pitch wraps to 0
    REQUIRE(d.cuMemcpy2DAsync_v2(&copy, d.stream) == CUDA_ERROR_INVALID_VALUE);
    copy.Height = 2;
    copy.dstPitch = 8; // rows overlap
    REQUIRE(d.cuMemcpy2DAsync_v2(&copy, d.stream) == CUDA_ERROR_INVALID_VALUE);
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    REQUIRE(d.cuMemcpy2DAsync_v2(&copy, d.stream) == CUDA_ERROR_NOT_SUPPORTED);
    d.end();
  });
}

TEST(Copy, RefusedRanges) {
  EXPECT_ENDS(0, "cuMemcpyHtoDAsync_v2: the destination is not inside one live allocation", {
    Driver d;
    d.begin();
    std::vector<char> host(64);
    const CUdeviceptr memory = d.allocate(32);
    void *pinned;
    REQUIRE(!d.cuMemHostAlloc(&pinned, 32, 0));
    REQUIRE(d.cuMemcpyHtoDAsync_v2(memory + 1, host.data(), 32, d.stream) ==
            CUDA_ERROR_INVALID_VALUE);
    REQUIRE(d.cuMemcpyHtoDAsync_v2(memory - 1, host.data(), 8, d.stream) ==
            CUDA_ERROR_INVALID_VALUE);
    REQUIRE(d.cuMemcpyHtoDAsync_v2(CUdeviceptr(pinned), host.data(), 8, d.stream) ==
            CUDA_ERROR_INVALID_VALUE);
    REQUIRE(d.cuMemcpyHtoDAsync_v2(memory, reinterpret_cast<void *>(memory), 8, d.stream) ==
            CUDA_ERROR_INVALID_VALUE);
    REQUIRE(d.cuMemcpyDtoHAsync_v2(pinned, memory, 33, d.stream) == CUDA_ERROR_INVALID_VALUE);
    REQUIRE(d.cuMemcpyDtoHAsync_v2(static_cast<char *>(pinned) + 8, memory, 25, d.stream) ==
            CUDA_ERROR_INVALID_VALUE);
    REQUIRE(d.cuMemsetD32Async(memory, 0, 9, d.stream) == CUDA_ERROR_INVALID_VALUE);
    REQUIRE(d.cuMemsetD32Async(memory + 2, 0, 1, d.stream) == CUDA_ERROR_INVALID_VALUE);
    REQUIRE(!d.cuMemcpyDtoHAsync_v2(pinned, memory, 32, d.stream));
    REQUIRE(!d.cuStreamSynchronize(d.stream));
    REQUIRE(d.cuStreamSynchronize(CUstream(&host)) == CUDA_ERROR_INVALID_HANDLE);
    d.end();
  });
}

TEST(Copy, PointersTellWhereTheyLead) {
  EXPECT_ENDS(0, "", {
    constexpr int memoryType = 2, isManaged = 8, deviceOrdinal = 9;
    Driver d;
    d.begin();
    const CUdeviceptr memory = d.allocate(32);
    void *pinned;
    REQUIRE(!d.cuMemHostAlloc(&pinned, 32, 0));
    int value = -1;
    REQUIRE(!d.cuPointerGetAttribute(&value, memoryType, memory + 31) && value == 2);
    REQUIRE(!d.cuPointerGetAttribute(&value, deviceOrdinal, memory) && value == 0);
    unsigned char managed = 7;
    REQUIRE(!d.cuPointerGetAttribute(&managed, isManaged, memory) && managed == 0);
    REQUIRE(!d.cuPointerGetAttribute(&value, memoryType, CUdeviceptr(pinned)) && value == 1);
    REQUIRE(d.cuPointerGetAttribute(&value, memoryType, CUdeviceptr(&value)) ==
            CUDA_ERROR_INVALID_VALUE);
    REQUIRE(d.cuPointerGetAttribute(&value, memoryType, memory + 32) == CUDA_ERROR_INVALID_VALUE);
    CUdeviceptr base = 0;
    size_t bytes = 0;
    REQUIRE(!d.cuMemGetAddressRange_v2(&base, &bytes, memory + 5) && base == memory && bytes == 32);
    REQUIRE(d.cuMemGetAddressRange_v2(&base, &bytes, CUdeviceptr(pinned)) ==
            CUDA_ERROR_INVALID_VALUE);
    REQUIRE(!d.cuMemFreeHost(pinned));
    d.end();
  });
}

TEST(Copy, TheContextWaitsForAllStreams) {
  EXPECT_ENDS(0, "", {
    Driver d;
    d.begin();
    const CUdeviceptr memory = d.allocate(8);
    const int host[2] = {3, 4};
    int copied[2] = {0, 0};
    REQUIRE(!d.cuMemcpyHtoDAsync_v2(memory, host, 8, nullptr));
    REQUIRE(!d.cuCtxSynchronize());
    REQUIRE(!d.cuMemcpyDtoHAsync_v2(copied, memory, 8, d.stream));
    REQUIRE(!d.cuCtxSynchronize());
    REQUIRE(copied[0] == 3 && copied[1] == 4);
    d.end();
  });
}

TEST(Copy, MemoryIsLimitedAndFreedOnce) {
  EXPECT_ENDS(0, "cuMemFree_v2: 0x[0-9a-f]+ is not the start of a live device allocation", {
    Driver d(Settings{{"GPUTILE_CPU_MEMORY", "1000"}});
    d.begin();
    const CUdeviceptr first = d.allocate(600);
    CUdeviceptr second;
    REQUIRE(d.cuMemAlloc_v2(&second, 401) == CUDA_ERROR_OUT_OF_MEMORY);
    REQUIRE(d.cuMemAlloc_v2(&second, 0) == CUDA_ERROR_INVALID_VALUE);
    REQUIRE(!d.cuMemAlloc_v2(&second, 400));
    REQUIRE(d.cuMemFree_v2(first + 1) == CUDA_ERROR_INVALID_VALUE);
    REQUIRE(!d.cuMemFree_v2(first));
    REQUIRE(d.cuMemFree_v2(first) == CUDA_ERROR_INVALID_VALUE);
    REQUIRE(d.cuMemFreeHost(reinterpret_cast<void *>(second)) == CUDA_ERROR_INVALID_VALUE);
    REQUIRE(d.allocate(600) % 256 == 0);
    d.end();
  });
}

TEST(Copy, FreshMemoryIsPoisoned) {
  EXPECT_ENDS(0, "", {
    Driver d;
    d.begin();
    REQUIRE(d.download<unsigned>(d.allocate(8), 2)[1] == ~0u);
  });
}

TEST(Copy, FreeingWhatPendingWorkUses) {
  EXPECT_ENDS(66, "device allocation #1 is freed while cuMemcpyDtoHAsync_v2 is pending", {
    Driver d;
    d.begin();
    int host;
    const CUdeviceptr memory = d.allocate(4);
    d.cuMemcpyDtoHAsync_v2(&host, memory, 4, d.stream);
    d.cuMemFree_v2(memory);
  });
  EXPECT_ENDS(66, "pinned allocation #2 is freed while cuMemcpyHtoDAsync_v2 is pending", {
    Driver d;
    d.begin();
    void *pinned;
    const CUdeviceptr memory = d.allocate(4);
    REQUIRE(!d.cuMemHostAlloc(&pinned, 4, 0));
    d.cuMemcpyHtoDAsync_v2(memory, pinned, 4, d.stream);
    d.cuMemFreeHost(pinned);
  });
  EXPECT_ENDS(66, "cuStreamDestroy_v2: cuMemsetD32Async is pending", {
    Driver d;
    d.begin();
    d.cuMemsetD32Async(d.allocate(4), 0, 1, d.stream);
    d.cuStreamDestroy_v2(d.stream);
  });
  const auto withKernel = [](bool unload) {
    Driver d;
    d.begin();
    const CUmodule module = d.load("extern \"C\" __global__ void k() {}\nGPUTILE_EXPORT(k)\n");
    const CUdeviceptr memory = d.allocate(4);
    REQUIRE(!d.launch(d.function(module, "k"), 1, 1, {}));
    unload ? d.cuModuleUnload(module) : d.cuMemFree_v2(memory);
  };
  EXPECT_EXIT(withKernel(true), testing::ExitedWithCode(66),
              "cuModuleUnload: kernel 'k' is pending");
  EXPECT_EXIT(withKernel(false), testing::ExitedWithCode(66),
              "is freed while kernel 'k' is pending");
}

TEST(Copy, ContextsAreNeeded) {
  EXPECT_ENDS(0, "", {
    Driver d;
    CUdeviceptr memory;
    CUcontext context;
    int value;
    REQUIRE(d.cuDeviceGetCount(&value) == CUDA_ERROR_NOT_INITIALIZED);
    REQUIRE(!d.cuInit(0) && !d.cuDeviceGetCount(&value) && value == 1);
    REQUIRE(d.cuMemAlloc_v2(&memory, 4) == CUDA_ERROR_INVALID_CONTEXT);
    REQUIRE(d.cuDevicePrimaryCtxRetain(&context, 1) == CUDA_ERROR_INVALID_DEVICE);
    REQUIRE(!d.cuDevicePrimaryCtxRetain(&context, 0) && !d.cuCtxPushCurrent_v2(context));
    REQUIRE(!d.cuMemAlloc_v2(&memory, 4));
    CUcontext current;
    REQUIRE(!d.cuCtxGetCurrent(&current) && current == context);
    CUdevice device = 1;
    REQUIRE(!d.cuCtxGetDevice(&device) && device == 0);
    REQUIRE(!d.cuDevicePrimaryCtxRelease_v2(0));
    REQUIRE(d.cuMemFree_v2(memory) == CUDA_ERROR_CONTEXT_IS_DESTROYED);
    REQUIRE(d.cuDevicePrimaryCtxRelease_v2(0) == CUDA_ERROR_INVALID_CONTEXT);
    REQUIRE(!d.cuCtxPopCurrent_v2(&current) && current == context);
    REQUIRE(d.cuCtxPopCurrent_v2(&current) == CUDA_ERROR_INVALID_CONTEXT);
    char name[40];
    REQUIRE(!d.cuDeviceGetName(name, 40, 0) && std::string(name) == "gputile CPU execution");
    REQUIRE(!d.cuDeviceGetAttribute(&value, 75, 0) && value == 9);
    REQUIRE(!d.cuDeviceGetAttribute(&value, 16, 0) && value == 4);
    REQUIRE(!d.cuDeviceGetAttribute(&value, 95, 0) && value == 1);
    REQUIRE(d.cuDeviceGetAttribute(&value, 9999, 0) == CUDA_ERROR_INVALID_VALUE);
  });
}

} // namespace
