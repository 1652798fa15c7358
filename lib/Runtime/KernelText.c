/*===- KernelText.c - The text of one version of a region's kernels ---*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/KernelText.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
  char *bytes;
  size_t length, room;
  int failed;
};

static void append(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void append(struct text *text, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  const int more = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  if (more >= 0 && text->length + (size_t)more + 1 > text->room) {
    const size_t room = 2 * (text->length + (size_t)more + 1);
    char *const larger = realloc(text->bytes, room);
    text->failed |= !larger;
    text->bytes = larger ? larger : text->bytes;
    text->room = larger ? room : text->room;
  }
  text->failed |= more < 0;
  if (!text->failed) {
    vsnprintf(text->bytes + text->length, text->room - text->length, format, again);
    text->length += (size_t)more;
  }
  va_end(again);
}

static void append_sizes(struct text *text, const struct gputile_rt_kernel_info *kernel,
                         const struct gpti_size *sizes) {
  append(text, "#define GPT_SIZES_%s", kernel->name);
  for (unsigned p = 0; sizes && p < kernel->param_count; ++p) {
    if (!sizes[p].known || !kernel->params[p].name)
      continue;
    if (sizes[p].value > INT_MIN && sizes[p].value <= INT_MAX)
      append(text, " __builtin_assume(%s == %lld);", kernel->params[p].name, sizes[p].value);
    else if (sizes[p].value > LLONG_MIN)
      append(text, " __builtin_assume(%s == %lldLL);", kernel->params[p].name, sizes[p].value);
  }
  append(text, "\n");
}

/* A path as a string literal of C. */
static void append_quoted(struct text *text, const char *path) {
  for (; *path; ++path)
    append(text, *path == '"' || *path == '\\' ? "\\%c" : "%c", *path);
}

char *gpti_kernel_text(const struct gputile_rt_region *region, int wide,
                       const struct gpti_size *sizes, const char *file) {
  struct text text = {NULL, 0, 0, 0};
  append(&text, "#define GPT_WIDE %d\n", wide);
  unsigned first = 0;
  for (unsigned k = 0; k < region->kernel_count; ++k) {
    append_sizes(&text, &region->kernels[k], sizes ? sizes + first : NULL);
    first += region->kernels[k].param_count;
  }
  append(&text, "#line 1 \"");
  append_quoted(&text, file);
  append(&text, "\"\n%s", region->source);
  if (!text.failed)
    return text.bytes;
  free(text.bytes);
  return NULL;
}
