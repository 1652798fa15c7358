/*===- Regions.c - Regions as the compiling plugin emits them ---*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Regions.h"

#include <stddef.h>
#include <stdlib.h>

_Thread_local void (*after_launch)(void);
_Thread_local int last_status;

#define GUARD(condition, status, why)                                                              \
  if (!(condition))                                                                                \
  return gputile_rt_fallback(call, status, why)

#define HEAD                                                                                       \
  "#if defined(GPUTILE_CPU)\n"                                                                     \
  "#include \"gputile/cpu/module.h\"\n"                                                            \
  "#else\n"                                                                                        \
  "#define GPUTILE_SHARED(type, name, dims) __shared__ type name dims\n"                           \
  "#define GPUTILE_EXPORT(kernel)\n"                                                               \
  "#endif\n"                                                                                       \
  "#if GPT_WIDE\n"                                                                                 \
  "typedef long long I;\n"                                                                         \
  "#else\n"                                                                                        \
  "typedef int I;\n"                                                                               \
  "#endif\n"

/*===- jacobi ----------------------------------------------------------------===*/

static const struct gputile_rt_array_info jacobi_arrays[] = {{"A", 8, 1, 1, 0}, {"B", 8, 1, 1, 0}};
static const struct gputile_rt_param average_params[] = {
    {'a', 0, 1, NULL}, {'a', 0, 0, NULL}, {'n', 0, 0, "n"}, {'x', 0, 0, NULL}, {'v', 0, 8, NULL}};
static const struct gputile_rt_param copy_params[] = {
    {'a', 0, 0, NULL}, {'a', 0, 1, NULL}, {'n', 0, 0, "n"}, {'x', 0, 0, NULL}};
static const struct gputile_rt_kernel_info jacobi_kernels[] = {
    {"average", {64, 1, 1}, GPUTILE_RT_PLAIN, 5, 0, average_params},
    {"copy", {64, 1, 1}, GPUTILE_RT_PLAIN, 4, 0, copy_params}};
struct gputile_rt_region jacobi_region = {
    GPUTILE_RT_ABI,
    10,
    "jacobi",
    "regions.c",
    HEAD "extern \"C\" __global__ void average(double *B, const double *A, const I n,\n"
         "    const I first, const double factor) {\n"
         "  GPT_SIZES_average\n"
         "  const I i = first + (I)(blockIdx.x * 64 + threadIdx.x);\n"
         "  if (i < n - 1)\n"
         "    B[i] = factor * (A[i - 1] + A[i + 1]);\n"
         "}\n"
         "extern \"C\" __global__ void copy(double *A, const double *B, const I n,\n"
         "    const I first) {\n"
         "  GPT_SIZES_copy\n"
         "  const I i = first + (I)(blockIdx.x * 64 + threadIdx.x);\n"
         "  if (i < n - 1)\n"
         "    A[i] = B[i];\n"
         "}\n"
         "GPUTILE_EXPORT(average)\n"
         "GPUTILE_EXPORT(copy)\n",
    2,
    2,
    0,
    jacobi_arrays,
    jacobi_kernels,
    NULL,
    {NULL, NULL}};

double jacobi_host_ns = 0.5;

static int jacobi_on_device(int steps, int n, double *A, double *B) {
  struct gputile_rt_call *const call = gputile_rt_begin(&jacobi_region, (long long)steps * n);
  if (!call)
    return -1;
  if (n < 3 || steps < 1)
    return gputile_rt_nothing(call);
  gputile_rt_array(call, 0, A, 1LL);
  gputile_rt_box(call, 0, GPUTILE_RT_ALL, 0LL, n - 1LL);
  gputile_rt_box(call, 0, GPUTILE_RT_IN, 0LL, n - 1LL);
  gputile_rt_box(call, 0, GPUTILE_RT_OUT, 1LL, n - 2LL);
  gputile_rt_array(call, 1, B, 1LL);
  gputile_rt_box(call, 1, GPUTILE_RT_ALL, 1LL, n - 2LL);
  gputile_rt_box(call, 1, GPUTILE_RT_OUT, 1LL, n - 2LL);
  GUARD(gputile_rt_layout(call, 0), GPUTILE_RT_GUARD, "array 'A' is too large");
  GUARD(gputile_rt_layout(call, 1), GPUTILE_RT_GUARD, "array 'B' is too large");
  GUARD(!gputile_rt_overlap(call, 0, 1), GPUTILE_RT_OVERLAP, "arrays 'A' and 'B' overlap");
  const long long blocks = (n - 2LL + 63) / 64, size = n, first = 1;
  static const struct gputile_rt_rates rates = {132, 17800, 1.755, 4000, 1100, 700, 50, 50};
  const double count = (double)steps * n, all_blocks = (double)steps * (double)blocks;
  const struct gputile_rt_kernel_work work[] = {{steps, steps, all_blocks, 40 * count},
                                                {steps, steps, all_blocks, 30 * count}};
  int status = gputile_rt_weigh(call, &rates, jacobi_host_ns * count, work);
  if (status)
    return status;
  status = gputile_rt_start(call);
  if (status)
    return status;
  const double factor = 0.5;
  const void *const average_values[] = {&size, &first, &factor};
  const void *const copy_values[] = {&size, &first};
  const int wide = !gputile_rt_narrow(call, 0) || !gputile_rt_narrow(call, 1);
  for (int t = 0; t < steps; ++t) {
    if ((status = gputile_rt_launch(call, 0, wide, blocks, 1, 1, average_values)))
      return status;
    if ((status = gputile_rt_launch(call, 1, wide, blocks, 1, 1, copy_values)))
      return status;
  }
  return gputile_rt_finish(call);
}

void plain_jacobi(int steps, int n, double *A, double *B) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i)
      B[i] = 0.5 * (A[i - 1] + A[i + 1]);
    for (int i = 1; i < n - 1; ++i)
      A[i] = B[i];
  }
}

int jacobi(int steps, int n, double *A, double *B) {
  last_status = jacobi_on_device(steps, n, A, B);
  if (last_status)
    plain_jacobi(steps, n, A, B);
  return last_status;
}

/*===- jacobi_together -------------------------------------------------------===*/

static const struct gputile_rt_array_info together_arrays[] = {{"A", 8, 1, 1, 0},
                                                               {"B", 8, 1, 1, 1}};
static const struct gputile_rt_param together_params[] = {
    {'a', 0, 0, NULL}, {'a', 0, 1, NULL}, {'n', 0, 0, "n"}, {'n', 0, 0, "steps"}};
static const struct gputile_rt_kernel_info together_kernels[] = {
    {"together", {64, 1, 1}, GPUTILE_RT_COOPERATIVE, 4, 0, together_params}};
struct gputile_rt_region together_region = {
    GPUTILE_RT_ABI,
    20,
    "jacobi_together",
    "regions.c",
    HEAD "#if defined(GPUTILE_CPU)\n"
         "#define GRID_SYNC() cooperative_groups::this_grid().sync()\n"
         "#else\n"
         "#define GRID_SYNC() __syncthreads()\n"
         "#endif\n"
         "extern \"C\" __global__ void together(double *A, double *B, const I n, const I steps) {\n"
         "  GPT_SIZES_together\n"
         "  const I begin = (I)(blockIdx.x * 64 + threadIdx.x) + 1, by = (I)gridDim.x * 64;\n"
         "  for (I t = 0; t < steps; ++t) {\n"
         "    for (I i = begin; i < n - 1; i += by)\n"
         "      B[i] = 0.5 * (A[i - 1] + A[i + 1]);\n"
         "    GRID_SYNC();\n"
         "    for (I i = begin; i < n - 1; i += by)\n"
         "      A[i] = B[i];\n"
         "    GRID_SYNC();\n"
         "  }\n"
         "}\n"
         "GPUTILE_EXPORT(together)\n",
    2,
    1,
    0,
    together_arrays,
    together_kernels,
    NULL,
    {NULL, NULL}};

static int together_on_device(int steps, int n, double *A) {
  struct gputile_rt_call *const call = gputile_rt_begin(&together_region, (long long)steps * n);
  if (!call)
    return -1;
  if (n < 3 || steps < 1)
    return gputile_rt_nothing(call);
  gputile_rt_array(call, 0, A, 1LL);
  gputile_rt_box(call, 0, GPUTILE_RT_ALL, 0LL, n - 1LL);
  gputile_rt_box(call, 0, GPUTILE_RT_IN, 0LL, n - 1LL);
  gputile_rt_box(call, 0, GPUTILE_RT_OUT, 1LL, n - 2LL);
  gputile_rt_array(call, 1, NULL);
  gputile_rt_box(call, 1, GPUTILE_RT_ALL, 1LL, n - 2LL);
  GUARD(gputile_rt_layout(call, 0), GPUTILE_RT_GUARD, "array 'A' is too large");
  GUARD(gputile_rt_layout(call, 1), GPUTILE_RT_GUARD, "array 'B' is too large");
  int status = gputile_rt_start(call);
  if (status)
    return status;
  const long long size = n, times = steps;
  const void *const values[] = {&size, &times};
  if ((status = gputile_rt_launch(call, 0, 0, (n - 2LL + 63) / 64, 1, 1, values)))
    return status;
  if (after_launch)
    after_launch();
  return gputile_rt_finish(call);
}

void plain_jacobi_together(int steps, int n, double *A) {
  double *const B = malloc((size_t)n * sizeof *B);
  if (!B)
    abort();
  plain_jacobi(steps, n, A, B);
  free(B);
}

int jacobi_together(int steps, int n, double *A) {
  last_status = together_on_device(steps, n, A);
  if (last_status)
    plain_jacobi_together(steps, n, A);
  return last_status;
}

/*===- running_sum -----------------------------------------------------------===*/

static const struct gputile_rt_array_info sum_arrays[] = {{"A", 8, 1, 1, 0}};
static const struct gputile_rt_param sum_params[] = {
    {'a', 0, 0, NULL}, {'n', 0, 0, "n"}, {'x', 0, 0, NULL}, {'x', 0, 0, NULL}, {'f', 0, 0, NULL}};
static const struct gputile_rt_kernel_info sum_kernels[] = {
    {"sum", {4, 1, 1}, GPUTILE_RT_FLAGS, 5, 0, sum_params}};
struct gputile_rt_region sum_region = {
    GPUTILE_RT_ABI,
    30,
    "running_sum",
    "regions.c",
    HEAD "extern \"C\" __global__ void sum(double *A, const I n, const I first,\n"
         "    const I blocks, unsigned *progress) {\n"
         "  GPT_SIZES_sum\n"
         "  GPUTILE_SHARED(unsigned, ticket, [1]);\n"
         "  for (;;) {\n"
         "    if (threadIdx.x == 0) {\n"
         "#if defined(GPUTILE_CPU)\n"
         "      gputile_cpu_new_work();\n"
         "#endif\n"
         "      ticket[0] = atomicAdd(progress, 1u);\n"
         "    }\n"
         "    __syncthreads();\n"
         "    const I block = (I)ticket[0];\n"
         "    if (block >= blocks)\n"
         "      return;\n"
         "    if (threadIdx.x == 0 && block > 0) {\n"
         "#if defined(GPUTILE_CPU)\n"
         "      gputile_cpu_wait(progress + block);\n"
         "#else\n"
         "      while (*(volatile unsigned *)(progress + block) == 0)\n"
         "        ;\n"
         "      __threadfence();\n"
         "#endif\n"
         "    }\n"
         "    __syncthreads();\n"
         "    if (threadIdx.x == 0)\n"
         "      for (I i = first + block * 2; i < n && i < first + block * 2 + 2; ++i)\n"
         "        A[i] += A[i - 1];\n"
         "    __syncthreads();\n"
         "    if (threadIdx.x == 0) {\n"
         "#if defined(GPUTILE_CPU)\n"
         "      gputile_cpu_signal(progress + 1 + block);\n"
         "#else\n"
         "      __threadfence();\n"
         "      *(volatile unsigned *)(progress + 1 + block) = 1;\n"
         "#endif\n"
         "    }\n"
         "  }\n"
         "}\n"
         "GPUTILE_EXPORT(sum)\n",
    1,
    1,
    0,
    sum_arrays,
    sum_kernels,
    NULL,
    {NULL, NULL}};

static int sum_on_device(int n, double *A) {
  struct gputile_rt_call *const call = gputile_rt_begin(&sum_region, n);
  if (!call)
    return -1;
  if (n < 2)
    return gputile_rt_nothing(call);
  gputile_rt_array(call, 0, A, 1LL);
  gputile_rt_box(call, 0, GPUTILE_RT_ALL, 0LL, n - 1LL);
  gputile_rt_box(call, 0, GPUTILE_RT_IN, 0LL, n - 1LL);
  gputile_rt_box(call, 0, GPUTILE_RT_OUT, 1LL, n - 1LL);
  GUARD(gputile_rt_layout(call, 0), GPUTILE_RT_GUARD, "array 'A' is too large");
  int status = gputile_rt_start(call);
  if (status)
    return status;
  /* The first launch takes two blocks, the second has more flags. */
  long long size = n, first = 1, blocks = 2;
  const void *const values[] = {&size, &first, &blocks};
  if ((status = gputile_rt_launch(call, 0, 0, blocks, 1, 1, values)))
    return status;
  if (after_launch)
    after_launch();
  first += blocks * 2;
  blocks = n > first ? (n - first + 1) / 2 : 0;
  if ((status = gputile_rt_launch(call, 0, 0, blocks, 1, 1, values)))
    return status;
  return gputile_rt_finish(call);
}

void plain_running_sum(int n, double *A) {
  for (int i = 1; i < n; ++i)
    A[i] += A[i - 1];
}

int running_sum(int n, double *A) {
  last_status = sum_on_device(n, A);
  if (last_status)
    plain_running_sum(n, A);
  return last_status;
}

/*===- scale -----------------------------------------------------------------===*/

static const struct gputile_rt_array_info scale_arrays[] = {{"M", 8, 2, 1, 0}};
static const struct gputile_rt_param scale_params[] = {
    {'a', 0, 0, NULL}, {'s', 0, 0, "M_stride"}, {'n', 0, 0, "columns"}, {'v', 0, 8, NULL}};
static const struct gputile_rt_kernel_info scale_kernels[] = {
    {"scale", {64, 1, 1}, GPUTILE_RT_PLAIN, 4, 0, scale_params}};
struct gputile_rt_region scale_region = {
    GPUTILE_RT_ABI,
    40,
    "scale",
    "regions.c",
    HEAD "extern \"C\" __global__ void scale(double *M, const I M_stride, const I columns,\n"
         "    const double c) {\n"
         "  GPT_SIZES_scale\n"
         "  const I i = (I)blockIdx.y + 1, j = (I)(blockIdx.x * 64 + threadIdx.x) + 1;\n"
         "  if (j < columns - 1)\n"
         "    M[i * M_stride + j] = 2 * M[i * M_stride + j] + c;\n"
         "}\n"
         "GPUTILE_EXPORT(scale)\n",
    1,
    1,
    0,
    scale_arrays,
    scale_kernels,
    NULL,
    {NULL, NULL}};

static int scale_on_device(int rows, int columns, int stride, double *M, double c) {
  struct gputile_rt_call *const call = gputile_rt_begin(&scale_region, (long long)rows * columns);
  if (!call)
    return -1;
  if (rows < 3 || columns < 3)
    return gputile_rt_nothing(call);
  gputile_rt_array(call, 0, M, (long long)stride, 1LL);
  gputile_rt_box(call, 0, GPUTILE_RT_ALL, 1LL, rows - 2LL, 1LL, columns - 2LL);
  gputile_rt_box(call, 0, GPUTILE_RT_IN, 1LL, rows - 2LL, 1LL, columns - 2LL);
  gputile_rt_box(call, 0, GPUTILE_RT_OUT, 1LL, rows - 2LL, 1LL, columns - 2LL);
  GUARD(gputile_rt_layout(call, 0), GPUTILE_RT_GUARD, "array 'M' is too large");
  GUARD(gputile_rt_distinct(call, 0), GPUTILE_RT_GUARD, "rows of array 'M' overlap");
  int status = gputile_rt_start(call);
  if (status)
    return status;
  const long long size = columns;
  const void *const values[] = {&size, &c};
  if ((status = gputile_rt_launch(call, 0, 1, (columns - 2LL + 63) / 64, rows - 2LL, 1, values)))
    return status;
  return gputile_rt_finish(call);
}

void plain_scale(int rows, int columns, int stride, double *M, double c) {
  for (int i = 1; i < rows - 1; ++i)
    for (int j = 1; j < columns - 1; ++j)
      M[(long long)i * stride + j] = 2 * M[(long long)i * stride + j] + c;
}

int scale(int rows, int columns, int stride, double *M, double c) {
  last_status = scale_on_device(rows, columns, stride, M, c);
  if (last_status)
    plain_scale(rows, columns, stride, M, c);
  return last_status;
}

/*===- add_parts -------------------------------------------------------------===*/

static const struct gputile_rt_array_info parts_arrays[] = {
    {"A", 8, 1, 1, 0}, {"B", 8, 1, 1, 0}, {"W", 8, 1, 1, 0}};
static const struct gputile_rt_param parts_params[] = {
    {'a', 0, 0, NULL}, {'a', 0, 1, NULL}, {'a', 0, 2, NULL}, {'n', 0, 0, "n"},
    {'x', 0, 0, NULL}, {'v', 0, 8, NULL}};
static const struct gputile_rt_kernel_info parts_kernels[] = {
    {"add_parts", {64, 1, 1}, GPUTILE_RT_PLAIN, 6, 0, parts_params}};
struct gputile_rt_region parts_region = {
    GPUTILE_RT_ABI,
    50,
    "parts",
    "regions.c",
    HEAD "extern \"C\" __global__ void add_parts(double *A, double *B, const double *W,\n"
         "    const I n, const I place, const double sign) {\n"
         "  GPT_SIZES_add_parts\n"
         "  const I i = (I)(blockIdx.x * 64 + threadIdx.x);\n"
         "  if (i < n)\n"
         "    A[2 * i + place] += 1;\n"
         "  if (i < 2 * n && W[i] * sign > 0)\n"
         "    B[i] += 1;\n"
         "}\n"
         "GPUTILE_EXPORT(add_parts)\n",
    3,
    1,
    0,
    parts_arrays,
    parts_kernels,
    NULL,
    {NULL, NULL}};

static void describe_parts(struct gputile_rt_call *call, int n, int place, double *A, double *B,
                           double *W) {
  const long long last = 2LL * n - 2 + place;
  gputile_rt_array(call, 0, A, 1LL);
  gputile_rt_box(call, 0, GPUTILE_RT_ALL, (long long)place, last);
  gputile_rt_box(call, 0, GPUTILE_RT_IN, (long long)place, last);
  gputile_rt_box(call, 0, GPUTILE_RT_OUT, (long long)place, last);
  gputile_rt_steps(call, 0, 2LL);
  gputile_rt_probed(call, 0);
  gputile_rt_array(call, 1, B, 1LL);
  gputile_rt_box(call, 1, GPUTILE_RT_ALL, 0LL, 2LL * n - 1);
  gputile_rt_box(call, 1, GPUTILE_RT_IN, 0LL, 2LL * n - 1);
  gputile_rt_box(call, 1, GPUTILE_RT_OUT, 0LL, 2LL * n - 1);
  gputile_rt_probed(call, 1);
  gputile_rt_compared(call, 1);
  gputile_rt_array(call, 2, W, 1LL);
  gputile_rt_box(call, 2, GPUTILE_RT_ALL, 0LL, 2LL * n - 1);
  gputile_rt_box(call, 2, GPUTILE_RT_IN, 0LL, 2LL * n - 1);
}

static int parts_on_device(int n, int place, double sign, double *A, double *B, double *W) {
  struct gputile_rt_call *const call = gputile_rt_begin(&parts_region, 3LL * n);
  if (!call)
    return -1;
  if (n < 1)
    return gputile_rt_nothing(call);
  describe_parts(call, n, place, A, B, W);
  for (unsigned a = 0; a < 3; ++a)
    GUARD(gputile_rt_layout(call, a), GPUTILE_RT_GUARD, "an array is too large");
  GUARD(!gputile_rt_overlap(call, 0, 1) && !gputile_rt_overlap(call, 0, 2) &&
            !gputile_rt_overlap(call, 1, 2),
        GPUTILE_RT_OVERLAP, "arrays overlap");
  int status = gputile_rt_start(call);
  if (status)
    return status;
  const long long size = n, first = place;
  const void *const values[] = {&size, &first, &sign};
  if ((status = gputile_rt_launch(call, 0, 1, (2LL * n + 63) / 64, 1, 1, values)))
    return status;
  return gputile_rt_finish(call);
}

void plain_add_parts(int n, int place, double sign, double *A, double *B, const double *W) {
  for (int i = 0; i < n; ++i)
    A[2 * i + place] += 1;
  for (int i = 0; i < 2 * n; ++i)
    if (W[i] * sign > 0)
      B[i] += 1;
}

int add_parts(int n, int place, double sign, double *A, double *B, double *W) {
  last_status = parts_on_device(n, place, sign, A, B, W);
  if (last_status)
    plain_add_parts(n, place, sign, A, B, W);
  return last_status;
}
