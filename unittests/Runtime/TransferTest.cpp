//===- TransferTest.cpp - Copies of boxes, and what is kept ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// With functions of the driver that work on the host's memory at once.

extern "C" {
#include "Runtime/Memory.h"
#include "Runtime/Transfer.h"
}

#include "gtest/gtest.h"

#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

namespace {

// Before any test makes the library read its settings.
bool setLimit() { return setenv("GPUTILE_KEEP_MEMORY", "64K", 1) == 0; }
const bool limitIsSet = setLimit();

struct Calls {
  int pieces = 0, rows = 0, alive = 0;
  bool full = false;
};
Calls calls;

int copyToDevice(CUdeviceptr to, const void *from, size_t size, CUstream) {
  ++calls.pieces;
  memcpy(reinterpret_cast<void *>(to), from, size);
  return CUDA_SUCCESS;
}
int copyToHost(void *to, CUdeviceptr from, size_t size, CUstream) {
  ++calls.pieces;
  memcpy(to, reinterpret_cast<void *>(from), size);
  return CUDA_SUCCESS;
}
int copyRows(const CUDA_MEMCPY2D *copy, CUstream) {
  ++calls.rows;
  char *to = copy->dstMemoryType == CU_MEMORYTYPE_DEVICE ? reinterpret_cast<char *>(copy->dstDevice)
                                                         : static_cast<char *>(copy->dstHost);
  const char *from = copy->srcMemoryType == CU_MEMORYTYPE_DEVICE
                         ? reinterpret_cast<char *>(copy->srcDevice)
                         : static_cast<const char *>(copy->srcHost);
  EXPECT_TRUE(copy->Height == 1 ||
              (copy->srcPitch >= copy->WidthInBytes && copy->dstPitch >= copy->WidthInBytes));
  for (size_t r = 0; r < copy->Height; ++r)
    memcpy(to + r * copy->dstPitch, from + r * copy->srcPitch, copy->WidthInBytes);
  return CUDA_SUCCESS;
}
int allocate(CUdeviceptr *address, size_t size) {
  if (calls.full)
    return CUDA_ERROR_OUT_OF_MEMORY;
  ++calls.alive;
  *address = reinterpret_cast<CUdeviceptr>(malloc(size));
  return CUDA_SUCCESS;
}
int release(CUdeviceptr address) {
  --calls.alive;
  calls.full = false;
  free(reinterpret_cast<void *>(address));
  return CUDA_SUCCESS;
}
int allocatePinned(void **address, size_t size, unsigned) {
  ++calls.alive;
  *address = malloc(size);
  return CUDA_SUCCESS;
}
int releasePinned(void *address) {
  --calls.alive;
  free(address);
  return CUDA_SUCCESS;
}

class TransferTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_TRUE(limitIsSet && setLimit());
    calls = Calls();
    gpti_cu = {};
    gpti_cu.MemcpyHtoDAsync = copyToDevice;
    gpti_cu.MemcpyDtoHAsync = copyToHost;
    gpti_cu.Memcpy2DAsync = copyRows;
    gpti_cu.MemAlloc = allocate;
    gpti_cu.MemFree = release;
    gpti_cu.MemHostAlloc = allocatePinned;
    gpti_cu.MemFreeHost = releasePinned;
  }
};

// A box of an array in an array that is larger in each dimension.
struct Case {
  gputile_rt_array_info info;
  gpti_array array = {};
  size_t size = 1;

  Case(std::mt19937 &random, unsigned rank, unsigned bytes) : info{"A", bytes, rank, 1, 0} {
    array.info = &info;
    array.box[0].used = 1;
    for (unsigned d = rank; d-- > 0;) {
      const long long extent = 1 + random() % 6, low = random() % 3, high = random() % 3;
      array.stride[d] = (long long)size;
      array.box[0].lower[d] = random() % 4 ? low : 0;
      array.box[0].upper[d] = array.box[0].lower[d] + extent - 1;
      size *= size_t(array.box[0].upper[d] + 1 + (random() % 2 ? high : 0));
    }
    EXPECT_TRUE(gpti_layout(&array));
  }
  bool isInBox(size_t element) const {
    for (unsigned d = 0; d < info.rank; ++d) {
      const long long at = (long long)element / array.stride[d];
      element %= size_t(array.stride[d]);
      if (at < array.box[0].lower[d] || at > array.box[0].upper[d])
        return false;
    }
    return true;
  }
};

TEST_F(TransferTest, CopiesTheElementsOfABoxAndNoOthers) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    Case c(random, random() % 5, random() % 2 ? 8 : 3);
    const size_t bytes = c.info.bytes;
    std::vector<unsigned char> host(c.size * bytes), device(c.size * bytes, 0xEE), before;
    for (unsigned char &byte : host)
      byte = (unsigned char)(random() % 200);
    before = host;
    c.array.host = reinterpret_cast<char *>(host.data());
    c.array.device = reinterpret_cast<CUdeviceptr>(device.data());
    ASSERT_EQ(gpti_copy_to_device(&c.array, &c.array.box[0], nullptr), CUDA_SUCCESS);
    size_t inside = 0;
    for (size_t e = 0; e < c.size; ++e) {
      inside += c.isInBox(e);
      for (size_t b = 0; b < bytes; ++b)
        ASSERT_EQ(device[e * bytes + b], c.isInBox(e) ? host[e * bytes + b] : 0xEE);
    }
    ASSERT_EQ(gpti_box_bytes(&c.array, &c.array.box[0]), (long long)(inside * bytes));
    // Back, directly and by way of staging, after the device has changed all of it.
    for (unsigned char &byte : device)
      byte = (unsigned char)(byte + 1);
    for (const bool packed : {false, true}) {
      host = before;
      if (packed) {
        std::vector<char> staging(inside * bytes);
        ASSERT_EQ(gpti_copy_to_staging(&c.array, &c.array.box[0], staging.data(), nullptr), 0);
        ASSERT_EQ(host, before);
        gpti_store_staging(&c.array, &c.array.box[0], staging.data());
      } else {
        ASSERT_EQ(gpti_copy_to_host(&c.array, &c.array.box[0], nullptr), CUDA_SUCCESS);
      }
      for (size_t e = 0; e < c.size; ++e)
        for (size_t b = 0; b < bytes; ++b)
          ASSERT_EQ(host[e * bytes + b],
                    c.isInBox(e) ? device[e * bytes + b] : before[e * bytes + b]);
    }
  }
}

TEST_F(TransferTest, RowsThatOneCopyCannotTakeGoOneByOne) {
  int (*const countRows)(const CUDA_MEMCPY2D *, CUstream) = [](const CUDA_MEMCPY2D *, CUstream) {
    ++calls.rows;
    return 0;
  };
  gpti_cu.Memcpy2DAsync = countRows;
  gpti_cu.MemcpyHtoDAsync = [](CUdeviceptr, const void *, size_t, CUstream) {
    ++calls.pieces;
    return 0;
  };
  gputile_rt_array_info info = {"A", 8, 2, 1, 0};
  gpti_array array = {};
  array.info = &info;
  array.box[0] = {1, {0, 0}, {4, 6}, 0, {}};
  const auto copy = [&](long long stride) {
    calls = Calls();
    array.stride[0] = stride;
    array.stride[1] = 1;
    EXPECT_EQ(gpti_copy_to_device(&array, &array.box[0], nullptr), CUDA_SUCCESS);
    return calls.rows * 100 + calls.pieces;
  };
  EXPECT_EQ(copy(100), 100);     // one copy of rows
  EXPECT_EQ(copy(7), 1);         // one piece
  EXPECT_EQ(copy(1LL << 28), 5); // a pitch of 2 GiB
  EXPECT_EQ(copy((1LL << 28) - 1), 100);
  EXPECT_EQ(copy(-100), 5);
  EXPECT_EQ(copy(0), 5);
}

TEST_F(TransferTest, LargeCopiesOnTheDeviceAreCut) {
  static unsigned long long total;
  total = 0;
  gpti_cu.Memcpy2DAsync = [](const CUDA_MEMCPY2D *copy, CUstream) {
    EXPECT_LE(copy->WidthInBytes, size_t(1) << 30);
    EXPECT_EQ(copy->srcDevice, 4096 + total);
    EXPECT_EQ(copy->dstDevice, total);
    total += copy->WidthInBytes;
    ++calls.rows;
    return 0;
  };
  EXPECT_EQ(gpti_copy_on_device(0, 4096, (5ULL << 30) + 3, nullptr), CUDA_SUCCESS);
  EXPECT_EQ(total, (5ULL << 30) + 3);
  EXPECT_EQ(calls.rows, 6);
}

TEST_F(TransferTest, MemoryIsKeptWithinBounds) {
  gpti_device device = {};
  pthread_mutex_init(&device.lock, nullptr);
  gpti_buffer *a, *b, *c;
  ASSERT_EQ(gpti_buffer_take(&device, 40000, &a), CUDA_SUCCESS);
  const CUdeviceptr address = a->address;
  gpti_buffer_give(&device, a, 1);
  ASSERT_EQ(gpti_buffer_take(&device, 39000, &a), CUDA_SUCCESS);
  EXPECT_EQ(a->address, address); // the same again
  ASSERT_EQ(gpti_buffer_take(&device, 10000, &b), CUDA_SUCCESS);
  ASSERT_EQ(gpti_buffer_take(&device, 30000, &c), CUDA_SUCCESS);
  EXPECT_EQ(calls.alive, 3);
  gpti_buffer_give(&device, a, 1);
  gpti_buffer_give(&device, b, 1);
  EXPECT_EQ(calls.alive, 3);
  gpti_buffer_give(&device, c, 1); // more than 64K: what was used longest ago goes
  EXPECT_EQ(calls.alive, 2);
  ASSERT_EQ(gpti_buffer_take(&device, 1000, &a), CUDA_SUCCESS); // none is so small
  EXPECT_EQ(calls.alive, 3);
  gpti_buffer_give(&device, a, 0); // perhaps in use
  EXPECT_EQ(calls.alive, 2);
  calls.full = true; // kept memory is freed to make room
  ASSERT_EQ(gpti_buffer_take(&device, 60000, &a), CUDA_SUCCESS);
  EXPECT_EQ(calls.alive, 1);
  gpti_buffer_give(&device, a, 1);
  gpti_memory_release(&device);
  EXPECT_EQ(calls.alive, 0);
}

TEST_F(TransferTest, StagingIsPinnedWhenItCanBeKept) {
  gpti_device device = {};
  pthread_mutex_init(&device.lock, nullptr);
  gpti_staging *small = gpti_staging_take(&device, 20000),
               *large = gpti_staging_take(&device, 40000);
  ASSERT_TRUE(small && large);
  EXPECT_TRUE(small->pinned);
  EXPECT_FALSE(large->pinned);
  char *const memory = small->memory;
  gpti_staging_give(&device, small, 1);
  gpti_staging_give(&device, large, 1);
  EXPECT_EQ(calls.alive, 1);
  small = gpti_staging_take(&device, 20000);
  EXPECT_EQ(small->memory, memory);
  gpti_staging *const other = gpti_staging_take(&device, 20000);
  gpti_staging_give(&device, small, 1);
  gpti_staging_give(&device, other, 1);
  EXPECT_EQ(calls.alive, 1);
  gpti_memory_release(&device);
  EXPECT_EQ(calls.alive, 0);
}

} // namespace
