// The race runtime: finds missing barriers and races between blocks, whatever
// order the threads happen to run in.
//
//   clang++ -x c++ -std=c++17 -DGPUTILE_CPU -g -O1 -fsanitize=thread -c kernel.cu
//   clang++ -std=c++17 -I<include> kernel.o RaceRuntime.cpp -o kernel
//
// The compiler's -fsanitize=thread calls a function at each load and store; this
// file defines those functions, so ThreadSanitizer's own runtime is not linked.
// GPUTILE_RACE_MAX limits the findings that are printed (10).
#include <link.h>

#include <unordered_map>

#include "Clock.h"
#include "Report.h"
#include "Shadow.h"

#if defined(GPUTILE_CPU_RACE)
#error "compile the race runtime without -fsanitize=thread: only kernels are watched"
#endif

namespace gputile::emulation {

using cpu::Access;
using cpu::Block;
using cpu::Launch;
using cpu::Thread;

// Launches of different host threads take turns, so one set of clocks serves.
static pthread_mutex_t launchLock = PTHREAD_MUTEX_INITIALIZER;
// Host threads may allocate while another one's kernel runs.
static pthread_mutex_t regionLock = PTHREAD_MUTEX_INITIALIZER;
static Regions regions;
static NodePool nodes;
static Phases phases;
static Findings findings;
static unsigned allocations = 0;
static uint32_t works = 0;     // of the running launch
static bool usesFlags = false; // the running launch
// What the block that set a flag knew then.
static std::unordered_map<const void *, Knowledge> flags;

// The access that is being checked.
struct Current {
  Thread &thread;
  BlockClock &clock;
  const Region &region;
  size_t offset;
  Access access;
  uintptr_t pc;

  uint32_t block() const { return uint32_t(thread.block->number); }
  // Whether the order of barriers counts: shared memory stays with its block.
  bool isWith(uint32_t phase) const {
    return region.kind == MemoryKind::shared ? phases.blockOf(phase) == block()
                                             : phases.workOf(phase) == clock.work;
  }
  bool knows(uint32_t phase) const {
    const uint32_t work = phases.workOf(phase);
    return work < clock.known->size() && phase <= (*clock.known)[work];
  }
  Event event() const {
    Event e = {};
    e.pc = uint64_t(pc);
    e.thread = thread.number;
    e.exists = 1;
    e.pending = access == Access::asyncWrite;
    e.phase = clock.phase;
    e.stamp = stampOf(clock, thread.number);
    return e;
  }
};

static bool isOrdered(const Event &old, const Current &now) {
  if (phases.isOver(old.phase))
    return true;
  const bool sameBlock = now.isWith(old.phase);
  const bool sameThread = sameBlock && old.thread == now.thread.number;
  // A copy in flight is ordered before nothing but its own completion.
  if (old.pending)
    return sameThread && old.pc == now.pc;
  if (!sameBlock)
    return now.knows(old.phase);
  if (sameThread || old.phase != now.clock.phase)
    return true;
  return old.thread / cpu::lanesPerWarp == cpu::warpOf(now.thread) &&
         warpOrders(now.clock, old, now.thread.number);
}

static const char *nameOf(Access access) {
  switch (access) {
  case Access::read:
    return "read";
  case Access::write:
    return "write";
  case Access::atomic:
    return "atomic update";
  case Access::asyncWrite:
    break;
  }
  return "asynchronous copy";
}

static const char *describe(const Event &old, const Current &now) {
  if (old.pending && old.thread == now.thread.number && now.isWith(old.phase))
    return "use of an asynchronous copy before its wait";
  if (!now.isWith(old.phase))
    return "race between blocks";
  if (old.pending && old.phase != now.clock.phase)
    return "use of an asynchronous copy before its wait";
  if (old.thread / cpu::lanesPerWarp == cpu::warpOf(now.thread))
    return "race between lanes of a warp";
  return "race between threads of a block";
}

static void report(const Event &old, const char *oldDoes, const Current &now) {
  const char *what = describe(old, now);
  if (!findings.note(what, now.pc, old.pc))
    return;
  fflush(stdout);
  const Launch &launch = *now.thread.launch;
  fprintf(stderr, "gputile-race: error: %s in kernel '%s': ", what, launch.kernel);
  printWhere(now.region, now.offset);
  fputc('\n', stderr);
  printSide({nameOf(now.access), now.thread.number, now.block(), now.pc}, launch);
  printSide({old.pending ? nameOf(Access::asyncWrite) : oldDoes, unsigned(old.thread),
             phases.blockOf(old.phase), uintptr_t(old.pc)},
            launch);
}

static bool checkEvent(const Event &old, const char *does, const Current &now) {
  if (!old.exists || isOrdered(old, now))
    return true;
  report(old, does, now);
  return false;
}

static bool checkSet(const EventSet &set, const char *does, const Current &now) {
  for (uint32_t i = set.head; i; i = nodes[i].next)
    if (!checkEvent(nodes[i].event, does, now))
      return false;
  return true;
}

static void clear(EventSet &set) {
  uint32_t head = set.head;
  nodes.freeList(head);
  set = EventSet{0, oneWarp};
}

// Removes what is ordered before `now`, of a set of one warp.
static void removeOrdered(EventSet &set, const Current &now) {
  uint32_t kept = 0, next = 0;
  for (uint32_t i = set.head; i; i = next) {
    next = nodes[i].next;
    if (isOrdered(nodes[i].event, now)) {
      nodes.free(i);
      continue;
    }
    nodes[i].next = kept;
    kept = i;
  }
  set.head = kept;
}

static Spread spreadBetween(const Event &a, const Event &b) {
  if (phases.blockOf(a.phase) != phases.blockOf(b.phase))
    return manyBlocks;
  return a.thread / cpu::lanesPerWarp != b.thread / cpu::lanesPerWarp ? manyWarps : oneWarp;
}

// With flags between blocks two events cannot stand for those of all blocks, but
// still for those of one phase.
static void addToExactSet(EventSet &set, const Event &event, const Current &now) {
  removeOrdered(set, now);
  const Event *same = nullptr;
  for (uint32_t i = set.head; i; i = nodes[i].next) {
    const Event &other = nodes[i].event;
    if (other.phase != event.phase)
      continue;
    if (same && same->thread / cpu::lanesPerWarp != other.thread / cpu::lanesPerWarp)
      return;
    same = &other;
  }
  set.head = nodes.make(event, set.head);
}

static void addToSet(EventSet &set, const Current &now) {
  const Event event = now.event();
  if (usesFlags)
    return addToExactSet(set, event, now);
  if (set.head) {
    const Event &head = nodes[set.head].event;
    // Most often: the same thread again.
    if (head.phase == event.phase && head.thread == event.thread && head.stamp == event.stamp)
      return;
    if (set.spread == oneWarp)
      removeOrdered(set, now);
    else if (phases.isOver(head.phase) ||
             (set.spread == manyWarps && phases.blockOf(head.phase) == now.block() &&
              head.phase != event.phase))
      clear(set);
    else if (set.spread == manyBlocks || phases.blockOf(head.phase) == now.block())
      return; // two stand for all already
  }
  if (!set.head) {
    set = EventSet{nodes.make(event, 0), oneWarp};
    return;
  }
  const Event other = nodes[set.head].event;
  const Spread spread = spreadBetween(other, event);
  if (spread != oneWarp) {
    clear(set);
    set.head = nodes.make(other, 0);
  }
  set.spread = spread;
  set.head = nodes.make(event, set.head);
}

// One finding per access is enough, hence the chains of &&.
static bool visit(Cell &cell, const Current &now) {
  switch (now.access) {
  case Access::read: {
    const bool good =
        checkEvent(cell.write, "write", now) && checkSet(cell.atomics, "atomic update", now);
    addToSet(cell.reads, now);
    return good;
  }
  case Access::atomic: {
    const bool good = checkEvent(cell.write, "write", now) && checkSet(cell.reads, "read", now);
    addToSet(cell.atomics, now);
    return good;
  }
  case Access::write:
  case Access::asyncWrite:
    break;
  }
  const bool good = checkEvent(cell.write, "write", now) && checkSet(cell.reads, "read", now) &&
                    checkSet(cell.atomics, "atomic update", now);
  cell.write = now.event();
  clear(cell.reads);
  clear(cell.atomics);
  return good;
}

static EventSet copyOf(const EventSet &set) {
  EventSet copy = {0, set.spread};
  for (uint32_t i = set.head; i; i = nodes[i].next)
    copy.head = nodes.make(Event(nodes[i].event), copy.head);
  return copy;
}

static void split(Cell &cell) {
  cell.bytes = static_cast<Cell *>(calloc(4, sizeof(Cell)));
  for (int i = 0; i < 4; ++i)
    cell.bytes[i] = Cell{cell.write, copyOf(cell.reads), copyOf(cell.atomics), nullptr};
  clear(cell.reads);
  clear(cell.atomics);
}

// The bytes [from, to) of one cell.
static bool visitPart(Cell &cell, unsigned from, unsigned to, const Current &now) {
  if (!cell.bytes && from == 0 && to == 4)
    return visit(cell, now);
  if (!cell.bytes)
    split(cell);
  bool good = true;
  for (unsigned i = from; i < to; ++i)
    good = visit(cell.bytes[i], now) && good;
  return good;
}

static void freeCell(Cell &cell) {
  clear(cell.reads);
  clear(cell.atomics);
  for (int i = 0; cell.bytes && i < 4; ++i)
    freeCell(cell.bytes[i]);
  free(cell.bytes);
}

static void visitRegion(Region &region, size_t offset, size_t bytes, Thread &thread, Access access,
                        uintptr_t pc) {
  const size_t end = offset + bytes < region.bytes ? offset + bytes : region.bytes;
  const Current now{thread, *static_cast<BlockClock *>(thread.block->race), region, offset,
                    access, pc};
  while (offset < end) {
    const size_t cell = offset / 4;
    const size_t stop = (cell + 1) * 4 < end ? (cell + 1) * 4 : end;
    if (!visitPart(region.cells[cell], unsigned(offset % 4), unsigned(stop - cell * 4), now))
      return;
    offset = stop;
  }
}

// Constants and device variables lie in the program's own image.
static int isInImage(dl_phdr_info *info, size_t, void *address) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &p = info->dlpi_phdr[i];
    if (p.p_type == PT_LOAD && uintptr_t(address) - info->dlpi_addr - p.p_vaddr < p.p_memsz)
      return 1;
  }
  return 0;
}

// The layer's own state, which threadIdx and blockDim read.
static bool isLayerState(const void *address, const Launch &launch) {
  const cpu::Machine &m = *cpu::currentMachine;
  const uintptr_t at = uintptr_t(address);
  return at - uintptr_t(m.threads) < m.threadCapacity * sizeof(Thread) ||
         at - uintptr_t(&launch) < sizeof launch;
}

static void checkForeign(const void *address, Thread &thread, Access access, uintptr_t pc) {
  if (isLayerState(address, *thread.launch) ||
      dl_iterate_phdr(isInImage, const_cast<void *>(address)))
    return;
  const char *what = "access to memory that is not device memory";
  if (!findings.note(what, pc, 0))
    return;
  fprintf(stderr, "gputile-race: error: %s in kernel '%s': address %p\n", what,
          thread.launch->kernel, address);
  printSide({nameOf(access), thread.number, thread.block->number, pc}, *thread.launch);
}

// What a probe was heard to do; `probing` while one runs on this host thread.
struct Heard {
  bool probing;
  size_t read, written;
};
static thread_local Heard heard = {};

static void onAccess(const void *address, size_t bytes, Access access, const void *pc) {
  if (heard.probing) {
    (access == Access::read ? heard.read : heard.written) += bytes;
    return;
  }
  Thread *thread = cpu::currentThread;
  if (!thread || !bytes)
    return;
  const char *at = static_cast<const char *>(address);
  if (size_t(at - thread->stack) < thread->fiber.stackBytes)
    return;
  pthread_mutex_lock(&regionLock);
  if (Region *region = regions.find(at))
    visitRegion(*region, size_t(at - region->base), bytes, *thread, access, uintptr_t(pc));
  else
    checkForeign(address, *thread, access, uintptr_t(pc));
  pthread_mutex_unlock(&regionLock);
}

static BlockClock &clockOf(Block &block) { return *static_cast<BlockClock *>(block.race); }

// Ends the process unless all that kernels do will be heard.
static void runProbe(const cpu::RaceProbe &probe) {
  alignas(16) static char to[256], from[256];
  heard = {true, 0, 0};
  probe.copy(to, from);
  heard.probing = false;
  if (heard.read >= probe.bytes && heard.written >= probe.bytes)
    return;
  fprintf(stderr,
          "gputile-race: error: this compiler does not report what kernels in '%s' access; compile "
          "it with clang 16 or later and -fsanitize=thread\n",
          probe.file);
  cpu::stopProcess();
}

static void launchBegins(Launch &launch) {
  pthread_mutex_lock(&launchLock);
  for (; cpu::raceProbes; cpu::raceProbes = cpu::raceProbes->next)
    runProbe(*cpu::raceProbes);
  phases.restart();
  works = 0;
  usesFlags = launch.together;
  flags.clear();
}
static void launchEnds(Launch &) { pthread_mutex_unlock(&launchLock); }
static void blockBegins(Block &block) {
  BlockClock *clock = makeBlockClock(block.threadCount);
  clock->work = works++;
  clock->phase = phases.begin(block.number, clock->work);
  block.race = clock;
}
static void blockEnds(Block &block) { freeBlockClock(&clockOf(block)); }
static void blockBarrier(Block &block) {
  BlockClock &clock = clockOf(block);
  if (clock.newWork) {
    clock.newWork = false;
    clock.work = works++;
    clock.known->clear();
  }
  learn(*clock.known, *clock.heard);
  clock.heard->clear();
  clock.phase = phases.begin(block.number, clock.work);
}
static void gridBarrier(Launch &launch) {
  phases.restart();
  for (uint64_t b = 0; b < launch.residentBlocks; ++b)
    blockBarrier(launch.blocks[b]);
}
static void workBegins(Block &block) { clockOf(block).newWork = true; }
// Until the next barrier other threads of the block may still be at work, and only
// what all of them have done is passed on.
static void signalled(Block &block, const void *flag) {
  const BlockClock &clock = clockOf(block);
  Knowledge &told = flags[flag];
  learn(told, *clock.known);
  learn(told, clock.work, clock.phase - 1);
}
static void waited(Block &block, const void *flag) {
  const auto told = flags.find(flag);
  if (told != flags.end())
    learn(*clockOf(block).heard, told->second);
}
static void warpBarrier(Block &block, unsigned warp, unsigned mask) {
  meet(clockOf(block), warp, mask);
}

static void remember(const void *base, size_t bytes, MemoryKind kind, const char *name) {
  pthread_mutex_lock(&regionLock);
  if (kind == MemoryKind::global)
    ++allocations;
  regions.add(static_cast<const char *>(base), bytes, kind, name, allocations);
  pthread_mutex_unlock(&regionLock);
}

static void forget(const void *base) {
  pthread_mutex_lock(&regionLock);
  if (Region *region = regions.take(base)) {
    for (size_t i = 0; i < region->bytes / 4 + 1; ++i)
      freeCell(region->cells[i]);
    Regions::drop(region);
  }
  pthread_mutex_unlock(&regionLock);
}

static const cpu::RaceHooks hooks = {
    launchBegins, launchEnds, blockBegins, blockEnds, blockBarrier, gridBarrier, warpBarrier,
    remember,     forget,     workBegins,  signalled, waited,       onAccess};

// Installed before main and before any kernel; `finish` runs after the program's
// own exit handlers.
__attribute__((constructor(101))) static void install() {
  findings.setLimit(unsigned(cpu::readNumber("GPUTILE_RACE_MAX", 0, 10)));
  cpu::race = &hooks;
  atexit([] { findings.finish(); });
}

} // namespace gputile::emulation

#include "TsanHooks.h"
