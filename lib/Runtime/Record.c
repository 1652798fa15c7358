/*===- Record.c - What the library knows about a region -------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/Record.h"

#include "Runtime/Settings.h"

#include <stdio.h>
#include <stdlib.h>

static struct gpti_record *all_records;

struct gpti_record *gpti_records(void) { return __atomic_load_n(&all_records, __ATOMIC_ACQUIRE); }

struct gpti_record *gpti_record_of(struct gputile_rt_region *region) {
  void *found = __atomic_load_n(&region->state[GPTI_SLOT_RECORD], __ATOMIC_ACQUIRE);
  if (found)
    return found;
  struct gpti_record *const record = calloc(1, sizeof *record);
  if (!record)
    return NULL;
  record->region = region;
  snprintf(record->label, sizeof record->label, "%s (%s:%u)", region->name, region->file,
           region->line);
  pthread_mutex_init(&record->lock, NULL);
  if (!__atomic_compare_exchange_n(&region->state[GPTI_SLOT_RECORD], &found, record, 0,
                                   __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    pthread_mutex_destroy(&record->lock);
    free(record);
    return found;
  }
  record->next = __atomic_load_n(&all_records, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&all_records, &record->next, record, 1, __ATOMIC_RELEASE,
                                      __ATOMIC_RELAXED)) {
  }
  return record;
}

void gpti_set_permanent(struct gputile_rt_region *region, int status) {
  __atomic_store_n(&region->state[GPTI_SLOT_PERMANENT], (void *)(intptr_t)status, __ATOMIC_RELEASE);
}

void gpti_count(long long *counter, long long by) {
  __atomic_fetch_add(counter, by, __ATOMIC_RELAXED);
}

int gpti_say_declined(struct gputile_rt_region *region, int status, const char *why) {
  const struct gpti_settings *const settings = gpti_settings_get();
  if (settings->verbose)
    fprintf(stderr, "%s:%u: gputile: %s; the original loops run\n", region->file, region->line,
            why);
  struct gpti_record *const record = settings->profile ? gpti_record_of(region) : NULL;
  if (record) {
    gpti_count(&record->counts.calls, 1);
    gpti_count(&record->counts.declined, 1);
  }
  return status;
}

static const char *consequence(const struct gpti_settings *settings, int status) {
  return settings->require                ? "GPUTILE_REQUIRE is set: aborting"
         : status == GPUTILE_RT_NO_DEVICE ? "the original loops of all regions run"
                                          : "the original loops run";
}

/* Whether the user knows it already. What keeps all regions from the device is told once. */
static int was_said(struct gpti_record *record, int status) {
  static int said_of_all;
  if (record && __atomic_exchange_n(&record->said, 1, __ATOMIC_RELAXED))
    return 1;
  return status == GPUTILE_RT_NO_DEVICE && __atomic_exchange_n(&said_of_all, 1, __ATOMIC_RELAXED);
}

int gpti_say_fallback(struct gputile_rt_region *region, int status, const char *why) {
  const struct gpti_settings *const settings = gpti_settings_get();
  struct gpti_record *const record = gpti_record_of(region);
  if (!was_said(record, status) || settings->require || settings->verbose)
    fprintf(stderr, "%s:%u: gputile: %s; %s\n", region->file, region->line, why,
            consequence(settings, status));
  if (settings->require)
    abort();
  if (record) {
    gpti_count(&record->counts.calls, 1);
    gpti_count(&record->counts.fallbacks, 1);
  }
  return status;
}

int gpti_say_other_abi(const struct gputile_rt_region *region) {
  static int said;
  const struct gpti_settings *const settings = gpti_settings_get();
  if (!__atomic_exchange_n(&said, 1, __ATOMIC_RELAXED) || settings->require || settings->verbose)
    fprintf(stderr,
            "gputile: a region was compiled for version %u of the interface of libgputile_rt, and "
            "this library (%s) has version %u: compile the program again; %s\n",
            region->abi, gputile_rt_version(), (unsigned)GPUTILE_RT_ABI,
            consequence(settings, GPUTILE_RT_OTHER_ABI));
  if (settings->require)
    abort();
  return GPUTILE_RT_OTHER_ABI;
}
