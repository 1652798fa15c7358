// Names of CUDA's error codes.
#pragma once

namespace gputile::emulation {

/// Null when there is no such code here.
const char *driverErrorName(int code);
const char *driverErrorText(int code);
const char *nvrtcErrorName(int code);
/// -1 when no code of that name is known.
int driverErrorOf(const char *name);
int nvrtcErrorOf(const char *name);

} // namespace gputile::emulation
