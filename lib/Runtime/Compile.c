/*===- Compile.c - From the text of kernels to code for a device ---*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/Compile.h"

#include "Runtime/Cache.h"
#include "Runtime/Settings.h"

#include "gputile/rt/gputile_rt.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Old versions of NVRTC are not for several threads; new ones take turns themselves. */
static pthread_mutex_t compiler_lock = PTHREAD_MUTEX_INITIALIZER;
static struct gpti_nvrtc nvrtc;
static int compiler_state; /* 0 unknown, 1 ready, -1 missing */
static char missing_reason[400];

int gpti_compiler_start(struct gpti_failure *failure) {
  /* Once it is known, nobody waits here for a text that another thread compiles. */
  int state = __atomic_load_n(&compiler_state, __ATOMIC_ACQUIRE);
  if (state == 0) {
    pthread_mutex_lock(&compiler_lock);
    state = compiler_state;
    if (state == 0) {
      const int missing = gpti_nvrtc_load(&nvrtc, gpti_settings_get()->cpu_backend, missing_reason,
                                          sizeof missing_reason);
      state = missing ? -1 : 1;
      __atomic_store_n(&compiler_state, state, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&compiler_lock);
  }
  if (state == 1)
    return 0;
  failure->permanent = 1;
  return gpti_fail(failure, GPUTILE_RT_COMPILE_ERROR, "%s", missing_reason);
}

/* The last one may be missing. */
enum { MOST_OPTIONS = 4 };

static int count_options(const char *const options[MOST_OPTIONS]) {
  return options[MOST_OPTIONS - 1] ? MOST_OPTIONS : MOST_OPTIONS - 1;
}

/* Results equal those of the original loops bit for bit: no contraction. */
static void make_options(const struct gpti_device *device, char *architecture, size_t size,
                         const char *options[MOST_OPTIONS]) {
  snprintf(architecture, size, "--gpu-architecture=%s", device->arch);
  options[0] = architecture;
  options[1] = "--std=c++17";
  options[2] = "-fmad=false";
  options[3] = gpti_settings_get()->lineinfo_dir ? "-lineinfo" : NULL;
}

static void hash_text(struct gpti_hash *hash, const char *text) {
  gpti_hash_add(hash, text, strlen(text) + 1);
}

static void make_key(const char *text, const char *const options[MOST_OPTIONS],
                     unsigned char key[GPTI_HASH_SIZE]) {
  struct gpti_hash hash;
  char versions[128];
  const int cpu = gpti_settings_get()->cpu_backend;
  const char *const flags = cpu ? gpti_environment("GPUTILE_CPU_CXXFLAGS") : NULL;
  gpti_hash_begin(&hash);
  snprintf(versions, sizeof versions, "%s %d NVRTC %d.%d %llu %llu", gputile_rt_version(), cpu,
           nvrtc.major, nvrtc.minor, nvrtc.file_size, nvrtc.file_time);
  hash_text(&hash, versions);
  hash_text(&hash, flags ? flags : "");
  for (int i = 0; i < count_options(options); ++i)
    hash_text(&hash, options[i]);
  hash_text(&hash, text);
  gpti_hash_end(&hash, key);
}

/* The first line of the log that tells an error, into the failure's text. */
static void quote_log(nvrtcProgram program, const char *name, struct gpti_failure *failure) {
  size_t size = 0;
  if (nvrtc.GetProgramLogSize(program, &size) != NVRTC_SUCCESS || size < 2)
    return;
  char *const log = calloc(1, size + 1);
  if (log && nvrtc.GetProgramLog(program, log) == NVRTC_SUCCESS) {
    if (gpti_settings_get()->verbose)
      fprintf(stderr, "gputile: messages of the compiler for %s:\n%s\n", name, log);
    const char *found = strstr(log, "error");
    while (found && found > log && found[-1] != '\n')
      --found;
    const char *const line = found ? found : log;
    const size_t length = strlen(failure->text);
    snprintf(failure->text + length, sizeof failure->text - length, ": %.*s",
             (int)strcspn(line, "\n"), line);
  }
  free(log);
}

static int compiler_failed(struct gpti_failure *failure, nvrtcResult error, const char *what) {
  const char *const name = nvrtc.GetErrorString(error);
  failure->permanent = error != NVRTC_ERROR_OUT_OF_MEMORY;
  return gpti_fail(failure,
                   failure->permanent ? GPUTILE_RT_COMPILE_ERROR : GPUTILE_RT_OUT_OF_MEMORY,
                   "%s (%s)", what, name ? name : "unknown error of NVRTC");
}

static int take_image(nvrtcProgram program, struct gpti_image *image,
                      struct gpti_failure *failure) {
  nvrtcResult error = nvrtc.GetCUBINSize(program, &image->size);
  if (error != NVRTC_SUCCESS || image->size == 0)
    return compiler_failed(failure, error, "NVRTC made no code for this device");
  image->bytes = malloc(image->size);
  if (!image->bytes)
    return gpti_fail(failure, GPUTILE_RT_OUT_OF_MEMORY, "no host memory for the kernels");
  error = nvrtc.GetCUBIN(program, image->bytes);
  if (error == NVRTC_SUCCESS)
    return 0;
  free(image->bytes);
  image->bytes = NULL;
  return compiler_failed(failure, error, "NVRTC made no code for this device");
}

static int compile_text(const char *text, const char *name, const char *const options[MOST_OPTIONS],
                        struct gpti_image *image, struct gpti_failure *failure) {
  nvrtcProgram program = NULL;
  nvrtcResult error = nvrtc.CreateProgram(&program, text, name, 0, NULL, NULL);
  if (error != NVRTC_SUCCESS)
    return compiler_failed(failure, error, "NVRTC does not take the kernels");
  int status = 0;
  error = nvrtc.CompileProgram(program, count_options(options), options);
  if (error != NVRTC_SUCCESS) {
    status = compiler_failed(failure, error, "the kernels do not compile for this device");
    quote_log(program, name, failure);
  } else {
    status = take_image(program, image, failure);
  }
  nvrtc.DestroyProgram(&program);
  return status;
}

int gpti_compile(const struct gpti_device *device, const char *text, const char *name, int afresh,
                 struct gpti_image *image, struct gpti_failure *failure) {
  const struct gpti_settings *const settings = gpti_settings_get();
  char architecture[64];
  const char *options[MOST_OPTIONS];
  memset(image, 0, sizeof *image);
  const int missing = gpti_compiler_start(failure);
  if (missing)
    return missing;
  make_options(device, architecture, sizeof architecture, options);
  make_key(text, options, image->key);
  if (!afresh)
    image->bytes = gpti_cache_load(settings->cache_dir, image->key, settings->cache_size,
                                   &image->size);
  if (image->bytes) {
    image->from_cache = 1;
    return 0;
  }
  pthread_mutex_lock(&compiler_lock);
  const int status = compile_text(text, name, options, image, failure);
  pthread_mutex_unlock(&compiler_lock);
  if (status == 0)
    gpti_cache_store(settings->cache_dir, image->key, image->bytes, image->size,
                     settings->cache_size);
  return status;
}

static int lies_inside(unsigned long long offset, unsigned long long size,
                       unsigned long long whole) {
  return offset <= whole && size <= whole - offset;
}

int gpti_image_is_whole(const unsigned char *bytes, unsigned long size) {
  Elf64_Ehdr head;
  if (size < sizeof head)
    return 0;
  memcpy(&head, bytes, sizeof head);
  if (memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64 ||
      head.e_shoff == 0 || head.e_shentsize != sizeof(Elf64_Shdr) ||
      !lies_inside(head.e_shoff, (unsigned long long)head.e_shnum * sizeof(Elf64_Shdr), size) ||
      !lies_inside(head.e_phoff, (unsigned long long)head.e_phnum * head.e_phentsize, size))
    return 0;
  for (unsigned i = 0; i < head.e_shnum; ++i) {
    Elf64_Shdr section;
    memcpy(&section, bytes + head.e_shoff + i * sizeof section, sizeof section);
    if (section.sh_type != SHT_NOBITS && section.sh_type != SHT_NULL &&
        !lies_inside(section.sh_offset, section.sh_size, size))
      return 0;
  }
  return 1;
}
