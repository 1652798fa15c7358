// Launches: checked at once, run when somebody waits for the stream.
#include <memory>

#include "Emulation/Driver/Allocations.h"
#include "Emulation/Driver/Engine.h"
#include "Emulation/Driver/Entry.h"
#include "Emulation/Driver/Modules.h"
#include "Emulation/Driver/Report.h"
#include "Emulation/Driver/Streams.h"
#include "gputile/cpu/detail/launch.h"

namespace gputile::emulation {
namespace {

// Copies of the arguments: CUDA too reads them when it is called.
class Arguments {
  std::vector<std::unique_ptr<char[]>> values; // aligned for every type
  std::vector<void *> pointers;

public:
  Arguments(const cpu::ModuleKernel &kernel, void **arguments) {
    for (unsigned i = 0; i < kernel.parameterCount; ++i) {
      const size_t bytes = kernel.parameterBytes[i];
      values.emplace_back(new char[bytes]);
      memcpy(values.back().get(), arguments[i], bytes);
      pointers.push_back(values.back().get());
    }
  }
  void **packed() { return pointers.data(); }
};

void run(const CUfunc_st &function, const cpu::ModuleLaunch &how, Arguments &arguments) {
  setRunning(function.module->table);
  const int error = function.kernel->launch(how, arguments.packed());
  setRunning(nullptr);
  if (error)
    stopFor("kernel '%s' could not be run: CUDA error %d", function.kernel->name, error);
  char when[160];
  snprintf(when, sizeof when, "after kernel '%s'", function.kernel->name);
  checkRedZones(when);
}

// The layer's own rules.
CUresult check(const CUfunc_st &function, const cpu::ModuleLaunch &how) {
  if (cpu::checkLaunch(how.grid, how.block, how.dynamicSharedBytes, function.mostSharedBytes))
    return CUDA_ERROR_INVALID_VALUE;
  if (how.cooperative && cpu::checkCooperative(how.grid, how.block, how.dynamicSharedBytes))
    return CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
  return CUDA_SUCCESS;
}

CUresult launch(CUfunction handle, cpu::ModuleLaunch how, CUstream stream, void **arguments) {
  const CUfunc_st *function = functionOf(handle);
  if (!function || !isStream(stream))
    return CUDA_ERROR_INVALID_HANDLE;
  if (function->kernel->parameterCount && !arguments)
    return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult error = check(*function, how))
    return error;
  // Blocks that are resident at once may wait for one another's flags.
  how.together = !how.cooperative &&
                 cpu::checkCooperative(how.grid, how.block, how.dynamicSharedBytes) == cudaSuccess;
  const auto copies = std::make_shared<Arguments>(*function->kernel, arguments);
  Work work;
  work.name = std::string("kernel '") + function->kernel->name + "'";
  work.module = function->module;
  work.run = [function, how, copies] { run(*function, how, *copies); };
  enqueue(stream, std::move(work));
  return CUDA_SUCCESS;
}

} // namespace

} // namespace gputile::emulation

using namespace gputile::emulation;

CUresult cuLaunchKernel(CUfunction function, unsigned gridX, unsigned gridY, unsigned gridZ,
                        unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,
                        CUstream stream, void **arguments, void **extra) {
  GPUTILE_ENTER(cuLaunchKernel, Needs::context);
  if (extra)
    return CUDA_ERROR_NOT_SUPPORTED;
  return launch(
      function,
      {dim3(gridX, gridY, gridZ), dim3(blockX, blockY, blockZ), sharedBytes, false, false}, stream,
      arguments);
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned gridX, unsigned gridY,
                                   unsigned gridZ, unsigned blockX, unsigned blockY,
                                   unsigned blockZ, unsigned sharedBytes, CUstream stream,
                                   void **arguments) {
  GPUTILE_ENTER(cuLaunchCooperativeKernel, Needs::context);
  return launch(function,
                {dim3(gridX, gridY, gridZ), dim3(blockX, blockY, blockZ), sharedBytes, true, false},
                stream, arguments);
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  GPUTILE_ENTER(cuFuncSetAttribute, Needs::context);
  if (!functionOf(function))
    return CUDA_ERROR_INVALID_HANDLE;
  if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)
    return CUDA_ERROR_NOT_SUPPORTED;
  if (value < 0 || value > gputile::cpu::optInSharedLimit)
    return CUDA_ERROR_INVALID_VALUE;
  function->mostSharedBytes = size_t(value);
  return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function,
                                                     int threadsPerBlock, size_t sharedBytes) {
  GPUTILE_ENTER(cuOccupancyMaxActiveBlocksPerMultiprocessor, Needs::context);
  if (!functionOf(function))
    return CUDA_ERROR_INVALID_HANDLE;
  if (!blocks || threadsPerBlock <= 0)
    return CUDA_ERROR_INVALID_VALUE;
  *blocks = gputile::cpu::blocksPerMultiprocessor(uint64_t(threadsPerBlock), sharedBytes);
  return CUDA_SUCCESS;
}
