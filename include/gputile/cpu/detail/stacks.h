// Stacks of the fibers: mapped once per host thread, reused by every launch.
//
// Each has a page without access below it where the system allows that many
// mappings, and a canary word at its bottom everywhere: a kernel that needs more
// stack ends with a message instead of a corrupted neighbour.
#pragma once

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "gputile/cpu/detail/report.h"
#include "gputile/cpu/detail/layer_begin.h"

namespace gputile::cpu {

constexpr size_t guardBytes = 4096;
constexpr uint64_t stackCanary = 0x5AFE57ACC0FFEE11ull;
// Linux allows 65530 mappings per process; a guarded stack takes two.
constexpr size_t guardedStacks = 8192;

// Stacks that were allocated together.
struct StackChunk {
  StackChunk *next;
  char *memory;
  size_t first, count;
};

[[noreturn]] inline void failStackOverflow() {
  failHere("stack overflow: a thread needs more than the %zu bytes of GPUTILE_CPU_STACK",
           settings().stackBytes);
}

inline void addStacks(Machine &m, size_t count) {
  const size_t stride = settings().stackBytes + guardBytes;
  void *memory = mmap(nullptr, count * stride, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    fprintf(stderr, "gputile-cpu: error: no memory for %zu stacks of %zu bytes\n", count,
            settings().stackBytes);
    stopProcess();
  }
  StackChunk *chunk = static_cast<StackChunk *>(malloc(sizeof(StackChunk)));
  *chunk = StackChunk{m.stackChunks, static_cast<char *>(memory), m.stackCount, count};
  for (size_t i = 0; i < count && chunk->first + i < guardedStacks; ++i)
    mprotect(chunk->memory + i * stride, guardBytes, PROT_NONE);
  m.stackChunks = chunk;
  m.stackCount += count;
}

inline char *stackOf(const Machine &m, size_t number) {
  const StackChunk *chunk = m.stackChunks;
  while (number < chunk->first)
    chunk = chunk->next;
  return chunk->memory + (number - chunk->first) * (settings().stackBytes + guardBytes) +
         guardBytes;
}

inline void plantCanary(char *stack) { *reinterpret_cast<uint64_t *>(stack) = stackCanary; }

inline void checkCanary(const char *stack) {
  if (*reinterpret_cast<const uint64_t *>(stack) != stackCanary)
    failStackOverflow();
}

// True when the fault lies in the guard page of the running thread.
inline bool isGuardFault(const void *address) {
  const char *at = static_cast<const char *>(address);
  return currentThread && at >= here().stack - guardBytes && at < here().stack;
}

inline void onFault(int signal, siginfo_t *info, void *) {
  if (isGuardFault(info->si_addr))
    failStackOverflow();
  // Anybody else's fault: let it happen again with the default action.
  struct sigaction byDefault = {};
  byDefault.sa_handler = SIG_DFL;
  sigaction(signal, &byDefault, nullptr);
  // What another process or raise() sent does not happen again by itself.
  if (info->si_code <= 0)
    raise(signal);
}

// A full stack cannot run its own fault handler, so it gets another one. Where
// the program or a sanitizer handles faults already, that stays.
inline void watchGuards(void (*handler)(int, siginfo_t *, void *) = onFault) {
  struct sigaction old = {};
  if (sigaction(SIGSEGV, nullptr, &old) || (old.sa_flags & SA_SIGINFO) ||
      old.sa_handler != SIG_DFL)
    return;
  struct sigaction ours = {};
  ours.sa_sigaction = handler;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &ours, nullptr);
}

inline void giveFaultStack() {
  constexpr size_t bytes = 64 * 1024;
  stack_t old = {};
  if (sigaltstack(nullptr, &old) || !(old.ss_flags & SS_DISABLE))
    return;
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return;
  stack_t fresh = {};
  fresh.ss_sp = memory;
  fresh.ss_size = bytes;
  sigaltstack(&fresh, nullptr);
}

} // namespace gputile::cpu

#include "gputile/cpu/detail/layer_end.h"
