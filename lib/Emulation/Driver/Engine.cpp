// The engine, and stack overflows of the kernels that it runs.
#include "Emulation/Driver/Engine.h"

#include "gputile/cpu/detail/launch.h"

namespace gputile::emulation {
namespace {

thread_local const cpu::ModuleTable *running = nullptr;

// Which thread of a kernel runs only its module knows.
void routeFault(int signal, siginfo_t *info, void *context) {
  (running ? running->onFault : cpu::onFault)(signal, info, context);
}

} // namespace

cpu::Machine &machineOfThisThread() {
  cpu::watchGuards(routeFault);
  return cpu::machineOfThisHostThread();
}

void setRunning(const cpu::ModuleTable *module) { running = module; }

} // namespace gputile::emulation
