// The engine that runs kernels.
#pragma once

#include "gputile/cpu/detail/module_abi.h"

namespace gputile::emulation {

/// The engine of the calling host thread, which all modules share.
cpu::Machine &machineOfThisThread();

/// Whose kernel the calling host thread runs from now on; null for none.
void setRunning(const cpu::ModuleTable *module);

} // namespace gputile::emulation
