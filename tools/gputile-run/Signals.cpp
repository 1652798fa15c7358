//===- Signals.cpp - Signals that end gputile-run -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A thread waits for the signals: unlike a handler it may use locks and memory, and it
/// acts at once whatever the main thread waits for.
///
//===----------------------------------------------------------------------===//

#include "Signals.h"

#include "llvm/Support/Signals.h"

#include <mutex>
#include <thread>
#include <unistd.h>

namespace gputile::run {
namespace {

struct State {
  std::mutex lock;
  bool ending = false;      ///< A signal has come.
  pid_t running = 0;        ///< The program, or 0.
  bool interactive = false; ///< It belongs to this process's group.
  sigset_t endingSignals, before;
  bool held = false; ///< The sets above are filled.
};

/// Never destroyed: the thread uses it to the end of the process.
State &state() {
  static State &the = *new State;
  return the;
}

[[noreturn]] void waitForEnd() {
  while (true)
    pause();
}

std::unique_lock<std::mutex> lockUnlessEnding() {
  std::unique_lock<std::mutex> guard(state().lock);
  if (state().ending) {
    guard.unlock();
    waitForEnd();
  }
  return guard;
}

/// Sends \p signal to the program that runs. \returns false when there is none.
bool sendToProgram(int signal, bool fromTerminal) {
  State &s = state();
  const std::lock_guard<std::mutex> guard(s.lock);
  s.ending = true;
  if (!s.running)
    return false;
  // The terminal has sent it to the whole group already.
  if (!s.interactive)
    kill(-s.running, signal);
  else if (!fromTerminal)
    kill(s.running, signal);
  return true;
}

bool usesTerminal() {
  const std::lock_guard<std::mutex> guard(state().lock);
  return state().interactive;
}

/// Ends the program that runs, first by \p signal.
void endProgram(int signal, bool fromTerminal) {
  constexpr timespec Step = {0, 20'000'000};
  constexpr int Patience = 100; // steps
  int next = signal;
  for (int step = 0; sendToProgram(next, fromTerminal); ++step) {
    next = 0; // Only asks whether there is a process.
    if (sigtimedwait(&state().endingSignals, nullptr, &Step) > 0 ||
        (step >= Patience && !usesTerminal()))
      next = SIGKILL, fromTerminal = false;
  }
}

[[noreturn]] void endBy(int ending) {
  llvm::sys::RunInterruptHandlers(); // Removes files that are not complete.
  signal(ending, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &state().endingSignals, nullptr);
  raise(ending);
  waitForEnd();
}

void waitForSignal(const std::function<void()> &cleanUp) {
  siginfo_t info;
  int ending;
  do
    ending = sigwaitinfo(&state().endingSignals, &info);
  while (ending == -1);
  endProgram(ending, info.si_code == SI_KERNEL);
  cleanUp();
  endBy(ending);
}

bool isIgnored(int signal) {
  struct sigaction action = {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

} // namespace

void holdSignals() {
  State &s = state();
  sigemptyset(&s.endingSignals);
  for (int signal : {SIGHUP, SIGINT, SIGTERM})
    if (!isIgnored(signal))
      sigaddset(&s.endingSignals, signal);
  pthread_sigmask(SIG_BLOCK, &s.endingSignals, &s.before);
  s.held = true;
  // Compilers are groups of their own, which a terminal can be told to stop for their messages.
  signal(SIGTTOU, SIG_IGN);
}

void endOnSignals(std::function<void()> cleanUp) {
  std::thread([cleanUp = std::move(cleanUp)] { waitForSignal(cleanUp); }).detach();
}

sigset_t maskOfPrograms() {
  if (state().held)
    return state().before;
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  return mask;
}

void beforeCleanUp(const std::function<void()> &useFiles) {
  const std::unique_lock<std::mutex> guard = lockUnlessEnding();
  useFiles();
}

std::optional<pid_t> beginRunning(bool interactive, const std::function<bool(pid_t &)> &start) {
  State &s = state();
  const std::unique_lock<std::mutex> guard = lockUnlessEnding();
  pid_t child = 0;
  if (!start(child))
    return std::nullopt;
  s.running = child;
  s.interactive = interactive;
  return child;
}

bool endRunning(const std::function<bool()> &reap) {
  State &s = state();
  std::unique_lock<std::mutex> guard(s.lock);
  const bool result = reap();
  s.running = 0;
  if (s.ending) {
    guard.unlock();
    waitForEnd();
  }
  return result;
}

} // namespace gputile::run
