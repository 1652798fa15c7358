// Messages.
#include "Emulation/Driver/Report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gputile/cpu/detail/report.h"

namespace gputile::emulation {
namespace {

unsigned long misuses = 0, leaks = 0;

// One write: other threads and processes may print too.
void printLine(const char *kind, const char *format, va_list arguments) {
  char text[400];
  vsnprintf(text, sizeof text, format, arguments);
  fprintf(stderr, "gputile-cpu: %s%s\n", kind, text);
}

} // namespace

void noteMisuse(const char *format, ...) {
  ++misuses;
  va_list arguments;
  va_start(arguments, format);
  printLine("", format, arguments);
  va_end(arguments);
}

void stopFor(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  printLine("error: ", format, arguments);
  va_end(arguments);
  cpu::stopProcess();
}

void noteLeak(const char *format, ...) {
  ++leaks;
  va_list arguments;
  va_start(arguments, format);
  printLine("leak: ", format, arguments);
  va_end(arguments);
}

void stopForNotes() {
  if (!misuses && !leaks)
    return;
  fprintf(stderr, "gputile-cpu: error: %lu leaks, %lu calls with wrong arguments\n", leaks,
          misuses);
  cpu::stopProcess();
}

} // namespace gputile::emulation
