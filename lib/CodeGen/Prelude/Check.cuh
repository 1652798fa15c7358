//===- Check.cuh - Comparison with the original loops, with -DGPUTILE_CHECK -===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "Host.cuh"
#include "Tiles.cuh"

//===- Emitted from here on -----------------------------------------------===//
#if defined(GPUTILE_CHECK)
#include <cmath>
#include <vector>

// Relative differences of values that clauses leave open up to rounding are accepted so far:
// -DGPUTILE_CHECK_TOLERANCE=1e-9, say.
#if defined(GPUTILE_CHECK_TOLERANCE)
inline constexpr double gpt_check_float = GPUTILE_CHECK_TOLERANCE,
                        gpt_check_double = GPUTILE_CHECK_TOLERANCE;
#else
inline constexpr double gpt_check_float = 0x1p-12, gpt_check_double = 0x1p-26;
#endif

// What one execution of a region computed for one array. The entry returns
// GPT_CHECK, the caller runs the original loops and then calls
// gputile_check_compare, which finds here what the arrays should be.
struct gpt_check_array {
  const gpt_region *region;
  const char *name, *type;
  long long bytes, first;
  const char *host;
  int rank;
  long long stride[gpt_max_rank];
  gpt_box box;
  long long step[gpt_max_rank];
  gpt_pointer_rows rows; // owned by the list below
  bool looselyRounded;
  std::vector<char> values; // element first, first + 1, ...
};

// Of the whole program. Regions do not nest within one thread.
inline thread_local std::vector<gpt_check_array> gpt_check_kept;
inline std::atomic<long long> gpt_check_executions{0}, gpt_check_fallbacks{0}, gpt_check_wrong{0};
// Elements that are rounded differently, as clauses allow, and the largest relative difference.
inline std::atomic<long long> gpt_check_rounded{0};
inline std::atomic<double> gpt_check_farthest{0};

struct gpt_check_report {
  ~gpt_check_report() {
    const long long wrong = gpt_check_wrong, count = gpt_check_executions;
    if (wrong > 0)
      std::fprintf(stderr, "gputile: checked %lld region executions, %lld differ, %lld fallbacks\n",
                   count, wrong, (long long)gpt_check_fallbacks);
    else if (gpt_check_fallbacks > 0)
      std::fprintf(stderr, "gputile: checked %lld region executions, all equal; %lld fallbacks\n", count,
                   (long long)gpt_check_fallbacks);
    else
      std::fprintf(stderr, "gputile: checked %lld region executions, all equal\n", count);
    if (gpt_check_rounded > 0)
      std::fprintf(stderr,
                   "gputile: rounded differently, as clauses allow: %lld element%s, by up to %.2g "
                   "of the value\n",
                   (long long)gpt_check_rounded, gpt_check_rounded == 1 ? "" : "s",
                   (double)gpt_check_farthest);
    gpt_tiles_report();
    std::fflush(nullptr);
    if (wrong > 0)
      std::_Exit(65);
  }
};
inline gpt_check_report gpt_check_at_exit;

// The value of an element as text, with its bytes.
inline void gpt_check_print(const gpt_check_array &array, const char *element) {
  if (std::strcmp(array.type, "double") == 0) {
    double value;
    std::memcpy(&value, element, sizeof value);
    std::fprintf(stderr, "%.17g ", value);
  } else if (std::strcmp(array.type, "float") == 0) {
    float value;
    std::memcpy(&value, element, sizeof value);
    std::fprintf(stderr, "%.9g ", (double)value);
  } else if (std::strcmp(array.type, "int") == 0) {
    int value;
    std::memcpy(&value, element, sizeof value);
    std::fprintf(stderr, "%d ", value);
  }
  std::fprintf(stderr, "(0x");
  for (long long b = array.bytes; b-- > 0;)
    std::fprintf(stderr, "%02x", (unsigned)(unsigned char)element[b]);
  std::fprintf(stderr, ")");
}

template <typename T> double gpt_check_value(const char *element) {
  T value;
  std::memcpy(&value, element, sizeof value);
  return (double)value;
}

// Whether rounding explains that two values of different bytes differ, where clauses allow that.
inline bool gpt_check_is_rounding(const gpt_check_array &array, const char *tiled,
                                  const char *original) {
  if (!array.looselyRounded)
    return false;
  const bool isDouble = std::strcmp(array.type, "double") == 0;
  const double a = isDouble ? gpt_check_value<double>(tiled) : gpt_check_value<float>(tiled);
  const double b = isDouble ? gpt_check_value<double>(original) : gpt_check_value<float>(original);
  if (std::isnan(a) && std::isnan(b))
    return true;
  // Differences of infinities are no numbers.
  const double most = std::fmax(std::fabs(a), std::fabs(b)),
               part = most > 0 ? std::fabs(a - b) / most : 0;
  if (!(part <= (isDouble ? gpt_check_double : gpt_check_float)))
    return false;
  ++gpt_check_rounded;
  for (double farthest = gpt_check_farthest; farthest < part;)
    if (gpt_check_farthest.compare_exchange_weak(farthest, part))
      break;
  return true;
}

// Compares element `at`; says so when it differs.
inline bool gpt_check_element(const gpt_check_array &array, const long long *at) {
  long long element = 0;
  for (int d = 0; d < array.rank; ++d)
    element += at[d] * array.stride[d];
  const char *tiled = array.values.data() + (element - array.first) * array.bytes;
  const char *original = array.host + element * array.bytes;
  if (std::memcmp(tiled, original, (std::size_t)array.bytes) == 0 ||
      gpt_check_is_rounding(array, tiled, original))
    return true;
  std::fprintf(stderr, "%s:%d: %s", array.region->file, array.region->line, array.name);
  for (int d = 0; d < array.rank; ++d)
    std::fprintf(stderr, "[%lld]", at[d]);
  std::fprintf(stderr, ": tiled ");
  gpt_check_print(array, tiled);
  std::fprintf(stderr, ", original ");
  gpt_check_print(array, original);
  std::fprintf(stderr, "%s\n",
               array.looselyRounded ? "; too far apart for rounding, see --tolerance" : "");
  return false;
}

// Compares elements up to the first difference.
inline bool gpt_check_equal(gpt_check_array &array) {
  gpt_rows_collect(&array.rows, array.first);
  long long at[gpt_max_rank];
  std::memcpy(at, array.box.lower, sizeof at);
  for (;;) {
    if (!gpt_check_element(array, at))
      return false;
    int d = array.rank - 1;
    for (; d >= 0 && (at[d] += array.step[d]) > array.box.upper[d]; --d)
      at[d] = array.box.lower[d];
    if (d < 0)
      return true;
  }
}

// Called after the original loops of a region whose entry returned GPT_CHECK.
extern "C" __attribute__((weak)) void gputile_check_compare(const char *region) {
  bool equal = true;
  for (gpt_check_array &array : gpt_check_kept) {
    if (std::strcmp(array.region->name, region) == 0)
      equal = gpt_check_equal(array) && equal;
    gpt_rows_end(&array.rows);
  }
  if (!equal)
    ++gpt_check_wrong;
  gpt_check_kept.clear();
}

inline namespace gpt_v1 {

inline void gpt_check_fallback() { ++gpt_check_fallbacks; }
inline void gpt_check_executed() { ++gpt_check_executions; }

inline void gpt_check_keep(const gpt_region &region, gpt_array &array,
                                     long long &moved) {
  gpt_check_array kept = {&region,    array.name,           array.type, array.bytes, array.first,
                          array.host, array.rank,           {},         array.out,   {},
                          array.rows, array.looselyRounded, {}};
  array.rows = {};
  std::memcpy(kept.stride, array.stride, sizeof kept.stride);
  std::memcpy(kept.step, array.step, sizeof kept.step);
  kept.values.resize((std::size_t)(array.count * array.bytes));
  const cudaError_t error =
      gpt_copy_box(array, array.out, array.shifted(kept.values.data()), false, moved);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "%s:%d: gputile: copy for comparison failed for array '%s': %s\n", region.file,
                 region.line, array.name, cudaGetErrorString(error));
    std::_Exit(65);
  }
  gpt_check_kept.push_back(static_cast<gpt_check_array &&>(kept));
}

} // namespace gpt_v1
#endif

