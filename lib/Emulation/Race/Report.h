// The race runtime's messages, and source positions for them.
#pragma once

#include <dlfcn.h>
#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "Shadow.h"
#include "gputile/cpu/detail/report.h"

namespace gputile::emulation {

// Addresses in a position-dependent program are the file's own; in the others
// they count from where the file is loaded.
inline uintptr_t addressInFile(const Dl_info &info, uintptr_t pc) {
  const Elf64_Ehdr *header = static_cast<const Elf64_Ehdr *>(info.dli_fbase);
  return header->e_type == ET_EXEC ? pc : pc - uintptr_t(info.dli_fbase);
}

// The path of the module of `info`; the program's own may be relative to a
// directory that was left.
inline bool modulePath(const Dl_info &info, char *path, size_t size) {
  snprintf(path, size, "%s", info.dli_fname);
  if (access(path, R_OK) != 0) {
    const ssize_t length = readlink("/proc/self/exe", path, size - 1);
    if (length <= 0)
      return false;
    path[length] = 0;
  }
  return !strchr(path, '\'');
}

// Asks whatever symbolizer is installed for "file:line"; false when none knows.
inline bool askSymbolizer(const char *path, uintptr_t address, char *text, size_t size) {
  char command[1400];
  snprintf(command, sizeof command,
           "{ llvm-symbolizer --no-inlines -f=none -e '%s' 0x%zx || "
           "llvm-symbolizer-19 --no-inlines -f=none -e '%s' 0x%zx || "
           "addr2line -e '%s' 0x%zx; } 2>/dev/null",
           path, size_t(address), path, size_t(address), path, size_t(address));
  FILE *pipe = popen(command, "r");
  if (!pipe)
    return false;
  const bool got = fgets(text, int(size), pipe) != nullptr;
  while (fgetc(pipe) != EOF) {
  }
  pclose(pipe);
  text[got ? strcspn(text, "\n") : 0] = 0;
  return got && text[0] && text[0] != '?';
}

// " at file:line", else the address in its module, for a tool to look up.
inline void printPlace(uintptr_t pc) {
  Dl_info info = {};
  if (!pc || !dladdr(reinterpret_cast<void *>(pc), &info) || !info.dli_fbase) {
    fprintf(stderr, " at address 0x%zx", size_t(pc));
    return;
  }
  // The access lies before the address its hook returns to.
  const uintptr_t address = addressInFile(info, pc - 1);
  char path[400], text[600];
  if (modulePath(info, path, sizeof path) && askSymbolizer(path, address, text, sizeof text))
    fprintf(stderr, " at %s", text);
  else
    fprintf(stderr, " at %s+0x%zx", info.dli_fname, size_t(address));
}

inline void printWho(unsigned thread, uint64_t block, const cpu::Launch &launch) {
  const uint3 t = cpu::unflatten(thread, launch.blockSize);
  const uint3 b = cpu::unflatten(block, launch.gridSize);
  fprintf(stderr, "thread (%u,%u,%u) of block (%u,%u,%u)", t.x, t.y, t.z, b.x, b.y, b.z);
}

inline void printWhere(const Region &r, size_t offset) {
  if (r.kind == MemoryKind::shared)
    fprintf(stderr, "shared array '%s'", r.name);
  else
    fprintf(stderr, "device allocation #%u (%zu bytes)", r.id, r.bytes);
  fprintf(stderr, " at byte %zu", offset);
}

// One side of a race.
struct Side {
  const char *does; // "read", "write", ...
  unsigned thread;
  uint64_t block;
  uintptr_t pc;
};

inline void printSide(const Side &s, const cpu::Launch &launch) {
  fprintf(stderr, "gputile-race:   %s by ", s.does);
  printWho(s.thread, s.block, launch);
  printPlace(s.pc);
  fputc('\n', stderr);
}

// Counts findings, shows the first few that differ, and ends the process with
// the status of a finding.
class Findings {
  // What makes two findings the same one.
  struct Key {
    uintptr_t pc, otherPc;
    const char *what;
  };
  static constexpr unsigned maxKeys = 1024;
  Key keys[maxKeys] = {}; // so that this is initialised before any constructor
  unsigned distinct = 0;
  uint64_t total = 0;
  unsigned limit = 10;

  // Accesses of the same two instructions are one finding.
  bool isNew(const Key &key) {
    for (unsigned i = 0; i < distinct; ++i)
      if (keys[i].pc == key.pc && keys[i].otherPc == key.otherPc && keys[i].what == key.what)
        return false;
    if (distinct < maxKeys)
      keys[distinct++] = key;
    return true;
  }

public:
  void setLimit(unsigned n) { limit = n; }

  // True when the finding is to be printed. `what` is a literal.
  bool note(const char *what, uintptr_t pc, uintptr_t otherPc) {
    ++total;
    return isNew(Key{pc, otherPc, what}) && distinct <= limit;
  }

  void finish() const {
    if (!total)
      return;
    fflush(stdout);
    fprintf(stderr, "gputile-race: %llu findings at %u distinct places\n",
            (unsigned long long)total, distinct);
    fflush(nullptr);
    _exit(cpu::findingExitStatus);
  }
};

} // namespace gputile::emulation
