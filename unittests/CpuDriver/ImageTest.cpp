// Images: compilation errors, and what cuModuleLoadData refuses.
#include <string.h>

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
    REQUIRE(log == "cannot run '/no/such/compiler'\n");
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
