// Shadow memory of the race runtime: who accessed each word last.
//
// A region is one allocation or one shared array; it has a cell per four bytes.
// A cell that is ever accessed in part splits into four, one per byte, so that
// neighbouring bytes are never taken for one another.
#pragma once

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "gputile/cpu/detail/race.h"
#include "gputile/cpu/detail/report.h"

namespace gputile::emulation {

using cpu::MemoryKind;

// One access. Its phase names the block and the interval between two barriers of
// that block; its stamp the interval between two __syncwarp of its lane.
struct Event {
  uint64_t pc : 48, thread : 10, exists : 1, pending : 1; // pending: async copy
  uint32_t phase, stamp;
};

// Lists of events, in a pool; index 0 is the empty list.
struct Node {
  Event event;
  uint32_t next;
};

// The memory of list nodes, which are named by index and used again.
class NodePool {
  Node *nodes = nullptr;
  uint32_t used = 1, capacity = 0, firstFree = 0;

public:
  Node &operator[](uint32_t i) { return nodes[i]; }

  uint32_t make(const Event &event, uint32_t next) {
    uint32_t i = firstFree;
    if (i) {
      firstFree = nodes[i].next;
    } else {
      if (used >= capacity) {
        capacity = capacity ? capacity * 2 : 4096;
        nodes = static_cast<Node *>(realloc(nodes, capacity * sizeof(Node)));
      }
      i = used++;
    }
    nodes[i] = Node{event, next};
    return i;
  }

  void free(uint32_t i) {
    nodes[i].next = firstFree;
    firstFree = i;
  }

  void freeList(uint32_t &head) {
    while (head) {
      const uint32_t next = nodes[head].next;
      free(head);
      head = next;
    }
  }
};

// Concurrent events of the same kind. Once they come from two warps (or two
// blocks) two of them stand for all: whatever is not ordered after both by a
// barrier is concurrent with one of the two.
struct EventSet {
  uint32_t head : 30, spread : 2;
};
enum Spread : uint32_t { oneWarp, manyWarps, manyBlocks };

// What is known of the accesses to one word of watched memory.
struct Cell {
  Event write;
  EventSet reads, atomics;
  Cell *bytes; // null, or four cells of a byte each
};

// Watched memory and its cells.
struct Region {
  const char *base;
  size_t bytes;
  Cell *cells;
  size_t cellBytes; // of the mapping
  const char *name; // of a shared array
  unsigned id;      // of an allocation
  MemoryKind kind;
};

// All regions, sorted by base, with the last few hits in front.
class Regions {
  Region **list = nullptr;
  size_t count = 0, capacity = 0;
  Region *recent[4] = {};

  size_t firstAbove(const char *address) const {
    size_t low = 0, high = count;
    while (low < high) {
      const size_t middle = (low + high) / 2;
      if (list[middle]->base <= address)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }

  Region *search(const char *address) {
    const size_t above = firstAbove(address);
    if (!above)
      return nullptr;
    Region *r = list[above - 1];
    if (size_t(address - r->base) >= r->bytes)
      return nullptr;
    memmove(recent + 1, recent, 3 * sizeof *recent);
    return recent[0] = r;
  }

public:
  Region *find(const char *address) {
    for (Region *r : recent)
      if (r && size_t(address - r->base) < r->bytes)
        return r;
    return search(address);
  }

  // The cells come from the system as zeros, and only those touched cost memory.
  void add(const char *base, size_t bytes, MemoryKind kind, const char *name, unsigned id) {
    const size_t cellBytes = (bytes / 4 + 1) * sizeof(Cell);
    void *cells = kind == MemoryKind::shared
                      ? calloc(1, cellBytes)
                      : mmap(nullptr, cellBytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (!cells || cells == MAP_FAILED) {
      fprintf(stderr, "gputile-race: error: no memory to watch %zu bytes\n", bytes);
      cpu::stopProcess();
    }
    if (count == capacity) {
      capacity = capacity ? capacity * 2 : 64;
      list = static_cast<Region **>(realloc(list, capacity * sizeof *list));
    }
    const size_t at = firstAbove(base);
    memmove(list + at + 1, list + at, (count - at) * sizeof *list);
    list[at] = static_cast<Region *>(malloc(sizeof(Region)));
    *list[at] = Region{base, bytes, static_cast<Cell *>(cells), cellBytes, name, id, kind};
    ++count;
  }

  // Takes the region out; the caller frees what its cells hold, then drops it.
  Region *take(const void *base) {
    const size_t above = firstAbove(static_cast<const char *>(base));
    if (!above || list[above - 1]->base != base)
      return nullptr;
    Region *r = list[above - 1];
    memmove(list + above - 1, list + above, (count - above) * sizeof *list);
    --count;
    for (Region *&entry : recent)
      entry = entry == r ? nullptr : entry;
    return r;
  }

  static void drop(Region *r) {
    if (r->kind == MemoryKind::shared)
      ::free(r->cells);
    else
      munmap(r->cells, r->cellBytes);
    ::free(r);
  }
};

} // namespace gputile::emulation
