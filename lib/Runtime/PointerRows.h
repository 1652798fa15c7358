/*===- PointerRows.h - Rows that tables of pointers lead to ---*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

/* `double **A`, `float ***u`: the rows of such an array may lie anywhere. The entry of a
 * region names each row that the region accesses. This file follows the pointers, tells
 * which memory that is, and moves the rows into one dense array and back.
 * C11 and C++17: a part of libgputile_rt and of emitted .cu files. */

#pragma once

//===- Emitted from here on -----------------------------------------------===//
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
inline namespace gpt_v1 {
#define GPT_ROWS inline
#else
#define GPT_ROWS static inline
#endif

/* Addresses begin ... end - 1. */
struct gpt_span {
  uintptr_t begin, end;
};

struct gpt_spans {
  struct gpt_span *list;
  size_t count, room;
};

/* Elements of one row: `size` bytes from `host` on, and `place` bytes behind element
 * (0, ..., 0) of the dense array. */
struct gpt_row {
  char *host;
  long long place, size;
};

/* Reads memory that may not exist. \returns whether that was possible. */
typedef int (*gpt_reader)(void *to, const void *from, size_t size);

struct gpt_pointer_rows {
  /* Null: all rows that are named exist. Else data says which of them are accessed: others may
   * be null, or their pointers may be anything. */
  gpt_reader read;
  const char *table; /* of pointers, to tables of pointers where there are several levels */
  unsigned levels;   /* 0: an array without such rows */
  long long bytes;   /* of one element */
  const long long *stride; /* of the dense array, in elements */
  struct gpt_row *list;    /* in the order in which they were named */
  size_t count, room;
  struct gpt_spans pointers, elements; /* read on the way, and the rows; see gpt_rows_settle */
  int no_memory, unreadable;
  int even; /* the rows are used where they lie, see gpt_rows_even */
  char *dense, *before; /* the dense array; what it held at first, where rows are written */
};

/* Makes room for one more of what \p list holds. \returns the list, or null. */
GPT_ROWS void *gpt_rows_grow(void *list, size_t count, size_t *room, size_t size) {
  if (count < *room)
    return list;
  const size_t more = *room ? 2 * *room : 64;
  void *const grown = realloc(list, more * size);
  if (grown)
    *room = more;
  return grown;
}

/* Adds a span, which often continues the last one. \returns whether there was memory. */
GPT_ROWS int gpt_spans_add(struct gpt_spans *spans, uintptr_t begin, uintptr_t end) {
  if (spans->count > 0 && spans->list[spans->count - 1].end == begin) {
    spans->list[spans->count - 1].end = end;
    return 1;
  }
  void *const list =
      gpt_rows_grow(spans->list, spans->count, &spans->room, sizeof *spans->list);
  if (!list)
    return 0;
  spans->list = (struct gpt_span *)list;
  spans->list[spans->count].begin = begin;
  spans->list[spans->count++].end = end;
  return 1;
}

GPT_ROWS int gpt_span_order(const void *a, const void *b) {
  const uintptr_t x = ((const struct gpt_span *)a)->begin, y = ((const struct gpt_span *)b)->begin;
  return x < y ? -1 : x > y;
}

/* Sorts spans and joins those that overlap or touch. \returns whether none overlapped. */
GPT_ROWS int gpt_spans_sort(struct gpt_spans *spans) {
  size_t kept = 0;
  int separate = 1;
  if (spans->count > 1)
    qsort(spans->list, spans->count, sizeof *spans->list, gpt_span_order);
  for (size_t s = 1; s < spans->count; ++s) {
    struct gpt_span *const last = &spans->list[kept];
    const struct gpt_span next = spans->list[s];
    separate = separate && next.begin >= last->end;
    if (next.begin > last->end)
      spans->list[++kept] = next;
    else if (next.end > last->end)
      last->end = next.end;
  }
  spans->count = spans->count > 0 ? kept + 1 : 0;
  return separate;
}

/* True when sorted spans share memory. */
GPT_ROWS int gpt_spans_meet(const struct gpt_spans *a, const struct gpt_spans *b) {
  for (size_t i = 0, j = 0; i < a->count && j < b->count;) {
    if (a->list[i].end <= b->list[j].begin)
      ++i;
    else if (b->list[j].end <= a->list[i].begin)
      ++j;
    else
      return 1;
  }
  return 0;
}

GPT_ROWS void gpt_rows_begin(struct gpt_pointer_rows *rows, const void *table,
                                  unsigned levels, long long bytes, const long long *stride,
                                  gpt_reader read) {
  rows->read = read;
  rows->table = (const char *)table;
  rows->levels = levels;
  rows->bytes = bytes;
  rows->stride = stride;
}

/* \returns whether memory that the region may access could be read. */
GPT_ROWS int gpt_rows_read(struct gpt_pointer_rows *rows, void *to, const void *from, size_t size) {
  if (!rows->read)
    memcpy(to, from, size);
  else if (!rows->read(to, from, size))
    rows->unreadable = 1;
  return !rows->unreadable;
}

/* The region accesses elements \p lower and \p upper, and perhaps some between them, of the
 * row with the subscripts \p index, as many as there are levels. Strides are known. */
GPT_ROWS void gpt_rows_add(struct gpt_pointer_rows *rows, const long long *index,
                                long long lower, long long upper) {
  const char *at = rows->table;
  long long place = lower;
  struct gpt_row row;
  for (unsigned l = 0; l < rows->levels; ++l) {
    const char *const slot = at + index[l] * (long long)sizeof at;
    if (!gpt_spans_add(&rows->pointers, (uintptr_t)slot, (uintptr_t)slot + sizeof at))
      rows->no_memory = 1;
    if (!gpt_rows_read(rows, &at, slot, sizeof at) || (rows->read && !at))
      return; /* Behind a null pointer nothing is accessed. */
    place += index[l] * rows->stride[l];
  }
  row.host = (char *)((uintptr_t)at + (uintptr_t)(lower * rows->bytes));
  row.place = place * rows->bytes;
  row.size = (upper - lower + 1) * rows->bytes;
  if ((uintptr_t)row.host + (uintptr_t)row.size < (uintptr_t)row.host) {
    rows->unreadable = 1;
    return;
  }
  void *const list = gpt_rows_grow(rows->list, rows->count, &rows->room, sizeof *rows->list);
  if (!list || !gpt_spans_add(&rows->elements, (uintptr_t)row.host, (uintptr_t)row.host + (uintptr_t)row.size))
    rows->no_memory = 1;
  if (!list)
    return;
  rows->list = (struct gpt_row *)list;
  rows->list[rows->count++] = row;
}

/* After the last row. From here on spans are sorted.
 * \returns false when writing a row would change another one or a pointer that was followed */
GPT_ROWS int gpt_rows_settle(struct gpt_pointer_rows *rows) {
  const int separate = gpt_spans_sort(&rows->elements);
  gpt_spans_sort(&rows->pointers);
  return separate && !gpt_spans_meet(&rows->elements, &rows->pointers);
}

/* The strides, in bytes, of rows that fill their box, if they lie evenly in memory and without
 * wide gaps: each element is then where they say. \returns whether there may be such strides. */
GPT_ROWS int gpt_rows_pitches(const struct gpt_pointer_rows *rows, const long long *lower,
                              const long long *upper, long long *pitch) {
  long long least = (upper[rows->levels] - lower[rows->levels] + 1) * rows->bytes, inner = 1;
  for (unsigned l = rows->levels; l-- > 0;) {
    const long long extent = upper[l] - lower[l] + 1;
    if (extent > 1 && inner >= (long long)rows->count)
      return 0;
    pitch[l] = extent == 1 ? least
                           : (long long)((uintptr_t)rows->list[inner].host -
                                         (uintptr_t)rows->list[0].host);
    if (pitch[l] < least || pitch[l] / 2 > least || pitch[l] % rows->bytes != 0)
      return 0;
    least = pitch[l] * extent;
    inner *= extent;
  }
  return inner == (long long)rows->count;
}

/* True when row number \p r is whole and lies where \p pitch says. */
GPT_ROWS int gpt_row_is_at(const struct gpt_pointer_rows *rows, long long r, const long long *lower,
                           const long long *upper, const long long *pitch) {
  const struct gpt_row *const first = rows->list, *const row = first + r;
  const long long size = (upper[rows->levels] - lower[rows->levels] + 1) * rows->bytes;
  uintptr_t host = (uintptr_t)first->host;
  long long number = r;
  for (unsigned l = rows->levels; l-- > 0; number /= upper[l] - lower[l] + 1)
    host += (uintptr_t)(number % (upper[l] - lower[l] + 1) * pitch[l]);
  return (uintptr_t)row->host == host && row->size == size && row->place == first->place + r * size;
}

/* Sees whether rows that fill their box also lie evenly in memory. Then they need no copy:
 * fills the strides between them, in elements.
 * \param lower, upper the box; the row's own dimension comes last
 * \returns the address of element (0, ..., 0); null where rows lie otherwise */
GPT_ROWS char *gpt_rows_even(struct gpt_pointer_rows *rows, const long long *lower,
                             const long long *upper, long long *stride) {
  long long pitch[16] = {0}, origin = lower[rows->levels] * rows->bytes;
  if (rows->no_memory || rows->unreadable || rows->count == 0 || !gpt_rows_pitches(rows, lower, upper, pitch))
    return NULL;
  for (size_t r = 0; r < rows->count; ++r)
    if (!gpt_row_is_at(rows, (long long)r, lower, upper, pitch))
      return NULL;
  for (unsigned l = 0; l < rows->levels; ++l)
    origin += lower[l] * pitch[l];
  char *const host = (char *)((uintptr_t)rows->list[0].host - (uintptr_t)origin);
  if (!host)
    return NULL;
  for (unsigned l = 0; l < rows->levels; ++l)
    stride[l] = pitch[l] / rows->bytes;
  rows->even = 1;
  rows->count = 0;
  return host;
}

/* Copies all rows into the dense array. */
GPT_ROWS void gpt_rows_collect(struct gpt_pointer_rows *rows, long long first) {
  for (size_t r = 0; r < rows->count; ++r) {
    const struct gpt_row *const row = &rows->list[r];
    gpt_rows_read(rows, rows->dense + (row->place - first * rows->bytes), row->host, (size_t)row->size);
  }
}

/* Makes the dense array, of \p count elements from number \p first on, and fills it.
 * \param written keeps what is needed to tell what has changed
 * \returns false where there was no memory, or not all could be read: see `unreadable` */
GPT_ROWS int gpt_rows_gather(struct gpt_pointer_rows *rows, long long first, long long count,
                                  int written) {
  const size_t size = (size_t)(count * rows->bytes);
  if (rows->no_memory || rows->unreadable)
    return 0;
  rows->dense = (char *)calloc((size_t)count, (size_t)rows->bytes);
  if (written)
    rows->before = (char *)malloc(size);
  if (!rows->dense || (written && !rows->before))
    return 0;
  gpt_rows_collect(rows, first);
  if (written)
    memcpy(rows->before, rows->dense, size);
  return !rows->unreadable;
}

/* Stores the elements of \p size bytes that differ from those of before. */
GPT_ROWS void gpt_row_store(const struct gpt_row *row, const char *now, const char *before,
                                 size_t size) {
  for (size_t e = 0; e < (size_t)row->size; e += size)
    if (memcmp(before + e, now + e, size) != 0)
      memcpy(row->host + e, now + e, size);
}

/* Stores what has changed in the dense array. It changes only where the program writes. */
GPT_ROWS void gpt_rows_scatter(const struct gpt_pointer_rows *rows, long long first) {
  for (size_t r = 0; r < rows->count; ++r) {
    const struct gpt_row *const row = &rows->list[r];
    const char *const now = rows->dense + (row->place - first * rows->bytes);
    const char *const before = rows->before + (row->place - first * rows->bytes);
    if (rows->bytes == 8) /* With a size that the compiler knows copies are single instructions. */
      gpt_row_store(row, now, before, 8);
    else if (rows->bytes == 4)
      gpt_row_store(row, now, before, 4);
    else
      gpt_row_store(row, now, before, (size_t)rows->bytes);
  }
}

GPT_ROWS void gpt_rows_end(struct gpt_pointer_rows *rows) {
  free(rows->list);
  free(rows->pointers.list);
  free(rows->elements.list);
  free(rows->dense);
  free(rows->before);
}

#undef GPT_ROWS
#ifdef __cplusplus
} // namespace gpt_v1
#endif
