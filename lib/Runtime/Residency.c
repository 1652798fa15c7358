/*===- Residency.c - Arrays that stay on the device between regions ---*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/Residency.h"

#include "Runtime/Store.h"
#include "Runtime/Transfer.h"

#include "gputile/rt/gputile_rt.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { max_boxes = 8 };

struct box_list {
  int count;
  struct gpti_box boxes[max_boxes];
};

/* A box of results that are part of it: at its steps, or those that differ from `before`,
 * where the elements of the box follow one another. */
struct part {
  struct gpti_box box;
  struct gpti_staging *before; /* null: not compared */
};

/* The memory that `layout` describes lies on the device. */
struct gpti_resident {
  const void *host;
  struct gpti_device *device; /* null: nowhere yet */
  struct gpti_array layout;
  struct gpti_buffer *backup;   /* the contents before the present call */
  struct box_list valid, newer; /* on the device as in the program; newer than there */
  int part_count;
  struct part parts[max_boxes]; /* newer, too */
};

/* A pair of begin and end. */
struct gpti_data_scope {
  struct gpti_data_scope *outer;
  const char *file;
  unsigned line, count;
  struct gpti_resident residents[];
};

_Thread_local struct gpti_data_scope *gpti_innermost_scope;
/* Scopes for which there was no memory; they are the innermost ones. */
static _Thread_local unsigned scopes_without_memory;

/*===- Lists of boxes --------------------------------------------------------===*/

static int list_contains(const struct box_list *list, const struct gpti_box *box, unsigned rank) {
  for (int i = 0; i < list->count; ++i)
    if (gpti_box_contains(&list->boxes[i], box, rank))
      return 1;
  return 0;
}

/* Forgets the oldest box when there are too many. */
static void list_add(struct box_list *list, const struct gpti_box *box, unsigned rank) {
  if (list_contains(list, box, rank))
    return;
  int kept = 0;
  for (int i = 0; i < list->count; ++i)
    if (!gpti_box_contains(box, &list->boxes[i], rank))
      list->boxes[kept++] = list->boxes[i];
  list->count = kept;
  if (list->count == max_boxes)
    memmove(list->boxes, list->boxes + 1, (size_t)--list->count * sizeof *list->boxes);
  list->boxes[list->count++] = *box;
}

static int list_meets(const struct box_list *list, const struct gpti_box *box, unsigned rank) {
  for (int i = 0; i < list->count; ++i)
    if (gpti_boxes_meet(&list->boxes[i], box, rank))
      return 1;
  return 0;
}

/*===- Parts of boxes --------------------------------------------------------===*/

static int is_newer_somewhere(const struct gpti_resident *resident) {
  return resident->newer.count > 0 || resident->part_count > 0;
}

static int is_newer_in(const struct gpti_resident *resident, const struct gpti_box *box,
                       unsigned rank) {
  for (int i = 0; i < resident->part_count; ++i)
    if (gpti_boxes_meet(&resident->parts[i].box, box, rank))
      return 1;
  return list_meets(&resident->newer, box, rank);
}

/* The part that results of \p array belong to. */
static struct part *find_part(struct gpti_resident *resident, const struct gpti_array *array) {
  for (int i = 0; i < resident->part_count; ++i)
    if (!resident->parts[i].before == !array->compared &&
        gpti_boxes_equal(&resident->parts[i].box, &array->box[GPUTILE_RT_OUT], array->info->rank))
      return &resident->parts[i];
  return NULL;
}

/*===- Back to the program ---------------------------------------------------===*/

static CUresult copy_part(struct gpti_resident *resident, const struct part *part,
                          CUstream stream) {
  const unsigned long long bytes =
      (unsigned long long)gpti_box_bytes(&resident->layout, &part->box);
  struct gpti_staging *const staging = gpti_staging_take(resident->device, bytes);
  if (!staging)
    return CUDA_ERROR_OUT_OF_MEMORY;
  CUresult error = gpti_copy_to_staging(&resident->layout, &part->box, staging->memory, stream);
  const CUresult waited = gpti_cu.StreamSynchronize(stream);
  error = error != CUDA_SUCCESS ? error : waited;
  if (error == CUDA_SUCCESS) {
    const struct gpti_packed after = {&part->box, staging->memory};
    const struct gpti_packed before = {&part->box, part->before ? part->before->memory : NULL};
    gpti_store_part(&resident->layout, &after, part->before ? &before : NULL);
  }
  gpti_staging_give(resident->device, staging, waited == CUDA_SUCCESS);
  return error;
}

static CUresult copy_newer(struct gpti_resident *resident) {
  struct gpti_stream *stream = NULL;
  CUresult error = gpti_stream_take(resident->device, &stream);
  if (error != CUDA_SUCCESS)
    return error;
  for (int i = 0; i < resident->newer.count && error == CUDA_SUCCESS; ++i)
    error = gpti_copy_to_host(&resident->layout, &resident->newer.boxes[i], stream->handle);
  for (int i = 0; i < resident->part_count && error == CUDA_SUCCESS; ++i)
    error = copy_part(resident, &resident->parts[i], stream->handle);
  const CUresult waited = gpti_cu.StreamSynchronize(stream->handle);
  gpti_stream_give(resident->device, stream, waited == CUDA_SUCCESS);
  return error != CUDA_SUCCESS ? error : waited;
}

static void forget_newer(struct gpti_resident *resident) {
  for (int i = 0; i < resident->part_count; ++i)
    gpti_staging_give(resident->device, resident->parts[i].before, 1);
  resident->newer.count = resident->part_count = 0;
}

static void data_are_lost(const struct gpti_resident *resident, const char *why) {
  const struct gpti_data_scope *const scope = gpti_innermost_scope;
  fprintf(
      stderr,
      "%s:%u: gputile: array '%s' cannot be copied back from the device, where its only present "
      "copy is: %s; aborting\n",
      scope ? scope->file : "?", scope ? scope->line : 0, resident->layout.info->name, why);
  abort();
}

/* Makes the program's memory as new as the device's. */
static void copy_back(struct gpti_resident *resident) {
  if (!is_newer_somewhere(resident))
    return;
  const char *why = NULL;
  char name[32];
  if (gpti_driver_off(&why))
    data_are_lost(resident, why);
  CUresult error = gpti_device_enter(resident->device);
  if (error == CUDA_SUCCESS) {
    error = copy_newer(resident);
    /* There is nothing to lose by trying again. */
    if (error != CUDA_SUCCESS && !gpti_error_is_sticky(error))
      error = copy_newer(resident);
    if (error == CUDA_SUCCESS)
      forget_newer(resident);
    gpti_device_leave();
  }
  if (error != CUDA_SUCCESS)
    data_are_lost(resident, gpti_error_name(error, name));
}

static void give_buffer(struct gpti_resident *resident, struct gpti_buffer **buffer) {
  if (*buffer && gpti_driver_is_ours() &&
      gpti_device_enter_to_free(resident->device) == CUDA_SUCCESS) {
    gpti_buffer_give(resident->device, *buffer, 1);
    gpti_device_leave();
  } else {
    free(*buffer); /* The memory itself went with the context. */
  }
  *buffer = NULL;
}

static void end_residency(struct gpti_resident *resident) {
  copy_back(resident);
  give_buffer(resident, &resident->layout.buffer);
  give_buffer(resident, &resident->backup);
  resident->valid.count = 0;
  resident->device = NULL;
}

void gpti_resident_settle(void) {
  for (struct gpti_data_scope *scope = gpti_innermost_scope; scope; scope = scope->outer)
    for (unsigned i = 0; i < scope->count; ++i) {
      copy_back(&scope->residents[i]);
      scope->residents[i].valid.count = 0;
    }
}

void gpti_resident_update(void) {
  for (struct gpti_data_scope *scope = gpti_innermost_scope; scope; scope = scope->outer)
    for (unsigned i = 0; i < scope->count; ++i)
      copy_back(&scope->residents[i]);
}

/*===- Arrays of a call ------------------------------------------------------===*/

static struct gpti_resident *find_host(const void *host) {
  for (struct gpti_data_scope *scope = gpti_innermost_scope; scope; scope = scope->outer)
    for (unsigned i = 0; i < scope->count; ++i)
      if (scope->residents[i].host == host)
        return &scope->residents[i];
  return NULL;
}

int gpti_is_resident(const struct gpti_array *array) { return find_host(array->host) != NULL; }

void gpti_resident_find(struct gpti_array *array) {
  array->resident = array->info->is_private || array->rows.levels > 0 || !array->host ? NULL : find_host(array->host);
}

void gpti_resident_separate(const struct gpti_array *array) {
  for (struct gpti_data_scope *scope = gpti_innermost_scope; scope; scope = scope->outer)
    for (unsigned i = 0; i < scope->count; ++i) {
      struct gpti_resident *const other = &scope->residents[i];
      if (other->device && other != array->resident && gpti_overlap(array, &other->layout))
        end_residency(other);
    }
}

static int same_shape(const struct gpti_array *a, const struct gpti_array *b) {
  return a->info->bytes == b->info->bytes && a->info->rank == b->info->rank &&
         memcmp(a->stride, b->stride, a->info->rank * sizeof *a->stride) == 0;
}

static int holds(const struct gpti_array *outer, const struct gpti_array *inner) {
  return inner->first >= outer->first && inner->first + inner->count <= outer->first + outer->count;
}

/* The range of \p to becomes that of both. */
static void widen(struct gpti_array *to, const struct gpti_array *by) {
  const long long end = to->first + to->count, other = by->first + by->count;
  to->first = by->first < to->first ? by->first : to->first;
  to->count = (end > other ? end : other) - to->first;
}

CUresult gpti_resident_attach(struct gpti_array *array, struct gpti_device *device) {
  struct gpti_resident *const resident = array->resident;
  struct gpti_array *const layout = &resident->layout;
  struct gpti_array wanted = *array;
  if (resident->device &&
      (resident->device != device || !same_shape(layout, array) || !holds(layout, array))) {
    if (same_shape(layout, array))
      widen(&wanted, layout);
    end_residency(resident);
  }
  if (!resident->device) {
    const CUresult error =
        gpti_buffer_take(device, (unsigned long long)gpti_array_bytes(&wanted), &wanted.buffer);
    if (error != CUDA_SUCCESS)
      return error;
    wanted.device =
        wanted.buffer->address - (CUdeviceptr)(wanted.first * (long long)wanted.info->bytes);
    resident->layout = wanted;
    resident->device = device;
  }
  array->buffer = layout->buffer;
  array->device = layout->device;
  return CUDA_SUCCESS;
}

int gpti_resident_needs_copy(const struct gpti_array *array) {
  struct gpti_resident *const resident = array->resident;
  const struct gpti_box *const box = &array->box[GPUTILE_RT_IN];
  const unsigned rank = array->info->rank;
  if (!box->used || list_contains(&resident->valid, box, rank))
    return 0;
  /* The copy must not bring old values over newer ones. */
  if (is_newer_in(resident, box, rank))
    copy_back(resident);
  return 1;
}

void gpti_resident_copied_in(const struct gpti_array *array) {
  list_add(&array->resident->valid, &array->box[GPUTILE_RT_IN], array->info->rank);
}

int gpti_resident_needs_before(const struct gpti_array *array) {
  return array->compared && array->box[GPUTILE_RT_OUT].used && !find_part(array->resident, array);
}

CUresult gpti_resident_protect(const struct gpti_array *array, struct gpti_device *device,
                               CUstream stream) {
  struct gpti_resident *const resident = array->resident;
  if (!array->box[GPUTILE_RT_OUT].used || !is_newer_somewhere(resident))
    return CUDA_SUCCESS;
  const unsigned long long size = (unsigned long long)gpti_array_bytes(&resident->layout);
  /* The list has no room for another box, or the device none for a second copy: the
   * program's memory is made the other copy. */
  if (resident->newer.count == max_boxes || resident->part_count == max_boxes ||
      gpti_buffer_take(device, size, &resident->backup) != CUDA_SUCCESS) {
    resident->backup = NULL;
    copy_back(resident);
    return CUDA_SUCCESS;
  }
  const CUresult error = gpti_copy_on_device(resident->backup->address,
                                             resident->layout.buffer->address, size, stream);
  if (error != CUDA_SUCCESS) {
    gpti_buffer_give(device, resident->backup, 0);
    resident->backup = NULL;
  }
  return error;
}

static void add_part(struct gpti_resident *resident, struct gpti_array *array) {
  if (find_part(resident, array))
    return;
  struct part *const part = &resident->parts[resident->part_count++];
  part->box = array->box[GPUTILE_RT_OUT];
  part->before = array->compared ? array->before : NULL;
  array->before = array->compared ? NULL : array->before;
}

void gpti_resident_written(struct gpti_array *array) {
  struct gpti_resident *const resident = array->resident;
  const struct gpti_box *const box = &array->box[GPUTILE_RT_OUT];
  give_buffer(resident, &resident->backup);
  if (!box->used)
    return;
  if (gpti_is_partial(array)) {
    add_part(resident, array);
    return;
  }
  list_add(&resident->valid, box, array->info->rank);
  list_add(&resident->newer, box, array->info->rank);
}

void gpti_resident_failed(const struct gpti_array *array) {
  struct gpti_resident *const resident = array->resident;
  resident->valid.count = 0;
  if (!resident->backup)
    return;
  struct gpti_array *const layout = &resident->layout;
  struct gpti_buffer *const spoilt = layout->buffer;
  layout->buffer = resident->backup;
  layout->device =
      layout->buffer->address - (CUdeviceptr)(layout->first * (long long)layout->info->bytes);
  resident->backup = spoilt;
  give_buffer(resident, &resident->backup);
}

/*===- The interface ---------------------------------------------------------===*/

void gputile_rt_data_begin(const char *file, unsigned line, unsigned count,
                           const void *const *hosts) {
  struct gpti_data_scope *scope = NULL;
  if (scopes_without_memory == 0)
    scope = calloc(1, sizeof *scope + count * sizeof *scope->residents);
  if (!scope) {
    ++scopes_without_memory;
    return;
  }
  scope->file = file;
  scope->line = line;
  for (unsigned i = 0; i < count; ++i)
    if (hosts[i] && !find_host(hosts[i]))
      scope->residents[scope->count++].host = hosts[i];
  scope->outer = gpti_innermost_scope;
  gpti_innermost_scope = scope;
}

void gputile_rt_data_end(void) {
  struct gpti_data_scope *const scope = gpti_innermost_scope;
  if (scopes_without_memory > 0) {
    --scopes_without_memory;
    return;
  }
  if (!scope)
    return;
  for (unsigned i = 0; i < scope->count; ++i)
    end_residency(&scope->residents[i]);
  gpti_innermost_scope = scope->outer;
  free(scope);
}
