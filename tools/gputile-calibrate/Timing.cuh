//===- Timing.cuh - Calls of CUDA that succeed, and their times -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_CALIBRATE_TIMING_CUH
#define GPUTILE_TOOLS_CALIBRATE_TIMING_CUH

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace gputile::calibrate {

/// Ends the program when CUDA refuses something: a profile with a number less is none.
inline void need(cudaError_t status, const char *what) {
  if (status == cudaSuccess)
    return;
  std::fprintf(stderr, "gputile-calibrate: error: %s: %s\n", what, cudaGetErrorString(status));
  std::exit(1);
}

/// Memory of the device, all zero.
template <typename T> class Buffer {
public:
  explicit Buffer(size_t count) : Count(count) {
    need(cudaMalloc(&Data, count * sizeof(T)), "memory of the device");
    need(cudaMemset(Data, 0, count * sizeof(T)), "memory of the device");
  }
  explicit Buffer(const std::vector<T> &values) : Buffer(values.size()) {
    need(cudaMemcpy(Data, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice),
         "a copy to the device");
  }
  ~Buffer() { cudaFree(Data); }
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;

  T *get() const { return Data; }
  size_t size() const { return Count; }
  T first() const {
    T value;
    need(cudaMemcpy(&value, Data, sizeof value, cudaMemcpyDeviceToHost), "a copy from the device");
    return value;
  }

private:
  T *Data = nullptr;
  size_t Count;
};

/// Seconds of the device for what \p work sends to the default stream: the median of five times,
/// after one that does not count.
template <typename Work> double secondsOf(Work &&work) {
  cudaEvent_t begin, end;
  need(cudaEventCreate(&begin), "an event");
  need(cudaEventCreate(&end), "an event");
  std::vector<double> times;
  for (int i = 0; i < 6; ++i) {
    need(cudaEventRecord(begin), "an event");
    work();
    need(cudaGetLastError(), "a launch");
    need(cudaEventRecord(end), "an event");
    need(cudaEventSynchronize(end), "a kernel");
    float milliseconds = 0;
    need(cudaEventElapsedTime(&milliseconds, begin, end), "an event");
    if (i > 0)
      times.push_back(milliseconds / 1e3);
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

} // namespace gputile::calibrate

#endif
