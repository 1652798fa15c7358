// Launching: the checks CUDA makes, then the machine.
#pragma once

#include "gputile/cpu/detail/device_api.h"
#include "gputile/cpu/detail/machine.h"
#include "gputile/cpu/detail/layer_begin.h"

enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9
};

namespace gputile::cpu {

using AnyKernel = void (*)();

// Kernels that asked for more dynamic shared memory than 48 KiB.
struct SharedOptIn {
  SharedOptIn *next;
  AnyKernel kernel;
  size_t bytes;
};
inline SharedOptIn *sharedOptIns = nullptr;

// Null for others; the caller holds the registry.
inline SharedOptIn *sharedOptInOf(AnyKernel kernel) {
  SharedOptIn *o = sharedOptIns;
  while (o && o->kernel != kernel)
    o = o->next;
  return o;
}

inline size_t dynamicSharedLimit(AnyKernel kernel) {
  RegistryGuard guard;
  const SharedOptIn *entry = sharedOptInOf(kernel);
  return entry ? entry->bytes : staticSharedLimit;
}

inline cudaError_t setFunctionAttribute(AnyKernel kernel, cudaFuncAttribute attribute, int value) {
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
    return cudaSuccess;
  if (value < 0 || value > optInSharedLimit)
    return failed(cudaErrorInvalidValue);
  RegistryGuard guard;
  if (SharedOptIn *entry = sharedOptInOf(kernel)) {
    entry->bytes = size_t(value);
    return cudaSuccess;
  }
  SharedOptIn *entry = static_cast<SharedOptIn *>(malloc(sizeof(SharedOptIn)));
  *entry = SharedOptIn{sharedOptIns, kernel, size_t(value)};
  sharedOptIns = entry;
  return cudaSuccess;
}

// What CUDA checks; `most` is the dynamic shared memory that the kernel may have.
inline cudaError_t checkLaunch(dim3 grid, dim3 block, size_t shared, size_t most) {
  if (!grid.x || !grid.y || !grid.z || !block.x || !block.y || !block.z)
    return cudaErrorInvalidConfiguration;
  const unsigned rows = settings().gridYZ;
  if (grid.x > unsigned(maxGridX) || grid.y > rows || grid.z > rows)
    return cudaErrorInvalidConfiguration;
  if (block.x > unsigned(maxBlockXY) || block.y > unsigned(maxBlockXY) ||
      block.z > unsigned(maxBlockZ) || volume(block) > uint64_t(maxThreadsPerBlock))
    return cudaErrorInvalidConfiguration;
  if (shared > most)
    return cudaErrorInvalidConfiguration;
  return cudaSuccess;
}

inline cudaError_t checkCooperative(dim3 grid, dim3 block, size_t shared) {
  const uint64_t resident =
      uint64_t(blocksPerMultiprocessor(volume(block), shared)) * unsigned(settings().multiprocessors);
  return volume(grid) <= resident ? cudaSuccess : cudaErrorCooperativeLaunchTooLarge;
}

// The first of a list of arguments as it stands in the source.
inline void copyKernelName(char *name, size_t size, const char *text) {
  int depth = 0;
  size_t length = 0;
  for (; text[length] && length + 1 < size; ++length) {
    const char c = text[length];
    if (c == ',' && !depth)
      break;
    depth += (c == '<' || c == '(') - (c == '>' || c == ')');
    name[length] = c;
  }
  name[length] = 0;
}

// What stands between <<< and >>>, and the kind of launch.
struct Configuration {
  dim3 grid, block;
  size_t shared;
  bool cooperative;
  bool together = false;
};

inline cudaError_t start(const char *text, AnyKernel kernel, const Configuration &c,
                         void (*body)(const void *), const void *arguments) {
  if (mustFail(c.cooperative ? "cudaLaunchCooperativeKernel" : "cudaLaunchKernel"))
    return failed(cudaErrorUnknown);
  cudaError_t error = kernel ? checkLaunch(c.grid, c.block, c.shared, dynamicSharedLimit(kernel))
                             : cudaErrorInvalidDeviceFunction;
  if (error == cudaSuccess && (c.cooperative || c.together))
    error = checkCooperative(c.grid, c.block, c.shared);
  if (error != cudaSuccess)
    return failed(error);
  Launch launch = {};
  copyKernelName(launch.kernel, sizeof launch.kernel, text);
  launch.gridSize = c.grid;
  launch.blockSize = c.block;
  launch.dynamicSharedBytes = unsigned(c.shared);
  launch.cooperative = c.cooperative;
  launch.together = c.together;
  launch.body = body;
  launch.arguments = arguments;
  runLaunch(launch);
  return cudaSuccess;
}

// The call of a kernel as an object; each thread gets copies of the arguments.
template <typename Call> cudaError_t startCall(const char *text, AnyKernel kernel,
                                               const Configuration &c, const Call &call) {
  return start(
      text, kernel, c, [](const void *object) { (*static_cast<const Call *>(object))(); }, &call);
}

// A kernel that can be launched with its arguments.
template <typename... Parameters> struct Kernel {
  void (*function)(Parameters...);

  cudaError_t launch(const char *text, const Configuration &c, Parameters... arguments) const {
    const auto kernel = function;
    return startCall(text, reinterpret_cast<AnyKernel>(kernel), c,
                     [=]() { kernel(arguments...); });
  }
};

// Numbers 0 to N-1, without <utility>.
template <size_t... I> struct Numbers {};
template <size_t N, size_t... I> struct Count : Count<N - 1, N - 1, I...> {};
template <size_t... I> struct Count<0, I...> { using type = Numbers<I...>; };

template <typename T> struct Same { using type = T; };
template <typename T> struct Plain { using type = T; };
template <typename T> struct Plain<const T> { using type = T; };

// CUDA's form of a launch: an array of pointers to the arguments.
template <typename... P, size_t... I>
cudaError_t launchPacked(const char *text, void (*kernel)(P...), const Configuration &c,
                         void **packed, Numbers<I...>) {
  (void)packed;
  return Kernel<P...>{kernel}.launch(text, c,
                                     *static_cast<typename Plain<P>::type *>(packed[I])...);
}

// What GPUTILE_LAUNCH calls. The kernel alone decides the parameters' types, so
// that the arguments convert as in a call.
template <typename... P>
void launchNamed(const char *text, void (*kernel)(P...), dim3 grid, dim3 block, size_t shared,
                 cudaStream_t, typename Same<P>::type... arguments) {
  Kernel<P...>{kernel}.launch(text, {grid, block, shared, false}, arguments...);
}
template <typename... P>
void launchTogether(const char *text, void (*kernel)(P...), dim3 grid, dim3 block, size_t shared,
                    cudaStream_t, typename Same<P>::type... arguments) {
  Kernel<P...>{kernel}.launch(text, {grid, block, shared, false, true}, arguments...);
}
template <typename... P>
void launchCooperative(const char *text, void (*kernel)(P...), dim3 grid, dim3 block, size_t shared,
                       cudaStream_t, typename Same<P>::type... arguments) {
  Kernel<P...>{kernel}.launch(text, {grid, block, shared, true}, arguments...);
}

} // namespace gputile::cpu

template <typename... P>
cudaError_t gputile_cpu_launch(bool cooperative, const char *text, void (*kernel)(P...), dim3 grid,
                               dim3 block, void **arguments, size_t shared = 0,
                               cudaStream_t = nullptr) {
  return ::gputile::cpu::launchPacked(text, kernel, {grid, block, shared, cooperative}, arguments,
                                      typename ::gputile::cpu::Count<sizeof...(P)>::type{});
}

// Macros, so that messages can name the kernel; the whole list is one parameter
// because a kernel's template arguments contain commas. CUDA's functions are
// templates too; only a kernel cast to void* cannot be launched here.
#define GPUTILE_LAUNCH(...) ::gputile::cpu::launchNamed(#__VA_ARGS__, __VA_ARGS__)
#define GPUTILE_LAUNCH_TOGETHER(...) ::gputile::cpu::launchTogether(#__VA_ARGS__, __VA_ARGS__)
#define GPUTILE_LAUNCH_COOPERATIVE(...) ::gputile::cpu::launchCooperative(#__VA_ARGS__, __VA_ARGS__)
#define cudaLaunchKernel(...) gputile_cpu_launch(false, #__VA_ARGS__, __VA_ARGS__)
#define cudaLaunchCooperativeKernel(...) gputile_cpu_launch(true, #__VA_ARGS__, __VA_ARGS__)

template <typename... P>
cudaError_t cudaFuncSetAttribute(void (*kernel)(P...), cudaFuncAttribute attribute, int value) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  return ::gputile::cpu::setFunctionAttribute(
      reinterpret_cast<::gputile::cpu::AnyKernel>(kernel), attribute, value);
}
template <typename... P>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void (*)(P...),
                                                          int threadsPerBlock, size_t shared) {
  GPUTILE_CPU_API(cudaErrorUnknown);
  *blocks = ::gputile::cpu::blocksPerMultiprocessor(uint64_t(threadsPerBlock), shared);
  return cudaSuccess;
}

#include "gputile/cpu/detail/layer_end.h"
