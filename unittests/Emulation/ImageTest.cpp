// Images: compilation errors, and what cuModuleLoadData refuses.
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "Driver.h"

using namespace driver_test;

namespace {

const char *const oneKernel = "extern \"C\" __global__ void k() {}\nGPUTILE_EXPORT(k)\n";

TEST(Image, ErrorsOfTheTextAreInTheLog) {
  EXPECT_ENDS(0, "", {
    Driver d;
    std::string log;
    d.compile("this is wrong;\n", {}, NVRTC_ERROR_COMPILATION, &log);
    REQUIRE(log.find("text.cu:3:") != std::string::npos);
    d.compile(oneKernel, {"--no-such-option"}, NVRTC_ERROR_INVALID_OPTION, &log);
    REQUIRE(log == "unknown option '--no-such-option'\n");
    d.compile(oneKernel, {"-arch=sm_90", "--define-macro=A=1", "-DB"});
    nvrtcProgram none = nullptr;
    REQUIRE(d.nvrtcCompileProgram(none, 0, nullptr) == NVRTC_ERROR_INVALID_PROGRAM);
    REQUIRE(d.nvrtcDestroyProgram(&none) == NVRTC_ERROR_INVALID_PROGRAM);
    REQUIRE(d.nvrtcGetErrorString(NVRTC_ERROR_COMPILATION) ==
            std::string("NVRTC_ERROR_COMPILATION"));
  });
}

TEST(Image, CompilerOrHeadersAreMissing) {
  EXPECT_ENDS(0, "", {
    Driver d(Settings{{"GPUTILE_CXX", "/no/such/compiler"}});
    std::string log;
    d.compile(oneKernel, {}, NVRTC_ERROR_BUILTIN_OPERATION_FAILURE, &log);
    REQUIRE(log == "'/no/such/compiler' cannot be run: No such file or directory\n");
  });
  EXPECT_ENDS(0, "", {
    Driver d(Settings{{"GPUTILE_CXX", ""}, {"PATH", "/nowhere"}});
    std::string log;
    d.compile(oneKernel, {}, NVRTC_ERROR_BUILTIN_OPERATION_FAILURE, &log);
    REQUIRE(log == "no C++ compiler found\n");
  });
  EXPECT_ENDS(0, "", {
    Driver d(Settings{{"GPUTILE_CPU_INCLUDE", "/nowhere"}});
    d.compile(oneKernel, {}, NVRTC_ERROR_COMPILATION);
  });
}

// A folder with a script that stands for a compiler.
struct FakeCompiler {
  std::string folder = testing::TempDir() + "gputile-fake-" + std::to_string(getpid());
  std::string path;
  FakeCompiler(const std::string &name, const std::string &script) : path(folder + "/" + name) {
    std::filesystem::create_directories(folder);
    std::ofstream(path) << "#!/bin/sh\n" << script << "\n";
    chmod(path.c_str(), 0755);
  }
  ~FakeCompiler() { std::filesystem::remove_all(folder); }
};

TEST(Image, CompilerIsKilled) {
  const FakeCompiler fake("killed", "kill -9 $$");
  EXPECT_ENDS(0, "", {
    Driver d(Settings{{"GPUTILE_CXX", fake.path.c_str()}});
    std::string log;
    d.compile(oneKernel, {}, NVRTC_ERROR_BUILTIN_OPERATION_FAILURE, &log);
    REQUIRE(log == "'" + fake.path + "' was ended by a signal: Killed\n");
  });
}

TEST(Image, CompilerIsNotTakenFromTheCurrentFolder) {
  const FakeCompiler fake("clang++-" GPUTILE_LLVM_MAJOR, "exit 9");
  const std::string path = ":.:" + std::string(getenv("PATH"));
  EXPECT_ENDS(0, "", {
    REQUIRE(chdir(fake.folder.c_str()) == 0);
    Driver d(Settings{{"GPUTILE_CXX", ""}, {"PATH", path.c_str()}});
    d.compile(oneKernel);
  });
}

TEST(Image, SignalsInterruptTheWaitForTheCompiler) {
  EXPECT_ENDS(0, "", {
    Driver d;
    struct sigaction action = {};
    action.sa_handler = [](int) {};
    REQUIRE(sigaction(SIGALRM, &action, nullptr) == 0);
    const itimerval often = {{0, 1000}, {0, 1000}};
    REQUIRE(setitimer(ITIMER_REAL, &often, nullptr) == 0);
    d.compile(oneKernel);
  });
}

// One that has ended keeps its number until its parent asks for it, here the first process of the
// system, which may take its time.
static bool isRunning(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const size_t name = text.rfind(')'); // The state follows.
  return kill(process, 0) == 0 && text.compare(std::min(name, text.size()), 3, ") Z") != 0;
}

/// Whether \p process ends soon.
static bool ends(pid_t process) {
  for (int i = 0; i < 1000 && isRunning(process); ++i)
    usleep(10000);
  return !isRunning(process);
}

// A compiler that waits for ever, and a signal to the process meanwhile.
TEST(Image, SignalsEndTheCompilerAndLeaveNothing) {
  const FakeCompiler fake("waiting", "echo $$ > $(dirname $0)/started; exec sleep 60");
  const std::string started = fake.folder + "/started", temporary = fake.folder + "/tmp";
  std::filesystem::create_directory(temporary);
  for (const int ending : {SIGTERM, SIGINT, SIGHUP}) {
    std::filesystem::remove(started);
    const pid_t child = fork();
    if (child == 0) {
      signal(ending, SIG_DFL);
      setenv("TMPDIR", temporary.c_str(), 1);
      Driver d(Settings{{"GPUTILE_CXX", fake.path.c_str()}});
      d.compile(oneKernel);
      _exit(9);
    }
    pid_t compiler = 0;
    for (int i = 0; i < 3000 && !(std::ifstream(started) >> compiler); ++i)
      usleep(10000);
    ASSERT_GT(compiler, 0);
    EXPECT_FALSE(std::filesystem::is_empty(temporary));
    kill(child, ending);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == ending) << status;
    EXPECT_TRUE(ends(compiler)); // Long before it would by itself.
    EXPECT_TRUE(std::filesystem::is_empty(temporary));
  }
}

TEST(Image, ProgramWaitsForNoChildren) {
  EXPECT_ENDS(0, "", {
    Driver d;
    signal(SIGCHLD, SIG_IGN);
    d.compile(oneKernel);
    std::string log;
    d.compile("this is wrong;\n", {}, NVRTC_ERROR_INTERNAL_ERROR, &log);
    REQUIRE(log.find("text.cu:3:") != std::string::npos);
  });
}

TEST(Image, HeadersAreFoundFromAnotherFolder) {
  // Found by a relative path, the library still knows where it lies.
  const std::string library = GPUTILE_CPU_LIBRARY;
  const size_t slash = library.rfind('/');
  EXPECT_ENDS(0, "", {
    REQUIRE(chdir(library.substr(0, slash).c_str()) == 0);
    REQUIRE(unsetenv("GPUTILE_CPU_INCLUDE") == 0);
    REQUIRE(dlopen(("." + library.substr(slash)).c_str(), RTLD_NOW | RTLD_LOCAL));
    REQUIRE(chdir("/") == 0);
    Driver d;
    d.compile(oneKernel);
  });
}

TEST(Image, DamagedImagesAreRefused) {
  EXPECT_ENDS(0, "", {
    Driver d;
    d.begin();
    const std::string good = d.compile(oneKernel);
    CUmodule module;
    for (size_t at = 0; at < good.size(); at += at < 64 ? 1 : 997) {
      std::string bad = good;
      bad[at] = char(bad[at] ^ 0x10);
      bad.resize(good.size() + (1u << 16)); // when its size is wrong
      REQUIRE(d.cuModuleLoadData(&module, bad.data()) != CUDA_SUCCESS);
    }
    std::string cubin = good;
    cubin[18] = char(190); // the machine
    REQUIRE(d.cuModuleLoadData(&module, cubin.data()) == CUDA_ERROR_NO_BINARY_FOR_GPU);
    REQUIRE(d.cuModuleLoadData(&module, "no image") == CUDA_ERROR_INVALID_IMAGE);
    REQUIRE(d.cuModuleLoadData(&module, nullptr) == CUDA_ERROR_INVALID_VALUE);
    REQUIRE(!d.cuModuleLoadData(&module, good.data()));
    CUfunction f;
    REQUIRE(d.cuModuleGetFunction(&f, module, "other") == CUDA_ERROR_NOT_FOUND);
    REQUIRE(!d.cuModuleGetFunction(&f, module, "k"));
    REQUIRE(!d.cuModuleUnload(module));
    REQUIRE(d.cuModuleUnload(module) == CUDA_ERROR_INVALID_HANDLE);
    REQUIRE(d.cuModuleGetFunction(&f, module, "k") == CUDA_ERROR_INVALID_HANDLE);
    d.end();
  });
}

} // namespace
