// A check of the check: whether the compiler tells the race runtime what code of
// this file does. Compiled without -fsanitize=thread it tells nothing, and some
// releases of clang leave out copies of structures; "no race" would then mean nothing.
//
// Not between layer_begin.h and layer_end.h: like a kernel, a probe is to be watched.
// Each source file has its own, since files may be compiled differently.
#pragma once

#include "gputile/cpu/detail/race.h"

// Large enough to be copied by a call of memcpy.
struct gputile_cpu_probe_structure {
  long words[8];
};

template <typename T> static void gputile_cpu_probe_copy(void *to, const void *from) {
  *static_cast<T *>(to) = *static_cast<const T *>(from);
}

static ::gputile::cpu::RaceProbe gputile_cpu_probes[] = {
    {gputile_cpu_probe_copy<gputile_cpu_probe_structure>, sizeof(gputile_cpu_probe_structure),
     __BASE_FILE__},
    {gputile_cpu_probe_copy<long>, sizeof(long), __BASE_FILE__},
};
