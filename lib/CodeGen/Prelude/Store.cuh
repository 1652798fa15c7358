//===- Store.cuh - Reads and stores of parts of boxes ---------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "Host.cuh"

//===- Emitted from here on -----------------------------------------------===//
#if defined(__linux__)
#include <cerrno>
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#endif

inline namespace gpt_v1 {

// Reads memory of this process, of which some may not exist or may be written by other
// threads meanwhile.
class gpt_prober {
public:
#if defined(__linux__)
  bool add(char *to, char *from, long long size) {
    const long long most = 1LL << 24; // One call reads less than 2^31 bytes.
    bool read = true;
    for (long long done = 0; done < size && read; done += most) {
      const std::size_t part = (std::size_t)gpt_min(size - done, most);
      target[count] = {to + done, part};
      source[count] = {from + done, part};
      expected += (ssize_t)part;
      read = ++count < most_parts || finish();
    }
    return read;
  }
  // False when something could not be read.
  bool finish() {
    const bool read = count == 0 || process_vm_readv(getpid(), target, (unsigned long)count, source,
                                                     (unsigned long)count, 0) == expected ||
                      throughPipe();
    count = 0;
    expected = 0;
    return read;
  }

private:
  // For memory that drivers have mapped, and where the system forbids the other call.
  bool throughPipe() const {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
      return false;
    bool read = true;
    for (int i = 0; i < count && read; ++i)
      read = send(ends, target[i], source[i]);
    close(ends[0]);
    close(ends[1]);
    return read;
  }
  static bool send(const int *ends, const iovec &to, const iovec &from) {
    for (std::size_t done = 0; done < to.iov_len;) {
      // No function of the C library, as sanitizers would look at the memory in its place.
      const long sent = syscall(SYS_write, ends[1], (char *)from.iov_base + done, to.iov_len - done);
      if (sent < 0 && errno == EINTR)
        continue;
      if (sent <= 0 || read(ends[0], (char *)to.iov_base + done, (std::size_t)sent) != sent)
        return false;
      done += (std::size_t)sent;
    }
    return true;
  }
  static const int most_parts = 64;
  iovec target[most_parts], source[most_parts];
  int count = 0;
  ssize_t expected = 0;
#else
  bool add(char *, char *, long long) { return false; }
  bool finish() { return true; }
#endif
};

inline int gpt_probe(void *to, const void *from, std::size_t size) {
  gpt_prober prober;
  return prober.add((char *)to, (char *)from, (long long)size) && prober.finish();
}

// The rows of the last dimension of a box, or of its elements in steps.
struct gpt_rows {
  const gpt_array &array;
  const gpt_box &box;
  const long long *step;
  int last;
  long long at[gpt_max_rank];

  gpt_rows(const gpt_array &theArray, const gpt_box &theBox, const long long *steps)
      : array(theArray), box(theBox), step(steps), last(theArray.rank - 1) {
    std::memcpy(at, box.lower, sizeof at);
  }
  // Of the row's first element, in bytes.
  long long offset() const {
    long long element = 0;
    for (int d = 0; d <= last; ++d)
      element += at[d] * array.stride[d];
    return element * array.bytes;
  }
  long long elements() const {
    return last < 0 ? 1 : (box.extent(last) + step[last] - 1) / step[last];
  }
  // Between neighbours of a row, in bytes.
  long long pitch() const { return last < 0 ? 0 : step[last] * array.stride[last] * array.bytes; }
  // False behind the last row.
  bool next() {
    for (int d = last - 1; d >= 0; --d) {
      at[d] += step[d];
      if (at[d] <= box.upper[d])
        return true;
      at[d] = box.lower[d];
    }
    return false;
  }
};

// Reads `box` of the program's memory into `to`, where the elements lie alike.
inline bool gpt_probe_box(const gpt_array &array, const gpt_box &box, char *to) {
  long long all[gpt_max_rank];
  for (int d = 0; d < gpt_max_rank; ++d)
    all[d] = 1;
  gpt_prober prober;
  gpt_rows rows(array, box, all);
  const bool dense = rows.pitch() == array.bytes;
  const long long parts = dense ? 1 : rows.elements();
  const long long size = dense ? rows.elements() * array.bytes : array.bytes;
  do {
    for (long long p = 0; p < parts; ++p) {
      const long long place = rows.offset() + p * rows.pitch();
      if (!prober.add(to + place, array.host + place, size))
        return false;
    }
  } while (rows.next());
  return prober.finish();
}

// Stores results that are `pitch` bytes apart, with `before` those that differ from it.
template <std::size_t Fixed>
inline void gpt_store_row(char *host, const char *after, const char *before, long long elements,
                          long long pitch, long long bytes) {
  const std::size_t size = Fixed ? Fixed : (std::size_t)bytes;
  for (long long e = 0; e < elements; ++e)
    if (!before || std::memcmp(before + e * pitch, after + e * pitch, size) != 0)
      std::memcpy(host + e * pitch, after + e * pitch, size);
}

// Stores the results in array.after that the program itself would store.
inline void gpt_store(const gpt_array &array, char *host) {
  gpt_rows rows(array, array.out, array.step);
  do {
    char *const to = host + rows.offset();
    const char *const now = array.shifted(array.after) + rows.offset();
    const char *const old = array.compared ? array.shifted(array.before) + rows.offset() : nullptr;
    if (array.bytes == 8)
      gpt_store_row<8>(to, now, old, rows.elements(), rows.pitch(), 8);
    else if (array.bytes == 4)
      gpt_store_row<4>(to, now, old, rows.elements(), rows.pitch(), 4);
    else
      gpt_store_row<0>(to, now, old, rows.elements(), rows.pitch(), array.bytes);
  } while (rows.next());
}

} // namespace gpt_v1

