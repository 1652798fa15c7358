/*===- Nvtx.c - Ranges that profilers show ---------------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

/* NVTX is no library but a protocol: the program looks for the profiler's library, calls its
 * function InitializeInjectionNvtx2, and gives it tables of pointers, in which the profiler puts
 * functions of its own. Numbers and structures are those of NVTX 3, which its header-only
 * implementation fixes. */

#include "Runtime/Nvtx.h"

#include "Runtime/Settings.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef void (*function)(void);

/* Modules, and how many functions each has; number 0 is none. */
enum { CORE = 1, CUDA, OPENCL, CUDART, CORE2, SYNC, MODULES };
enum { MOST_FUNCTIONS = 16 };
static const unsigned function_counts[MODULES] = {0, 16, 9, 15, 7, 16, 7};
/* Functions of module CORE2. */
enum { DOMAIN_RANGE_PUSH = 4, DOMAIN_RANGE_POP = 5, DOMAIN_CREATE = 11 };

enum { TABLE_CALLBACKS = 1, TABLE_VERSION = 3 };
enum { NVTX_VERSION = 3 };

struct callback_table {
  size_t size;
  int (*get_functions)(int module, function ***table, unsigned *count);
};

struct version_table {
  size_t size;
  uint32_t version, reserved;
  void (*set_injection_version)(uint32_t version);
};

enum { MESSAGE_ASCII = 1 };

struct event_attributes {
  uint16_t version, size;
  uint32_t category;
  int32_t color_type;
  uint32_t color;
  int32_t payload_type, reserved;
  uint64_t payload;
  int32_t message_type;
  const char *message;
};

/* Where profilers put their functions, and what they see of that. */
static function functions[MODULES][MOST_FUNCTIONS];
static function *slots[MODULES][MOST_FUNCTIONS + 1];

static void *domain;
static int (*push_range)(void *domain, const struct event_attributes *event);
static int (*pop_range)(void *domain);

static int get_functions(int module, function ***table, unsigned *count) {
  if (module <= 0 || module >= MODULES)
    return 0;
  if (table)
    *table = slots[module];
  if (count)
    *count = function_counts[module];
  return 1;
}

static void set_injection_version(uint32_t version) { (void)version; }

static const void *get_export_table(uint32_t table) {
  static const struct callback_table callbacks = {sizeof callbacks, get_functions};
  static const struct version_table versions = {sizeof versions, NVTX_VERSION, 0,
                                                set_injection_version};
  return table == TABLE_CALLBACKS ? (const void *)&callbacks
         : table == TABLE_VERSION ? (const void *)&versions
                                  : NULL;
}

/* \returns whether the profiler wants to know. */
static int inject(const char *path) {
  int (*start)(const void *(*)(uint32_t)) = NULL;
  void *const library = dlopen(path, RTLD_LAZY);
  if (!library)
    return 0;
  void *const symbol = dlsym(library, "InitializeInjectionNvtx2");
  memcpy(&start, &symbol, sizeof start);
  if (start && start(get_export_table))
    return 1;
  dlclose(library);
  return 0;
}

static void take_function(int number, void *pointer) {
  memcpy(pointer, &functions[CORE2][number], sizeof(function));
}

static void begin(void) {
  const char *const path = gpti_environment("NVTX_INJECTION64_PATH");
  if (!path || !*path)
    return;
  for (int module = 1; module < MODULES; ++module)
    for (unsigned number = 1; number < function_counts[module]; ++number)
      slots[module][number] = &functions[module][number];
  if (!inject(path))
    return;
  void *(*create_domain)(const char *name) = NULL;
  take_function(DOMAIN_CREATE, &create_domain);
  take_function(DOMAIN_RANGE_POP, &pop_range);
  if (create_domain)
    domain = create_domain("gputile");
  /* A range that cannot be closed is not opened. */
  if (pop_range)
    take_function(DOMAIN_RANGE_PUSH, &push_range);
}

static int is_watched(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, begin);
  return push_range != NULL;
}

void gpti_range_push(const char *name) {
  if (!is_watched())
    return;
  struct event_attributes event;
  memset(&event, 0, sizeof event);
  event.version = NVTX_VERSION;
  event.size = sizeof event;
  event.message_type = MESSAGE_ASCII;
  event.message = name;
  push_range(domain, &event);
}

void gpti_range_pop(void) {
  if (is_watched())
    pop_range(domain);
}
