//===- CompileTest.cpp - Texts, images and NVRTC itself -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern "C" {
#include "Runtime/Compile.h"
#include "Runtime/KernelText.h"
}
#include "Regions.h"

#include "gtest/gtest.h"

#include <climits>
#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

std::string textOf(const gputile_rt_region &region, int wide, const std::vector<gpti_size> &sizes,
                   const char *file = "jacobi") {
  char *text = gpti_kernel_text(&region, wide, sizes.empty() ? nullptr : sizes.data(), file);
  const std::string result = text;
  free(text);
  return result;
}

TEST(KernelTextTest, DefinesIndexTypeAndSizes) {
  const std::string general = textOf(jacobi_region, 1, {});
  EXPECT_EQ(general.rfind("#define GPT_WIDE 1\n#define GPT_SIZES_average\n#define GPT_SIZES_copy\n"
                          "#line 1 \"jacobi\"\n",
                          0),
            0u);
  EXPECT_NE(general.find(jacobi_region.source), std::string::npos);
  std::vector<gpti_size> sizes(9, {0, 0});
  sizes[2] = {1, 4096};      // n of average
  sizes[7] = {1, LLONG_MAX}; // n of copy
  const std::string special = textOf(jacobi_region, 0, sizes);
  EXPECT_NE(special.find("#define GPT_SIZES_average __builtin_assume(n == 4096);\n"),
            std::string::npos);
  EXPECT_NE(special.find("#define GPT_SIZES_copy __builtin_assume(n == 9223372036854775807LL);\n"),
            std::string::npos);
}

TEST(KernelTextTest, QuotesPaths) {
  const std::string text = textOf(jacobi_region, 1, {}, "/my \"own\"/a\\b.cu");
  EXPECT_NE(text.find("\n#line 1 \"/my \\\"own\\\"/a\\\\b.cu\"\n"), std::string::npos);
}

std::vector<unsigned char> thisProgram() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST(ImageTest, WholeFilesOnly) {
  std::vector<unsigned char> bytes = thisProgram();
  EXPECT_TRUE(gpti_image_is_whole(bytes.data(), bytes.size()));
  for (const size_t size : {size_t(0), size_t(4), size_t(63), bytes.size() / 2, bytes.size() - 1})
    EXPECT_FALSE(gpti_image_is_whole(bytes.data(), size)) << size;
  bytes[0] = 0;
  EXPECT_FALSE(gpti_image_is_whole(bytes.data(), bytes.size()));
}

// Without a device: NVRTC alone makes code for one.
class NvrtcTest : public testing::Test {
protected:
  gpti_device device = {};
  gpti_image image = {};
  gpti_failure failure = {};

  void SetUp() override {
    if (!dlopen("libnvrtc.so.13", RTLD_NOW) && !dlopen("libnvrtc.so.12", RTLD_NOW) &&
        !dlopen("libnvrtc.so.11.2", RTLD_NOW))
      GTEST_SKIP() << "NVRTC is not installed";
    setenv("GPUTILE_CACHE_DIR", "", 1);
    snprintf(device.arch, sizeof device.arch, "sm_90");
  }
  void TearDown() override { free(image.bytes); }
  int compile(const std::string &text) {
    free(image.bytes);
    return gpti_compile(&device, text.c_str(), "regions", 0, &image, &failure);
  }
};

TEST_F(NvrtcTest, CompilesEveryRegionNarrowAndWide) {
  for (const gputile_rt_region *region :
       {&jacobi_region, &together_region, &sum_region, &scale_region})
    for (const int wide : {0, 1}) {
      ASSERT_EQ(compile(textOf(*region, wide, {})), 0) << failure.text;
      EXPECT_TRUE(gpti_image_is_whole(static_cast<unsigned char *>(image.bytes), image.size));
    }
}

TEST_F(NvrtcTest, UsesSizes) {
  const std::string kernel = "extern \"C\" __global__ void k(double *a, int n) {\n"
                             "  GPT_SIZES_k\n"
                             "  if (n > 10)\n"
                             "    a[threadIdx.x] = a[threadIdx.x + n] / a[n];\n"
                             "}\n";
  ASSERT_EQ(compile("#define GPT_SIZES_k\n" + kernel), 0) << failure.text;
  const size_t general = image.size;
  ASSERT_EQ(compile("#define GPT_SIZES_k __builtin_assume(n == 4);\n" + kernel), 0) << failure.text;
  EXPECT_LT(image.size, general);
}

// The results of products must not be rounded together with those of sums.
TEST_F(NvrtcTest, DoesNotContract) {
  const char *const sum = "extern \"C\" __global__ void k(double *a, double b, double c) {\n"
                          "  a[threadIdx.x] = ";
  ASSERT_EQ(compile(std::string(sum) + "a[threadIdx.x] * b + c;\n}\n"), 0) << failure.text;
  const size_t separate = image.size;
  ASSERT_EQ(compile(std::string(sum) + "__dadd_rn(__dmul_rn(a[threadIdx.x], b), c);\n}\n"), 0);
  EXPECT_EQ(image.size, separate);
}

TEST_F(NvrtcTest, ErrorsAreQuotedAndPermanent) {
  EXPECT_EQ(compile("int first;\nextern \"C\" __global__ void k( { }\n"), GPUTILE_RT_COMPILE_ERROR);
  EXPECT_TRUE(failure.permanent);
  EXPECT_NE(std::string(failure.text).find("error"), std::string::npos) << failure.text;
  snprintf(device.arch, sizeof device.arch, "sm_1");
  EXPECT_EQ(compile("int first;\n"), GPUTILE_RT_COMPILE_ERROR) << failure.text;
}

} // namespace
