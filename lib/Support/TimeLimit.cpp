//===- TimeLimit.cpp - A bound on processor time --------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Support/TimeLimit.h"

#include <algorithm>
#include <chrono>
#include <pthread.h>
#include <system_error>

using namespace gputile;

static double secondsOn(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double gputile::threadSeconds() { return secondsOn(CLOCK_THREAD_CPUTIME_ID); }

TimeLimit::TimeLimit(isl::ctx ctx, double seconds)
    : Ctx(ctx.get()), Clock(CLOCK_THREAD_CPUTIME_ID), End(threadSeconds() + seconds) {
  if (seconds == 0 || pthread_getcpuclockid(pthread_self(), &Clock) != 0)
    return;
  try {
    Watcher = std::thread([this] { watch(); });
  } catch (const std::system_error &) {
    // Without another thread there is the quota of operations.
  }
}

TimeLimit::~TimeLimit() {
  if (!Watcher.joinable())
    return;
  {
    std::lock_guard lock(Mutex);
    Ended = true;
  }
  Ends.notify_one();
  Watcher.join();
  isl_ctx_resume(Ctx);
}

void TimeLimit::watch() {
  constexpr double shortest = 1e-3; // Rounding must not make this a busy loop.
  std::unique_lock lock(Mutex);
  while (!Ended) {
    const double left = End - secondsOn(Clock);
    if (left <= 0) {
      Passed = true;
      isl_ctx_abort(Ctx);
      return;
    }
    Ends.wait_for(lock, std::chrono::duration<double>(std::max(left, shortest)));
  }
}
