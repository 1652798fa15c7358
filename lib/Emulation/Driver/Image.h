// The images that stand in for cubins: shared objects, with a check sum in unused
// bytes of the ELF header, so that a damaged one is refused and not executed.
#pragma once

#include <string>

namespace gputile::emulation {

/// Writes the check sum into the image. False when it is no complete shared object.
bool sealImage(std::string &image);

/// Copies the image at \p bytes, whose size its header tells, and takes the check sum
/// out. Null bytes in its place stand for an image that nobody sealed.
/// \returns CUDA_SUCCESS or the error of cuModuleLoadData.
int openImage(const void *bytes, std::string &image);

} // namespace gputile::emulation
