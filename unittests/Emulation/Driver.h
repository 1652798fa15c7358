// The library as a program finds it: by dlopen, in a process of its own for each
// test, because it reads the environment once.
#pragma once

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "Emulation/Driver/Api.h"
#include "Emulation/Driver/Failures.h"
#include "gtest/gtest.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GPUTILE_TEST_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define GPUTILE_TEST_TSAN 1
#endif
#endif

namespace driver_test {

/// In the process of a test: says what does not hold, and ends it.
#define REQUIRE(condition)                                                                         \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                      \
      _exit(1);                                                                                    \
    }                                                                                              \
  } while (false)

/// An environment variable.
struct Setting {
  const char *name, *value;
};

using Settings = std::vector<Setting>;

/// The library under test: its functions, a context and a stream.
struct Driver {
#define GPUTILE_MEMBER(name, error) decltype(&::name) name;
  GPUTILE_DRIVER_FUNCTIONS(GPUTILE_MEMBER)
#undef GPUTILE_MEMBER

  CUcontext context = nullptr;
  CUstream stream = nullptr;

  /// Loads the library with these settings.
  explicit Driver(const Settings &settings = {}) {
    setenv("GPUTILE_CXX", GPUTILE_CPU_CXX, 0);
#if defined(GPUTILE_TEST_ASAN)
    setenv("GPUTILE_CPU_CXXFLAGS", "-fsanitize=address,undefined -fno-sanitize-recover=all", 0);
#endif
    for (const Setting &s : settings)
      setenv(s.name, s.value, 1);
    void *library = dlopen(GPUTILE_CPU_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library)
      fprintf(stderr, "%s\n", dlerror());
    REQUIRE(library);
#define GPUTILE_LOAD(name, error)                                                                  \
  name = reinterpret_cast<decltype(name)>(dlsym(library, #name));                                  \
  REQUIRE(name);
    GPUTILE_DRIVER_FUNCTIONS(GPUTILE_LOAD)
#undef GPUTILE_LOAD
  }

  /// A context and a stream.
  void begin() {
    REQUIRE(cuInit(0) == CUDA_SUCCESS);
    REQUIRE(cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS);
    REQUIRE(cuCtxPushCurrent_v2(context) == CUDA_SUCCESS);
    REQUIRE(cuStreamCreate(&stream, 1) == CUDA_SUCCESS);
  }
  void end() { REQUIRE(cuStreamDestroy_v2(stream) == CUDA_SUCCESS); }

  /// The image of a text, whose prelude is added.
  std::string compile(const std::string &text, const std::vector<const char *> &options = {},
                      nvrtcResult expected = NVRTC_SUCCESS, std::string *log = nullptr) {
    const std::string whole = "#include \"gputile/cpu/cuda_on_cpu.h\"\n"
                              "#include \"gputile/cpu/module.h\"\n" +
                              text;
    nvrtcProgram program;
    REQUIRE(!nvrtcCreateProgram(&program, whole.c_str(), "text.cu", 0, nullptr, nullptr));
    const nvrtcResult result = nvrtcCompileProgram(program, int(options.size()), options.data());
    size_t bytes = 0;
    REQUIRE(!nvrtcGetProgramLogSize(program, &bytes));
    std::string said(bytes - 1, 0), image;
    REQUIRE(!nvrtcGetProgramLog(program, &said[0]));
    if (result != expected)
      fprintf(stderr, "%s", said.c_str());
    REQUIRE(result == expected);
    if (log)
      *log = said;
    if (result == NVRTC_SUCCESS) {
      REQUIRE(!nvrtcGetCUBINSize(program, &bytes));
      image.resize(bytes);
      REQUIRE(!nvrtcGetCUBIN(program, &image[0]));
    }
    REQUIRE(!nvrtcDestroyProgram(&program));
    return image;
  }

  CUmodule load(const std::string &text, const std::vector<const char *> &options = {}) {
    CUmodule module;
    REQUIRE(cuModuleLoadData(&module, compile(text, options).data()) == CUDA_SUCCESS);
    return module;
  }
  CUfunction function(CUmodule module, const char *name) {
    CUfunction found;
    REQUIRE(cuModuleGetFunction(&found, module, name) == CUDA_SUCCESS);
    return found;
  }

  CUdeviceptr allocate(size_t bytes) {
    CUdeviceptr address;
    REQUIRE(cuMemAlloc_v2(&address, bytes) == CUDA_SUCCESS);
    return address;
  }
  template <typename T> CUdeviceptr upload(const std::vector<T> &values) {
    const CUdeviceptr address = allocate(values.size() * sizeof(T));
    REQUIRE(!cuMemcpyHtoDAsync_v2(address, values.data(), values.size() * sizeof(T), stream));
    REQUIRE(!cuStreamSynchronize(stream));
    return address;
  }
  template <typename T> std::vector<T> download(CUdeviceptr address, size_t count) {
    std::vector<T> values(count);
    REQUIRE(!cuMemcpyDtoHAsync_v2(values.data(), address, count * sizeof(T), stream));
    REQUIRE(!cuStreamSynchronize(stream));
    return values;
  }

  CUresult launch(CUfunction f, unsigned blocks, unsigned threads, std::vector<void *> arguments) {
    return cuLaunchKernel(f, blocks, 1, 1, threads, 1, 1, 0, stream, arguments.data(), nullptr);
  }
};

/// Runs the block that follows in a process that exits with \p status and writes
/// \p pattern to stderr.
#define EXPECT_ENDS(status, pattern, ...)                                                          \
  do {                                                                                             \
    const auto body = [&] __VA_ARGS__;                                                              \
    EXPECT_EXIT((body(), exit(0)), ::testing::ExitedWithCode(status), pattern);                    \
  } while (false)

} // namespace driver_test
