/*===- Layout.h - Which memory the arrays of a call are -------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#ifndef GPUTILE_RUNTIME_LAYOUT_H
#define GPUTILE_RUNTIME_LAYOUT_H

#include "Runtime/PointerRows.h"

#include "gputile/rt/gputile_rt.h"

enum { GPTI_MAX_RANK = 16 };

/* Elements lower ... upper in each dimension; none unless used. When stepped, only those in
 * steps from the lower bounds. */
struct gpti_box {
  int used;
  long long lower[GPTI_MAX_RANK], upper[GPTI_MAX_RANK];
  int stepped;
  long long step[GPTI_MAX_RANK];
};

struct gpti_resident;
struct gpti_buffer;
struct gpti_staging;

/* An array of the program and its copy on the device. The copy holds elements
 * first ... first + count - 1, counted from element (0, ..., 0). */
struct gpti_array {
  const struct gputile_rt_array_info *info;
  char *host; /* element (0, ..., 0); null: exists on the device only, or in rows */
  long long stride[GPTI_MAX_RANK];
  struct gpti_box box[3]; /* by gputile_rt_box_kind */
  long long first, count;
  long long reach; /* no part of a subscript's value is larger */
  int laid_out;
  struct gpti_buffer *buffer;
  /* Where element (0, ..., 0) would lie on the device: kernels use the program's own
   * subscripts. */
  unsigned long long device;
  struct gpti_resident *resident; /* owns the buffer, when not null */
  int may_be_in_place;            /* the program says that `host` may be device memory */
  int must_be_resident;           /* clause present */
  int in_place;                   /* it is: there is no buffer, and nothing is copied */
  int probed, compared;           /* as the functions of gputile_rt.h say */
  /* Values before the kernels: of the input box, of a resident array of the output box. */
  struct gpti_staging *before;
  /* Where they lie behind pointers; unless they lie evenly, `host` is a copy of them. */
  struct gpt_pointer_rows rows;
};

/* Sums and products that notice when 62 bits are not enough: they are 0 then, and
 * \p overflow is set. */
long long gpti_times(long long a, long long b, int *overflow);
long long gpti_plus(long long a, long long b, int *overflow);

long long gpti_magnitude(long long value);
long long gpti_extent(const struct gpti_box *box, unsigned dim);
int gpti_box_contains(const struct gpti_box *outer, const struct gpti_box *inner, unsigned rank);
int gpti_boxes_equal(const struct gpti_box *a, const struct gpti_box *b, unsigned rank);
int gpti_boxes_meet(const struct gpti_box *a, const struct gpti_box *b, unsigned rank);

/* As the functions of gputile_rt.h. */
int gpti_layout(struct gpti_array *array);
int gpti_distinct(const struct gpti_array *array);
int gpti_in_rows(const struct gpti_array *array);
int gpti_overlap(const struct gpti_array *a, const struct gpti_array *b);
/* Whether the same subscripts are the same elements of both, which lie in no rows behind pointers.
 */
int gpti_same_elements(const struct gpti_array *a, const struct gpti_array *b);
int gpti_counts_in_32_bits(const struct gpti_array *array);
int gpti_narrow(const struct gpti_array *array);

/* The bytes that the allocated box spans. */
long long gpti_array_bytes(const struct gpti_array *array);

/* A box in memory: `planes` times `rows` pieces of `width` bytes. The rows of a plane
 * are `pitch` bytes apart. */
struct gpti_shape {
  unsigned outer; /* dimensions before the rows: those that number the planes */
  long long width, rows, pitch, planes;
};
struct gpti_shape gpti_box_shape(const struct gpti_array *array, const struct gpti_box *box);
long long gpti_shape_bytes(const struct gpti_shape *shape);

/* Goes through the planes of a box: first() gives the number of the first element of
 * the first plane, next() moves on to the next plane, which must exist. */
struct gpti_planes {
  const struct gpti_array *array;
  const struct gpti_box *box;
  unsigned outer;
  long long at[GPTI_MAX_RANK];
};
void gpti_planes_begin(struct gpti_planes *planes, const struct gpti_array *array,
                       const struct gpti_box *box, const struct gpti_shape *shape);
/* In bytes, counted from element (0, ..., 0). */
long long gpti_planes_offset(const struct gpti_planes *planes);
void gpti_planes_next(struct gpti_planes *planes);

#endif
