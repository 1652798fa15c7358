// Loads images by the dynamic linker.
#include "Emulation/Driver/Modules.h"

#include <dlfcn.h>

#include <set>

#include "Emulation/Driver/Device.h"
#include "Emulation/Driver/Engine.h"
#include "Emulation/Driver/Entry.h"
#include "Emulation/Driver/Files.h"
#include "Emulation/Driver/Image.h"
#include "Emulation/Driver/Report.h"
#include "Emulation/Driver/Streams.h"

namespace gputile::emulation {
namespace {

std::set<CUmodule> &modules() {
  static std::set<CUmodule> &live = *new std::set<CUmodule>;
  return live;
}

// The folder's name is new each time: the linker takes equal names for equal files.
void *openObject(const std::string &image) {
  TemporaryFolder folder;
  const std::string path = folder.path("module.so");
  if (!folder || !writeFile(path, image))
    return nullptr;
  return dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
}

const cpu::ModuleTable *tableOf(void *handle) {
  const auto *table = static_cast<const cpu::ModuleTable *>(dlsym(handle, "gputile_cpu_module"));
  return table && table->abi == cpu::moduleAbi ? table : nullptr;
}

CUmodule makeModule(void *handle, const cpu::ModuleTable *table) {
  CUmodule module = new CUmod_st;
  module->handle = handle;
  module->table = table;
  table->adopt({&settingsOfDevice(), machineOfThisThread});
  forEachDeviceRange(
      [](void *data, Range range) {
        static_cast<CUmodule>(data)->table->remember(reinterpret_cast<void *>(range.base),
                                                     range.bytes);
      },
      module);
  modules().insert(module);
  return module;
}

} // namespace

const CUfunc_st *functionOf(CUfunction function) {
  for (const CUmodule module : modules())
    for (const auto &[name, known] : module->functions)
      if (known.get() == function)
        return function;
  return nullptr;
}

void rememberInModules(Range r) {
  for (const CUmodule module : modules())
    module->table->remember(reinterpret_cast<void *>(r.base), r.bytes);
}

void forgetInModules(Range r) {
  for (const CUmodule module : modules())
    module->table->forget(reinterpret_cast<void *>(r.base));
}

void reportLiveModules() {
  for (size_t i = 0; i < modules().size(); ++i)
    noteLeak("module");
}

} // namespace gputile::emulation

using namespace gputile::emulation;

CUresult cuModuleLoadData(CUmodule *module, const void *image) {
  GPUTILE_ENTER(cuModuleLoadData, Needs::context);
  if (!module || !image)
    return CUDA_ERROR_INVALID_VALUE;
  std::string object;
  if (const int error = openImage(image, object))
    return CUresult(error);
  void *const handle = openObject(object);
  if (!handle)
    return CUDA_ERROR_INVALID_IMAGE;
  const auto *table = tableOf(handle);
  if (!table) {
    dlclose(handle);
    return CUDA_ERROR_INVALID_IMAGE;
  }
  *module = makeModule(handle, table);
  return CUDA_SUCCESS;
}

CUresult cuModuleUnload(CUmodule module) {
  GPUTILE_ENTER_RELEASE(cuModuleUnload, Needs::context);
  if (!modules().count(module)) {
    noteMisuse("cuModuleUnload: no such module");
    return entry.after(CUDA_ERROR_INVALID_HANDLE);
  }
  if (const char *work = pendingWorkOf(*module))
    stopFor("cuModuleUnload: %s is pending: nobody waited for its stream", work);
  modules().erase(module);
  dlclose(module->handle);
  delete module;
  return entry.after(CUDA_SUCCESS);
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
  GPUTILE_ENTER(cuModuleGetFunction, Needs::context);
  if (!function || !name)
    return CUDA_ERROR_INVALID_VALUE;
  if (!modules().count(module))
    return CUDA_ERROR_INVALID_HANDLE;
  std::unique_ptr<CUfunc_st> &known = module->functions[name];
  if (!known) {
    using Getter = const gputile::cpu::ModuleKernel *(*)();
    const std::string symbol = std::string("gputile_cpu_kernel_") + name;
    const auto getter = reinterpret_cast<Getter>(dlsym(module->handle, symbol.c_str()));
    if (!getter) {
      module->functions.erase(name);
      return CUDA_ERROR_NOT_FOUND;
    }
    known.reset(new CUfunc_st{module, getter()});
  }
  *function = known.get();
  return CUDA_SUCCESS;
}
