// The host's C++ compiler, which makes modules of kernels' text.
#pragma once

#include <string>
#include <vector>

#include "Emulation/Driver/Api.h"

namespace gputile::emulation {

/// What the host's compiler made of a text.
struct Compiled {
  nvrtcResult error;
  std::string image, log;
};

/// \p name is what messages call the text.
Compiled compileModule(const std::string &text, const std::string &name,
                       const std::vector<std::string> &options);

} // namespace gputile::emulation
