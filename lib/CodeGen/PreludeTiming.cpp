//===- PreludeTiming.cpp - Times of regions -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PreludeText.h"

namespace gputile::codegen {

const char *const PreludeTiming =
    R"CUDA(#if defined(GPUTILE_TIMING)
#include <chrono>
#include <mutex>
#include <vector>

struct gpt_time_record {
  const gpt_region *region;
  long long calls, launches, bytesIn, bytesOut;
  double kernelMs, totalMs;
};

// Of the whole program: one list for all emitted files.
struct gpt_time_table {
  std::mutex guard;
  std::vector<gpt_time_record> records;

  ~gpt_time_table() {
    const char *name = std::getenv("GPUTILE_TIMING_FILE");
    std::FILE *file = name ? std::fopen(name, "w") : nullptr;
    if (!file)
      return;
    std::fprintf(file, "[");
    for (std::size_t i = 0; i < records.size(); ++i) {
      const gpt_time_record &r = records[i];
      std::fprintf(file,
                   "%s\n  {\"region\": \"%s\", \"file\": \"%s\", \"line\": %d, \"calls\": %lld, "
                   "\"launches\": %lld, \"kernel_ms\": %.6f, \"total_ms\": %.6f, "
                   "\"bytes_in\": %lld, \"bytes_out\": %lld}",
                   i ? "," : "", r.region->name, r.region->file, r.region->line, r.calls, r.launches,
                   r.kernelMs, r.totalMs, r.bytesIn, r.bytesOut);
    }
    std::fprintf(file, "\n]\n");
    std::fclose(file);
  }
  gpt_time_record &of(const gpt_region &region) {
    for (gpt_time_record &r : records)
      if (r.region == &region)
        return r;
    records.push_back({&region, 0, 0, 0, 0, 0, 0});
    return records.back();
  }
};

inline gpt_time_table &gpt_times() {
  static gpt_time_table table;
  return table;
}

namespace {

// Kernels by the device's clock, the whole region by the host's.
struct gpt_timer {
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  cudaEvent_t first = nullptr, last = nullptr;
  float kernelMs = 0;

  ~gpt_timer() {
    if (first)
      cudaEventDestroy(first);
    if (last)
      cudaEventDestroy(last);
  }
  void startKernels() {
    if (cudaEventCreate(&first) == cudaSuccess && cudaEventCreate(&last) == cudaSuccess)
      cudaEventRecord(first, 0);
  }
  void finishKernels() {
    if (last && cudaEventRecord(last, 0) == cudaSuccess && cudaEventSynchronize(last) == cudaSuccess)
      cudaEventElapsedTime(&kernelMs, first, last);
  }
  void finish(const gpt_region &region, long long launches, long long in, long long out) {
    const std::chrono::duration<double, std::milli> total = std::chrono::steady_clock::now() - begin;
    gpt_time_table &table = gpt_times();
    const std::lock_guard<std::mutex> lock(table.guard);
    gpt_time_record &r = table.of(region);
    ++r.calls;
    r.launches += launches;
    r.bytesIn += in;
    r.bytesOut += out;
    r.kernelMs += kernelMs;
    r.totalMs += total.count();
  }
};

} // namespace
#endif

)CUDA";

} // namespace gputile::codegen
