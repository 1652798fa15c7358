// What the layer tells the race runtime. The runtime (RaceRuntime.cpp) installs
// itself in `race` before main; without it the pointer stays null and each of
// these calls costs one predicted branch.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "gputile/cpu/detail/state.h"
#include "gputile/cpu/detail/layer_begin.h"

namespace gputile::cpu {

enum class MemoryKind : uint8_t { global, shared };
enum class Access : uint8_t { read, write, atomic, asyncWrite };

// What the race runtime is told.
struct RaceHooks {
  void (*launchBegins)(Launch &);
  void (*launchEnds)(Launch &);
  void (*blockBegins)(Block &);
  void (*blockEnds)(Block &);
  void (*blockBarrier)(Block &);           // every thread has arrived
  void (*gridBarrier)(Launch &);           // every thread of every block has arrived
  void (*warpBarrier)(Block &, unsigned warp, unsigned mask);
  void (*remember)(const void *base, size_t bytes, MemoryKind, const char *name);
  void (*forget)(const void *base);
  void (*workBegins)(Block &); // from its next barrier on the block does something new
  void (*signalled)(Block &, const void *flag);
  void (*waited)(Block &, const void *flag); // for a flag that is set now
  void (*access)(const void *address, size_t bytes, Access, const void *pc);
};

inline const RaceHooks *race = nullptr;

// Copies `bytes` bytes; the runtime must hear of the read and of the write before it can say
// anything of kernels in `file`: see race_probe.h.
struct RaceProbe {
  void (*copy)(void *to, const void *from);
  size_t bytes;
  const char *file;
  const RaceProbe *next;

  inline RaceProbe(void (*theCopy)(void *, const void *), size_t theBytes, const char *theFile);
  RaceProbe(const RaceProbe &) = delete;
};

// Those that have not been run yet; every source file adds its own before main.
inline const RaceProbe *raceProbes = nullptr;

inline RaceProbe::RaceProbe(void (*theCopy)(void *, const void *), size_t theBytes,
                            const char *theFile)
    : copy(theCopy), bytes(theBytes), file(theFile), next(raceProbes) {
  raceProbes = this;
}

inline void raceAccess(const void *address, size_t bytes, Access access, const void *pc) {
  if (race)
    race->access(address, bytes, access, pc);
}

} // namespace gputile::cpu

#include "gputile/cpu/detail/layer_end.h"
