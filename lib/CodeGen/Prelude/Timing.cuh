//===- Timing.cuh - Times of regions, with -DGPUTILE_TIMING ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "Host.cuh"

//===- Emitted from here on -----------------------------------------------===//
#if defined(GPUTILE_TIMING)
#include <chrono>
#include <mutex>
#include <vector>

struct gpt_time_sample {
  double kernelMs, regionMs;
  long long launches, bytesIn, bytesOut;
};

struct gpt_time_record {
  const gpt_region *region;
  std::vector<gpt_time_sample> samples;
};

// Of the whole program: one list for all emitted files.
struct gpt_time_table {
  std::mutex guard;
  std::vector<gpt_time_record> records;

  ~gpt_time_table() {
    const char *name = std::getenv("GPUTILE_TIMING_FILE");
    if (!name)
      return;
    std::FILE *file = std::fopen(name, "w");
    if (!file) {
      std::fprintf(stderr, "gputile: GPUTILE_TIMING_FILE=%s cannot be written\n", name);
      return;
    }
    std::fprintf(file, "[");
    const char *separator = "";
    for (const gpt_time_record &r : records) {
      std::fprintf(file, "%s\n  {\"region\": \"%s\", \"file\": \"%s\", \"line\": %d, \"samples\": [",
                   separator, r.region->name, r.region->file, r.region->line);
      print(file, r.samples);
      std::fprintf(file, "]}");
      separator = ",";
    }
    std::fprintf(file, "\n]\n");
    const bool failed = std::ferror(file) != 0;
    if (std::fclose(file) != 0 || failed)
      std::fprintf(stderr, "gputile: GPUTILE_TIMING_FILE=%s cannot be written\n", name);
  }
  static void print(std::FILE *file, const std::vector<gpt_time_sample> &samples) {
    const char *separator = "";
    for (const gpt_time_sample &s : samples) {
      std::fprintf(file,
                   "%s\n    {\"kernelMs\": %.6f, \"regionMs\": %.6f, \"launches\": %lld, "
                   "\"bytesIn\": %lld, \"bytesOut\": %lld}",
                   separator, s.kernelMs, s.regionMs, s.launches, s.bytesIn, s.bytesOut);
      separator = ",";
    }
  }
  void add(const gpt_region &region, const gpt_time_sample &sample) {
    const std::lock_guard<std::mutex> lock(guard);
    for (gpt_time_record &r : records)
      if (r.region == &region) {
        r.samples.push_back(sample);
        return;
      }
    records.push_back({&region, {sample}});
  }
};

inline gpt_time_table &gpt_times() {
  static gpt_time_table table;
  return table;
}

// GPUTILE_TIMING_REPEAT=n: before a region is executed it is rehearsed n - 1
// times, with everything but the effect on the program's memory.
inline thread_local bool gpt_rehearsing = false;
inline thread_local std::vector<char> gpt_rehearsal_memory;

inline long gpt_repeats() {
  const char *text = std::getenv("GPUTILE_TIMING_REPEAT");
  char *end = nullptr;
  const long count = text ? std::strtol(text, &end, 10) : 1;
  if (!text || (count >= 1 && end != text && !*end))
    return count;
  std::fprintf(stderr, "gputile: GPUTILE_TIMING_REPEAT=%s is not a number from 1 on; ignored\n", text);
  return 1;
}

template <typename Entry> inline void gpt_rehearse(Entry entry) {
  static const long count = gpt_repeats();
  if (gpt_rehearsing)
    return;
  gpt_rehearsing = true;
  for (long i = count; i > 1 && entry() == GPT_DONE; --i) {
  }
  gpt_rehearsing = false;
}
#define GPT_REHEARSE(call) gpt_rehearse([&] { return call; })

inline namespace gpt_v1 {

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
  void finish(const gpt_region &region, long long launches, long long in, long long out) const {
    const std::chrono::duration<double, std::milli> total = std::chrono::steady_clock::now() - begin;
    gpt_times().add(region, {kernelMs, total.count(), launches, in, out});
  }
  // Where element (0, ..., 0) of `array` lies in memory for the results of a rehearsal.
  static char *rehearsalHost(const gpt_array &array) {
    if (!gpt_rehearsing)
      return array.host;
    const std::size_t size = (std::size_t)(array.count * array.bytes);
    if (gpt_rehearsal_memory.size() < size)
      gpt_rehearsal_memory.resize(size);
    return array.shifted(gpt_rehearsal_memory.data());
  }
};

} // namespace gpt_v1
#else
#define GPT_REHEARSE(call)
#endif

