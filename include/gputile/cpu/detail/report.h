// Findings that end the process: divergent barriers, deadlocks, misuse.
#pragma once

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "gputile/cpu/detail/settings.h"
#include "gputile/cpu/detail/state.h"
#include "gputile/cpu/detail/layer_begin.h"

namespace gputile::cpu {

inline void printThread(const Thread &t) {
  fprintf(stderr, "thread (%u,%u,%u) of block (%u,%u,%u)", t.threadIndex.x, t.threadIndex.y,
          t.threadIndex.z, t.blockIndex.x, t.blockIndex.y, t.blockIndex.z);
}

inline void printSite(const Site &site) {
  if (site.file)
    fprintf(stderr, " at %s:%d", site.file, site.line);
}

// _exit, not exit or abort: destructors must not run on a fiber's stack, and
// sanitizers complain of an abort there.
[[noreturn]] inline void stopProcess() {
  fflush(stdout);
  fflush(stderr);
  _exit(findingExitStatus);
}

// One line: what is wrong, in which kernel, in which order.
inline void startFinding(const char *what, const char *kernel) {
  fprintf(stderr, "gputile-cpu: error: %s in kernel '%s' (order %s)\n", what, kernel, orderText());
}

inline void noteThread(const Thread &t, const char *does) {
  fprintf(stderr, "gputile-cpu:   ");
  printThread(t);
  fprintf(stderr, " %s", does);
  printSite(t.site);
  fputc('\n', stderr);
}

// A finding about the thread that is running.
[[noreturn]] __attribute__((format(printf, 1, 2))) inline void failHere(const char *format, ...) {
  char text[300];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (!currentThread) {
    fprintf(stderr, "gputile-cpu: error: %s\n", text);
    stopProcess();
  }
  startFinding(text, here().launch->kernel);
  fprintf(stderr, "gputile-cpu:   ");
  printThread(here());
  fputc('\n', stderr);
  stopProcess();
}

inline const char *waitText(const Thread &t) {
  switch (t.wait) {
  case Wait::block:
    return "waits at a block barrier";
  case Wait::grid:
    return "waits at a grid barrier";
  case Wait::warp:
    return t.warpOp == WarpOp::sync      ? "waits at __syncwarp"
           : t.warpOp == WarpOp::shuffle ? "waits at a warp shuffle"
                                         : "waits at a warp vote";
  case Wait::flag:
    return "waits for a flag";
  case Wait::none:
    break;
  }
  return t.finished ? "has exited" : "runs";
}

// Two threads that disagree.
[[noreturn]] inline void failBetween(const char *what, const Thread &a, const Thread &b) {
  startFinding(what, a.launch->kernel);
  noteThread(a, waitText(a));
  noteThread(b, waitText(b));
  stopProcess();
}

} // namespace gputile::cpu

#include "gputile/cpu/detail/layer_end.h"
