// What the environment asks for, read once per process.
//
//   GPUTILE_CPU_ORDER       forward | reverse | random[:seed]
//   GPUTILE_CPU_DIVERGENCE  strict | lenient
//   GPUTILE_CPU_STACK       bytes of stack per CUDA thread
//   GPUTILE_CPU_SMS         multiprocessors of the device that is played
//   GPUTILE_CPU_GRID        most blocks of a launch in y and in z
#pragma once

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "gputile/cpu/detail/config.h"
#include "gputile/cpu/detail/layer_begin.h"

#ifndef GPUTILE_CPU_STACK
#define GPUTILE_CPU_STACK (64 * 1024)
#endif

namespace gputile::cpu {

// Every finding of the layer or of the race runtime ends the process with it.
constexpr int findingExitStatus = 66;

enum class Order { forward, reverse, random };

// The environment variables GPUTILE_CPU_….
struct Settings {
  Order order = Order::forward;
  uint64_t seed = 0;
  bool strict = true;
  size_t stackBytes = GPUTILE_CPU_STACK;
  int multiprocessors = 16;
  unsigned gridYZ = 65535;
};

// A mistyped setting would silently test less than was asked for: stop.
[[noreturn]] inline void badSetting(const char *name, const char *value, const char *expected) {
  fprintf(stderr, "gputile-cpu: error: %s has no value '%s'; expected %s\n", name, value, expected);
  _exit(findingExitStatus);
}

// A number and nothing else.
inline bool parseNumber(const char *text, unsigned long long &value) {
  char *end = nullptr;
  errno = 0;
  value = strtoull(text, &end, 10);
  return *text >= '0' && *text <= '9' && !*end && !errno;
}

inline void readOrder(Settings &s, const char *text) {
  if (!strcmp(text, "forward"))
    return;
  if (!strcmp(text, "reverse")) {
    s.order = Order::reverse;
    return;
  }
  unsigned long long seed = 0;
  const bool random = !strncmp(text, "random", 6);
  if (!random || (text[6] && (text[6] != ':' || !parseNumber(text + 7, seed))))
    badSetting("GPUTILE_CPU_ORDER", text, "forward, reverse, random or random:SEED");
  s.order = Order::random;
  if (text[6]) {
    s.seed = seed;
    return;
  }
  s.seed = (uint64_t(time(nullptr)) * 1000003u + uint64_t(getpid())) % 1000000000u;
  // A seed nobody chose must be known to whoever sees a wrong value later.
  fprintf(stderr, "gputile-cpu: GPUTILE_CPU_ORDER=random:%llu\n", (unsigned long long)s.seed);
}

inline size_t readNumber(const char *name, size_t least, size_t otherwise,
                         size_t most = SIZE_MAX) {
  const char *text = getenv(name);
  if (!text)
    return otherwise;
  unsigned long long value = 0;
  if (parseNumber(text, value) && value >= least && value <= most)
    return size_t(value);
  char expected[80];
  snprintf(expected, sizeof expected, most == SIZE_MAX ? "a number from %zu on" : "a number from %zu to %zu",
           least, most);
  badSetting(name, text, expected);
}

// A switch, off where it is not set.
inline bool readFlag(const char *name) {
  const char *text = getenv(name);
  if (!text || !*text || !strcmp(text, "0"))
    return false;
  if (strcmp(text, "1"))
    badSetting(name, text, "0 or 1");
  return true;
}

inline Settings readSettings() {
  Settings s;
  if (const char *text = getenv("GPUTILE_CPU_ORDER"))
    readOrder(s, text);
  if (const char *text = getenv("GPUTILE_CPU_DIVERGENCE")) {
    s.strict = !strcmp(text, "strict");
    if (!s.strict && strcmp(text, "lenient"))
      badSetting("GPUTILE_CPU_DIVERGENCE", text, "strict or lenient");
  }
  s.stackBytes = (readNumber("GPUTILE_CPU_STACK", 8192, s.stackBytes) + 4095) & ~size_t(4095);
  s.multiprocessors = int(readNumber("GPUTILE_CPU_SMS", 1, 16, 1 << 20));
  s.gridYZ = unsigned(readNumber("GPUTILE_CPU_GRID", 1, s.gridYZ, s.gridYZ));
  return s;
}

// In a kernel module (module.h): those of the library that loaded it.
inline const Settings *givenSettings = nullptr;

inline const Settings &settings() {
  if (givenSettings)
    return *givenSettings;
  static const Settings s = readSettings();
  return s;
}

// The order as it can be asked for again, e.g. "random:17".
inline const char *orderText() {
  static char text[40];
  const Settings &s = settings();
  if (s.order == Order::random)
    snprintf(text, sizeof text, "random:%llu", (unsigned long long)s.seed);
  else
    strcpy(text, s.order == Order::reverse ? "reverse" : "forward");
  return text;
}

} // namespace gputile::cpu

#include "gputile/cpu/detail/layer_end.h"
