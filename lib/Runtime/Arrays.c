/*===- Arrays.c - The arrays of a call ------------------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/Call.h"
#include "Runtime/Probe.h"
#include "Runtime/Residency.h"

#include "gputile/rt/gputile_rt.h"

#include <limits.h>
#include <stdarg.h>

void gputile_rt_array(struct gputile_rt_call *call, unsigned array, const void *host, ...) {
  struct gpti_array *const a = &call->arrays[array];
  a->laid_out = 0;
  /* The address is not followed before results are stored. */
  a->host = (char *)host;
  if (a->info->is_private)
    return;
  va_list strides;
  va_start(strides, host);
  for (unsigned d = 0; d < a->info->rank; ++d)
    a->stride[d] = va_arg(strides, long long);
  va_end(strides);
}

void gputile_rt_device_memory(struct gputile_rt_call *call, unsigned array) {
  call->arrays[array].may_be_in_place = 1;
}

void gputile_rt_present(struct gputile_rt_call *call, unsigned array) {
  call->arrays[array].must_be_resident = 1;
}

void gputile_rt_rows(struct gputile_rt_call *call, unsigned array, const void *table,
                     unsigned levels, int probed) {
  struct gpti_array *const a = &call->arrays[array];
  /* What rows and pointers hold must be known here. */
  gpti_resident_settle();
  a->laid_out = 0;
  a->host = NULL;
  gpt_rows_begin(&a->rows, table, levels, a->info->bytes, a->stride, probed ? gpti_probe : NULL);
}

void gputile_rt_row(struct gputile_rt_call *call, unsigned array, ...) {
  struct gpti_array *const a = &call->arrays[array];
  long long index[GPTI_MAX_RANK];
  va_list values;
  va_start(values, array);
  for (unsigned l = 0; l < a->rows.levels; ++l)
    index[l] = va_arg(values, long long);
  const long long lower = va_arg(values, long long);
  gpt_rows_add(&a->rows, index, lower, va_arg(values, long long));
  va_end(values);
}

int gputile_rt_separate_rows(struct gputile_rt_call *call, unsigned array) {
  struct gpti_array *const a = &call->arrays[array];
  const struct gpti_box *const box = &a->box[GPUTILE_RT_ALL];
  if (!gpt_rows_settle(&a->rows) && a->box[GPUTILE_RT_OUT].used)
    return 0;
  a->host = box->used ? gpt_rows_even(&a->rows, box->lower, box->upper, a->stride) : NULL;
  return !a->host || gpti_layout(a);
}

void gputile_rt_inspect(struct gputile_rt_call *call) {
  (void)call;
  if (gpti_in_data_scope())
    gpti_resident_update();
}

void gputile_rt_box(struct gputile_rt_call *call, unsigned array, int kind, ...) {
  struct gpti_array *const a = &call->arrays[array];
  struct gpti_box *const box = &a->box[kind];
  a->laid_out = 0;
  box->used = 1;
  va_list bounds;
  va_start(bounds, kind);
  for (unsigned d = 0; d < a->info->rank; ++d) {
    box->lower[d] = va_arg(bounds, long long);
    box->upper[d] = va_arg(bounds, long long);
    if (box->lower[d] > box->upper[d])
      box->used = 0;
  }
  va_end(bounds);
}

void gputile_rt_steps(struct gputile_rt_call *call, unsigned array, ...) {
  struct gpti_array *const a = &call->arrays[array];
  struct gpti_box *const box = &a->box[GPUTILE_RT_OUT];
  va_list steps;
  va_start(steps, array);
  for (unsigned d = 0; d < a->info->rank; ++d) {
    const long long step = va_arg(steps, long long);
    box->step[d] = step > 1 ? step : 1;
    box->stepped |= step > 1;
  }
  va_end(steps);
}

void gputile_rt_probed(struct gputile_rt_call *call, unsigned array) {
  call->arrays[array].probed = 1;
}

void gputile_rt_compared(struct gputile_rt_call *call, unsigned array) {
  call->arrays[array].compared = 1;
  call->arrays[array].probed = 1; /* what is compared with is kept */
}

int gputile_rt_layout(struct gputile_rt_call *call, unsigned array) {
  return gpti_layout(&call->arrays[array]);
}

int gputile_rt_counts_in_32_bits(struct gputile_rt_call *call, unsigned array) {
  return gpti_counts_in_32_bits(&call->arrays[array]);
}

int gputile_rt_distinct(struct gputile_rt_call *call, unsigned array) {
  return gpti_distinct(&call->arrays[array]);
}

int gputile_rt_in_rows(struct gputile_rt_call *call, unsigned array) {
  return gpti_in_rows(&call->arrays[array]);
}

int gputile_rt_overlap(struct gputile_rt_call *call, unsigned a, unsigned b) {
  return gpti_overlap(&call->arrays[a], &call->arrays[b]);
}

int gputile_rt_overlap_partly(struct gputile_rt_call *call, unsigned a, unsigned b) {
  const struct gpti_array *const first = &call->arrays[a], *const second = &call->arrays[b];
  /* An array that stays on the device is there once. */
  const int apart = gpti_same_elements(first, second) && !gpti_is_resident(first);
  return !apart && gpti_overlap(first, second);
}

int gputile_rt_narrow(struct gputile_rt_call *call, unsigned array) {
  return gpti_narrow(&call->arrays[array]);
}

long long gputile_rt_largest(int count, ...) {
  long long largest = 0;
  va_list values;
  va_start(values, count);
  for (int i = 0; i < count; ++i) {
    const long long magnitude = gpti_magnitude(va_arg(values, long long));
    largest = magnitude > largest ? magnitude : largest;
  }
  va_end(values);
  return largest;
}

long long gputile_rt_volume(int count, ...) {
  long long volume = 1;
  va_list sizes;
  va_start(sizes, count);
  for (int i = 0; i < count; ++i) {
    const long long size = va_arg(sizes, long long);
    long long product = 0;
    /* Without a size below zero nothing is smaller than LLONG_MIN. */
    if (__builtin_mul_overflow(volume, size, &product))
      product = (volume < 0) == (size < 0) ? LLONG_MAX : LLONG_MIN;
    volume = product;
  }
  va_end(sizes);
  return volume;
}
