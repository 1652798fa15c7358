//===- Run.cuh - One execution of a region --------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "Check.cuh"
#include "Store.cuh"
#include "Timing.cuh"

//===- Emitted from here on -----------------------------------------------===//
inline namespace gpt_v1 {

// One execution of a region on the device.
struct gpt_run {
  gpt_region &region;
  int state = GPT_DONE;
  long long launches = 0, allocated = 0, bytesIn = 0, bytesOut = 0;
  int mostYZ = 1; // Blocks that a grid holds along y and z.
#if defined(GPUTILE_TIMING)
  gpt_timer timer;
#endif

  unsigned *words = nullptr; // A counter of tickets, then the flags of blocks.
  long long flags = 0;

  explicit gpt_run(gpt_region &theRegion) : region(theRegion) {}
  gpt_run(const gpt_run &) = delete;
  gpt_run &operator=(const gpt_run &) = delete;
  ~gpt_run() {
    if (words)
      cudaFree(words);
  }
  int status() const { return state; }

  bool fail(int status, const char *what, const gpt_array *array, long long bytes, cudaError_t error) {
    char text[512];
    if (array)
      std::snprintf(text, sizeof text, "%s for array '%s' (%lld bytes): %s", what, array->name, bytes,
                    cudaGetErrorString(error));
    else
      std::snprintf(text, sizeof text, "%s: %s", what, cudaGetErrorString(error));
    cudaGetLastError(); // Leaves no error behind for the program's own CUDA calls.
    state = gpt_fallback(region, status, text);
    return false;
  }
  bool findDevice() {
    int devices = 0, device = 0;
    cudaError_t error = cudaGetDeviceCount(&devices);
    if (error == cudaSuccess && devices == 0)
      error = cudaErrorNoDevice;
    if (error == cudaSuccess)
      error = cudaGetDevice(&device);
    if (error == cudaSuccess)
      error = cudaDeviceGetAttribute(&mostYZ, cudaDevAttrMaxGridDimY, device);
    return error == cudaSuccess || fail(GPT_NO_DEVICE, "no CUDA device", nullptr, 0, error);
  }
  // Memory of the host for values copied in and out.
  bool allocateAside(gpt_array &array) {
    const bool before = array.in.used && (array.probed || array.compared);
    const bool after = array.out.used && (array.compared || array.stepped());
    const std::size_t size = (std::size_t)(array.count * array.bytes);
    if (before)
      array.before = (char *)std::malloc(size);
    if (after)
      array.after = (char *)std::malloc(size);
    if ((array.before || !before) && (array.after || !after))
      return true;
    return fail(GPT_OUT_OF_MEMORY, "no host memory", &array, (long long)size, cudaErrorMemoryAllocation);
  }
  bool allocate(gpt_array &array) {
    if (!array.box.used)
      return true;
    const long long size = array.count * array.bytes;
    if (!array.gather())
      return array.rows.unreadable ? unreadable(array) : fail(GPT_OUT_OF_MEMORY, "no host memory", &array, size, cudaErrorMemoryAllocation);
    if (!allocateAside(array))
      return false;
    // Updates of one or two bytes change the word of four bytes around them.
    const cudaError_t error = cudaMalloc((void **)&array.device, (std::size_t)(size + 3) / 4 * 4);
    allocated += size;
    if (error == cudaSuccess)
      return true;
    array.device = nullptr;
    return fail(error == cudaErrorMemoryAllocation ? GPT_OUT_OF_MEMORY : GPT_CUDA_ERROR,
                "cudaMalloc failed", &array, size, error);
  }
  bool unreadable(const gpt_array &array) {
    char text[512];
    std::snprintf(text, sizeof text, "not all memory around the elements of array '%s' can be read", array.name);
    state = gpt_fallback(region, GPT_GUARD, text);
    return false;
  }
  bool copyIn(gpt_array &array) {
    if (!array.in.used)
      return true;
    char *from = array.host;
    if (array.before) {
      from = array.shifted(array.before);
      if (!gpt_probe_box(array, array.in, from))
        return unreadable(array);
    }
    const cudaError_t error = gpt_copy_box(array, array.in, from, true, bytesIn);
    return error == cudaSuccess ||
           fail(GPT_CUDA_ERROR, "copy to the device failed", &array, array.count * array.bytes, error);
  }
  // A counter and `blocks` flags, all zero; null after a failure.
  unsigned *progress(long long blocks) {
    if (words && blocks > flags) {
      cudaFree(words);
      words = nullptr;
    }
    const long long bytes = ((words ? flags : blocks) + 1) * (long long)sizeof(unsigned);
    cudaError_t error = cudaSuccess;
    if (!words) {
      error = cudaMalloc((void **)&words, (std::size_t)bytes);
      flags = blocks;
      allocated += bytes;
    }
    if (error == cudaSuccess)
      error = cudaMemset(words, 0, (std::size_t)bytes);
    else
      words = nullptr;
    if (error == cudaSuccess)
      return words;
    fail(error == cudaErrorMemoryAllocation ? GPT_OUT_OF_MEMORY : GPT_CUDA_ERROR,
         "no memory for the flags of blocks", nullptr, 0, error);
    return nullptr;
  }
  // Lets launches of `kernel` ask for as many bytes of shared memory.
  template <typename Kernel> bool sharedMemory(Kernel kernel, int bytes) {
    const cudaError_t error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    return error == cudaSuccess || fail(GPT_CUDA_ERROR, "too little shared memory in a multiprocessor", nullptr, 0, error);
  }
  // How many blocks to launch, with `bytes` of shared memory each that the launch asks for: at most `wanted`, no more
  // than run at the same time; 0 after a failure.
  template <typename Kernel>
  unsigned resident(Kernel kernel, const dim3 &block, long long wanted, bool cooperative, int bytes = 0) {
    int device = 0, able = 1, multiprocessors = 0, each = 0;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess && cooperative)
      error = cudaDeviceGetAttribute(&able, cudaDevAttrCooperativeLaunch, device);
    if (error == cudaSuccess && !able)
      error = cudaErrorNotSupported;
    if (error == cudaSuccess)
      error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    if (error == cudaSuccess)
      error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel,
                                                            (int)(block.x * block.y * block.z), (std::size_t)bytes);
    const long long together = (long long)each * multiprocessors;
    if (error == cudaSuccess && together == 0)
      error = cudaErrorLaunchOutOfResources;
    if (error == cudaSuccess)
      return (unsigned)(cooperative ? gpt_barrier_blocks(wanted, each, multiprocessors) : gpt_min(wanted, together));
    fail(GPT_CUDA_ERROR, cooperative ? "no cooperative launch" : "no launch of resident blocks",
         nullptr, 0, error);
    return 0;
  }
  // For the rest, kernels are launched again, or loop over it.
  unsigned gridYZ(long long blocks) const { return (unsigned)gpt_min(blocks, (long long)mostYZ); }
  // How many of `blocks` row blocks that lie below each other a warp takes, so that warps that reside together end
  // together: gpt_row_warps warps take all of them, in `columns` columns. A block has `rows` rows; a warp works on
  // `further` ones besides.
  long long rowBlocks(long long blocks, long long columns, long long rows, long long further, long long resident) {
    return gpt_row_each(blocks, columns, rows, further, resident * multiprocessors());
  }
  // The same for planes: into how many parts to divide the blocks of each column.
  long long planeParts(long long blocks, long long columns, long long rows, long long further, long long resident) {
    return gpt_plane_parts(blocks, columns, rows, further, resident * multiprocessors());
  }
  static long long multiprocessors() {
    int device = 0, count = 1;
    if (cudaGetDevice(&device) == cudaSuccess)
      (void)cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device);
    return count;
  }
  bool launched(const char *kernel) {
    if (state != GPT_DONE)
      return false;
    ++launches;
    gpt_tiles_launched();
    const cudaError_t error = cudaGetLastError();
    return error == cudaSuccess || fail(GPT_CUDA_ERROR, kernel, nullptr, 0, error);
  }
  void startKernels() {
#if defined(GPUTILE_TIMING)
    timer.startKernels();
#endif
  }
  // After this, nothing that a kernel did can fail any more.
  bool finishKernels() {
#if defined(GPUTILE_TIMING)
    timer.finishKernels();
#endif
    const cudaError_t error = cudaDeviceSynchronize();
    return error == cudaSuccess || fail(GPT_CUDA_ERROR, "a kernel failed", nullptr, 0, error);
  }
  void copyOut(gpt_array &array) {
    if (!array.out.used)
      return;
#if defined(GPUTILE_CHECK)
    gpt_check_keep(region, array, bytesOut);
#else
#if defined(GPUTILE_TIMING)
    char *const host = gpt_timer::rehearsalHost(array);
#else
    char *const host = array.host;
#endif
    char *const to = array.after ? array.shifted(array.after) : host;
    const cudaError_t error = gpt_copy_box(array, array.out, to, false, bytesOut);
    if (error == cudaSuccess) {
      if (array.after)
        gpt_store(array, host);
      gpt_rows_scatter(&array.rows, array.first);
      return;
    }
    // Part of the array may be new and part old, so nothing can be run instead.
    std::fprintf(stderr, "%s:%d: gputile: copy from the device failed for array '%s' (%lld bytes): %s; aborting\n",
                 region.file, region.line, array.name, array.count * array.bytes,
                 cudaGetErrorString(error));
    std::abort();
#endif
  }
  // There is no iteration to execute.
  static int nothing() {
#if defined(GPUTILE_CHECK)
    gpt_check_executed();
    return GPT_CHECK;
#else
    return GPT_DONE;
#endif
  }
  int finish() {
    if (gpt_environment("GPUTILE_VERBOSE"))
      std::fprintf(stderr, "%s:%d: gputile: %s: %lld launches, %lld bytes on the device, %lld in, %lld out\n",
                   region.file, region.line, region.name, launches, allocated, bytesIn, bytesOut);
#if defined(GPUTILE_TIMING)
    timer.finish(region, launches, bytesIn, bytesOut);
#endif
#if defined(GPUTILE_CHECK)
    gpt_check_executed();
    return GPT_CHECK;
#else
    return GPT_DONE;
#endif
  }
};

} // namespace gpt_v1
