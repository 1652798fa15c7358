//===- ProfileTextTest.cpp - What gputile-calibrate writes ------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile-calibrate/ProfileText.h"

#include "gputile/Model/DeviceFile.h"

#include <gtest/gtest.h>

#include <limits>

namespace gputile {
namespace {

using calibrate::Number;
using calibrate::Numbers;

constexpr double never = std::numeric_limits<double>::infinity();

/// Those of the default device.
Numbers someNumbers() {
  const DeviceProfile device;
  Numbers numbers;
#define LIMIT(NAME, LEAST, MOST)                                                                   \
  numbers[#NAME] = {static_cast<double>(device.limits.NAME), "the driver"};
#define COST(NAME, LEAST, MOST) numbers[#NAME] = {device.costs.NAME, "measured"};
#include "gputile/Model/DeviceNumbers.def"
  return numbers;
}

std::string mistakeOf(const Numbers &numbers) {
  std::string mistake;
  EXPECT_EQ(calibrate::profileText("mine", "My GPU", numbers, mistake).has_value(),
            mistake.empty());
  return mistake;
}

TEST(ProfileText, is_read_with_the_same_numbers) {
  Numbers numbers = someNumbers();
  numbers["flagMicroseconds"].value = never;
  numbers["dramGigabytesPerSecond"].value = 123.45;
  std::string mistake;
  const auto text = calibrate::profileText("mine", "My \"new\" \\ GPU\n", numbers, mistake);
  ASSERT_TRUE(text) << mistake;
  llvm::Expected<DeviceProfile> read = readDeviceProfile(*text, "mine.json");
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  EXPECT_EQ(read->name, "mine");
  EXPECT_EQ(read->title, "My \"new\" \\ GPU");
  EXPECT_EQ(read->driverNames, std::vector<std::string>{read->title});
#define LIMIT(NAME, LEAST, MOST)                                                                   \
  EXPECT_EQ(static_cast<double>(read->limits.NAME), numbers[#NAME].value) << #NAME;
#define COST(NAME, LEAST, MOST)                                                                    \
  if (std::string(#NAME) != "dramGigabytesPerSecond")                                              \
    EXPECT_EQ(read->costs.NAME, numbers[#NAME].value) << #NAME;
#include "gputile/Model/DeviceNumbers.def"
  EXPECT_NEAR(read->costs.dramGigabytesPerSecond, 123.45, 0.06); // Four digits.
}

TEST(ProfileText, needs_every_number) {
  Numbers numbers = someNumbers();
  EXPECT_EQ(mistakeOf(numbers), "");
  numbers.erase("l2LatencyCycles");
  EXPECT_EQ(mistakeOf(numbers), "'l2LatencyCycles' is missing");
  numbers.erase("threadsInZ");
  EXPECT_EQ(mistakeOf(numbers), "'threadsInZ' is missing");
}

TEST(ProfileText, has_no_number_that_its_reader_refuses) {
  Numbers numbers = someNumbers();
  numbers["clockGigahertz"].value = 0;
  EXPECT_EQ(mistakeOf(numbers), "'clockGigahertz' is 0, which is not between 0.01 and 100");
  numbers["clockGigahertz"].value = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(mistakeOf(numbers), "");
  numbers["clockGigahertz"].value = never; // A device has a clock.
  EXPECT_NE(mistakeOf(numbers), "");
}

TEST(ProfileText, names_of_devices_can_be_written_in_clauses) {
  EXPECT_EQ(calibrate::nameOf("NVIDIA H200"), "nvidia_h200");
  EXPECT_EQ(calibrate::nameOf("NVIDIA A100-SXM4-40GB"), "nvidia_a100_sxm4_40gb");
  EXPECT_EQ(calibrate::nameOf("3D (x)"), "device_3d_x_");
  EXPECT_EQ(calibrate::nameOf(""), "device_");
}

} // namespace
} // namespace gputile
