/*===- Version.c - The version of the library ---------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "gputile/rt/gputile_rt.h"

const char *gputile_rt_version(void) { return GPUTILE_RT_VERSION; }

unsigned gputile_rt_abi(void) { return GPUTILE_RT_ABI; }
