// What is done when the process ends.
#include <stdio.h>

#include <mutex>

#include "Emulation/Driver/Allocations.h"
#include "Emulation/Driver/Entry.h"
#include "Emulation/Driver/Modules.h"
#include "Emulation/Driver/Nvrtc.h"
#include "Emulation/Driver/Report.h"
#include "Emulation/Driver/Streams.h"
#include "gputile/cpu/detail/settings.h"

namespace gputile::emulation {
namespace {

// After the exit handlers of the program, since those may still release something.
__attribute__((destructor)) void reportAtExit() {
  std::lock_guard<std::mutex> guard(lockOfLibrary());
  writeCallCounts();
  checkRedZones("at the end");
  fflush(stdout); // The process may end here.
  if (!cpu::readFlag("GPUTILE_CPU_LEAKS"))
    return;
  reportLiveMemory();
  reportLiveModules();
  reportLiveStreams();
  reportLivePrograms();
  stopForNotes();
}

} // namespace
} // namespace gputile::emulation
