/*===- Transfer.c - Copies of boxes ---------------------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/Transfer.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

/* Rows of a plane, on the host and on the device. */
struct rows {
  char *host;
  CUdeviceptr device;
  long long width, count, host_pitch, device_pitch;
};

static CUresult copy_piece(char *host, CUdeviceptr device, long long size, int to_device,
                           CUstream stream) {
  return to_device ? gpti_cu.MemcpyHtoDAsync(device, host, (size_t)size, stream)
                   : gpti_cu.MemcpyDtoHAsync(host, device, (size_t)size, stream);
}

/* What one two-dimensional copy can do: pitches of 31 bits that are not below the width. */
static int is_copy_2d(const struct rows *rows) {
  return rows->host_pitch >= rows->width && rows->device_pitch >= rows->width &&
         rows->host_pitch <= INT_MAX && rows->device_pitch <= INT_MAX;
}

static CUresult copy_2d(const struct rows *rows, int to_device, CUstream stream) {
  CUDA_MEMCPY2D copy;
  memset(&copy, 0, sizeof copy);
  copy.srcMemoryType = to_device ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
  copy.dstMemoryType = to_device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
  if (to_device) {
    copy.srcHost = rows->host;
    copy.dstDevice = rows->device;
  } else {
    copy.srcDevice = rows->device;
    copy.dstHost = rows->host;
  }
  copy.srcPitch = (size_t)(to_device ? rows->host_pitch : rows->device_pitch);
  copy.dstPitch = (size_t)(to_device ? rows->device_pitch : rows->host_pitch);
  copy.WidthInBytes = (size_t)rows->width;
  copy.Height = (size_t)rows->count;
  return gpti_cu.Memcpy2DAsync(&copy, stream);
}

static CUresult copy_rows(const struct rows *rows, int to_device, CUstream stream) {
  if (rows->count == 1 || (rows->host_pitch == rows->width && rows->device_pitch == rows->width))
    return copy_piece(rows->host, rows->device, rows->width * rows->count, to_device, stream);
  if (is_copy_2d(rows))
    return copy_2d(rows, to_device, stream);
  CUresult error = CUDA_SUCCESS;
  for (long long r = 0; r < rows->count && error == CUDA_SUCCESS; ++r)
    error = copy_piece((char *)((uintptr_t)rows->host + (uintptr_t)(r * rows->host_pitch)),
                       rows->device + (CUdeviceptr)(r * rows->device_pitch), rows->width, to_device,
                       stream);
  return error;
}

/* Address \p offset bytes behind element (0, ..., 0), which need not exist itself. */
static char *host_address(const struct gpti_array *array, long long offset) {
  return (char *)((uintptr_t)array->host + (uintptr_t)offset);
}

/* With \p packed, the elements of the host follow one another there. */
static CUresult copy_box(const struct gpti_array *array, const struct gpti_box *box, char *packed,
                         int to_device, CUstream stream) {
  const struct gpti_shape shape = gpti_box_shape(array, box);
  struct gpti_planes planes;
  CUresult error = CUDA_SUCCESS;
  gpti_planes_begin(&planes, array, box, &shape);
  for (long long p = 0; p < shape.planes && error == CUDA_SUCCESS; ++p) {
    const long long offset = gpti_planes_offset(&planes);
    const struct rows rows = {packed ? packed + p * shape.width * shape.rows
                                     : host_address(array, offset),
                              array->device + (CUdeviceptr)offset,
                              shape.width,
                              shape.rows,
                              packed ? shape.width : shape.pitch,
                              shape.pitch};
    error = copy_rows(&rows, to_device, stream);
    gpti_planes_next(&planes);
  }
  return error;
}

CUresult gpti_copy_to_device(const struct gpti_array *array, const struct gpti_box *box,
                             CUstream stream) {
  return copy_box(array, box, NULL, 1, stream);
}

CUresult gpti_copy_to_host(const struct gpti_array *array, const struct gpti_box *box,
                           CUstream stream) {
  return copy_box(array, box, NULL, 0, stream);
}

CUresult gpti_copy_from_staging(const struct gpti_array *array, const struct gpti_box *box,
                                const char *packed, CUstream stream) {
  return copy_box(array, box, (char *)packed, 1, stream);
}

CUresult gpti_copy_to_staging(const struct gpti_array *array, const struct gpti_box *box,
                              char *packed, CUstream stream) {
  return copy_box(array, box, packed, 0, stream);
}

void gpti_store_staging(const struct gpti_array *array, const struct gpti_box *box,
                        const char *packed) {
  const struct gpti_shape shape = gpti_box_shape(array, box);
  struct gpti_planes planes;
  gpti_planes_begin(&planes, array, box, &shape);
  for (long long p = 0; p < shape.planes; ++p) {
    const long long offset = gpti_planes_offset(&planes);
    for (long long r = 0; r < shape.rows; ++r) {
      memcpy(host_address(array, offset + r * shape.pitch), packed, (size_t)shape.width);
      packed += shape.width;
    }
    gpti_planes_next(&planes);
  }
}

long long gpti_box_bytes(const struct gpti_array *array, const struct gpti_box *box) {
  if (!box->used)
    return 0;
  const struct gpti_shape shape = gpti_box_shape(array, box);
  return gpti_shape_bytes(&shape);
}

CUresult gpti_copy_on_device(CUdeviceptr to, CUdeviceptr from, unsigned long long size,
                             CUstream stream) {
  const unsigned long long most = 1ULL << 30; /* rows have at most 31 bits */
  CUresult error = CUDA_SUCCESS;
  for (unsigned long long done = 0; done < size && error == CUDA_SUCCESS; done += most) {
    CUDA_MEMCPY2D copy;
    memset(&copy, 0, sizeof copy);
    copy.srcMemoryType = copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.srcDevice = from + done;
    copy.dstDevice = to + done;
    copy.WidthInBytes = (size_t)(size - done < most ? size - done : most);
    copy.srcPitch = copy.dstPitch = copy.WidthInBytes;
    copy.Height = 1;
    error = gpti_cu.Memcpy2DAsync(&copy, stream);
  }
  return error;
}
