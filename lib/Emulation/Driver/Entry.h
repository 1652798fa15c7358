// How each function of the interface begins: it takes the one lock of the library,
// counts the call, and asks whether it may go on.
#pragma once

#include <mutex>

#include "Emulation/Driver/Failures.h"

namespace gputile::emulation {

enum class Needs { nothing, initialisation, context };

std::mutex &lockOfLibrary();

/// The begin and end of one call of the interface: holds the library's lock meanwhile.
class Entry {
  std::lock_guard<std::mutex> guard;

public:
  Entry(Function function, Needs needs);

  int planned; ///< the error that was asked for, or 0
  int missing; ///< the error when what the function needs is not there, or 0

  int error() const { return planned ? planned : missing; }

  /// What a function returns that releases something: it does its work even when it
  /// fails, as CUDA's do, which then report the error of an earlier launch.
  template <typename Result> Result after(Result result) const {
    return planned ? Result(planned) : result;
  }
};

/// Only counts.
void noteCall(Function function);

#define GPUTILE_ENTER(function, needs)                                                             \
  const Entry entry(Function::function, needs);                                                    \
  if (entry.error())                                                                               \
  return CUresult(entry.error())

/// The same for functions that release something: goes on when a failure is planned.
#define GPUTILE_ENTER_RELEASE(function, needs)                                                     \
  const Entry entry(Function::function, needs);                                                    \
  if (entry.missing)                                                                               \
  return CUresult(entry.error())

#define GPUTILE_ENTER_NVRTC(function)                                                              \
  const Entry entry(Function::function, Needs::nothing);                                           \
  if (entry.error())                                                                               \
  return nvrtcResult(entry.error())

} // namespace gputile::emulation
