/*===- SourceFile.c - The text of kernels, for profilers --------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/SourceFile.h"

#include "Runtime/Settings.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int write_text(const char *path, const char *text) {
  FILE *const file = fopen(path, "we");
  if (!file)
    return -1;
  const int failed = fputs(text, file) < 0;
  return fclose(file) != 0 || failed ? -1 : 0;
}

/* Processes that run at the same time write the same; none reads half of it. */
static int replace_text(const char *path, const char *text) {
  char other[PATH_MAX + 32];
  snprintf(other, sizeof other, "%s.%ld", path, (long)getpid());
  if (write_text(other, text) == 0 && rename(other, path) == 0)
    return 0;
  const int error = errno;
  unlink(other);
  errno = error;
  return -1;
}

int gpti_source_file(const struct gputile_rt_region *region, char *path, size_t size) {
  const char *const folder = gpti_settings_get()->lineinfo_dir;
  char absolute[PATH_MAX];
  if (!folder)
    return -1;
  mkdir(folder, 0777);
  if (!realpath(folder, absolute)) {
    fprintf(stderr, "gputile: GPUTILE_LINEINFO=%s is no folder: %s\n", folder, strerror(errno));
    return -1;
  }
  if (snprintf(path, size, "%s/%s.cu", absolute, region->name) >= (int)size)
    errno = ENAMETOOLONG;
  else if (replace_text(path, region->source) == 0)
    return 0;
  fprintf(stderr, "gputile: cannot write %s: %s\n", path, strerror(errno));
  return -1;
}
