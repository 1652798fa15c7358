// The device that is played, and its context.
#pragma once

#include "gputile/cpu/detail/settings.h"

namespace gputile::driver {

bool isInitialised();
/// CUDA_SUCCESS, or why the calling thread's current context does not serve.
int stateOfCurrentContext();

/// Those of the layer, but with fewer multiprocessors, so that small grids already
/// need more blocks than are resident.
const cpu::Settings &settingsOfDevice();

} // namespace gputile::driver
