/*===- Release.h - What is kept on devices, and the end of the process ---*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#ifndef GPUTILE_RUNTIME_RELEASE_H
#define GPUTILE_RUNTIME_RELEASE_H

/* Frees what idles on the devices and switches the library off. For atexit(). */
void gpti_release_at_exit(void);

#endif
