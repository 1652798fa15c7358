/*===- Planted.c - A library that must never be loaded --------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include <stdio.h>
#include <stdlib.h>

__attribute__((constructor)) static void betray(void) {
  fprintf(stderr, "the planted library was loaded\n");
  _Exit(99);
}
