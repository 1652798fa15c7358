/*===- Layout.c - Which memory the arrays of a call are -------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/Layout.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

static const long long size_limit = 1LL << 62;

long long gpti_times(long long a, long long b, int *overflow) {
  const long long x = gpti_magnitude(a), y = gpti_magnitude(b);
  if (y != 0 && x > size_limit / y)
    *overflow = 1;
  return *overflow ? 0 : a * b;
}

long long gpti_plus(long long a, long long b, int *overflow) {
  long long sum = 0;
  if (__builtin_add_overflow(a, b, &sum) || sum > size_limit || sum < -size_limit)
    *overflow = 1;
  return *overflow ? 0 : sum;
}

long long gpti_magnitude(long long value) {
  if (value >= 0)
    return value;
  return value == LLONG_MIN ? LLONG_MAX : -value;
}

long long gpti_extent(const struct gpti_box *box, unsigned dim) {
  return box->upper[dim] - box->lower[dim] + 1;
}

int gpti_box_contains(const struct gpti_box *outer, const struct gpti_box *inner, unsigned rank) {
  if (!inner->used)
    return 1;
  for (unsigned d = 0; d < rank; ++d)
    if (inner->lower[d] < outer->lower[d] || inner->upper[d] > outer->upper[d])
      return 0;
  return outer->used;
}

static long long step_of(const struct gpti_box *box, unsigned dim) {
  return box->stepped ? box->step[dim] : 1;
}

int gpti_boxes_equal(const struct gpti_box *a, const struct gpti_box *b, unsigned rank) {
  for (unsigned d = 0; d < rank; ++d)
    if (a->lower[d] != b->lower[d] || a->upper[d] != b->upper[d] || step_of(a, d) != step_of(b, d))
      return 0;
  return 1;
}

int gpti_boxes_meet(const struct gpti_box *a, const struct gpti_box *b, unsigned rank) {
  for (unsigned d = 0; d < rank; ++d)
    if (a->upper[d] < b->lower[d] || b->upper[d] < a->lower[d])
      return 0;
  return a->used && b->used;
}

/* The strides of an array that has none on the host. */
static void dense_strides(struct gpti_array *array, int *overflow) {
  const struct gpti_box *const box = &array->box[GPUTILE_RT_ALL];
  long long stride = 1;
  for (unsigned d = array->info->rank; d-- > 0;) {
    array->stride[d] = stride;
    const long long extent =
        gpti_plus(gpti_plus(box->upper[d], -box->lower[d], overflow), 1, overflow);
    stride = gpti_times(stride, extent, overflow);
  }
}

int gpti_layout(struct gpti_array *array) {
  const struct gpti_box *const box = &array->box[GPUTILE_RT_ALL];
  const unsigned rank = array->info->rank;
  int overflow = 0;
  array->first = array->count = array->reach = 0;
  array->laid_out = 0;
  /* What is copied must have been allocated. */
  if (!gpti_box_contains(box, &array->box[GPUTILE_RT_IN], rank) ||
      !gpti_box_contains(box, &array->box[GPUTILE_RT_OUT], rank))
    return 0;
  if (array->compared &&
      !gpti_box_contains(&array->box[GPUTILE_RT_IN], &array->box[GPUTILE_RT_OUT], rank))
    return 0;
  if (!box->used) {
    array->laid_out = 1;
    return 1;
  }
  for (unsigned d = 0; d < rank; ++d)
    overflow |=
        gpti_magnitude(box->lower[d]) > size_limit || gpti_magnitude(box->upper[d]) > size_limit;
  if (!overflow && (array->info->is_private || (array->rows.levels > 0 && !array->rows.even)))
    dense_strides(array, &overflow);
  long long low = 0, high = 0, volume = array->info->bytes;
  for (unsigned d = 0; !overflow && d < rank; ++d) {
    volume = gpti_times(volume, gpti_plus(gpti_extent(box, d), 0, &overflow), &overflow);
    const long long a = gpti_times(box->lower[d], array->stride[d], &overflow);
    const long long b = gpti_times(box->upper[d], array->stride[d], &overflow);
    low = gpti_plus(low, a < b ? a : b, &overflow);
    high = gpti_plus(high, a < b ? b : a, &overflow);
    const long long far =
        gpti_magnitude(a) > gpti_magnitude(b) ? gpti_magnitude(a) : gpti_magnitude(b);
    array->reach = gpti_plus(array->reach, far, &overflow);
    const long long stride = gpti_magnitude(array->stride[d]);
    array->reach = array->reach > stride ? array->reach : stride;
  }
  array->first = low;
  array->count = gpti_plus(gpti_plus(high, -low, &overflow), 1, &overflow);
  const long long end =
      gpti_magnitude(low) > gpti_magnitude(high) ? gpti_magnitude(low) : gpti_magnitude(high);
  gpti_times(gpti_plus(end, 1, &overflow), array->info->bytes, &overflow);
  gpti_times(array->count, array->info->bytes, &overflow);
  array->laid_out = !overflow;
  return !overflow;
}

int gpti_distinct(const struct gpti_array *array) {
  const struct gpti_box *const box = &array->box[GPUTILE_RT_ALL];
  int overflow = 0;
  if (!box->used || array->info->is_private)
    return 1;
  /* Each inner subscript has no more values than its row has room for, wherever they begin. */
  for (unsigned d = 0; d < array->info->rank; ++d) {
    if (array->stride[d] <= 0)
      return 0;
    const long long extent =
        gpti_plus(gpti_plus(box->upper[d], -box->lower[d], &overflow), 1, &overflow);
    if (d > 0 && gpti_times(extent, array->stride[d], &overflow) > array->stride[d - 1])
      return 0;
  }
  return !overflow;
}

int gpti_in_rows(const struct gpti_array *array) {
  const struct gpti_box *const box = &array->box[GPUTILE_RT_ALL];
  int overflow = 0;
  if (!box->used || array->info->is_private)
    return 1;
  for (unsigned d = 1; d < array->info->rank; ++d)
    if (box->lower[d] < 0 || gpti_times(gpti_plus(box->upper[d], 1, &overflow), array->stride[d],
                                        &overflow) > array->stride[d - 1])
      return 0;
  return !overflow && gpti_distinct(array);
}

/* The memory of the elements on the host; \p whole is room for it where that is one piece. */
static struct gpt_spans elements_of(const struct gpti_array *array, struct gpt_span *whole) {
  const struct gpt_spans one = {whole, 1, 1};
  whole->begin = (uintptr_t)array->host + (uintptr_t)(array->first * array->info->bytes);
  whole->end = whole->begin + (uintptr_t)gpti_array_bytes(array);
  return array->rows.levels > 0 ? array->rows.elements : one;
}

int gpti_overlap(const struct gpti_array *a, const struct gpti_array *b) {
  if (!a->box[GPUTILE_RT_ALL].used || !b->box[GPUTILE_RT_ALL].used || a->info->is_private ||
      b->info->is_private)
    return 0;
  struct gpt_span whole, other;
  const struct gpt_spans first = elements_of(a, &whole), second = elements_of(b, &other);
  return gpt_spans_meet(&first, &second) || gpt_spans_meet(&a->rows.pointers, &second) ||
         gpt_spans_meet(&first, &b->rows.pointers);
}

int gpti_same_elements(const struct gpti_array *a, const struct gpti_array *b) {
  return a->host == b->host && a->info->bytes == b->info->bytes && a->info->rank == b->info->rank &&
         a->rows.levels == 0 && b->rows.levels == 0 &&
         memcmp(a->stride, b->stride, a->info->rank * sizeof *a->stride) == 0;
}

int gpti_counts_in_32_bits(const struct gpti_array *array) {
  return array->first >= 0 && gpti_narrow(array);
}

int gpti_narrow(const struct gpti_array *array) { return array->reach <= INT_MAX; }

long long gpti_array_bytes(const struct gpti_array *array) {
  return array->count * array->info->bytes;
}

struct gpti_shape gpti_box_shape(const struct gpti_array *array, const struct gpti_box *box) {
  long long chunk = 1; /* consecutive elements */
  unsigned outer = array->info->rank;
  for (; outer > 0 && array->stride[outer - 1] == chunk; --outer)
    chunk *= gpti_extent(box, outer - 1);
  struct gpti_shape shape = {0, chunk * array->info->bytes, 1, chunk * array->info->bytes, 1};
  if (outer > 0) {
    shape.outer = outer - 1;
    shape.rows = gpti_extent(box, shape.outer);
    shape.pitch = array->stride[shape.outer] * array->info->bytes;
  }
  for (unsigned d = 0; d < shape.outer; ++d)
    shape.planes *= gpti_extent(box, d);
  return shape;
}

long long gpti_shape_bytes(const struct gpti_shape *shape) {
  return shape->width * shape->rows * shape->planes;
}

void gpti_planes_begin(struct gpti_planes *planes, const struct gpti_array *array,
                       const struct gpti_box *box, const struct gpti_shape *shape) {
  planes->array = array;
  planes->box = box;
  planes->outer = shape->outer;
  memcpy(planes->at, box->lower, sizeof planes->at);
}

long long gpti_planes_offset(const struct gpti_planes *planes) {
  long long element = 0;
  for (unsigned d = 0; d < planes->array->info->rank; ++d)
    element += planes->at[d] * planes->array->stride[d];
  return element * planes->array->info->bytes;
}

void gpti_planes_next(struct gpti_planes *planes) {
  for (unsigned d = planes->outer; d-- > 0;) {
    if (++planes->at[d] <= planes->box->upper[d])
      return;
    planes->at[d] = planes->box->lower[d];
  }
}
