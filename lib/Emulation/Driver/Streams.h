// Streams: what is put on one happens when somebody waits for it, not before.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "Emulation/Driver/Allocations.h"
#include "Emulation/Driver/Api.h"

namespace gputile::emulation {

struct Module;

// Something that a stream does when it is waited for.
struct Work {
  std::string name; // for messages
  // What a copy touches. A kernel may touch all device memory.
  std::vector<Range> touches;
  const Module *module = nullptr; // of a kernel
  std::function<void()> run;
  // When an earlier failure ends the stream's work: what becomes of host memory.
  std::function<void()> cancel = [] {};
};

/// Null is the default stream, which waits for no other here.
bool isStream(CUstream stream);
void enqueue(CUstream stream, Work work);

/// The name of some pending work that uses the allocation, or the module; else null.
const char *pendingWorkWith(const Allocation &allocation);
const char *pendingWorkOf(const Module &module);

void reportLiveStreams();

} // namespace gputile::emulation
