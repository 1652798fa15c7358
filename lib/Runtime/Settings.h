/*===- Settings.h - What the environment asks for -------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#ifndef GPUTILE_RUNTIME_SETTINGS_H
#define GPUTILE_RUNTIME_SETTINGS_H

/* Read once, when the first region begins. */
struct gpti_settings {
  int disabled, require, verbose, profile, specialize, cpu_backend;
  int device;                     /* -1: not given */
  long long min_work;             /* fewer statements run the original loops */
  unsigned long long cache_size;  /* bytes on disk */
  unsigned long long keep_memory; /* bytes on the device that are kept for later calls */
  char *cache_dir;                /* null: no cache */
  char *lineinfo_dir;             /* null: kernels have no line numbers */
  /* True when a declined call says and counts nothing. */
  int quiet;
};

enum { GPTI_DEFAULT_MIN_WORK = 100000 };

/* The value of an environment variable; null in programs that run with more rights
 * than their user has. */
const char *gpti_environment(const char *name);

/* 4096, 64K, 256M, 2G. \returns 0, or -1 and leaves \p value when \p text is no size. */
int gpti_parse_size(const char *text, unsigned long long *value);

/* Reads the environment. Values that cannot be used, and names that begin with GPUTILE_ but mean
 * nothing, are told on stderr and ignored. */
void gpti_settings_read(struct gpti_settings *settings);
void gpti_settings_free(struct gpti_settings *settings);

/* The settings of this process. */
const struct gpti_settings *gpti_settings_get(void);
extern const struct gpti_settings *gpti_settings_published;
/* The same, or null when no region has begun yet; costs one load. */
static inline const struct gpti_settings *gpti_settings_peek(void) {
  return __atomic_load_n(&gpti_settings_published, __ATOMIC_ACQUIRE);
}

#endif
