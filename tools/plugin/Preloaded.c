/*===- Preloaded.c - The plugin in a program that loads no plugins --------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

/* gputile-clangd lets clangd preload the plugin. What clangd starts in turn, such as the compilers
 * that it asks for their folders, must not load it: it takes symbols of Clang. */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

__attribute__((constructor)) static void hide_from_children(void) {
  const char *const list = getenv("LD_PRELOAD");
  Dl_info own;
  if (!list || !dladdr((void *)hide_from_children, &own))
    return;
  const size_t length = strlen(own.dli_fname);
  if (strncmp(list, own.dli_fname, length) != 0)
    return;
  if (list[length] == ':')
    setenv("LD_PRELOAD", list + length + 1, 1);
  else if (!list[length])
    unsetenv("LD_PRELOAD");
}
