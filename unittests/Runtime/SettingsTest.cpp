//===- SettingsTest.cpp - What the environment asks for -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern "C" {
#include "Runtime/Settings.h"
}

#include "gtest/gtest.h"

#include <climits>
#include <cstdlib>
#include <map>
#include <string>

namespace {

class SettingsTest : public testing::Test {
protected:
  gpti_settings settings = {};

  void SetUp() override {
    for (const char *name :
         {"GPUTILE_DISABLE", "GPUTILE_REQUIRE", "GPUTILE_VERBOSE", "GPUTILE_PROFILE",
          "GPUTILE_SPECIALIZE", "GPUTILE_BACKEND", "GPUTILE_DEVICE", "GPUTILE_MIN_WORK",
          "GPUTILE_CACHE_DIR", "GPUTILE_CACHE_SIZE", "GPUTILE_KEEP_MEMORY", "GPUTILE_LINEINFO",
          "XDG_CACHE_HOME"})
      unsetenv(name);
    setenv("HOME", "/home/me", 1);
  }
  void TearDown() override { gpti_settings_free(&settings); }
  const gpti_settings &read() {
    gpti_settings_free(&settings);
    gpti_settings_read(&settings);
    return settings;
  }
  /// What reading says.
  std::string messages() {
    testing::internal::CaptureStderr();
    read();
    return testing::internal::GetCapturedStderr();
  }
};

TEST_F(SettingsTest, Defaults) {
  const gpti_settings &s = read();
  EXPECT_FALSE(s.disabled || s.require || s.verbose || s.profile || s.cpu_backend);
  EXPECT_TRUE(s.specialize && s.quiet);
  EXPECT_EQ(s.device, -1);
  EXPECT_EQ(s.min_work, GPTI_DEFAULT_MIN_WORK);
  EXPECT_EQ(s.cache_size, 256ULL << 20);
  EXPECT_EQ(s.keep_memory, 1ULL << 30);
  EXPECT_STREQ(s.cache_dir, "/home/me/.cache/gputile");
  EXPECT_EQ(s.lineinfo_dir, nullptr);
}

TEST_F(SettingsTest, LinesOfKernelsNeedAFolder) {
  setenv("GPUTILE_LINEINFO", "", 1);
  EXPECT_EQ(read().lineinfo_dir, nullptr);
  setenv("GPUTILE_LINEINFO", "sources", 1);
  EXPECT_STREQ(read().lineinfo_dir, "sources");
}

TEST_F(SettingsTest, ZeroAndNothingAreOff) {
  for (const char *value : {"", "0"}) {
    for (const char *name :
         {"GPUTILE_DISABLE", "GPUTILE_REQUIRE", "GPUTILE_VERBOSE", "GPUTILE_PROFILE"})
      setenv(name, value, 1);
    const gpti_settings &s = read();
    EXPECT_FALSE(s.disabled || s.require || s.verbose || s.profile);
  }
  setenv("GPUTILE_VERBOSE", "1", 1);
  EXPECT_TRUE(read().verbose);
  EXPECT_FALSE(read().quiet);
  setenv("GPUTILE_SPECIALIZE", "0", 1);
  EXPECT_FALSE(read().specialize);
}

TEST_F(SettingsTest, CacheFolder) {
  setenv("XDG_CACHE_HOME", "/x", 1);
  EXPECT_STREQ(read().cache_dir, "/x/gputile");
  setenv("XDG_CACHE_HOME", "relative", 1); // to be ignored, says the XDG specification
  EXPECT_STREQ(read().cache_dir, "/home/me/.cache/gputile");
  setenv("GPUTILE_CACHE_DIR", "/y", 1);
  EXPECT_STREQ(read().cache_dir, "/y");
  setenv("GPUTILE_CACHE_DIR", "", 1);
  EXPECT_EQ(read().cache_dir, nullptr);
  unsetenv("GPUTILE_CACHE_DIR");
  unsetenv("XDG_CACHE_HOME");
  unsetenv("HOME");
  EXPECT_EQ(read().cache_dir, nullptr);
}

TEST_F(SettingsTest, LeastWork) {
  setenv("GPUTILE_BACKEND", "cpu", 1);
  EXPECT_EQ(read().min_work, 0);
  EXPECT_TRUE(read().cpu_backend);
  setenv("GPUTILE_MIN_WORK", "7", 1);
  EXPECT_EQ(read().min_work, 7);
  unsetenv("GPUTILE_BACKEND");
  unsetenv("GPUTILE_MIN_WORK");
  setenv("GPUTILE_REQUIRE", "1", 1);
  EXPECT_EQ(read().min_work, 0);
  setenv("GPUTILE_MIN_WORK", "18446744073709551615", 1);
  EXPECT_EQ(read().min_work, LLONG_MAX);
}

TEST_F(SettingsTest, ValuesThatAreNoneAreNamedAndIgnored) {
  setenv("GPUTILE_DEVICE", "first", 1);
  setenv("GPUTILE_CACHE_SIZE", "-1", 1);
  setenv("GPUTILE_BACKEND", "tpu", 1);
  testing::internal::CaptureStderr();
  const gpti_settings &s = read();
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(s.device, -1);
  EXPECT_EQ(s.cache_size, 256ULL << 20);
  EXPECT_FALSE(s.cpu_backend);
  for (const char *name : {"GPUTILE_DEVICE=first", "GPUTILE_CACHE_SIZE=-1", "GPUTILE_BACKEND=tpu"})
    EXPECT_NE(said.find(name), std::string::npos) << name;
  setenv("GPUTILE_DEVICE", "2", 1);
  EXPECT_EQ(read().device, 2);
}

TEST_F(SettingsTest, EveryJunkIsNamedWithWhatIsExpected) {
  for (const auto &[name, expected] : std::map<std::string, std::string>{
           {"DISABLE", "0 or 1"},
           {"REQUIRE", "0 or 1"},
           {"VERBOSE", "0 or 1"},
           {"PROFILE", "0 or 1"},
           {"SPECIALIZE", "0 or 1"},
           {"BACKEND", "cuda or cpu"},
           {"DEVICE", "the number of a device (0, 1, ...)"},
           {"MIN_WORK", "a size (4096, 64K, 256M, 2G)"},
           {"CACHE_SIZE", "a size (4096, 64K, 256M, 2G)"},
           {"KEEP_MEMORY", "a size (4096, 64K, 256M, 2G)"}}) {
    const std::string variable = "GPUTILE_" + name;
    for (const char *value : {"junk", "2x", "-1"}) {
      setenv(variable.c_str(), value, 1);
      EXPECT_EQ(messages(), "gputile: " + variable + "=" + value + " is not " + expected + "; ignored\n");
      const gpti_settings &s = settings;
      EXPECT_FALSE(s.disabled || s.require || s.verbose || s.profile || s.cpu_backend);
      EXPECT_TRUE(s.specialize && s.device == -1 && s.min_work == GPTI_DEFAULT_MIN_WORK);
      EXPECT_TRUE(s.cache_size == 256ULL << 20 && s.keep_memory == 1ULL << 30);
    }
    unsetenv(variable.c_str());
  }
  setenv("GPUTILE_DEVICE", "4294967296", 1);
  EXPECT_NE(messages().find("GPUTILE_DEVICE=4294967296 is not"), std::string::npos);
  setenv("GPUTILE_DEVICE", "1K", 1);
  EXPECT_NE(messages().find("GPUTILE_DEVICE=1K is not"), std::string::npos);
}

TEST_F(SettingsTest, SwitchesHaveTheUsualWords) {
  for (const char *value : {"1", "on", "Yes", "TRUE"}) {
    setenv("GPUTILE_PROFILE", value, 1);
    EXPECT_EQ(messages(), "");
    EXPECT_TRUE(settings.profile) << value;
  }
  for (const char *value : {"", "0", "off", "No", "false"}) {
    setenv("GPUTILE_PROFILE", value, 1);
    EXPECT_EQ(messages(), "");
    EXPECT_FALSE(settings.profile) << value;
  }
}

TEST_F(SettingsTest, UnknownNamesAreTold) {
  setenv("GPUTILE_VERBOS", "1", 1);
  setenv("GPUTILE_", "1", 1);
  const std::string said = messages();
  EXPECT_NE(said.find("gputile: there is no variable GPUTILE_VERBOS; ignored\n"), std::string::npos) << said;
  EXPECT_NE(said.find("gputile: there is no variable GPUTILE_; ignored\n"), std::string::npos) << said;
  unsetenv("GPUTILE_VERBOS");
  unsetenv("GPUTILE_");
  for (const char *name : {"GPUTILE_CPU_ORDER", "GPUTILE_TIMING_FILE", "NOT_GPUTILE_X"}) {
    setenv(name, "forward", 1);
    EXPECT_EQ(messages(), "") << name;
    unsetenv(name);
  }
}

TEST(SizesTest, Parse) {
  const auto parse = [](const char *text) {
    unsigned long long value = 99;
    return gpti_parse_size(text, &value) == 0 ? value : 99;
  };
  EXPECT_EQ(parse("0"), 0u);
  EXPECT_EQ(parse("4096"), 4096u);
  EXPECT_EQ(parse("64K"), 64u << 10);
  EXPECT_EQ(parse("3m"), 3u << 20);
  EXPECT_EQ(parse("2G"), 2ULL << 30);
  for (const char *wrong : {"", "K", "-1", "+1", " 1", "1KB", "1.5G", "1 G", "18446744073709551616",
                            "18446744073709551615K"})
    EXPECT_EQ(parse(wrong), 99u) << wrong;
}

} // namespace
