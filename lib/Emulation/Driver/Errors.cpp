// Tables of error codes.
#include "Emulation/Driver/Errors.h"

#include <string.h>

#include "Emulation/Driver/Api.h"

namespace gputile::emulation {
namespace {

struct Code {
  const char *name;
  int value;
  const char *text;
};
#define GPUTILE_ROW(name, value, text) {#name, value, text},
const Code driverCodes[] = {GPUTILE_DRIVER_ERRORS(GPUTILE_ROW)};
const Code nvrtcCodes[] = {GPUTILE_NVRTC_ERRORS(GPUTILE_ROW)};
#undef GPUTILE_ROW

template <size_t N> const Code *byValue(const Code (&codes)[N], int value) {
  for (const Code &code : codes)
    if (code.value == value)
      return &code;
  return nullptr;
}

template <size_t N> int byName(const Code (&codes)[N], const char *name) {
  for (const Code &code : codes)
    if (!strcmp(code.name, name))
      return code.value;
  return -1;
}

} // namespace

const char *driverErrorName(int code) {
  const Code *found = byValue(driverCodes, code);
  return found ? found->name : nullptr;
}
const char *driverErrorText(int code) {
  const Code *found = byValue(driverCodes, code);
  return found ? found->text : nullptr;
}
const char *nvrtcErrorName(int code) {
  const Code *found = byValue(nvrtcCodes, code);
  return found ? found->name : nullptr;
}
int driverErrorOf(const char *name) { return byName(driverCodes, name); }
int nvrtcErrorOf(const char *name) { return byName(nvrtcCodes, name); }

} // namespace gputile::emulation
