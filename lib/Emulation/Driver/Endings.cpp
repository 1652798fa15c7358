// A handler that does only what handlers may.
#include "Emulation/Driver/Endings.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <mutex>

namespace gputile::emulation {
namespace {

constexpr int endings[] = {SIGHUP, SIGINT, SIGTERM};
constexpr int mostFiles = 8, mostFolders = 16;

// What one Ending knows. The handler reads it where it is in use.
struct Slot {
  std::atomic<bool> used{false};
  char folder[PATH_MAX], files[mostFiles][32];
  std::atomic<int> fileCount{0};
  std::atomic<pid_t> child{0};
};

Slot slots[mostFolders];
std::mutex slotsChange; // The handler does not take it.
int usedSlots = 0;
bool handled[NSIG];

void end(const Slot &slot) {
  if (const pid_t child = slot.child) {
    kill(child, SIGTERM);
    while (waitpid(child, nullptr, 0) == -1 && errno == EINTR)
      ;
  }
  const int folder = open(slot.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  for (int i = 0; folder >= 0 && i < slot.fileCount; ++i)
    unlinkat(folder, slot.files[i], 0);
  rmdir(slot.folder);
}

void onEnding(int signal) {
  for (const Slot &slot : slots)
    if (slot.used)
      end(slot);
  ::signal(signal, SIG_DFL);
  raise(signal);
}

void handle(int signal) {
  struct sigaction old = {}, ours = {};
  ours.sa_handler = onEnding;
  sigfillset(&ours.sa_mask);
  handled[signal] = !sigaction(signal, nullptr, &old) && old.sa_handler == SIG_DFL &&
                    !(old.sa_flags & SA_SIGINFO) && !sigaction(signal, &ours, nullptr);
}

// Unless the program has set a handler of its own by now.
void unhandle(int signal) {
  struct sigaction now = {}, byDefault = {};
  byDefault.sa_handler = SIG_DFL;
  if (handled[signal] && !sigaction(signal, nullptr, &now) && now.sa_handler == onEnding)
    sigaction(signal, &byDefault, nullptr);
  handled[signal] = false;
}

int freeSlot() {
  for (int i = 0; i < mostFolders; ++i)
    if (!slots[i].used)
      return i;
  return -1;
}

} // namespace

Ending::Ending(const std::string &folder) {
  const std::lock_guard<std::mutex> lock(slotsChange);
  slot = folder.size() < PATH_MAX ? freeSlot() : -1;
  if (slot < 0)
    return;
  snprintf(slots[slot].folder, PATH_MAX, "%s", folder.c_str());
  slots[slot].fileCount = 0;
  slots[slot].child = 0;
  slots[slot].used = true;
  if (usedSlots++ == 0)
    for (const int signal : endings)
      handle(signal);
}

Ending::~Ending() {
  const std::lock_guard<std::mutex> lock(slotsChange);
  if (slot < 0)
    return;
  slots[slot].used = false;
  if (--usedSlots == 0)
    for (const int signal : endings)
      unhandle(signal);
}

void Ending::removeFile(const std::string &name) {
  if (slot < 0)
    return;
  Slot &here = slots[slot];
  for (int i = 0; i < here.fileCount; ++i)
    if (name == here.files[i])
      return;
  if (here.fileCount == mostFiles || name.size() >= sizeof here.files[0])
    return;
  snprintf(here.files[here.fileCount], sizeof here.files[0], "%s", name.c_str());
  ++here.fileCount;
}

void Ending::endProgram(pid_t child) {
  if (slot >= 0)
    slots[slot].child = child;
}

} // namespace gputile::emulation
