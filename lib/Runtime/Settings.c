/*===- Settings.c - What the environment asks for -------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Settings.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct gpti_settings the_settings;
const struct gpti_settings *gpti_settings_published;
static pthread_once_t once = PTHREAD_ONCE_INIT;

const char *gpti_environment(const char *name) { return secure_getenv(name); }

/* True when the variable is set, and not to 0 or nothing. */
static int is_set(const char *name) {
  const char *const value = gpti_environment(name);
  return value && *value && strcmp(value, "0") != 0;
}

int gpti_parse_size(const char *text, unsigned long long *value) {
  char *end = NULL;
  errno = 0;
  const unsigned long long number = strtoull(text, &end, 10);
  if (end == text || errno || *text < '0' || *text > '9')
    return -1;
  unsigned shift = 0;
  switch (*end) {
  case 'k':
  case 'K':
    shift = 10;
    break;
  case 'm':
  case 'M':
    shift = 20;
    break;
  case 'g':
  case 'G':
    shift = 30;
    break;
  default:
    break;
  }
  if (end[shift != 0] != '\0' || number > (ULLONG_MAX >> shift))
    return -1;
  *value = number << shift;
  return 0;
}

static void read_size(const char *name, unsigned long long *value) {
  const char *const text = gpti_environment(name);
  if (text && *text && gpti_parse_size(text, value) != 0)
    fprintf(stderr, "gputile: %s=%s is not a size (4096, 64K, 256M, 2G); ignored\n", name, text);
}

static char *join(const char *folder, const char *name) {
  const size_t size = strlen(folder) + strlen(name) + 1;
  char *const path = malloc(size);
  if (path)
    snprintf(path, size, "%s%s", folder, name);
  return path;
}

static char *find_cache_dir(void) {
  const char *const given = gpti_environment("GPUTILE_CACHE_DIR");
  if (given)
    return *given ? join(given, "") : NULL;
  const char *const xdg = gpti_environment("XDG_CACHE_HOME");
  if (xdg && *xdg == '/')
    return join(xdg, "/gputile");
  const char *const home = gpti_environment("HOME");
  return home && *home == '/' ? join(home, "/.cache/gputile") : NULL;
}

void gpti_settings_read(struct gpti_settings *settings) {
  memset(settings, 0, sizeof *settings);
  settings->disabled = is_set("GPUTILE_DISABLE");
  settings->require = is_set("GPUTILE_REQUIRE");
  settings->verbose = is_set("GPUTILE_VERBOSE");
  settings->profile = is_set("GPUTILE_PROFILE");
  const char *const specialize = gpti_environment("GPUTILE_SPECIALIZE");
  settings->specialize = !(specialize && strcmp(specialize, "0") == 0);
  const char *const backend = gpti_environment("GPUTILE_BACKEND");
  settings->cpu_backend = backend && strcmp(backend, "cpu") == 0;
  if (backend && *backend && !settings->cpu_backend && strcmp(backend, "cuda") != 0)
    fprintf(stderr, "gputile: GPUTILE_BACKEND=%s is not cuda or cpu; ignored\n", backend);
  settings->device = -1;
  unsigned long long number = ULLONG_MAX;
  read_size("GPUTILE_DEVICE", &number);
  if (number <= INT_MAX)
    settings->device = (int)number;
  number = settings->require || settings->cpu_backend ? 0 : GPTI_DEFAULT_MIN_WORK;
  read_size("GPUTILE_MIN_WORK", &number);
  settings->min_work = number > LLONG_MAX ? LLONG_MAX : (long long)number;
  settings->cache_size = 256ULL << 20;
  read_size("GPUTILE_CACHE_SIZE", &settings->cache_size);
  settings->keep_memory = 1ULL << 30;
  read_size("GPUTILE_KEEP_MEMORY", &settings->keep_memory);
  settings->cache_dir = find_cache_dir();
  settings->quiet = !settings->verbose && !settings->profile && !settings->require;
}

void gpti_settings_free(struct gpti_settings *settings) {
  free(settings->cache_dir);
  settings->cache_dir = NULL;
}

static void read_once(void) {
  gpti_settings_read(&the_settings);
  __atomic_store_n(&gpti_settings_published, &the_settings, __ATOMIC_RELEASE);
}

const struct gpti_settings *gpti_settings_get(void) {
  pthread_once(&once, read_once);
  return &the_settings;
}
