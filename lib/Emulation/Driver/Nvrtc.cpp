// NVRTC's functions.
#include "Emulation/Driver/Nvrtc.h"

#include <string.h>

#include <set>

#include "Emulation/Driver/Compiler.h"
#include "Emulation/Driver/Entry.h"
#include "Emulation/Driver/Report.h"

struct _nvrtcProgram {
  std::string text, name, image, log;
  bool compiled = false;
};

namespace gputile::emulation {
namespace {

std::set<nvrtcProgram> &programs() {
  static std::set<nvrtcProgram> &live = *new std::set<nvrtcProgram>;
  return live;
}

// Options of NVRTC that change nothing here.
bool isIgnored(const std::string &option) {
  static const char *const known[] = {"-arch",
                                      "--gpu-architecture",
                                      "--fmad",
                                      "-fmad",
                                      "-std",
                                      "--std",
                                      "-lineinfo",
                                      "--generate-line-info",
                                      "-default-device",
                                      "--device-as-default-execution-space",
                                      "--use_fast_math",
                                      "-w",
                                      "--disable-warnings",
                                      "--restrict",
                                      "-restrict",
                                      "--extra-device-vectorization",
                                      "--maxrregcount",
                                      "-maxrregcount",
                                      "-dopt",
                                      "--dopt",
                                      "-split-compile",
                                      "--split-compile",
                                      "-diag-suppress",
                                      "--diag-suppress"};
  const std::string name = option.substr(0, option.find('='));
  for (const char *each : known)
    if (name == each)
      return true;
  return false;
}

// False for an option that NVRTC does not have.
bool addOption(const char *text, std::vector<std::string> &options) {
  const std::string option = text;
  const std::string longDefine = "--define-macro=";
  if (!option.compare(0, longDefine.size(), longDefine))
    options.push_back("-D" + option.substr(longDefine.size()));
  else if (option.size() > 2 && (!option.compare(0, 2, "-D") || !option.compare(0, 2, "-U")))
    options.push_back(option);
  else
    return isIgnored(option);
  return true;
}

nvrtcResult giveText(const std::string &text, char *to) {
  if (!to)
    return NVRTC_ERROR_INVALID_INPUT;
  memcpy(to, text.c_str(), text.size() + 1);
  return NVRTC_SUCCESS;
}

// What nvrtcCompileProgram needs of the program, read and written under the lock; the
// compiler runs without it.
int begin(nvrtcProgram program, int count, const char *const *texts, _nvrtcProgram &copy,
          std::vector<std::string> &options) {
  GPUTILE_ENTER_NVRTC(nvrtcCompileProgram);
  if (!programs().count(program))
    return NVRTC_ERROR_INVALID_PROGRAM;
  for (int i = 0; i < count; ++i)
    if (!addOption(texts[i], options)) {
      program->log = std::string("unknown option '") + texts[i] + "'\n";
      return NVRTC_ERROR_INVALID_OPTION;
    }
  copy = *program;
  return NVRTC_SUCCESS;
}

void end(nvrtcProgram program, _nvrtcProgram &copy) {
  const std::lock_guard<std::mutex> guard(lockOfLibrary());
  if (programs().count(program))
    *program = std::move(copy);
}

} // namespace

void reportLivePrograms() {
  for (const nvrtcProgram program : programs())
    noteLeak("program '%s' of NVRTC", program->name.c_str());
}

} // namespace gputile::emulation

using namespace gputile::emulation;

nvrtcResult nvrtcVersion(int *major, int *minor) {
  GPUTILE_ENTER_NVRTC(nvrtcVersion);
  *major = 12;
  *minor = 0;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *text, const char *name,
                               int headerCount, const char *const *, const char *const *) {
  GPUTILE_ENTER_NVRTC(nvrtcCreateProgram);
  if (!program || !text || headerCount)
    return NVRTC_ERROR_INVALID_INPUT;
  *program = new _nvrtcProgram;
  (*program)->text = text;
  (*program)->name = name ? name : "default_program";
  programs().insert(*program);
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int optionCount,
                                const char *const *optionTexts) {
  _nvrtcProgram copy;
  std::vector<std::string> options;
  if (const int error = begin(program, optionCount, optionTexts, copy, options))
    return nvrtcResult(error);
  const Compiled compiled = compileModule(copy.text, copy.name, options);
  copy.image = compiled.image;
  copy.log = compiled.log;
  copy.compiled = compiled.error == NVRTC_SUCCESS;
  end(program, copy);
  return compiled.error;
}

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *bytes) {
  GPUTILE_ENTER_NVRTC(nvrtcGetCUBINSize);
  if (!programs().count(program) || !program->compiled)
    return NVRTC_ERROR_INVALID_PROGRAM;
  *bytes = program->image.size();
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *image) {
  GPUTILE_ENTER_NVRTC(nvrtcGetCUBIN);
  if (!programs().count(program) || !program->compiled)
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (!image)
    return NVRTC_ERROR_INVALID_INPUT;
  memcpy(image, program->image.data(), program->image.size());
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *bytes) {
  GPUTILE_ENTER_NVRTC(nvrtcGetProgramLogSize);
  if (!programs().count(program))
    return NVRTC_ERROR_INVALID_PROGRAM;
  *bytes = program->log.size() + 1;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log) {
  GPUTILE_ENTER_NVRTC(nvrtcGetProgramLog);
  if (!programs().count(program))
    return NVRTC_ERROR_INVALID_PROGRAM;
  return giveText(program->log, log);
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program) {
  const Entry entry(Function::nvrtcDestroyProgram, Needs::nothing);
  if (!program || !programs().erase(*program)) {
    noteMisuse("nvrtcDestroyProgram: no such program");
    return entry.after(NVRTC_ERROR_INVALID_PROGRAM);
  }
  delete *program;
  *program = nullptr;
  return entry.after(NVRTC_SUCCESS);
}
