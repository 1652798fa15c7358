// Finds the compiler and the layer's headers, runs the compiler.
//
//   GPUTILE_CXX            the compiler, with arguments if need be
//   GPUTILE_CPU_CXXFLAGS   further arguments, e.g. -fsanitize=address
//   GPUTILE_CPU_INCLUDE    the folder of gputile/cpu/module.h
//   GPUTILE_CPU_RACE       1: kernels are watched for races (by clang only)
#include "Emulation/Driver/Compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Emulation/Driver/Files.h"
#include "Emulation/Driver/Image.h"
#include "Runtime/FileOf.h"
#include "gputile/cpu/detail/settings.h"

extern char **environ;

namespace gputile::emulation {
namespace {

bool exists(const std::string &path, int mode) { return access(path.c_str(), mode) == 0; }

void addWords(std::vector<std::string> &words, const char *text) {
  std::string word;
  for (; text && *text; ++text)
    if (*text != ' ')
      word += *text;
    else if (!word.empty())
      words.push_back(std::move(word)), word.clear();
  if (!word.empty())
    words.push_back(word);
}

// The program's path; empty when it is not in PATH. Folders relative to the current one
// do not count: what lies there must not become part of this process by chance.
std::string findOnPath(const std::string &program) {
  const char *path = getenv("PATH");
  std::string folder;
  for (; path; ++path) {
    if (*path && *path != ':') {
      folder += *path;
      continue;
    }
    if (!folder.empty() && folder[0] == '/' && exists(folder + "/" + program, X_OK))
      return folder + "/" + program;
    folder.clear();
    if (!*path)
      break;
  }
  return "";
}

std::vector<std::string> findCompiler() {
  std::vector<std::string> words;
  addWords(words, getenv("GPUTILE_CXX"));
  for (const char *name : {"clang++-" GPUTILE_LLVM_MAJOR, "clang++", "g++"})
    if (words.empty())
      if (const std::string path = findOnPath(name); !path.empty())
        words.push_back(path);
  return words;
}

// The library lies in lib/ or lib/<triple>/ of an installation, or in a build folder
// inside the source tree.
std::string findHeaders() {
  if (const char *given = getenv("GPUTILE_CPU_INCLUDE"))
    return given;
  char file[PATH_MAX];
  if (gpti_file_of(reinterpret_cast<void *>(&findOnPath), file, sizeof file))
    return "";
  std::string folder = file;
  for (size_t slash; (slash = folder.rfind('/')) != std::string::npos;) {
    folder.resize(slash);
    if (exists(folder + "/include/gputile/cpu/module.h", R_OK))
      return folder + "/include";
  }
  return "";
}

// What became of a program.
struct End {
  int status = 0;      // its exit status
  std::string trouble; // why it has none
};

End waitFor(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) != child)
    if (errno != EINTR)
      // The program that this library belongs to leaves no child to be waited for, or has
      // waited for any. What the compiler made tells whether it succeeded.
      return {0, ""};
  if (WIFSIGNALED(status))
    return {0, std::string("was ended by a signal: ") + strsignal(WTERMSIG(status))};
  return {WEXITSTATUS(status), ""};
}

// Its output goes to the log in \p folder.
End runProgram(const std::vector<std::string> &words, TemporaryFolder &folder) {
  const std::string log = folder.path("log");
  std::vector<char *> arguments;
  for (const std::string &word : words)
    arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  posix_spawn_file_actions_adddup2(&files, 1, 2);
  // A compiler that waits for no children cannot link.
  sigset_t none, waited;
  sigemptyset(&none);
  sigemptyset(&waited);
  sigaddset(&waited, SIGCHLD);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &waited);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t child;
  const int error =
      posix_spawnp(&child, arguments[0], &files, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (error)
    return {0, std::string("cannot be run: ") + strerror(error)};
  folder.isWrittenBy(child);
  const End end = waitFor(child);
  folder.isWrittenBy(0);
  return end;
}

Compiled failed(nvrtcResult error, const std::string &log) { return {error, "", log}; }

using Words = std::vector<std::string>;

// What one call of nvrtcCompileProgram runs.
struct Build {
  Words compiler;
  std::string headers;
  TemporaryFolder folder;
  std::string trouble = {}; // of the compiler itself

  // NVRTC_SUCCESS, or why there is no output; the log gets longer.
  nvrtcResult run(const Words &arguments) {
    Words words = compiler;
    words.insert(words.end(), arguments.begin(), arguments.end());
    const End end = runProgram(words, folder);
    if (!end.trouble.empty()) {
      trouble = "'" + compiler[0] + "' " + end.trouble + "\n";
      return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
    }
    return end.status ? NVRTC_ERROR_COMPILATION : NVRTC_SUCCESS;
  }

  // For the text: all but what is to be made of it.
  Words forText(const Words &options) {
    Words words = {"-x",
                   "c++",
                   "-std=c++17",
                   "-O1",
                   "-ffp-contract=off",
                   "-DGPUTILE_CPU",
                   "-fPIC",
                   "-fvisibility=hidden",
                   "-I",
                   headers};
    words.insert(words.end(), options.begin(), options.end());
    addWords(words, getenv("GPUTILE_CPU_CXXFLAGS"));
    words.push_back(folder.path("kernels.cpp"));
    return words;
  }

  nvrtcResult plainModule(const Words &options) {
    Words words = forText(options);
    words.insert(words.end(), {"-shared", "-o", folder.path("module.so")});
    return run(words);
  }

  // The race runtime replaces the one of -fsanitize=thread, which is not linked then;
  // each module has its own.
  nvrtcResult watchedModule(const Words &options) {
    const std::string kernels = folder.path("kernels.o"), runtime = folder.path("runtime.o");
    Words words = forText(options);
    words.insert(words.end(), {"-g", "-fsanitize=thread", "-c", "-o", kernels});
    if (const nvrtcResult error = run(words))
      return error;
    if (const nvrtcResult error = run({"-std=c++17", "-O2", "-fPIC", "-fvisibility=hidden", "-I",
                                       headers, "-c", raceRuntime(), "-o", runtime}))
      return error;
    return run({"-shared", "-pthread", kernels, runtime, "-o", folder.path("module.so")});
  }

  // Beside the headers, in the source tree or an installation.
  std::string raceRuntime() const {
    const std::string inTree = headers + "/../lib/Emulation/Race/RaceRuntime.cpp";
    return exists(inTree, R_OK) ? inTree : headers + "/../share/gputile/Race/RaceRuntime.cpp";
  }
};

} // namespace

Compiled compileModule(const std::string &text, const std::string &name, const Words &options) {
  Build build = {findCompiler(), findHeaders(), {}};
  if (build.compiler.empty())
    return failed(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE, "no C++ compiler found\n");
  if (build.headers.empty())
    return failed(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE, "gputile/cpu/module.h not found\n");
  // Messages name the text as the program does.
  if (!build.folder ||
      !writeFile(build.folder.path("kernels.cpp"), "#line 1 \"" + name + "\"\n" + text))
    return failed(NVRTC_ERROR_OUT_OF_MEMORY, "no temporary file\n");
  const nvrtcResult error =
      cpu::readFlag("GPUTILE_CPU_RACE") ? build.watchedModule(options) : build.plainModule(options);
  const std::string log = readFile(build.folder.path("log")) + build.trouble;
  if (error)
    return failed(error, log);
  std::string image = readFile(build.folder.path("module.so"));
  if (!sealImage(image))
    return failed(NVRTC_ERROR_INTERNAL_ERROR, log + "the compiler made no shared object\n");
  return {NVRTC_SUCCESS, image, log};
}

} // namespace gputile::emulation
