/*===- Failure.c - Why something failed -----------------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/Failure.h"

#include "gputile/rt/gputile_rt.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int gpti_fail(struct gpti_failure *failure, int status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(failure->text, sizeof failure->text, format, arguments);
  va_end(arguments);
  failure->status = status;
  failure->error = CUDA_SUCCESS;
  return status;
}

int gpti_fail_cuda(struct gpti_failure *failure, CUresult error, const char *format, ...) {
  char name[32];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(failure->text, sizeof failure->text, format, arguments);
  va_end(arguments);
  const size_t length = strlen(failure->text);
  snprintf(failure->text + length, sizeof failure->text - length, ": %s",
           gpti_error_name(error, name));
  failure->error = error;
  failure->status =
      error == CUDA_ERROR_OUT_OF_MEMORY ? GPUTILE_RT_OUT_OF_MEMORY : GPUTILE_RT_CUDA_ERROR;
  return failure->status;
}
