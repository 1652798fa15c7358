// Whether the library is initialised, and which threads have made its context current.
#pragma once

/// The primary context; CUcontext points to it.
struct CUctx_st {
  unsigned retained;
};

namespace gputile::emulation {

bool isInitialised();
void initialise();

/// The primary context, which is the only one.
CUctx_st &primaryContext();
/// How many times the calling thread has pushed it.
unsigned &pushedContexts();
/// CUDA_SUCCESS, or why the calling thread's current context does not serve.
int stateOfCurrentContext();

} // namespace gputile::emulation
