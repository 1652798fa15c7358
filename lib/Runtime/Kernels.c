/*===- Kernels.c - The kernels of a region on a device --------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/Kernels.h"

#include "Runtime/Cache.h"
#include "Runtime/Compile.h"
#include "Runtime/KernelText.h"
#include "Runtime/Nvtx.h"
#include "Runtime/Profile.h"
#include "Runtime/Settings.h"
#include "Runtime/SourceFile.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of a region, under the record's lock. Sets of sizes do not change once they are there,
 * and modules stay as long as the process. */
struct gpti_kernels {
  unsigned param_count; /* of all kernels */
  int size_sets;
  struct gpti_size *sizes[GPTI_SIZE_SETS];
  struct gpti_module *modules;
  int images_failed;
};

static unsigned first_param(const struct gputile_rt_region *region, unsigned kernel) {
  unsigned first = 0;
  for (unsigned k = 0; k < kernel; ++k)
    first += region->kernels[k].param_count;
  return first;
}

static int is_size(const struct gputile_rt_param *param) {
  return (param->kind == 's' || param->kind == 'n') && param->name;
}

/*===- Sets of sizes ---------------------------------------------------------===*/

static int set_matches(const struct gputile_rt_region *region, const struct gpti_size *set,
                       const struct gpti_wanted *wanted) {
  const struct gpti_size *const sizes = set + first_param(region, wanted->kernel);
  for (unsigned p = 0; p < region->kernels[wanted->kernel].param_count; ++p)
    if (sizes[p].known && sizes[p].value != wanted->sizes[p].value)
      return 0;
  return 1;
}

int gpti_kernels_match(struct gpti_record *record, const struct gpti_module *module,
                       const struct gpti_wanted *wanted) {
  return module->device == wanted->device && module->wide == wanted->wide &&
         (module->size_set == 0 ||
          set_matches(record->region, record->kernels->sizes[module->size_set - 1], wanted));
}

/* The value that the wanted launch gives to a size of the region. */
static struct gpti_size size_named(const struct gputile_rt_region *region,
                                   const struct gpti_wanted *wanted, const char *name) {
  const struct gputile_rt_kernel_info *const kernel = &region->kernels[wanted->kernel];
  for (unsigned p = 0; p < kernel->param_count; ++p)
    if (kernel->params[p].kind == 'n' && is_size(&kernel->params[p]) &&
        strcmp(kernel->params[p].name, name) == 0)
      return wanted->sizes[p];
  return (struct gpti_size){0, 0};
}

/* What is known of the sizes of all kernels when the wanted one is launched. */
static struct gpti_size *make_set(const struct gputile_rt_region *region,
                                  const struct gpti_wanted *wanted, unsigned count) {
  struct gpti_size *const set = calloc(count ? count : 1, sizeof *set);
  struct gpti_size *to = set;
  for (unsigned k = 0; set && k < region->kernel_count; ++k)
    for (unsigned p = 0; p < region->kernels[k].param_count; ++p, ++to) {
      const struct gputile_rt_param *const param = &region->kernels[k].params[p];
      if (!is_size(param))
        continue;
      if (param->kind == 'n')
        *to = size_named(region, wanted, param->name);
      else
        *to = (struct gpti_size){1, wanted->stride(wanted->call, param->index, param->dim)};
    }
  return set;
}

static int has_sizes(const struct gputile_rt_region *region) {
  for (unsigned k = 0; k < region->kernel_count; ++k)
    for (unsigned p = 0; p < region->kernels[k].param_count; ++p)
      if (is_size(&region->kernels[k].params[p]))
        return 1;
  return 0;
}

/* The number that a version for the wanted launch has as size_set. */
static int choose_set(struct gpti_record *record, const struct gpti_wanted *wanted) {
  struct gpti_kernels *const kernels = record->kernels;
  if (!gpti_settings_get()->specialize || !has_sizes(record->region))
    return 0;
  for (int i = 0; i < kernels->size_sets; ++i)
    if (set_matches(record->region, kernels->sizes[i], wanted))
      return i + 1;
  if (kernels->size_sets == GPTI_SIZE_SETS)
    return 0;
  struct gpti_size *const set = make_set(record->region, wanted, kernels->param_count);
  if (!set)
    return 0;
  kernels->sizes[kernels->size_sets++] = set;
  return kernels->size_sets;
}

/*===- Versions --------------------------------------------------------------===*/

static const struct gputile_rt_image *find_image(const struct gputile_rt_region *region,
                                                 const struct gpti_device *device, int wide) {
  for (unsigned i = 0; i < region->image_count; ++i)
    if (strcmp(region->images[i].arch, device->arch) == 0 &&
        (wide < 0 || (int)region->images[i].wide == wide))
      return &region->images[i];
  return NULL;
}

int gpti_kernels_possible(const struct gputile_rt_region *region, const struct gpti_device *device,
                          struct gpti_failure *failure) {
  return find_image(region, device, -1) ? 0 : gpti_compiler_start(failure);
}

/* The kernels that came with the program, or null: then the text is compiled. */
static CUmodule load_program_image(struct gpti_record *record, const struct gpti_wanted *wanted) {
  const struct gputile_rt_region *const region = record->region;
  const struct gputile_rt_image *const image = find_image(region, wanted->device, wanted->wide);
  if (!image || record->kernels->images_failed)
    return NULL;
  CUmodule handle = NULL;
  CUresult error = CUDA_ERROR_INVALID_IMAGE;
  if (gpti_image_is_whole(image->bytes, image->size))
    error = gpti_cu.ModuleLoadData(&handle, image->bytes);
  if (error == CUDA_SUCCESS)
    return handle;
  char name[32];
  record->kernels->images_failed = 1;
  if (gpti_settings_get()->verbose)
    fprintf(stderr, "%s:%u: gputile: the program's kernels for %s cannot be loaded: %s\n",
            region->file, region->line, image->arch, gpti_error_name(error, name));
  return NULL;
}

static int is_bad_code(CUresult error) {
  return error == CUDA_ERROR_INVALID_IMAGE || error == CUDA_ERROR_NO_BINARY_FOR_GPU ||
         error == CUDA_ERROR_INVALID_PTX || error == CUDA_ERROR_UNSUPPORTED_PTX_VERSION ||
         error == CUDA_ERROR_INVALID_SOURCE;
}

static CUmodule compile_and_load(struct gpti_record *record, const struct gpti_wanted *wanted,
                                 const char *text, struct gpti_failure *failure) {
  CUmodule handle = NULL;
  for (int afresh = 0; afresh < 2; ++afresh) {
    struct gpti_image image;
    if (gpti_compile(wanted->device, text, record->region->name, afresh, &image, failure))
      return NULL;
    const CUresult error = gpti_cu.ModuleLoadData(&handle, image.bytes);
    free(image.bytes);
    if (error == CUDA_SUCCESS)
      return handle;
    gpti_fail_cuda(failure, error, "the kernels cannot be loaded");
    if (!is_bad_code(error))
      return NULL;
    failure->status = GPUTILE_RT_COMPILE_ERROR;
    gpti_cache_drop(gpti_settings_get()->cache_dir, image.key);
    /* What was read from the disk may be whole and yet of no use here. */
    if (!image.from_cache)
      break;
  }
  failure->permanent = 1;
  return NULL;
}

static CUmodule load_version(struct gpti_record *record, const struct gpti_wanted *wanted,
                             int size_set, struct gpti_failure *failure) {
  const long long begin = gpti_now_ns();
  const struct gpti_size *const sizes = size_set ? record->kernels->sizes[size_set - 1] : NULL;
  char path[PATH_MAX];
  const char *const file =
      gpti_source_file(record->region, path, sizeof path) == 0 ? path : record->region->name;
  char *const text = gpti_kernel_text(record->region, wanted->wide, sizes, file);
  if (!text) {
    gpti_fail(failure, GPUTILE_RT_OUT_OF_MEMORY, "no host memory for the kernels");
    return NULL;
  }
  gpti_range_push("compilation");
  const CUmodule handle = compile_and_load(record, wanted, text, failure);
  gpti_range_pop();
  free(text);
  gpti_count(&record->counts.compile_ns, gpti_now_ns() - begin);
  return handle;
}

static struct gpti_module *find_module(const struct gpti_kernels *kernels,
                                       const struct gpti_wanted *wanted, int size_set) {
  for (struct gpti_module *m = kernels->modules; m; m = m->next)
    if (m->device == wanted->device && m->wide == wanted->wide && m->size_set == size_set)
      return m;
  return NULL;
}

static struct gpti_module *add_module(struct gpti_record *record, const struct gpti_wanted *wanted,
                                      int size_set, CUmodule handle, struct gpti_failure *failure) {
  struct gpti_module *const module =
      calloc(1, sizeof *module + record->region->kernel_count * sizeof *module->functions);
  if (!module) {
    gpti_cu.ModuleUnload(handle);
    gpti_fail(failure, GPUTILE_RT_OUT_OF_MEMORY, "no host memory for the kernels");
    return NULL;
  }
  module->device = wanted->device;
  module->wide = wanted->wide;
  module->size_set = size_set;
  module->handle = handle;
  module->next = record->kernels->modules;
  record->kernels->modules = module;
  return module;
}

static struct gpti_module *get_locked(struct gpti_record *record, const struct gpti_wanted *wanted,
                                      struct gpti_failure *failure) {
  if (!record->kernels) {
    record->kernels = calloc(1, sizeof *record->kernels);
    if (!record->kernels) {
      gpti_fail(failure, GPUTILE_RT_OUT_OF_MEMORY, "no host memory for the kernels");
      return NULL;
    }
    record->kernels->param_count = first_param(record->region, record->region->kernel_count);
  }
  /* The program's own kernels are for any sizes. */
  CUmodule handle = NULL;
  struct gpti_module *module = find_module(record->kernels, wanted, 0);
  if (!module && (handle = load_program_image(record, wanted)))
    return add_module(record, wanted, 0, handle, failure);
  if (module && find_image(record->region, wanted->device, wanted->wide) &&
      !record->kernels->images_failed)
    return module;
  const int size_set = choose_set(record, wanted);
  module = find_module(record->kernels, wanted, size_set);
  if (module)
    return module;
  handle = load_version(record, wanted, size_set, failure);
  /* Kernels that came with the program may do for other launches. */
  if (!handle && find_image(record->region, wanted->device, -1) && !record->kernels->images_failed)
    failure->permanent = 0;
  return handle ? add_module(record, wanted, size_set, handle, failure) : NULL;
}

struct gpti_module *gpti_kernels_get(struct gpti_record *record, const struct gpti_wanted *wanted,
                                     struct gpti_failure *failure) {
  pthread_mutex_lock(&record->lock);
  struct gpti_module *const module = get_locked(record, wanted, failure);
  pthread_mutex_unlock(&record->lock);
  return module;
}

/* Fills `found`, all of it or nothing. */
static CUresult find_function(const struct gputile_rt_kernel_info *info,
                              const struct gpti_module *module, struct gpti_function *found,
                              const char **what) {
  CUfunction handle = NULL;
  int resident = 0;
  *what = "the driver does not find kernel";
  CUresult error = gpti_cu.ModuleGetFunction(&handle, module->handle, info->name);
  if (error == CUDA_SUCCESS && info->shared_bytes > 0) {
    *what = "a multiprocessor has too little shared memory for kernel";
    error = gpti_cu.FuncSetAttribute(handle, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                     (int)info->shared_bytes);
  }
  if (error == CUDA_SUCCESS && info->mode != GPUTILE_RT_PLAIN) {
    *what = "the driver does not tell how many blocks run together for kernel";
    error = gpti_cu.OccupancyMaxActiveBlocksPerMultiprocessor(
        &resident, handle, (int)(info->block[0] * info->block[1] * info->block[2]),
        info->shared_bytes);
    if (error == CUDA_SUCCESS && resident <= 0)
      error = CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
  }
  if (error != CUDA_SUCCESS)
    return error;
  found->resident = resident;
  __atomic_store_n(&found->handle, handle, __ATOMIC_RELEASE);
  return CUDA_SUCCESS;
}

struct gpti_function *gpti_kernels_function(struct gpti_record *record, struct gpti_module *module,
                                            unsigned kernel, struct gpti_failure *failure) {
  const struct gputile_rt_kernel_info *const info = &record->region->kernels[kernel];
  struct gpti_function *const function = &module->functions[kernel];
  /* Another thread may hold the lock for as long as it compiles. */
  if (__atomic_load_n(&function->handle, __ATOMIC_ACQUIRE))
    return function;
  CUresult error = CUDA_SUCCESS;
  const char *what = NULL;
  pthread_mutex_lock(&record->lock);
  if (!function->handle)
    error = find_function(info, module, function, &what);
  pthread_mutex_unlock(&record->lock);
  if (error == CUDA_SUCCESS)
    return function;
  gpti_fail_cuda(failure, error, "%s '%s'", what, info->name);
  if (error == CUDA_ERROR_NOT_FOUND)
    failure->status = GPUTILE_RT_COMPILE_ERROR;
  /* No later call can have more of either. */
  if (error == CUDA_ERROR_NOT_FOUND || error == CUDA_ERROR_INVALID_VALUE)
    failure->permanent = 1;
  return NULL;
}

void gpti_kernels_unload(struct gpti_record *record, const struct gpti_device *device) {
  pthread_mutex_lock(&record->lock);
  struct gpti_module **at = record->kernels ? &record->kernels->modules : NULL;
  while (at && *at) {
    struct gpti_module *const module = *at;
    if (module->device != device) {
      at = &module->next;
      continue;
    }
    *at = module->next;
    gpti_cu.ModuleUnload(module->handle);
    free(module);
  }
  pthread_mutex_unlock(&record->lock);
}
