//===- State.h - What the CUDA runtime's stand-in knows ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "../lib/Launch.h"

#include <cuda_runtime_api.h>

#include <functional>
#include <map>
#include <memory>

namespace gputile::counts {

/// A registered kernel.
struct HostKernel {
  const Program *program = nullptr;
  std::string name;
  KernelCounts counts;
};

/// Its address is the handle, as for all handles that this library gives out.
struct Graph {
  std::vector<std::function<void()>> work;
};
struct Stream {
  std::unique_ptr<Graph> capture; ///< While it records a graph.
};

struct State {
  std::vector<std::unique_ptr<Program>> programs;
  std::map<const void *, HostKernel> kernels;                     ///< By the host's function.
  std::map<const void *, std::pair<uint8_t *, size_t>> variables; ///< By the host's variable.
  std::map<void *, size_t> allocations;
  std::map<std::string, unsigned> registers; ///< Of kernels, as ptxas says.
  DeviceMemory memory;
  cudaError_t error = cudaSuccess;
  uint64_t copied = 0; ///< Bytes between host and device.
  unsigned multiprocessors = 132;

  State();
  /// Remembers the error for cudaGetLastError.
  cudaError_t fail(cudaError_t code);
  HostKernel *kernelOf(const void *function);
  unsigned blocksPerMultiprocessor(const HostKernel &kernel, unsigned threads,
                                   size_t dynamicShared) const;
};
State &state();

/// Ends the program: what it asks for is wrong or not known here. Status 66.
[[noreturn]] void stop(const std::string &what);

/// Executes now, or when the graph that the stream records is launched.
void submit(cudaStream_t stream, std::function<void()> work);

cudaError_t launch(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared,
                   cudaStream_t stream, bool together);

} // namespace gputile::counts
