/*===- Launch.c - Launches of kernels -------------------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#include "Runtime/End.h"

#include "Runtime/Kernels.h"
#include "Runtime/BlockCounts.h"
#include "Runtime/Nvtx.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static long long stride_of(const void *call, unsigned array, unsigned dim) {
  return ((const struct gputile_rt_call *)call)->arrays[array].stride[dim];
}

/* Also notes the sizes by which a version is chosen. */
static void set_index(struct gputile_rt_call *call, unsigned p, int wide, long long value,
                      int is_size) {
  if (wide)
    call->arguments[p].wide = value;
  else
    call->arguments[p].narrow = (int)value;
  call->sizes[p].known = is_size;
  call->sizes[p].value = value;
}

static void set_arguments(struct gputile_rt_call *call, const struct gputile_rt_kernel_info *kernel,
                          int wide, const void *const *values) {
  for (unsigned p = 0; p < kernel->param_count; ++p) {
    const struct gputile_rt_param *const param = &kernel->params[p];
    long long number = 0;
    call->argument_addresses[p] = &call->arguments[p];
    call->sizes[p].known = 0;
    switch (param->kind) {
    case 'a':
      call->arguments[p].address = call->arrays[param->index].device;
      break;
    case 's':
      set_index(call, p, wide, call->arrays[param->index].stride[param->dim], 1);
      break;
    case 'n':
    case 'x':
      memcpy(&number, *values++, sizeof number);
      set_index(call, p, wide, number, param->kind == 'n');
      break;
    case 'v':
      /* The driver reads it during the launch, and as many bytes as the kernel takes. */
      call->argument_addresses[p] = (void *)*values++;
      break;
    default: /* 'f' */
      call->arguments[p].address = call->flags ? call->flags->address : 0;
      break;
    }
  }
}

static int takes_flags(const struct gputile_rt_kernel_info *kernel) {
  for (unsigned p = 0; p < kernel->param_count; ++p)
    if (kernel->params[p].kind == 'f')
      return 1;
  return 0;
}

/* Room for a counter and one flag per block. */
static CUresult grow_flags(struct gputile_rt_call *call, long long blocks) {
  CUresult error = CUDA_SUCCESS;
  if (call->flags) {
    /* Earlier launches may still use the old ones. */
    error = gpti_cu.StreamSynchronize(call->kernels);
    if (error != CUDA_SUCCESS)
      return error;
    gpti_buffer_give(call->device, call->flags, 1);
    call->flags = NULL;
    blocks = blocks > 2 * call->flag_count ? blocks : 2 * call->flag_count;
  }
  const unsigned long long bytes = ((unsigned long long)blocks + 1) * sizeof(unsigned);
  error = gpti_buffer_take(call->device, bytes, &call->flags);
  call->flag_count = blocks;
  call->allocated += (long long)bytes;
  return error;
}

/* All zero when the launch begins. */
static int prepare_flags(struct gputile_rt_call *call, long long blocks,
                         struct gpti_failure *failure) {
  CUresult error = CUDA_SUCCESS;
  if (!call->flags || blocks > call->flag_count)
    error = grow_flags(call, blocks);
  if (error == CUDA_SUCCESS)
    error = gpti_cu.MemsetD32Async(call->flags->address, 0, (size_t)blocks + 1, call->kernels);
  return error == CUDA_SUCCESS
             ? 0
             : gpti_fail_cuda(failure, error, "no memory for the flags of blocks");
}

/* The version that fits the arguments, and the function in it. */
static struct gpti_function *find_function(struct gputile_rt_call *call, unsigned kernel, int wide,
                                           struct gpti_failure *failure) {
  const struct gpti_wanted wanted = {call->device, kernel, wide, call->sizes, stride_of, call};
  struct gpti_module *module = call->modules[wide];
  if (!module || !gpti_kernels_match(call->record, module, &wanted)) {
    const long long begin = gpti_now_ns();
    module = gpti_kernels_get(call->record, &wanted, failure);
    /* Kernels of this call may be running meanwhile. */
    if (call->launches > 0)
      call->marks.compile_ns += gpti_now_ns() - begin;
  }
  if (!module)
    return NULL;
  call->modules[wide] = module;
  return gpti_kernels_function(call->record, module, kernel, failure);
}

/* Blocks that wait for one another must all have a place: no other such launch may be
 * on the device at the same time. */
static CUresult become_exclusive(struct gputile_rt_call *call) {
  if (call->is_exclusive)
    return CUDA_SUCCESS;
  pthread_mutex_lock(&call->device->exclusive);
  call->is_exclusive = 1;
  return call->device->exclusive_done
             ? gpti_cu.StreamWaitEvent(call->kernels, call->device->exclusive_done, 0)
             : CUDA_SUCCESS;
}

static unsigned at_most(long long value, long long limit) {
  return (unsigned)(value < limit ? value : limit);
}

long long gputile_rt_most_yz(const struct gputile_rt_call *call) { return call->device->most_yz; }

long long gputile_rt_row_warps(long long blocks, long long columns, long long each) {
  return gpt_row_warps(blocks, columns, each);
}

long long gputile_rt_row_blocks(const struct gputile_rt_call *call, long long blocks, long long columns, long long rows,
                                long long further, long long resident) {
  return gpt_row_each(blocks, columns, rows, further, resident * call->device->multiprocessors);
}

long long gputile_rt_plane_parts(const struct gputile_rt_call *call, long long blocks, long long columns,
                                 long long rows, long long further, long long resident) {
  return gpt_plane_parts(blocks, columns, rows, further, resident * call->device->multiprocessors);
}

static CUresult launch_plain(struct gputile_rt_call *call, const struct gpti_function *function,
                             const struct gputile_rt_kernel_info *kernel, long long x, long long y,
                             long long z) {
  const unsigned *const block = kernel->block;
  const int most = call->device->most_yz;
  return gpti_cu.LaunchKernel(function->handle, (unsigned)x, at_most(y, most), at_most(z, most),
                              block[0], block[1], block[2], kernel->shared_bytes, call->kernels,
                              call->argument_addresses, NULL);
}

static CUresult launch_together(struct gputile_rt_call *call, const struct gpti_function *function,
                                const struct gputile_rt_kernel_info *kernel, long long blocks) {
  const unsigned *const block = kernel->block;
  const long long multiprocessors = call->device->multiprocessors;
  const CUresult error = become_exclusive(call);
  if (error != CUDA_SUCCESS)
    return error;
  if (kernel->mode == GPUTILE_RT_FLAGS)
    return launch_plain(call, function, kernel, at_most(blocks, function->resident * multiprocessors),
                        1, 1);
  if (!call->device->cooperative)
    return CUDA_ERROR_NOT_SUPPORTED;
  const unsigned grid =
      (unsigned)gpt_barrier_blocks(blocks, function->resident, multiprocessors);
  return gpti_cu.LaunchCooperativeKernel(function->handle, grid, 1, 1, block[0], block[1], block[2],
                                         kernel->shared_bytes, call->kernels,
                                         call->argument_addresses);
}

static int launch(struct gputile_rt_call *call, unsigned number, int wide, const long long grid[3],
                  const void *const *values, struct gpti_failure *failure) {
  const struct gputile_rt_kernel_info *const kernel = &call->region->kernels[number];
  if (grid[0] > INT_MAX)
    return gpti_fail(failure, GPUTILE_RT_GUARD, "the iteration space is too large");
  if (takes_flags(kernel) && prepare_flags(call, grid[0], failure))
    return failure->status;
  set_arguments(call, kernel, wide, values);
  struct gpti_function *const function = find_function(call, number, wide, failure);
  if (!function)
    return failure->status;
  gpti_mark(call, GPTI_KERNELS);
  const CUresult error =
      kernel->mode == GPUTILE_RT_PLAIN
          ? launch_plain(call, function, kernel, grid[0], grid[1], grid[2])
          : launch_together(call, function, kernel, grid[0]);
  if (error != CUDA_SUCCESS)
    return gpti_fail_cuda(failure, error, "launch of kernel '%s' failed", kernel->name);
  ++call->launches;
  return 0;
}

int gputile_rt_launch(struct gputile_rt_call *call, unsigned kernel, int wide, long long x,
                      long long y, long long z, const void *const *values) {
  const long long grid[3] = {x, y, z};
  struct gpti_failure failure = {0, 0, CUDA_SUCCESS, ""};
  if (x <= 0 || y <= 0 || z <= 0)
    return GPUTILE_RT_DONE;
  gpti_range_push(call->region->kernels[kernel].name);
  const int status = launch(call, kernel, wide != 0, grid, values, &failure);
  gpti_range_pop();
  return status ? gpti_call_failed(call, &failure) : GPUTILE_RT_DONE;
}
