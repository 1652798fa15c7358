// What a kernel module and the library that loads it (libgputile_cpu) tell one
// another. Both include this header; `moduleAbi` changes with it, and with the
// layout of Settings and Machine, which they share.
#pragma once

#include <signal.h>

#include "gputile/cpu/detail/machine.h"

namespace gputile::cpu {

constexpr unsigned moduleAbi = 2;

// What the library gives a module when it has loaded it.
struct ModuleHost {
  const Settings *settings;
  Machine &(*machine)(); // of the calling host thread
};

// How a kernel of a module is launched.
struct ModuleLaunch {
  dim3 grid, block;
  unsigned dynamicSharedBytes;
  bool cooperative;
  bool together; // all blocks resident at once, so that they may wait for flags
};

// A kernel that GPUTILE_EXPORT names.
struct ModuleKernel {
  const char *name;
  unsigned parameterCount;
  const size_t *parameterBytes;
  // Runs the kernel; a cudaError_t. `arguments` as in cuLaunchKernel.
  int (*launch)(const ModuleLaunch &how, void **arguments);
};

// What a module offers the library.
struct ModuleTable {
  unsigned abi; // moduleAbi; stays the first member
  void (*adopt)(const ModuleHost &host);
  // Device memory came into being, or ended: for the race runtime.
  void (*remember)(const void *base, size_t bytes);
  void (*forget)(const void *base);
  // Handles a fault while one of the module's kernels runs.
  void (*onFault)(int signal, siginfo_t *info, void *context);
};

} // namespace gputile::cpu
