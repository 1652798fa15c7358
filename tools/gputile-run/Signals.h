//===- Signals.h - Signals that end gputile-run ----------------*- C++ -*--===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_GPUTILERUN_SIGNALS_H
#define GPUTILE_TOOLS_GPUTILERUN_SIGNALS_H

#include <functional>
#include <optional>
#include <signal.h>

namespace gputile::run {

/// Puts off SIGHUP, SIGINT and SIGTERM, unless they are ignored, until endOnSignals().
void holdSignals();

/// From now on each of them ends the program that runs, calls \p cleanUp, and ends the process
/// by the same signal. A program that does not end is killed by the second signal; one that does
/// not use the terminal also after two seconds.
void endOnSignals(std::function<void()> cleanUp);

/// The signals that programs do not receive: those that this process did not when it began.
sigset_t maskOfPrograms();

/// Calls \p useFiles, unless a signal has come: then waits for the end of the process. A signal
/// that comes meanwhile waits: \p useFiles finds what cleanUp removes, all or nothing of it.
void beforeCleanUp(const std::function<void()> &useFiles);

/// Starts a program, unless a signal has come: then waits for the end of the process.
/// \param start stores the number of the process, and \returns false when there is none
std::optional<pid_t> beginRunning(bool interactive, const std::function<bool(pid_t &)> &start);

/// Ends what beginRunning() began, after \p reap took the process away. \returns its result.
bool endRunning(const std::function<bool()> &reap);

} // namespace gputile::run

#endif
