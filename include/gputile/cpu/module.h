// Kernels as a module: a shared object that libgputile_cpu loads in place of a
// cubin. Include this after cuda_on_cpu.h, in one source file, and end that file
// with a line
//
//   GPUTILE_EXPORT(kernel)
//
// for each kernel that is to be found by cuModuleGetFunction. Compile the file with
// -shared -fPIC -fvisibility=hidden: each module has its own copy of the layer.
#pragma once

#include "gputile/cpu/cuda_on_cpu.h"
#include "gputile/cpu/detail/layer_begin.h"
#include "gputile/cpu/detail/module_abi.h"

namespace gputile::cpu {

template <auto kernel> struct Exported;

// The entry of one kernel in its module.
template <typename... P, void (*kernel)(P...)> struct Exported<kernel> {
  // One more, because a kernel may have no parameter.
  static constexpr size_t bytes[] = {sizeof(P)..., 0};
  static const ModuleKernel entry;

  static int launch(const ModuleLaunch &how, void **arguments) {
    // The library has checked what the function allows.
    if (how.dynamicSharedBytes > staticSharedLimit)
      setFunctionAttribute(reinterpret_cast<AnyKernel>(kernel),
                           cudaFuncAttributeMaxDynamicSharedMemorySize, int(how.dynamicSharedBytes));
    const Configuration c = {how.grid, how.block, how.dynamicSharedBytes, how.cooperative,
                             how.together};
    return launchPacked(entry.name, kernel, c, arguments, typename Count<sizeof...(P)>::type{});
  }
};

inline void adoptHost(const ModuleHost &host) {
  givenSettings = host.settings;
  givenMachine = host.machine;
}

inline void rememberDeviceMemory(const void *base, size_t bytes) {
  if (race)
    race->remember(base, bytes, MemoryKind::global, nullptr);
}

inline void forgetDeviceMemory(const void *base) {
  if (race)
    race->forget(base);
}

} // namespace gputile::cpu

// A size that a kernel was compiled for and launched without.
#define __builtin_assume(condition)                                                                \
  ((condition) ? void() : ::gputile::cpu::failHere("assumption is false: %s", #condition))

#define GPUTILE_CPU_EXPORTED extern "C" __attribute__((visibility("default")))

GPUTILE_CPU_EXPORTED const ::gputile::cpu::ModuleTable gputile_cpu_module;
const ::gputile::cpu::ModuleTable gputile_cpu_module = {
    ::gputile::cpu::moduleAbi, ::gputile::cpu::adoptHost, ::gputile::cpu::rememberDeviceMemory,
    ::gputile::cpu::forgetDeviceMemory, ::gputile::cpu::onFault};

#define GPUTILE_EXPORT(kernel)                                                                     \
  template <>                                                                                      \
  const ::gputile::cpu::ModuleKernel gputile::cpu::Exported<&kernel>::entry = {                    \
      #kernel, sizeof bytes / sizeof bytes[0] - 1, bytes, launch};                                 \
  GPUTILE_CPU_EXPORTED const ::gputile::cpu::ModuleKernel *gputile_cpu_kernel_##kernel();          \
  const ::gputile::cpu::ModuleKernel *gputile_cpu_kernel_##kernel() {                              \
    return &::gputile::cpu::Exported<&kernel>::entry;                                              \
  }

#include "gputile/cpu/detail/layer_end.h"
