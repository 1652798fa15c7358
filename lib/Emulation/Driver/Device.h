// The device that is played.
#pragma once

#include "gputile/cpu/detail/settings.h"

namespace gputile::emulation {

/// Those of the layer, but with fewer multiprocessors, so that small grids already
/// need more blocks than are resident.
const cpu::Settings &settingsOfDevice();

} // namespace gputile::emulation
