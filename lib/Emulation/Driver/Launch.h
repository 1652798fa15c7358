// Running kernels.
#pragma once

#include "gputile/cpu/detail/module_abi.h"

namespace gputile::driver {

/// The engine of the calling host thread, which all modules share.
cpu::Machine &machineOfThisThread();

} // namespace gputile::driver
