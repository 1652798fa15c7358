/*===- Regions.h - Regions as the compiling plugin emits them ---*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

/* Functions whose loops were replaced by calls of libgputile_rt, written by hand. Each
 * computes the same as its original, which follows the word `plain_`. */

#ifndef GPUTILE_UNITTESTS_RUNTIME_REGIONS_H
#define GPUTILE_UNITTESTS_RUNTIME_REGIONS_H

#include "gputile/rt/gputile_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Two kernels per step: B[i] from A, then A[i] from B, for 1 <= i < n - 1. */
int jacobi(int steps, int n, double *A, double *B);
void plain_jacobi(int steps, int n, double *A, double *B);

/* The same by one launch with barriers of the grid; B exists on the device only. */
int jacobi_together(int steps, int n, double *A);
void plain_jacobi_together(int steps, int n, double *A);

/* A[i] += A[i - 1] in order: blocks wait for the block before them. */
int running_sum(int n, double *A);
void plain_running_sum(int n, double *A);

/* M[i][j] = 2 * M[i][j] + c for the inner elements of `rows` rows of `columns`, which are
 * `stride` elements apart. */
int scale(int rows, int columns, int stride, double *M, double c);
void plain_scale(int rows, int columns, int stride, double *M, double c);

/* A[2 * i + place] += 1 for i < n, and B[i] += 1 for i < 2 * n where W[i] * sign > 0: no other
 * element of A and B is touched. */
int add_parts(int n, int place, double sign, double *A, double *B, double *W);
void plain_add_parts(int n, int place, double sign, double *A, double *B, const double *W);

/* The latest status that a region ended with, or -1 when it did not begin. */
#ifndef __cplusplus
extern _Thread_local int last_status;
/* What an iteration of jacobi is said to take on the host. */
extern double jacobi_host_ns;
/* Called, if not null, where the calling thread's jacobi_together or running_sum has
 * launched its kernel and not waited for it. */
extern _Thread_local void (*after_launch)(void);
#endif

extern struct gputile_rt_region jacobi_region, together_region, sum_region, scale_region,
    parts_region;

#ifdef __cplusplus
}
#endif

#endif
