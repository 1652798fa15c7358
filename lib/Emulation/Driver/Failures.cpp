// Reads the plan of failures, counts the calls.
#include "Emulation/Driver/Failures.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "Emulation/Driver/Errors.h"
#include "gputile/cpu/detail/errors.h"

namespace gputile::emulation {
namespace {

struct Row {
  const char *name;
  int error;
};
#define GPUTILE_ROW(name, error) {#name, error},
const Row functions[] = {GPUTILE_DRIVER_FUNCTIONS(GPUTILE_ROW)};
#undef GPUTILE_ROW
constexpr size_t functionCount = sizeof functions / sizeof functions[0];

struct Planned {
  size_t function;
  unsigned long first, last;
  int error;
};

unsigned long counts[functionCount];

[[noreturn]] void refuse(const std::string &entry) {
  cpu::badSetting("GPUTILE_CPU_FAIL", entry.c_str(),
                  "function:n, function:n+ or function:*, each with :CODE if need be");
}

std::vector<std::string> split(const std::string &text, char at) {
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == at)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

size_t functionOf(const std::string &name, const std::string &entry) {
  for (size_t i = 0; i < functionCount; ++i)
    if (name == functions[i].name && functions[i].error)
      return i;
  refuse(entry);
}

// A number, `n+` or `*`.
void readCalls(const std::string &text, Planned &planned, const std::string &entry) {
  planned.first = 1;
  planned.last = ~0ul;
  if (text == "*")
    return;
  char *end = nullptr;
  planned.first = strtoul(text.c_str(), &end, 10);
  if (!strcmp(end, ""))
    planned.last = planned.first;
  if (!planned.first || (*end && strcmp(end, "+")))
    refuse(entry);
}

Planned readEntry(const std::string &entry) {
  const std::vector<std::string> parts = split(entry, ':');
  if (parts.size() > 3)
    refuse(entry);
  Planned planned = {functionOf(parts[0], entry), 1, 1, 0};
  if (parts.size() > 1)
    readCalls(parts[1], planned, entry);
  planned.error = functions[planned.function].error;
  if (parts.size() > 2)
    planned.error =
        entry[0] == 'n' ? nvrtcErrorOf(parts[2].c_str()) : driverErrorOf(parts[2].c_str());
  if (planned.error <= 0)
    refuse(entry);
  return planned;
}

std::vector<Planned> readPlan() {
  std::vector<Planned> plan;
  const char *text = getenv("GPUTILE_CPU_FAIL");
  if (!text || !*text)
    return plan;
  for (const std::string &entry : split(text, ','))
    // The others are the runtime API's, which the CPU execution layer reads.
    if (entry.empty() || cpu::isOfDriver(entry.c_str()) || entry.compare(0, 4, "cuda"))
      plan.push_back(readEntry(entry));
  return plan;
}

} // namespace

int countCall(Function function) {
  static const std::vector<Planned> plan = readPlan();
  const unsigned long call = ++counts[size_t(function)];
  for (const Planned &planned : plan)
    if (planned.function == size_t(function) && planned.first <= call && call <= planned.last)
      return planned.error;
  return 0;
}

void writeCallCounts() {
  const char *path = getenv("GPUTILE_CPU_CALLS");
  if (!path)
    return;
  std::string text;
  for (size_t i = 0; i < functionCount; ++i)
    if (counts[i])
      text += std::string(functions[i].name) + " " + std::to_string(counts[i]) + "\n";
  const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  // One write, so that several processes may share the file.
  ssize_t written = -1;
  while (file >= 0 && (written = write(file, text.data(), text.size())) < 0 && errno == EINTR)
    ;
  if (written != ssize_t(text.size()))
    fprintf(stderr, "gputile-cpu: cannot write the counts of calls to '%s'\n", path);
  if (file >= 0)
    close(file);
}

} // namespace gputile::emulation
