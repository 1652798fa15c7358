// A handler that does only what handlers may.
#include "Endings.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>

namespace gputile::driver {
namespace {

constexpr int endings[] = {SIGHUP, SIGINT, SIGTERM};
constexpr int mostFiles = 8;

char folderToRemove[PATH_MAX], filesToRemove[mostFiles][PATH_MAX];
std::atomic<int> fileCount{0};
std::atomic<pid_t> childToEnd{0};
bool handled[NSIG];

void removeAll() {
  for (int i = 0; i < fileCount; ++i)
    unlink(filesToRemove[i]);
  rmdir(folderToRemove);
}

void onEnding(int signal) {
  if (const pid_t child = childToEnd) {
    kill(child, SIGTERM);
    while (waitpid(child, nullptr, 0) == -1 && errno == EINTR)
      ;
  }
  removeAll();
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

} // namespace

void watchEndings(const std::string &folder) {
  snprintf(folderToRemove, sizeof folderToRemove, "%s", folder.c_str());
  fileCount = 0;
  for (const int signal : endings)
    handle(signal);
}

void removeAtEnding(const std::string &file) {
  if (fileCount == mostFiles || file.size() >= PATH_MAX)
    return;
  snprintf(filesToRemove[fileCount], PATH_MAX, "%s", file.c_str());
  ++fileCount;
}

void endAtEnding(pid_t child) { childToEnd = child; }

void removeWatched() {
  removeAll();
  for (const int signal : endings)
    unhandle(signal);
}

} // namespace gputile::driver
