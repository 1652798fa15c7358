// The lock, and what a function needs before it may go on.
#include "Emulation/Driver/Entry.h"

#include "Emulation/Driver/Context.h"

namespace gputile::emulation {

std::mutex &lockOfLibrary() {
  // Never destroyed: the program may still call when its exit handlers run.
  static std::mutex &lock = *new std::mutex;
  return lock;
}

static int missingFor(Needs needs) {
  if (needs != Needs::nothing && !isInitialised())
    return CUDA_ERROR_NOT_INITIALIZED;
  return needs == Needs::context ? stateOfCurrentContext() : CUDA_SUCCESS;
}

Entry::Entry(Function function, Needs needs)
    : guard(lockOfLibrary()), planned(countCall(function)), missing(missingFor(needs)) {}

void noteCall(Function function) {
  std::lock_guard<std::mutex> guard(lockOfLibrary());
  countCall(function);
}

} // namespace gputile::emulation
