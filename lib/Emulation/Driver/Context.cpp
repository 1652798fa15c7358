// Initialisation and the primary context.
#include "Emulation/Driver/Context.h"

#include "Emulation/Driver/Api.h"

namespace gputile::emulation {
namespace {

bool initialised = false;
CUctx_st primary = {0};
// No object, because exit handlers call after the thread's objects are gone.
thread_local unsigned contexts = 0;

} // namespace

bool isInitialised() { return initialised; }
void initialise() { initialised = true; }

CUctx_st &primaryContext() { return primary; }
unsigned &pushedContexts() { return contexts; }

int stateOfCurrentContext() {
  if (!contexts)
    return CUDA_ERROR_INVALID_CONTEXT;
  return primary.retained ? CUDA_SUCCESS : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

} // namespace gputile::emulation
