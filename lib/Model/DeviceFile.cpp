//===- DeviceFile.cpp - Device profiles as JSON ---------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Model/DeviceFile.h"

#include "gputile/IR/Devices.h"

#include "DeviceTexts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"

#include <limits>
#include <sstream>

namespace json = llvm::json;

namespace gputile {
namespace {

llvm::Error errorIn(llvm::StringRef file, const llvm::Twine &what) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), file + ": " + what);
}

/// Whether objects and lists of \p text lie in one another more than \p most times: LLVM's parser
/// calls itself for each.
bool isDeeperThan(unsigned most, llvm::StringRef text) {
  unsigned depth = 0;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (inString && c == '\\')
      ++i;
    else if (c == '"')
      inString = !inString;
    else if (!inString && (c == '{' || c == '[') && ++depth > most)
      return true;
    else if (!inString && (c == '}' || c == ']') && depth > 0)
      --depth;
  }
  return false;
}

/// "0.01", "1e+05".
std::string numberText(double number) {
  std::ostringstream text;
  text << number;
  return text.str();
}

/// Whether users can write it as a clause's value.
bool isName(llvm::StringRef text) {
  return !text.empty() && !llvm::isDigit(text.front()) &&
         llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// Takes a profile from a parsed file. The first mistake is kept; what is read after it does not
/// count.
class ProfileReader {
public:
  llvm::Expected<DeviceProfile> read(const json::Value &root, llvm::StringRef file) {
    DeviceProfile profile;
    if (const json::Object *object = asObject(root, ""))
      readRoot(*object, profile);
    if (Mistake.empty())
      checkTogether(profile.limits);
    if (!Mistake.empty())
      return errorIn(file, Mistake);
    return profile;
  }

private:
  void wrong(const std::string &key, const std::string &what) {
    if (Mistake.empty())
      Mistake = key.empty() ? what : "'" + key + "': " + what;
  }

  const json::Object *asObject(const json::Value &value, const std::string &key) {
    const json::Object *object = value.getAsObject();
    if (!object)
      wrong(key, "expected an object, { … }");
    return object;
  }

  /// The value of \p key, which stands below \p path.
  const json::Value *member(const json::Object &object, const std::string &path, const char *key) {
    const json::Value *value = object.get(key);
    if (!value)
      wrong(path + key, "is missing");
    return value;
  }

  /// A key that is misspelt must not stay without effect.
  void allowOnly(const json::Object &object, const std::string &path,
                 const std::vector<llvm::StringRef> &keys) {
    for (const auto &[key, value] : object)
      if (!llvm::is_contained(keys, llvm::StringRef(key)))
        wrong(path + key.str(), "is no key of a device profile here");
  }

  std::string text(const json::Object &object, const std::string &path, const char *key) {
    const json::Value *value = member(object, path, key);
    if (value && (!value->getAsString() || value->getAsString()->trim().empty()))
      wrong(path + key, "expected a text");
    return value ? value->getAsString().value_or("").str() : "";
  }

  void readRoot(const json::Object &root, DeviceProfile &profile) {
    allowOnly(root, "", {"$schema", "name", "title", "driverNames", "limits", "costs"});
    profile.name = text(root, "", "name");
    if (!isName(profile.name))
      wrong("name", "expected letters, digits and '_', not a digit first");
    profile.title = text(root, "", "title");
    readDriverNames(root, profile.driverNames);
    if (const json::Value *limits = member(root, "", "limits"))
      if (const json::Object *object = asObject(*limits, "limits"))
        readLimits(*object, profile.limits);
    if (const json::Value *costs = member(root, "", "costs"))
      if (const json::Object *object = asObject(*costs, "costs"))
        readCosts(*object, profile.costs);
  }

  void readDriverNames(const json::Object &root, std::vector<std::string> &names) {
    names.clear();
    const json::Value *value = member(root, "", "driverNames");
    const json::Array *list = value ? value->getAsArray() : nullptr;
    if (!list)
      return wrong("driverNames", "expected a list of texts, [ … ]");
    for (const json::Value &name : *list) {
      if (!name.getAsString())
        return wrong("driverNames", "expected a list of texts, [ … ]");
      names.push_back(name.getAsString()->str());
    }
  }

  /// The value of an entry, {"value": …, "source": "…"}.
  const json::Value *entry(const json::Object &object, const std::string &path, const char *key) {
    const json::Value *found = member(object, path, key);
    const json::Object *entry = found ? asObject(*found, path + key) : nullptr;
    if (!entry)
      return nullptr;
    const std::string inside = path + key + ".";
    allowOnly(*entry, inside, {"value", "source"});
    text(*entry, inside, "source");
    return member(*entry, inside, "value");
  }

  void readLimits(const json::Object &object, DeviceLimits &limits) {
    std::vector<llvm::StringRef> keys;
#define LIMIT(NAME, LEAST, MOST)                                                                   \
  keys.push_back(#NAME);                                                                           \
  limits.NAME = limit(object, #NAME, LEAST, MOST);
#include "gputile/Model/DeviceNumbers.def"
    allowOnly(object, "limits.", keys);
  }

  void readCosts(const json::Object &object, DeviceCosts &costs) {
    std::vector<llvm::StringRef> keys;
#define COST(NAME, LEAST, MOST)                                                                    \
  keys.push_back(#NAME);                                                                           \
  costs.NAME = cost(object, #NAME, LEAST, MOST, /*mayLack=*/false);
#define ABILITY(NAME, LEAST, MOST)                                                                 \
  keys.push_back(#NAME);                                                                           \
  costs.NAME = cost(object, #NAME, LEAST, MOST, /*mayLack=*/true);
#include "gputile/Model/DeviceNumbers.def"
    allowOnly(object, "costs.", keys);
  }

  long limit(const json::Object &object, const char *key, long least, long most) {
    const json::Value *value = entry(object, "limits.", key);
    const std::optional<int64_t> number = value ? value->getAsInteger() : std::nullopt;
    if (number && *number >= least && *number <= most)
      return static_cast<long>(*number);
    wrong(std::string("limits.") + key + ".value",
          "expected a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return least;
  }

  double cost(const json::Object &object, const char *key, double least, double most,
              bool mayLack) {
    const json::Value *value = entry(object, "costs.", key);
    if (value && mayLack && value->kind() == json::Value::Null)
      return std::numeric_limits<double>::infinity();
    const std::optional<double> number = value ? value->getAsNumber() : std::nullopt;
    if (number && *number >= least && *number <= most)
      return *number;
    wrong(std::string("costs.") + key + ".value",
          "expected a number from " + numberText(least) + " to " + numberText(most) +
              (mayLack ? ", or null where the device cannot do it" : ""));
    return least;
  }

  void checkTogether(const DeviceLimits &limits) {
    const auto atMost = [&](const char *key, long value, const char *bound, long most) {
      if (value > most)
        wrong(std::string("limits.") + key, "is more than '" + std::string(bound) + "'");
    };
    atMost("sharedBytesPerBlock", limits.sharedBytesPerBlock, "limits.sharedBytesPerBlockOptIn",
           limits.sharedBytesPerBlockOptIn);
    atMost("sharedBytesPerBlockOptIn", limits.sharedBytesPerBlockOptIn,
           "limits.sharedBytesPerMultiprocessor", limits.sharedBytesPerMultiprocessor);
    atMost("registersPerThread", limits.registersPerThread, "limits.registersPerMultiprocessor",
           limits.registersPerMultiprocessor);
    atMost("threadsInZ", limits.threadsInZ, "limits.threadsPerBlock", limits.threadsPerBlock);
    constexpr long lanes = 32;
    if (limits.threadsPerBlock > lanes * limits.warpsPerMultiprocessor)
      wrong("limits.threadsPerBlock", "is more than 32 times 'limits.warpsPerMultiprocessor'");
  }

  std::string Mistake;
};

} // namespace

llvm::Expected<DeviceProfile> readDeviceProfile(llvm::StringRef text, llvm::StringRef file) {
  constexpr unsigned mostDepth = 16;
  if (isDeeperThan(mostDepth, text))
    return errorIn(file,
                   "expected a device profile; its objects and lists lie too deep in one another");
  llvm::Expected<json::Value> root = json::parse(text);
  if (!root)
    return errorIn(file, "no JSON: " + llvm::toString(root.takeError()));
  return ProfileReader().read(*root, file);
}

std::optional<DeviceProfile> deviceProfileOf(llvm::StringRef name) {
  const std::vector<std::string> names = deviceNames();
  const auto found = llvm::find(names, name);
  if (found == names.end())
    return std::nullopt;
  return llvm::cantFail(readDeviceProfile(builtInDeviceTexts[found - names.begin()], name));
}

} // namespace gputile
