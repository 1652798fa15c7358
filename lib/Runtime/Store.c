/*===- Store.c - Results that are part of a box ---------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/Store.h"

#include <stdint.h>
#include <string.h>

/* Elements of one row; pitches are in bytes. */
struct row {
  char *host;
  const char *after, *before;
  long long count, host_pitch, packed_pitch;
};

int gpti_is_partial(const struct gpti_array *array) {
  return array->compared || array->box[GPUTILE_RT_OUT].stepped;
}

/* With a size that the compiler knows the copies are single instructions. */
static inline void store_elements(const struct row *row, size_t size) {
  for (long long e = 0; e < row->count; ++e) {
    const char *const now = row->after + e * row->packed_pitch;
    if (!row->before || memcmp(row->before + e * row->packed_pitch, now, size) != 0)
      memcpy(row->host + e * row->host_pitch, now, size);
  }
}

static void store_row(const struct row *row, size_t size) {
  if (size == 8)
    store_elements(row, 8);
  else if (size == 4)
    store_elements(row, 4);
  else
    store_elements(row, size);
}

static const char *element_in(const struct gpti_packed *packed, const struct gpti_array *array,
                              const long long *at) {
  long long element = 0;
  for (unsigned d = 0; d < array->info->rank; ++d)
    element = element * gpti_extent(packed->box, d) + at[d] - packed->box->lower[d];
  return packed->memory + element * array->info->bytes;
}

static char *host_element(const struct gpti_array *array, const long long *at) {
  long long element = 0;
  for (unsigned d = 0; d < array->info->rank; ++d)
    element += at[d] * array->stride[d];
  return (char *)((uintptr_t)array->host + (uintptr_t)(element * array->info->bytes));
}

static long long step_of(const struct gpti_box *box, unsigned dim) {
  return box->stepped ? box->step[dim] : 1;
}

/* The next row of the box, whose rows go along the last dimension. \returns whether there is one. */
static int next_row(const struct gpti_box *box, unsigned rank, long long *at) {
  for (unsigned d = rank > 0 ? rank - 1 : 0; d-- > 0;) {
    if ((at[d] += step_of(box, d)) <= box->upper[d])
      return 1;
    at[d] = box->lower[d];
  }
  return 0;
}

void gpti_store_part(const struct gpti_array *array, const struct gpti_packed *after,
                     const struct gpti_packed *before) {
  const struct gpti_box *const box = after->box;
  const unsigned rank = array->info->rank;
  const long long bytes = array->info->bytes, step = rank > 0 ? step_of(box, rank - 1) : 1;
  struct row row = {NULL, NULL, NULL, 1, 0, bytes * step};
  if (rank > 0) {
    row.count = (gpti_extent(box, rank - 1) + step - 1) / step;
    row.host_pitch = array->stride[rank - 1] * step * bytes;
  }
  long long at[GPTI_MAX_RANK];
  memcpy(at, box->lower, sizeof at);
  do {
    row.host = host_element(array, at);
    row.after = element_in(after, array, at);
    row.before = before ? element_in(before, array, at) : NULL;
    store_row(&row, (size_t)bytes);
  } while (next_row(box, rank, at));
}
