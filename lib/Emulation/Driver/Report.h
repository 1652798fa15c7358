// What the library says on stderr.
#pragma once

#include <stddef.h>

namespace gputile::emulation {

/// A call that CUDA answers with an error. With GPUTILE_CPU_LEAKS=1 the process ends
/// with status 66 even when the caller ignores that error.
__attribute__((format(printf, 1, 2))) void noteMisuse(const char *format, ...);

/// A mistake that CUDA would not notice: ends the process with status 66.
[[noreturn]] __attribute__((format(printf, 1, 2))) void stopFor(const char *format, ...);

/// One line about something that is alive at the end of the process.
__attribute__((format(printf, 1, 2))) void noteLeak(const char *format, ...);

/// Ends the process with status 66 when there was a misuse or a leak, and says how many.
void stopForNotes();

} // namespace gputile::emulation
