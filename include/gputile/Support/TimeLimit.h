//===- TimeLimit.h - A bound on processor time ---------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The operations that IslQuota counts take from a tenth of a microsecond to a
/// millisecond, as numbers grow. They say on all machines alike when to give up;
/// this says at last when to, for the person who waits.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_SUPPORT_TIMELIMIT_H
#define GPUTILE_SUPPORT_TIMELIMIT_H

#include "gputile/Support/Isl.h"

#include <atomic>
#include <condition_variable>
#include <ctime>
#include <mutex>
#include <thread>

namespace gputile {

/// The processor time of this thread so far, in seconds.
double threadSeconds();

/// Bounds the processor time of the thread that makes it, while it lives: afterwards the
/// next operation of isl in its context fails, with isl::exception_abort or with what a null
/// result leads to. Time in which the thread does not run, as on a machine that is busy, does
/// not count.
class TimeLimit {
public:
  /// \p seconds from now on; 0 means no bound.
  TimeLimit(isl::ctx ctx, double seconds);
  ~TimeLimit();
  TimeLimit(const TimeLimit &) = delete;
  TimeLimit &operator=(const TimeLimit &) = delete;

  bool passed() const { return Passed; }

private:
  void watch();

  isl_ctx *Ctx;
  clockid_t Clock; ///< Of the thread that is watched.
  double End;      ///< On that clock.
  std::atomic<bool> Passed = false;
  std::mutex Mutex;
  std::condition_variable Ends;
  bool Ended = false; ///< Guarded by Mutex.
  std::thread Watcher;
};

} // namespace gputile

#endif
