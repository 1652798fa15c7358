// The programs of NVRTC.
#pragma once

namespace gputile::driver {

void reportLivePrograms();

} // namespace gputile::driver
