/*===- Probe.c - Reads of memory that may not exist -----------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/Probe.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { most_parts = 64, most_bytes = 1 << 24 }; /* together less than one call can read */

/* Reads that wait for their call. */
struct reads {
  struct iovec to, from[most_parts]; /* what they read follows one another */
  unsigned long count;
};

/* Sends memory through a pipe, which takes longer. \returns how much of it could be read. */
static size_t send_through(const int *pipe, char *to, const char *from, size_t size) {
  size_t done = 0;
  while (done < size) {
    /* No function of libc, as sanitizers would look at the memory in its place. */
    const long sent = syscall(SYS_write, pipe[1], from + done, size - done);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent <= 0 || read(pipe[0], to + done, (size_t)sent) != sent)
      break;
    done += (size_t)sent;
  }
  return done;
}

/* For memory that drivers have mapped, and where the system forbids the other call. */
static int read_through_pipe(const struct reads *reads) {
  char *to = reads->to.iov_base;
  int ends[2], done = 1;
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
    return 0;
  for (unsigned long i = 0; i < reads->count && done; ++i) {
    const size_t size = reads->from[i].iov_len;
    done = send_through(ends, to, reads->from[i].iov_base, size) == size;
    to += size;
  }
  close(ends[0]);
  close(ends[1]);
  return done;
}

static int finish(struct reads *reads) {
  const int done =
      reads->count == 0 ||
      process_vm_readv(getpid(), &reads->to, 1, reads->from, reads->count, 0) ==
          (ssize_t)reads->to.iov_len ||
      read_through_pipe(reads);
  reads->to.iov_base = (char *)reads->to.iov_base + reads->to.iov_len;
  reads->to.iov_len = 0;
  reads->count = 0;
  return done;
}

static int add(struct reads *reads, uintptr_t from, long long size) {
  int done = 1;
  while (size > 0 && done) {
    const size_t part = (size_t)(size < most_bytes ? size : most_bytes);
    reads->from[reads->count].iov_base = (void *)from;
    reads->from[reads->count].iov_len = part;
    reads->to.iov_len += part;
    from += part;
    size -= (long long)part;
    done = ++reads->count < most_parts || finish(reads);
  }
  return done;
}

int gpti_probe_box(const struct gpti_array *array, const struct gpti_box *box, char *packed) {
  const struct gpti_shape shape = gpti_box_shape(array, box);
  struct reads reads = {{packed, 0}, {{0}}, 0};
  struct gpti_planes planes;
  int done = 1;
  gpti_planes_begin(&planes, array, box, &shape);
  for (long long p = 0; p < shape.planes && done; ++p) {
    const uintptr_t plane = (uintptr_t)array->host + (uintptr_t)gpti_planes_offset(&planes);
    for (long long r = 0; r < shape.rows && done; ++r)
      done = add(&reads, plane + (uintptr_t)(r * shape.pitch), shape.width);
    gpti_planes_next(&planes);
  }
  return done && finish(&reads);
}

int gpti_probe(void *to, const void *from, size_t size) {
  struct reads reads = {{to, 0}, {{0}}, 0};
  return add(&reads, (uintptr_t)from, (long long)size) && finish(&reads);
}
