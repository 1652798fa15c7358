// The functions that name error codes.
#include "Emulation/Driver/Entry.h"
#include "Emulation/Driver/Errors.h"

using namespace gputile::emulation;

CUresult cuGetErrorName(CUresult error, const char **name) {
  GPUTILE_ENTER(cuGetErrorName, Needs::nothing);
  *name = driverErrorName(error);
  return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char **text) {
  GPUTILE_ENTER(cuGetErrorString, Needs::nothing);
  *text = driverErrorText(error);
  return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

const char *nvrtcGetErrorString(nvrtcResult error) {
  noteCall(Function::nvrtcGetErrorString);
  const char *name = nvrtcErrorName(error);
  return name ? name : "NVRTC_ERROR unknown";
}
