//===- State.cpp - Kernels, counts and their file ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include "FatBinary.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <fstream>

using namespace llvm;

namespace gputile::counts {

// Limits of compute capability 9.0.
static constexpr unsigned ThreadsOfMultiprocessor = 2048, BlocksOfMultiprocessor = 32;
static constexpr unsigned RegistersOfMultiprocessor = 65536;
static constexpr size_t SharedOfMultiprocessor = 228 << 10, SharedOfSystem = 1 << 10;

void stop(const std::string &what) {
  errs() << "gputile counts: " << what << '\n';
  std::_Exit(66);
}

/// Writes $GPUTILE_COUNTS_FILE.
static void writeCounts() {
  const char *path = std::getenv("GPUTILE_COUNTS_FILE");
  if (!path)
    return;
  json::Array kernels;
  for (auto &[function, kernel] : state().kernels)
    if (kernel.counts.launches > 0)
      kernels.push_back(toJson(*kernel.program, kernel.name, kernel.counts));
  std::error_code problem;
  raw_fd_ostream out(path, problem);
  if (problem)
    stop(std::string(path) + ": " + problem.message());
  out << json::Value(json::Object{{"kernels", std::move(kernels)}, {"copiedBytes", state().copied}})
      << '\n';
}

State::State() {
  if (const char *count = std::getenv("GPUTILE_COUNTS_SMS"))
    if (StringRef(count).getAsInteger(10, multiprocessors) || multiprocessors == 0)
      stop("GPUTILE_COUNTS_SMS is to be a number of multiprocessors");
  if (const char *path = std::getenv("GPUTILE_COUNTS_REGISTERS")) {
    std::ifstream file(path);
    std::string name;
    for (unsigned count; file >> name >> count;)
      registers[name] = count;
  }
}

State &state() {
  static State *const all = [] {
    std::atexit(writeCounts);
    return new State; // Lives longer than the destructors of the program's variables.
  }();
  return *all;
}

cudaError_t State::fail(cudaError_t code) {
  if (code != cudaSuccess)
    error = code;
  return code;
}

HostKernel *State::kernelOf(const void *function) {
  const auto found = kernels.find(function);
  return found == kernels.end() ? nullptr : &found->second;
}

unsigned State::blocksPerMultiprocessor(const HostKernel &kernel, unsigned threads,
                                        size_t dynamicShared) const {
  const unsigned warps = (threads + WarpSize - 1) / WarpSize;
  if (warps == 0)
    return 0;
  unsigned blocks = std::min(BlocksOfMultiprocessor, ThreadsOfMultiprocessor / (warps * WarpSize));
  const size_t shared =
      kernel.program->kernel(kernel.name)->sharedSize + dynamicShared + SharedOfSystem;
  blocks = std::min<unsigned>(blocks, static_cast<unsigned>(SharedOfMultiprocessor / shared));
  if (const auto found = registers.find(kernel.name); found != registers.end()) {
    const unsigned ofWarp = (found->second + 7) / 8 * 8 * WarpSize;
    blocks = std::min(blocks, RegistersOfMultiprocessor / (ofWarp * warps));
  }
  return blocks;
}

void submit(cudaStream_t stream, std::function<void()> work) {
  auto *recording = reinterpret_cast<Stream *>(stream);
  if (reinterpret_cast<uintptr_t>(stream) > 2 &&
      recording->capture) // 1 and 2: the default streams.
    recording->capture->work.push_back(std::move(work));
  else
    work();
}

static Dim dimOf(dim3 size) { return {size.x, size.y, size.z}; }

cudaError_t launch(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared,
                   cudaStream_t stream, bool together) {
  HostKernel *kernel = state().kernelOf(function);
  if (!kernel)
    return state().fail(cudaErrorInvalidDeviceFunction);
  const Function &code = *kernel->program->kernel(kernel->name);
  const uint64_t threads = uint64_t(block.x) * block.y * block.z,
                 blocks = uint64_t(grid.x) * grid.y * grid.z;
  if (threads == 0 || threads > 1024 || blocks == 0 || grid.y > 65535 || grid.z > 65535)
    return state().fail(cudaErrorInvalidConfiguration);
  if (together &&
      blocks > uint64_t(state().multiprocessors) *
                   state().blocksPerMultiprocessor(*kernel, static_cast<unsigned>(threads), shared))
    return state().fail(cudaErrorCooperativeLaunchTooLarge);
  std::vector<std::vector<uint8_t>> values;
  for (size_t at = 0; at < code.parameterSizes.size(); ++at) {
    const auto *begin = static_cast<const uint8_t *>(arguments[at]);
    values.emplace_back(begin, begin + code.parameterSizes[at]);
  }
  const Launch how{dimOf(grid), dimOf(block), shared, together, state().multiprocessors};
  submit(stream, [kernel, &code, how, values = std::move(values)] {
    std::vector<const void *> pointers;
    for (const std::vector<uint8_t> &value : values)
      pointers.push_back(value.data());
    if (Error error =
            execute(*kernel->program, code, how, pointers.data(), state().memory, kernel->counts))
      stop(toString(std::move(error)));
  });
  return cudaSuccess;
}

} // namespace gputile::counts

//===- What nvcc's code calls -----------------------------------------------===//

using namespace gputile::counts;

namespace {
/// <<< >>> pushes, the kernel's stub pops.
struct Configuration {
  dim3 grid, block;
  size_t shared;
  cudaStream_t stream;
};
thread_local std::vector<Configuration> configurations;
} // namespace

extern "C" {

void **__cudaRegisterFatBinary(void *wrapper) {
  Expected<std::string> ptx = ptxOf(wrapper);
  if (!ptx)
    stop(toString(ptx.takeError()));
  Expected<std::unique_ptr<Program>> program = decode(*ptx);
  if (!program)
    stop(toString(program.takeError()));
  for (const Program::Global &global : (*program)->globals)
    state().memory.add(global.at, global.size);
  state().programs.push_back(std::move(*program));
  return reinterpret_cast<void **>(state().programs.back().get());
}
void __cudaRegisterFatBinaryEnd(void **) {}
void __cudaUnregisterFatBinary(void **) {}
char __cudaInitModule(void **) { return 0; }

void __cudaRegisterFunction(void **handle, const char *function, char *, const char *name, int,
                            uint3 *, uint3 *, dim3 *, dim3 *, int *) {
  const auto *program = reinterpret_cast<const Program *>(handle);
  if (!program->kernel(name))
    stop(std::string("the PTX has no kernel ") + name);
  state().kernels[function] = {program, name, {}};
}

void __cudaRegisterVar(void **handle, char *variable, char *, const char *name, int, size_t size,
                       int, int) {
  const auto *program = reinterpret_cast<const Program *>(handle);
  const auto found = program->globalOf.find(name);
  if (found != program->globalOf.end()) // Others are used by no kernel.
    state().variables[variable] = {program->globals[found->second].at, size};
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream) {
  configurations.push_back({grid, block, shared, stream});
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream) {
  const Configuration last = configurations.back();
  configurations.pop_back();
  *grid = last.grid;
  *block = last.block;
  *shared = last.shared;
  *static_cast<cudaStream_t *>(stream) = last.stream;
  return cudaSuccess;
}

cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *function) {
  *kernel = reinterpret_cast<cudaKernel_t>(const_cast<void *>(function));
  return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments,
                               size_t shared, cudaStream_t stream) {
  return launch(kernel, grid, block, arguments, shared, stream, false);
}
}
