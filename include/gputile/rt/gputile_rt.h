/*===- gputile_rt.h - What compiled regions call at run time -----*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

/* The interface between a region that the compiling plugin replaced and
 * libgputile_rt. C11 and C++17; needs no CUDA header and no CUDA library.
 *
 * The plugin prints these declarations into the code that it hands to Clang, so
 * programs include this header only when they call the functions of the last
 * section themselves.
 *
 * A region becomes a function that makes one *call*:
 *
 *   begin, then for each array `array` and `box`, guards, perhaps `weigh`, `start` (device,
 *   kernels, memory, copies to the device), `launch` as often as needed, `finish` (waits,
 *   copies from the device).
 *
 * Whatever fails, at any point, leaves the memory of the program as it was: results
 * are collected aside and stored after everything else has succeeded. The function
 * that fails ends the call, says once per region on stderr where and why, and the
 * region runs its original loops. All functions may be called by several threads
 * at once, each with its own call. */

#ifndef GPUTILE_RT_H
#define GPUTILE_RT_H

#ifdef __cplusplus
extern "C" {
#endif
#ifdef GPUTILE_RT_BUILD /* the library hides all but what follows */
#pragma GCC visibility push(default)
#endif

/* The version of everything below, which an object was compiled for. The library
 * refuses regions of another one (GPUTILE_RT_OTHER_ABI), as any failure. */
#define GPUTILE_RT_ABI 1

enum gputile_rt_status {
  GPUTILE_RT_DONE = 0,
  GPUTILE_RT_GUARD = 1,     /* a size or condition that the kernels do not cover */
  GPUTILE_RT_DISABLED = 2,  /* GPUTILE_DISABLE, or clause if(...) */
  GPUTILE_RT_NO_DEVICE = 3, /* no driver or no device */
  GPUTILE_RT_CUDA_ERROR = 4,
  GPUTILE_RT_OVERLAP = 5,       /* two arrays share memory */
  GPUTILE_RT_OUT_OF_MEMORY = 6, /* of the device or the host */
  GPUTILE_RT_TOO_SMALL = 7,     /* the region does too little to be worth its launches and copies */
  GPUTILE_RT_OTHER_ABI = 8,
  GPUTILE_RT_COMPILE_ERROR = 9 /* NVRTC is missing, or refused the kernels */
};

/* An array of the region. */
struct gputile_rt_array_info {
  const char *name;    /* as in the program */
  unsigned bytes;      /* of one element */
  unsigned rank;       /* at most 16 */
  unsigned on_device;  /* 0: only described, for the test of overlap */
  unsigned is_private; /* exists on the device only: no host address, strides by its box */
};

/* A parameter of a kernel. */
struct gputile_rt_param {
  /* 'a' address of array `index`, shifted so that the program's subscripts hold
   * 's' stride `dim` of array `index`, in the kernel's index type
   * 'n' a size of the region (the same in all its launches): next of `values`, a
   *     long long, passed in the kernel's index type
   * 'x' any other index: next of `values`, a long long, in the kernel's index type
   * 'v' a scalar of `index` bytes: next of `values`, copied as it is
   * 'f' memory of a counter and one flag per block, all zero when the launch starts */
  char kind;
  unsigned char dim;
  unsigned short index;
  const char *name; /* of the parameter in the kernel, for 's' and 'n'; else null */
};

enum gputile_rt_mode {
  GPUTILE_RT_PLAIN = 0,
  GPUTILE_RT_COOPERATIVE = 1, /* with barriers of the grid: blocks must be resident */
  GPUTILE_RT_FLAGS = 2        /* blocks wait for flags: only resident blocks are launched */
};

/* A kernel of a region. */
struct gputile_rt_kernel_info {
  const char *name;  /* extern "C" in the source */
  unsigned block[3]; /* threads in x, y, z */
  unsigned mode;     /* gputile_rt_mode */
  unsigned param_count;
  unsigned shared_bytes; /* of shared memory that launches ask for; 0: kernels declare theirs */
  const struct gputile_rt_param *params;
};

/* Kernels that were compiled with the program (-fplugin-arg-gputile-arch=...): a cubin. */
struct gputile_rt_image {
  const char *arch; /* "sm_90" */
  unsigned wide;    /* the index type: 0 int, 1 long long */
  const unsigned char *bytes;
  unsigned long size;
};

/* What is known at compile time. One object of static storage per region. */
struct gputile_rt_region {
  unsigned abi; /* GPUTILE_RT_ABI; stays the first member for ever */
  unsigned line;
  const char *name, *file; /* `file:line` of the pragma */
  /* Kernels as CUDA C++ that needs no header. The library defines before it:
   *   GPT_WIDE              0 or 1: index type int or long long
   *   GPT_SIZES_<kernel>    statements at the head of the kernel's body; nothing, or
   *                         `__builtin_assume(name == 4096);` for each 's' and 'n'
   *   GPUTILE_CPU           when the text is compiled for the CPU execution layer */
  const char *source;
  unsigned array_count, kernel_count, image_count;
  const struct gputile_rt_array_info *arrays;
  const struct gputile_rt_kernel_info *kernels;
  const struct gputile_rt_image *images;
  void *state[2]; /* the library's own; zero at the start of the program */
};

struct gputile_rt_call; /* one execution of a region */

/* Blocks that a grid of the device of \p call holds along y and along z. Kernels are launched again
 * for the rest. */
long long gputile_rt_most_yz(const struct gputile_rt_call *call);

/* How many of \p blocks row blocks of a kernel of scheme stream a warp takes, so that warps that
 * reside together end together. A block has \p rows rows, and a warp works on \p further ones
 * besides; \p resident warps run together on a multiprocessor. */
long long gputile_rt_row_blocks(const struct gputile_rt_call *call, long long blocks, long long columns, long long rows,
                                long long further, long long resident);

/* The warps that take the row blocks of \p columns columns, \p each of them, fewer at edges. */
long long gputile_rt_row_warps(long long blocks, long long columns, long long each);

/* The same for planes: into how many parts to divide the blocks of each column. */
long long gputile_rt_plane_parts(const struct gputile_rt_call *call, long long blocks,
                                 long long columns, long long rows, long long further,
                                 long long resident);

/* Begins a call of \p region, which executes about \p work statements. Null when the
 * original loops are to run: the region is disabled, there is no device, it failed in
 * a way that will not change, or \p work is less than GPUTILE_MIN_WORK (a count, for
 * which there is a default). That answer takes a few nanoseconds. */
struct gputile_rt_call *gputile_rt_begin(struct gputile_rt_region *region, long long work);

/* Says why a region does not even begin, when GPUTILE_VERBOSE is set. \returns \p status. */
int gputile_rt_decline(struct gputile_rt_region *region, int status, const char *why);

/* Element (0, ..., 0) of array \p array lies at \p host (null for private arrays). Then
 * `rank` strides follow, in elements, as long long (none for private arrays). */
void gputile_rt_array(struct gputile_rt_call *call, unsigned array, const void *host, ...);

/* After `array`: \p host may lie in device memory, of cudaMalloc or cudaMallocManaged. Then kernels
 * use it where it is, and `start` waits for all that the program has begun on the device. */
void gputile_rt_device_memory(struct gputile_rt_call *call, unsigned array);

/* After `array`: outside of a data scope that names \p array the original loops run. */
void gputile_rt_present(struct gputile_rt_call *call, unsigned array);

/* Before `start`: the kernels run after those of earlier calls of \p queue, which is a CUstream of
 * the program, else the number of a queue of the library's. When all results are in device memory
 * of the program, `finish` does not wait for them, and calls in other queues may run at the same
 * time. */
void gputile_rt_async(struct gputile_rt_call *call, const void *queue, int is_stream);
/* Waits for the calls in a queue, on all devices, or in all queues. The process ends with a message
 * when a kernel in it has failed. */
void gputile_rt_wait(const void *queue, int is_stream);
void gputile_rt_wait_all(void);

/* Instead of `array`: the rows of array \p array, of rank \p levels + 1, lie behind \p table, a
 * table of pointers to them, or to such tables where there are several levels. After
 * `layout`, `row` names each row that the region accesses. When \p probed, data says which of
 * them it accesses; others need not exist. */
void gputile_rt_rows(struct gputile_rt_call *call, unsigned array, const void *table,
                     unsigned levels, int probed);
/* As long long: the subscripts of a row, one for each level, and the first and the last
 * element that the region accesses in it. */
void gputile_rt_row(struct gputile_rt_call *call, unsigned array, ...);
/* After the last row of \p array: false when the region writes to it and rows share memory with
 * each other or with the pointers to them. */
int gputile_rt_separate_rows(struct gputile_rt_call *call, unsigned array);

/* The entry reads the program's memory from here on, to find boxes: what is newer on the device
 * is copied back, and stays there. */
void gputile_rt_inspect(struct gputile_rt_call *call);

enum gputile_rt_box_kind {
  GPUTILE_RT_ALL = 0, /* what the region may touch: is allocated */
  GPUTILE_RT_IN = 1,  /* copied to the device */
  GPUTILE_RT_OUT = 2  /* copied from the device: what was written */
};
/* The elements lower ... upper of array \p array: for each dimension the lower and the
 * upper bound follow as long long. A box that is not set is empty. */
void gputile_rt_box(struct gputile_rt_call *call, unsigned array, int kind, ...);

/* After the boxes of an array, how they are copied where that is not simply all of them. */

/* Only elements of the box GPUTILE_RT_OUT in such steps from its lower bounds are stored: for
 * each dimension a step of at least 1 follows as long long. */
void gputile_rt_steps(struct gputile_rt_call *call, unsigned array, ...);
/* Elements of the box GPUTILE_RT_IN that the region does not touch may be written by other
 * threads meanwhile, or not exist: they are read such that no fault ends the program, and
 * when they cannot be read the original loops run. */
void gputile_rt_probed(struct gputile_rt_call *call, unsigned array);
/* Only elements of the box GPUTILE_RT_OUT are stored whose bytes differ from what was copied
 * in. The box lies in GPUTILE_RT_IN, which counts as probed. */
void gputile_rt_compared(struct gputile_rt_call *call, unsigned array);

/* False when sizes or addresses of \p array leave 62 bits. Call it for every array
 * after its boxes and before what follows. */
int gputile_rt_layout(struct gputile_rt_call *call, unsigned array);
/* True when different subscripts in the box are different elements. */
int gputile_rt_distinct(struct gputile_rt_call *call, unsigned array);
/* True when besides each inner subscript in the box stays inside its row. */
int gputile_rt_in_rows(struct gputile_rt_call *call, unsigned array);
/* True when the numbers of elements of \p array, which the program computes in arithmetic of 32
 * bits that may wrap around, are from 0 to 2^31 - 1. */
int gputile_rt_counts_in_32_bits(struct gputile_rt_call *call, unsigned array);
/* True when the elements of two arrays share memory. */
int gputile_rt_overlap(struct gputile_rt_call *call, unsigned a, unsigned b);
/* The same, but false when both are the same elements of one array and have memory of their own on
 * the device: no data block keeps the array there. */
int gputile_rt_overlap_partly(struct gputile_rt_call *call, unsigned a, unsigned b);
/* True when 32 bits hold every element's number in \p array. */
int gputile_rt_narrow(struct gputile_rt_call *call, unsigned array);

/* What the launches of one kernel do in a call, about. */
struct gputile_rt_kernel_work {
  double launches;     /* CUDA's */
  double steps;        /* of all launches together: a plain one has one; others have one more
                        * whenever blocks wait for one another */
  double blocks;       /* of all steps together */
  double instructions; /* of all threads together */
};
/* What the device that a region was compiled for is taken to cost. */
struct gputile_rt_rates {
  double multiprocessors;
  double instructions; /* of threads that the whole device executes, a nanosecond */
  double clock;        /* cycles a nanosecond */
  double launch, grid_barrier,
      flag;                  /* nanoseconds: a launch, and a step of others than plain ones */
  double to_device, to_host; /* bytes of pinned memory, a nanosecond */
};
/* After the layouts and before `start`: is the call worth its copies and launches? \p work holds
 * one element for each kernel. On a core of the host, the original loops take about \p host_ns
 * nanoseconds, if their data are near. Inside of data scopes, with GPUTILE_REQUIRE and with
 * GPUTILE_MIN_WORK=0 every call is.
 * \returns GPUTILE_RT_DONE, or GPUTILE_RT_TOO_SMALL when the call has ended since it is not. */
int gputile_rt_weigh(struct gputile_rt_call *call, const struct gputile_rt_rates *rates,
                     double host_ns, const struct gputile_rt_kernel_work *work);

/* Finds the device, allocates, and begins the copies to the device.
 * \returns GPUTILE_RT_DONE, or the status of the call that has ended. */
int gputile_rt_start(struct gputile_rt_call *call);

/* Launches kernel \p kernel with the index type long long when \p wide, else int. Compiles
 * or loads the kernels first where that has not been done: their sizes are known now,
 * and the copies to the device go on meanwhile. A plain
 * launch has x times y times z blocks, of which y and z are cut at 65535 (kernels loop
 * over the rest). Other modes need \p x blocks in all (y and z are 1); as many of them as
 * can be resident are launched. \p values points to the values of the parameters of
 * kinds 'n', 'x' and 'v', in their order; they are read before the function returns.
 * \returns as gputile_rt_start. */
int gputile_rt_launch(struct gputile_rt_call *call, unsigned kernel, int wide, long long x,
                      long long y, long long z, const void *const *values);

/* Waits for the kernels and copies from the device. Ends the call.
 * \returns GPUTILE_RT_DONE, or why the memory of the program is as it was before. */
int gputile_rt_finish(struct gputile_rt_call *call);

/* Ends the call since the kernels do not cover it, says why. \returns \p status. */
int gputile_rt_fallback(struct gputile_rt_call *call, int status, const char *why);
/* The original loops of \p region are to run, which access \p host: ends the process with a message
 * where that is device memory of which the host has no view. */
void gputile_rt_needed_on_host(const struct gputile_rt_region *region, const char *name,
                               const void *host);
/* Ends the call since the region has no iteration to execute. \returns GPUTILE_RT_DONE. */
int gputile_rt_nothing(struct gputile_rt_call *call);

/* The largest magnitude of \p count values of type long long; at most LLONG_MAX. */
long long gputile_rt_largest(int count, ...);
/* The product of \p count sizes of type long long, or LLONG_MAX when that is too small;
 * sizes below zero count as they are. */
long long gputile_rt_volume(int count, ...);

/* Residency: between begin and end, arrays whose element (0, ..., 0) lies at one of
 * \p hosts stay on the device from region to region of the same thread: they are copied
 * to the device when first needed, and back when a region falls back or at the end.
 * The program itself must not touch them between the regions (the plugin checks that).
 * Pairs nest. \p file and \p line are for messages. */
void gputile_rt_data_begin(const char *file, unsigned line, unsigned count,
                           const void *const *hosts);
void gputile_rt_data_end(void);

/*===- For programs ----------------------------------------------------------===*/

/* "0.1.0" */
const char *gputile_rt_version(void);
/* The ABI version of the library. */
unsigned gputile_rt_abi(void);
/* The stream (CUstream, cudaStream_t) of the queue that clause async calls \p queue, on the device
 * of the calling thread, for work of the program's own. Null where no device can be used. */
void *gputile_rt_stream(long long queue);
/* Frees the memory that the library keeps on the device for later regions. */
void gputile_rt_release(void);

#ifdef GPUTILE_RT_BUILD
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
