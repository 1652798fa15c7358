// Loaded modules, and the kernels that were asked of them.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "Emulation/Driver/Allocations.h"
#include "Emulation/Driver/Api.h"
#include "gputile/cpu/detail/module_abi.h"
#include "gputile/cpu/detail/shared.h"

namespace gputile::emulation {

// An image that is loaded.
struct Module {
  void *handle; // of dlopen
  const cpu::ModuleTable *table;
  std::map<std::string, std::unique_ptr<CUfunc_st>> functions;
};

/// Null when there is no such function in a live module.
const CUfunc_st *functionOf(CUfunction function);

void rememberInModules(Range deviceMemory);
void forgetInModules(Range deviceMemory);
void reportLiveModules();

} // namespace gputile::emulation

// A kernel of a loaded image; CUfunction points to it.
struct CUfunc_st {
  const gputile::emulation::Module *module;
  const gputile::cpu::ModuleKernel *kernel;
  size_t mostSharedBytes = gputile::cpu::staticSharedLimit; // that a launch may ask for
};

struct CUmod_st : gputile::emulation::Module {};
