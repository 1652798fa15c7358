/*===- Settings.c - What the environment asks for -------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/Settings.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/auxv.h>
#include <unistd.h>

static struct gpti_settings the_settings;
const struct gpti_settings *gpti_settings_published;
static pthread_once_t once = PTHREAD_ONCE_INIT;

const char *gpti_environment(const char *name) { return secure_getenv(name); }

static void say_ignored(const char *name, const char *value, const char *expected) {
  fprintf(stderr, "gputile: %s=%s is not %s; ignored\n", name, value, expected);
}

/* A switch; \p otherwise when the variable is not set, or to nothing. */
static int read_flag(const char *name, int otherwise) {
  static const char *const off[] = {"0", "off", "no", "false"};
  static const char *const on[] = {"1", "on", "yes", "true"};
  const char *const value = gpti_environment(name);
  if (!value || !*value)
    return otherwise;
  for (unsigned i = 0; i < sizeof off / sizeof *off; ++i) {
    if (strcasecmp(value, off[i]) == 0)
      return 0;
    if (strcasecmp(value, on[i]) == 0)
      return 1;
  }
  say_ignored(name, value, "0 or 1");
  return otherwise;
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
    say_ignored(name, text, "a size (4096, 64K, 256M, 2G)");
}

static void read_device(int *device) {
  const char *const text = gpti_environment("GPUTILE_DEVICE");
  unsigned long long number = 0;
  if (!text || !*text)
    return;
  if (strspn(text, "0123456789") == strlen(text) && gpti_parse_size(text, &number) == 0 &&
      number <= INT_MAX)
    *device = (int)number;
  else
    say_ignored("GPUTILE_DEVICE", text, "the number of a device (0, 1, ...)");
}

static int read_backend(void) {
  const char *const text = gpti_environment("GPUTILE_BACKEND");
  if (!text || !*text || strcmp(text, "cuda") == 0)
    return 0;
  if (strcmp(text, "cpu") == 0)
    return 1;
  say_ignored("GPUTILE_BACKEND", text, "cuda or cpu");
  return 0;
}

/* Whether \p text, of \p length characters, is the name of a variable of gputile. */
static int is_known(const char *text, size_t length) {
  static const char *const known[] = {
#define VARIABLE(name) "GPUTILE_" #name,
#include "gputile/Support/Variables.def"
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
    if (strlen(known[i]) == length && memcmp(known[i], text, length) == 0)
      return 1;
  return 0;
}

/* A mistyped name would be without any effect. */
static void say_unknown_names(void) {
  if (getauxval(AT_SECURE)) /* as for secure_getenv() */
    return;
  for (char **entry = environ; entry && *entry; ++entry) {
    const size_t length = strcspn(*entry, "=");
    if (strncmp(*entry, "GPUTILE_", 8) == 0 && !is_known(*entry, length))
      fprintf(stderr, "gputile: there is no variable %.*s; ignored\n", (int)length, *entry);
  }
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
  say_unknown_names();
  settings->disabled = read_flag("GPUTILE_DISABLE", 0);
  settings->require = read_flag("GPUTILE_REQUIRE", 0);
  settings->verbose = read_flag("GPUTILE_VERBOSE", 0);
  settings->profile = read_flag("GPUTILE_PROFILE", 0);
  settings->specialize = read_flag("GPUTILE_SPECIALIZE", 1);
  settings->cpu_backend = read_backend();
  settings->device = -1;
  read_device(&settings->device);
  unsigned long long number = settings->require || settings->cpu_backend ? 0 : GPTI_DEFAULT_MIN_WORK;
  read_size("GPUTILE_MIN_WORK", &number);
  settings->min_work = number > LLONG_MAX ? LLONG_MAX : (long long)number;
  settings->cache_size = 256ULL << 20;
  read_size("GPUTILE_CACHE_SIZE", &settings->cache_size);
  settings->keep_memory = 1ULL << 30;
  read_size("GPUTILE_KEEP_MEMORY", &settings->keep_memory);
  settings->cache_dir = find_cache_dir();
  const char *const lineinfo = gpti_environment("GPUTILE_LINEINFO");
  settings->lineinfo_dir = lineinfo && *lineinfo ? join(lineinfo, "") : NULL;
  settings->quiet = !settings->verbose && !settings->profile && !settings->require;
}

void gpti_settings_free(struct gpti_settings *settings) {
  free(settings->cache_dir);
  free(settings->lineinfo_dir);
  settings->cache_dir = settings->lineinfo_dir = NULL;
}

static void read_once(void) {
  gpti_settings_read(&the_settings);
  __atomic_store_n(&gpti_settings_published, &the_settings, __ATOMIC_RELEASE);
}

const struct gpti_settings *gpti_settings_get(void) {
  pthread_once(&once, read_once);
  return &the_settings;
}
