// The programs of NVRTC.
#pragma once

namespace gputile::emulation {

void reportLivePrograms();

} // namespace gputile::emulation
