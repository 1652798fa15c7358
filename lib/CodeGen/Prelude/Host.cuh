//===- Host.cuh - Messages, arrays on the device --------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "Device.cuh"
#include "BlockCounts.cuh"
#include "Rows.cuh"

//===- Emitted from here on -----------------------------------------------===//
// What an entry returns. Unless it is GPT_DONE the host's arrays are as they
// were, and the caller runs the original loops.
enum gpt_status {
  GPT_DONE = 0,
  GPT_GUARD = 1,         // a size or condition that the GPU version does not cover
  GPT_DISABLED = 2,      // GPUTILE_DISABLE, or clause if(...)
  GPT_NO_DEVICE = 3,
  GPT_CUDA_ERROR = 4,
  GPT_OVERLAP = 5,       // two arrays share memory
  GPT_OUT_OF_MEMORY = 6,
  GPT_CHECK = 100        // -DGPUTILE_CHECK: results are kept for comparison
};

struct gpt_region {
  const char *name, *file;
  int line;
  std::atomic<int> said;
};

#if defined(GPUTILE_CHECK)
inline namespace gpt_v1 {
inline void gpt_check_fallback();
}
#endif

inline namespace gpt_v1 {

// The value of a switch in the environment; another value than 0 or 1 is told once.
inline bool gpt_environment(const char *name) {
  static std::atomic<int> said[26]; // Of GPUTILE_DISABLE, GPUTILE_REQUIRE, GPUTILE_VERBOSE.
  const char *value = std::getenv(name);
  if (!value || !*value || std::strcmp(value, "0") == 0)
    return false;
  if (std::strcmp(value, "1") == 0)
    return true;
  if (said[name[8] - 'A'].exchange(1) == 0)
    std::fprintf(stderr, "gputile: %s=%s is not 0 or 1; ignored\n", name, value);
  return false;
}

// The caller asked for the original loops.
inline int gpt_decline(const gpt_region &region, int status, const char *why) {
  if (gpt_environment("GPUTILE_VERBOSE"))
    std::fprintf(stderr, "%s:%d: gputile: %s; the original loops run\n", region.file, region.line, why);
  return status;
}

// The GPU version cannot be used: says so once, for all regions where there is no device.
inline int gpt_fallback(gpt_region &region, int status, const char *why) {
  static std::atomic<int> said_of_all;
  const bool all = status == GPT_NO_DEVICE;
  const bool said = region.said.exchange(1) != 0 || (all && said_of_all.exchange(1) != 0);
  const bool require = gpt_environment("GPUTILE_REQUIRE");
  if (!said || require || gpt_environment("GPUTILE_VERBOSE"))
    std::fprintf(stderr, "%s:%d: gputile: %s; %s\n", region.file, region.line, why,
                 require ? "GPUTILE_REQUIRE is set: aborting"
                 : all   ? "the original loops of all regions run"
                         : "the original loops run");
  if (require)
    std::abort();
#if defined(GPUTILE_CHECK)
  gpt_check_fallback();
#endif
  return status;
}

inline long long gpt_largest(std::initializer_list<long long> values) {
  long long largest = 0;
  for (const long long value : values)
    largest = gpt_max(largest, value >= 0 ? value : value == INT64_MIN ? INT64_MAX : -value);
  return largest;
}

// The product, or a number larger than any that is used.
inline long long gpt_volume(std::initializer_list<long long> sizes) {
  long long volume = 1;
  for (const long long size : sizes)
    volume = size > 0 && volume > INT64_MAX / size ? INT64_MAX : volume * size;
  return volume;
}

inline unsigned gpt_grid_x(long long blocks) { return (unsigned)blocks; }

// Arithmetic on sizes that notices when 62 bits are not enough.
struct gpt_size {
  static constexpr long long limit = 1LL << 62;
  bool overflow = false;

  long long times(long long a, long long b) {
    const long long x = a < 0 ? -a : a, y = b < 0 ? -b : b;
    overflow = overflow || (y != 0 && x > limit / y);
    return overflow ? 0 : a * b;
  }
  long long plus(long long a, long long b) {
    const long long sum = a + b;
    overflow = overflow || sum > limit || sum < -limit;
    return overflow ? 0 : sum;
  }
};

const int gpt_max_rank = 16;

// Elements from lower to upper in each dimension.
struct gpt_box {
  bool used = false;
  long long lower[gpt_max_rank] = {}, upper[gpt_max_rank] = {};

  void set(std::initializer_list<long long> low, std::initializer_list<long long> high) {
    used = true;
    int d = 0;
    for (const long long value : low)
      lower[d++] = value;
    d = 0;
    for (const long long value : high)
      upper[d++] = value;
  }
  long long extent(int d) const { return upper[d] - lower[d] + 1; }
};

// An array of the program and its copy on the device. The copy holds elements
// first ... first + count - 1, counted from element (0, ..., 0).
struct gpt_array {
  const char *name, *type;
  long long bytes; // of one element
  char *host;      // element (0, ..., 0); null: exists on the device only, or in rows
  int rank;
  long long stride[gpt_max_rank] = {};
  gpt_box box, in, out; // allocated, copied to and copied from the device
  long long step[gpt_max_rank]; // of `out` only elements in such steps are stored
  bool probed = false;   // elements of `in` may be others' or not exist
  bool compared = false; // of `out` only elements that differ from those copied in are stored
  bool looselyRounded = false; // clauses leave its values open up to rounding
  long long first = 0, count = 0;
  long long reach = 0; // no part of a subscript's value is larger
  char *device = nullptr;
  char *before = nullptr, *after = nullptr; // values copied in, and results, aside
  gpt_pointer_rows rows = {}; // where they lie behind pointers; unless they lie evenly, `host` is a copy

  gpt_array(const char *theName, const char *theType, long long size, const void *address, int dims)
      : name(theName), type(theType), bytes(size), host((char *)address), rank(dims) {
    for (int d = 0; d < gpt_max_rank; ++d)
      step[d] = 1;
  }
  gpt_array(const gpt_array &) = delete;
  gpt_array &operator=(const gpt_array &) = delete;
  ~gpt_array() {
    if (device)
      cudaFree(device);
    std::free(before);
    std::free(after);
    gpt_rows_end(&rows);
  }

  bool narrow() const { return reach <= 2147483647; }
  // True when the numbers of its elements, which the program computes in 32 bits, are right there.
  bool countsIn32Bits() const { return first >= 0 && narrow(); }
  // Shifted, so that the kernel uses the program's own subscripts.
  template <typename T> T *pointer() const {
    return (T *)((std::uintptr_t)device - (std::uintptr_t)(first * bytes));
  }
  bool stepped() const {
    for (int d = 0; d < rank; ++d)
      if (step[d] > 1)
        return true;
    return false;
  }
  // Where element (0, ..., 0) lies when element `first` lies at `memory`.
  char *shifted(char *memory) const {
    return (char *)((std::uintptr_t)memory - (std::uintptr_t)(first * bytes));
  }
  // Rows are found through `levels` tables of pointers. Comes first. With a reader some of the
  // rows that are named may not exist.
  void behind(const void *table, unsigned levels, gpt_reader read = nullptr) {
    gpt_rows_begin(&rows, table, levels, bytes, stride, read);
  }
  // Names one of the rows, for an array that is laid out.
  void row(std::initializer_list<long long> index, long long lower, long long upper) {
    gpt_rows_add(&rows, index.begin(), lower, upper);
  }
  // After the last row; false when a write to one would change others, or the pointers.
  bool separateRows() {
    if (!gpt_rows_settle(&rows) && out.used)
      return false;
    host = box.used ? gpt_rows_even(&rows, box.lower, box.upper, stride) : nullptr;
    gpt_size size;
    return !host || layout(size);
  }
  // Brings the rows together. False when there is no memory, or not all can be read.
  bool gather() {
    if (rows.levels == 0 || rows.even)
      return true;
    const bool done = gpt_rows_gather(&rows, first, count, out.used);
    host = shifted(rows.dense);
    probed = compared = false; // All of the copy exists, and what has changed in it is stored.
    return done;
  }
  // Strides of an array that has none on the host, then the range of
  // elements; false when numbers get too large.
  bool layout(gpt_size &size) {
    if (!box.used)
      return true;
    for (int d = rank - 1; !host && d >= 0; --d)
      stride[d] = d == rank - 1 ? 1 : size.times(stride[d + 1], box.extent(d + 1));
    long long last = first = reach = 0;
    for (int d = 0; d < rank; ++d) {
      first = size.plus(first, size.times(box.lower[d], stride[d]));
      last = size.plus(last, size.times(box.upper[d], stride[d]));
      reach = size.plus(reach, size.times(gpt_largest({box.lower[d], box.upper[d]}), stride[d]));
      reach = gpt_max(reach, stride[d]);
    }
    count = size.plus(size.plus(last, -first), 1);
    size.times(size.plus(gpt_largest({first, last}), 1), bytes);
    return !size.overflow;
  }

  // The memory of its elements on the host; `whole` is room for it where that is one piece.
  gpt_spans elements(gpt_span *whole) const {
    return rows.levels > 0 ? rows.elements : gpt_spans{whole, 1, 1};
  }
  gpt_span whole() const {
    const std::uintptr_t begin = (std::uintptr_t)host + (std::uintptr_t)(first * bytes);
    return {begin, begin + (std::uintptr_t)(count * bytes)};
  }

  // True when different subscripts are different elements: each inner subscript has no more
  // values than its row has room for, wherever they begin.
  bool distinctElements(gpt_size &size) const {
    for (int d = 0; box.used && host && d < rank; ++d)
      if (stride[d] <= 0 || (d > 0 && size.times(box.extent(d), stride[d]) > stride[d - 1]))
        return false;
    return !size.overflow;
  }
  // True when each inner subscript besides stays inside its row.
  bool staysInRows(gpt_size &size) const {
    for (int d = 1; box.used && host && d < rank; ++d)
      if (box.lower[d] < 0 || size.times(box.upper[d] + 1, stride[d]) > stride[d - 1])
        return false;
    return distinctElements(size);
  }
};

inline bool gpt_overlap(const gpt_array &a, const gpt_array &b) {
  if (!a.box.used || !b.box.used)
    return false;
  gpt_span whole = a.whole(), other = b.whole();
  const gpt_spans first = a.elements(&whole), second = b.elements(&other);
  return gpt_spans_meet(&first, &second) || gpt_spans_meet(&a.rows.pointers, &second) ||
         gpt_spans_meet(&first, &b.rows.pointers);
}

// The same, unless both are the same elements of one array: each has memory of its own on the device.
inline bool gpt_overlap_partly(const gpt_array &a, const gpt_array &b) {
  bool same = a.host == b.host && a.bytes == b.bytes && a.rank == b.rank && a.rows.levels == 0 && b.rows.levels == 0;
  for (int d = 0; same && d < a.rank; ++d)
    same = a.stride[d] == b.stride[d];
  return !same && gpt_overlap(a, b);
}

// Copies rows of `width` bytes that are `pitch` bytes apart on both sides.
inline cudaError_t gpt_copy_rows(char *to, const char *from, long long pitch,
                                           long long width, long long rows, cudaMemcpyKind kind) {
  if (rows == 1 || pitch == width)
    return cudaMemcpy(to, from, (std::size_t)(width * rows), kind);
  if (pitch <= 2147483647)
    return cudaMemcpy2D(to, (std::size_t)pitch, from, (std::size_t)pitch, (std::size_t)width,
                        (std::size_t)rows, kind);
  cudaError_t error = cudaSuccess;
  for (long long r = 0; r < rows && error == cudaSuccess; ++r)
    error = cudaMemcpy(to + r * pitch, from + r * pitch, (std::size_t)width, kind);
  return error;
}

// Copies the elements of `box`, and no others, between the device and `host`.
inline cudaError_t gpt_copy_box(const gpt_array &array, const gpt_box &box, char *host,
                                          bool toDevice, long long &moved) {
  long long chunk = 1; // consecutive elements
  int outer = array.rank;
  for (; outer > 0 && array.stride[outer - 1] == chunk; --outer)
    chunk *= box.extent(outer - 1);
  const long long rows = outer > 0 ? box.extent(outer - 1) : 1;
  const long long pitch = outer > 0 ? array.stride[outer - 1] * array.bytes : chunk * array.bytes;
  long long at[gpt_max_rank] = {};
  std::memcpy(at, box.lower, sizeof at);
  for (;;) {
    long long element = 0;
    for (int d = 0; d < array.rank; ++d)
      element += at[d] * array.stride[d];
    char *there = array.device + (element - array.first) * array.bytes;
    char *here = host + element * array.bytes;
    const cudaError_t error =
        gpt_copy_rows(toDevice ? there : here, toDevice ? here : there, pitch, chunk * array.bytes,
                      rows, toDevice ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost);
    if (error != cudaSuccess)
      return error;
    moved += chunk * array.bytes * rows;
    int d = outer - 2; // the next row block
    for (; d >= 0 && ++at[d] > box.upper[d]; --d)
      at[d] = box.lower[d];
    if (d < 0)
      return cudaSuccess;
  }
}

} // namespace gpt_v1

