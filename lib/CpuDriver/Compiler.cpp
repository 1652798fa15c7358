// Finds the compiler and the layer's headers, runs the compiler.
//
//   GPUTILE_CXX            the compiler, with arguments if need be
//   GPUTILE_CPU_CXXFLAGS   further arguments, e.g. -fsanitize=address
//   GPUTILE_CPU_INCLUDE    the folder of gputile/cpu/module.h
#include "Compiler.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Files.h"
#include "Image.h"

extern char **environ;

namespace gputile::driver {
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

bool isOnPath(const std::string &program) {
  const char *path = getenv("PATH");
  std::string folder;
  for (; path; ++path) {
    if (*path && *path != ':') {
      folder += *path;
      continue;
    }
    if (!folder.empty() && exists(folder + "/" + program, X_OK))
      return true;
    folder.clear();
    if (!*path)
      break;
  }
  return false;
}

std::vector<std::string> findCompiler() {
  std::vector<std::string> words;
  addWords(words, getenv("GPUTILE_CXX"));
  for (const char *name : {"clang++-19", "clang++", "g++"})
    if (words.empty() && isOnPath(name))
      words.push_back(name);
  return words;
}

// The library lies in lib/ or lib/<triple>/ of an installation, or in a build folder
// inside the source tree.
std::string findHeaders() {
  if (const char *given = getenv("GPUTILE_CPU_INCLUDE"))
    return given;
  Dl_info info = {};
  if (!dladdr(reinterpret_cast<void *>(&cuInit), &info) || !info.dli_fname)
    return "";
  char *real = realpath(info.dli_fname, nullptr);
  std::string folder = real ? real : "";
  free(real);
  for (size_t slash; (slash = folder.rfind('/')) != std::string::npos;) {
    folder.resize(slash);
    if (exists(folder + "/include/gputile/cpu/module.h", R_OK))
      return folder + "/include";
  }
  return "";
}

// The exit status; -1 when the program could not be started.
int runProgram(const std::vector<std::string> &words, const std::string &log) {
  std::vector<char *> arguments;
  for (const std::string &word : words)
    arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  posix_spawn_file_actions_adddup2(&files, 1, 2);
  pid_t child;
  const int error = posix_spawnp(&child, arguments[0], &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  int status = 0;
  if (error || waitpid(child, &status, 0) != child || !WIFEXITED(status))
    return -1;
  return WEXITSTATUS(status);
}

Compiled failed(nvrtcResult error, const std::string &log) { return {error, "", log}; }

} // namespace

Compiled compileModule(const std::string &text, const std::string &name,
                       const std::vector<std::string> &options) {
  std::vector<std::string> words = findCompiler();
  if (words.empty())
    return failed(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE, "no C++ compiler found\n");
  const std::string headers = findHeaders();
  if (headers.empty())
    return failed(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE, "gputile/cpu/module.h not found\n");
  const TemporaryFolder folder;
  const std::string source = folder.path("kernels.cpp"), object = folder.path("module.so");
  // Messages name the text as the program does.
  if (!folder || !writeFile(source, "#line 1 \"" + name + "\"\n" + text))
    return failed(NVRTC_ERROR_OUT_OF_MEMORY, "no temporary file\n");
  for (const char *word : {"-x", "c++", "-std=c++17", "-O1", "-ffp-contract=off", "-DGPUTILE_CPU",
                           "-fPIC", "-shared", "-fvisibility=hidden", "-I"})
    words.push_back(word);
  words.push_back(headers);
  words.insert(words.end(), options.begin(), options.end());
  addWords(words, getenv("GPUTILE_CPU_CXXFLAGS"));
  words.insert(words.end(), {source, "-o", object});
  const int status = runProgram(words, folder.path("log"));
  std::string log = readFile(folder.path("log"));
  if (status < 0)
    return failed(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE, log + "cannot run '" + words[0] + "'\n");
  if (status)
    return failed(NVRTC_ERROR_COMPILATION, log);
  std::string image = readFile(object);
  if (!sealImage(image))
    return failed(NVRTC_ERROR_INTERNAL_ERROR, log + "the compiler made no shared object\n");
  return {NVRTC_SUCCESS, image, log};
}

} // namespace gputile::driver
