/*===- StandardStreams.c - stderr for the static isl in a shared object -------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

/* Distributions build libisl.a and libgmp.a for executables (-fPIE): they reach the
 * variable `stderr` by an address relative to the code, which the linker refuses in
 * a shared object unless the variable lies in it. So the plugin has a hidden
 * `stderr` of its own, which is given the C library's value before anything runs.
 * (No other variable of the C library is used; the link fails if that changes.) */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>

struct _IO_FILE;
__attribute__((visibility("hidden"))) struct _IO_FILE *stderr;

__attribute__((constructor(101))) static void initialiseStreams(void) {
  struct _IO_FILE **real = (struct _IO_FILE **)dlsym(RTLD_DEFAULT, "stderr");
  if (real)
    stderr = *real;
}
