/*===- Failure.h - Why something failed -----------------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#ifndef GPUTILE_RUNTIME_FAILURE_H
#define GPUTILE_RUNTIME_FAILURE_H

#include "Runtime/CudaApi.h"

/* Why a call fails, as status and as text for users. */
struct gpti_failure {
  int status;     /* gputile_rt_status; 0: nothing failed */
  int permanent;  /* the region would fail again */
  CUresult error; /* of the driver, else CUDA_SUCCESS */
  char text[600];
};

/* Describe a failure. \returns its status. */
int gpti_fail(struct gpti_failure *failure, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* With the error's name behind the text. */
int gpti_fail_cuda(struct gpti_failure *failure, CUresult error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
