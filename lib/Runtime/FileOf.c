/*===- FileOf.c - Where code was loaded from ------------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/FileOf.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Takes the path of a line "begin-end rwxp offset device inode  path" whose range holds
 * \p address. \returns false for another line. */
static int read_line(const char *line, uintptr_t address, char *path, size_t size) {
  unsigned long begin = 0, end = 0;
  int at = 0;
  if (sscanf(line, "%lx-%lx %*s %*s %*s %*s %n", &begin, &end, &at) < 2 || at == 0 ||
      address < begin || address >= end)
    return 0;
  const size_t length = strcspn(line + at, "\n");
  if (line[at] != '/' || line[at + (int)length] == '\0' || length >= size)
    return 0;
  memcpy(path, line + at, length);
  path[length] = '\0';
  return 1;
}

int gpti_file_of(const void *address, char *path, size_t size) {
  char line[PATH_MAX + 200];
  FILE *const maps = fopen("/proc/self/maps", "re");
  if (!maps)
    return -1;
  int found = 0;
  while (!found && fgets(line, sizeof line, maps))
    found = read_line(line, (uintptr_t)address, path, size);
  fclose(maps);
  return found ? 0 : -1;
}
