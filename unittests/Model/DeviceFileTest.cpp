//===- DeviceFileTest.cpp - Device profiles as JSON -------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Model/DeviceFile.h"
#include "gputile/IR/Devices.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <limits>
#include <sstream>

namespace gputile {
namespace {

namespace json = llvm::json;

std::string readText(const std::string &path) {
  std::ifstream in(std::string(GPUTILE_SOURCE_DIR "/share/gputile/") + path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

json::Value readJson(const std::string &path) {
  return llvm::cantFail(json::parse(readText(path)));
}

/// The error of \p text, or an empty string.
std::string errorOf(const std::string &text) {
  llvm::Expected<DeviceProfile> profile = readDeviceProfile(text, "mine.json");
  return profile ? "" : llvm::toString(profile.takeError());
}

/// The error of the default device's file after \p change.
std::string errorAfter(const std::function<void(json::Object &)> &change) {
  json::Value root = readJson("devices/h100.json");
  change(*root.getAsObject());
  std::string text;
  llvm::raw_string_ostream(text) << root;
  return errorOf(text);
}

/// The same after one value is another.
std::string errorWith(const char *section, const char *key, json::Value value) {
  return errorAfter(
      [&](json::Object &root) { (*root.getObject(section)->getObject(key))["value"] = value; });
}

TEST(DeviceFile, the_default_profile_is_that_of_its_file) {
  const DeviceProfile profile;
  const std::optional<DeviceProfile> read = deviceProfileOf(profile.name);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->name, profile.name);
  EXPECT_EQ(read->title, profile.title);
  EXPECT_EQ(read->driverNames, profile.driverNames);
#define LIMIT(NAME, LEAST, MOST) EXPECT_EQ(read->limits.NAME, profile.limits.NAME) << #NAME;
#define COST(NAME, LEAST, MOST) EXPECT_EQ(read->costs.NAME, profile.costs.NAME) << #NAME;
#include "gputile/Model/DeviceNumbers.def"
}

/// Choices of sizes and schemes that were measured hang on these.
TEST(DeviceFile, the_default_device_has_the_rates_that_choices_were_measured_with) {
  const DeviceProfile device;
  EXPECT_EQ(device.costs.instructionsPerSecond(), 1.78e13);
  EXPECT_EQ(device.costs.bytesPerSecond(), 3.35e12);
  EXPECT_EQ(device.costs.secondsOfLaunch(), 4e-6);
  EXPECT_EQ(device.limits.sharedBytesPerBlock, 48 * 1024);
  EXPECT_EQ(device.limits.threadsPerBlock, 1024);
  EXPECT_EQ(device.limits.threadsInZ, 64);
  EXPECT_EQ(device.limits.registersForTiles(), 64);
}

TEST(DeviceFile, every_built_in_device_is_called_like_its_file) {
  const std::vector<std::string> names = deviceNames();
  EXPECT_EQ(names, (std::vector<std::string>{"a100", "c1060", "c2050", "h100", "h200", "rtx4090",
                                             "v100"}));
  for (const std::string &name : names) {
    const std::optional<DeviceProfile> device = deviceProfileOf(name);
    ASSERT_TRUE(device) << name;
    EXPECT_EQ(device->name, name);
    EXPECT_FALSE(device->driverNames.empty()) << name;
  }
  EXPECT_FALSE(deviceProfileOf("h1000"));
}

TEST(DeviceFile, what_a_device_cannot_do_is_infinitely_expensive) {
  const std::optional<DeviceProfile> device = deviceProfileOf("c2050");
  EXPECT_EQ(device->costs.shuffleCycles, std::numeric_limits<double>::infinity());
  EXPECT_FALSE(device->costs.hasShuffles());
  EXPECT_TRUE(DeviceProfile().costs.hasShuffles());
}

/// The keys that a schema's object has, which must be those that it requires.
std::vector<std::string> keysOf(const json::Object &schema) {
  std::vector<std::string> keys, required;
  for (const auto &[key, value] : *schema.getObject("properties")) {
    keys.push_back(key.str());
    EXPECT_TRUE(value.getAsObject()->get("description")) << keys.back();
  }
  for (const json::Value &key : *schema.getArray("required"))
    required.push_back(key.getAsString()->str());
  std::sort(keys.begin(), keys.end());
  std::sort(required.begin(), required.end());
  EXPECT_EQ(keys, required);
  return keys;
}

TEST(DeviceFile, the_schema_has_the_same_keys_and_ranges) {
  const json::Value root = readJson("device-profile.schema.json");
  const json::Object &properties = *root.getAsObject()->getObject("properties");
  std::vector<std::string> limits, costs;
  const auto expectRange = [&](const char *section, const char *key, double least, double most) {
    const json::Object *value =
        properties.getObject(section)->getObject("properties")->getObject(key);
    ASSERT_TRUE(value) << key;
    value = value->getObject("properties")->getObject("value");
    EXPECT_EQ(value->getNumber("minimum"), least) << key;
    EXPECT_EQ(value->getNumber("maximum"), most) << key;
  };
#define LIMIT(NAME, LEAST, MOST)                                                                   \
  limits.push_back(#NAME);                                                                         \
  expectRange("limits", #NAME, LEAST, MOST);
#define COST(NAME, LEAST, MOST)                                                                    \
  costs.push_back(#NAME);                                                                          \
  expectRange("costs", #NAME, LEAST, MOST);
#include "gputile/Model/DeviceNumbers.def"
  std::sort(limits.begin(), limits.end());
  std::sort(costs.begin(), costs.end());
  EXPECT_EQ(keysOf(*properties.getObject("limits")), limits);
  EXPECT_EQ(keysOf(*properties.getObject("costs")), costs);
}

TEST(DeviceFile, a_text_that_is_no_json_is_an_error_with_its_place) {
  EXPECT_EQ(errorOf("").substr(0, 20), "mine.json: no JSON: ");
  EXPECT_NE(errorOf("{\n  \"name\": }").find("[2:"), std::string::npos);
  EXPECT_NE(errorOf("\"\xff\""), "");
}

TEST(DeviceFile, a_text_that_is_another_json_is_an_error) {
  EXPECT_EQ(errorOf("[]"), "mine.json: expected an object, { … }");
  EXPECT_EQ(errorOf("{}"), "mine.json: 'name': is missing");
  EXPECT_EQ(
      errorOf(std::string(1000000, '[')),
      "mine.json: expected a device profile; its objects and lists lie too deep in one another");
}

TEST(DeviceFile, a_key_that_is_missing_or_unknown_is_an_error) {
  EXPECT_EQ(errorAfter([](json::Object &root) { root.erase("limits"); }),
            "mine.json: 'limits': is missing");
  EXPECT_EQ(errorAfter([](json::Object &root) { root.getObject("limits")->erase("threadsInZ"); }),
            "mine.json: 'limits.threadsInZ': is missing");
  EXPECT_EQ(errorAfter([](json::Object &root) { (*root.getObject("costs"))["lunch"] = 1; }),
            "mine.json: 'costs.lunch': is no key of a device profile here");
  EXPECT_EQ(errorAfter([](json::Object &root) { root["cost"] = 1; }),
            "mine.json: 'cost': is no key of a device profile here");
  EXPECT_EQ(errorAfter([](json::Object &root) {
              root.getObject("limits")->getObject("threadsInZ")->erase("source");
            }),
            "mine.json: 'limits.threadsInZ.source': is missing");
}

TEST(DeviceFile, a_value_of_another_type_is_an_error) {
  EXPECT_EQ(errorWith("limits", "threadsPerBlock", "1024"),
            "mine.json: 'limits.threadsPerBlock.value': expected a whole number from 32 to 1024");
  EXPECT_EQ(errorWith("limits", "threadsPerBlock", 512.5),
            "mine.json: 'limits.threadsPerBlock.value': expected a whole number from 32 to 1024");
  EXPECT_EQ(errorWith("costs", "launchMicroseconds", nullptr),
            "mine.json: 'costs.launchMicroseconds.value': expected a number from 0.01 to 100000");
  EXPECT_EQ(errorAfter([](json::Object &root) { (*root.getObject("limits"))["threadsInZ"] = 64; }),
            "mine.json: 'limits.threadsInZ': expected an object, { … }");
  EXPECT_EQ(errorAfter([](json::Object &root) { root["driverNames"] = "NVIDIA H100"; }),
            "mine.json: 'driverNames': expected a list of texts, [ … ]");
  EXPECT_EQ(errorAfter([](json::Object &root) { root["title"] = 7; }),
            "mine.json: 'title': expected a text");
  EXPECT_EQ(errorAfter([](json::Object &root) { root["name"] = "my device"; }),
            "mine.json: 'name': expected letters, digits and '_', not a digit first");
}

TEST(DeviceFile, a_number_out_of_its_range_is_an_error) {
  EXPECT_EQ(errorWith("limits", "multiprocessors", 0),
            "mine.json: 'limits.multiprocessors.value': expected a whole number from 1 to 4096");
  EXPECT_EQ(
      errorWith("limits", "sharedBytesPerBlock", 49153),
      "mine.json: 'limits.sharedBytesPerBlock.value': expected a whole number from 1024 to 49152");
  EXPECT_EQ(errorWith("costs", "dramGigabytesPerSecond", -1),
            "mine.json: 'costs.dramGigabytesPerSecond.value': expected a number from 0.1 to 1e+06");
  EXPECT_EQ(errorWith("costs", "shuffleCycles", 1e300),
            "mine.json: 'costs.shuffleCycles.value': expected a number from 1 to 100000, or null "
            "where the device cannot do it");
}

TEST(DeviceFile, numbers_that_contradict_one_another_are_an_error) {
  EXPECT_EQ(
      errorWith("limits", "sharedBytesPerBlockOptIn", 40000),
      "mine.json: 'limits.sharedBytesPerBlock': is more than 'limits.sharedBytesPerBlockOptIn'");
  EXPECT_EQ(errorWith("limits", "warpsPerMultiprocessor", 31),
            "mine.json: 'limits.threadsPerBlock': is more than 32 times "
            "'limits.warpsPerMultiprocessor'");
}

} // namespace
} // namespace gputile
