//===- ProfileText.h - A device profile as text -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What gputile-calibrate writes. Plain C++, so that it is tested where there is no CUDA.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_CALIBRATE_PROFILETEXT_H
#define GPUTILE_TOOLS_CALIBRATE_PROFILETEXT_H

#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <string>

namespace gputile::calibrate {

/// A number, and where it comes from. What the device cannot do costs infinitely much.
struct Number {
  double value;
  std::string source;
};

/// By the names of DeviceNumbers.def.
using Numbers = std::map<std::string, Number>;

inline std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    if (static_cast<unsigned char>(c) >= ' ')
      result += c;
  }
  return result + "\"";
}

inline std::string numberText(double value, const char *format) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// Collects the entries of a profile, or the first thing that is wrong.
class Entries {
public:
  explicit Entries(const Numbers &numbers) : All(numbers) {}

  void add(const char *name, double least, double most, const char *format, bool mayLack) {
    const auto found = All.find(name);
    if (found == All.end())
      return wrong(name, "is missing");
    const auto &[value, source] = found->second;
    const bool lacks = mayLack && std::isinf(value);
    if (!lacks && !(value >= least && value <= most))
      return wrong(name, "is " + numberText(value, "%g") + ", which is not between " +
                             numberText(least, "%g") + " and " + numberText(most, "%g"));
    Text += std::string(Text.empty() ? "" : ",\n") + "    " + quoted(name) +
            ": {\"value\": " + (lacks ? "null" : numberText(value, format)) +
            ", \"source\": " + quoted(source) + "}";
  }

  const std::string &text() const { return Text; }
  const std::string &mistake() const { return Mistake; }

private:
  void wrong(const char *name, const std::string &what) {
    if (Mistake.empty())
      Mistake = std::string("'") + name + "' " + what;
  }

  const Numbers &All;
  std::string Text, Mistake;
};

/// The text of a device profile, as docs/devices.md describes it.
/// \param mistake receives what is missing among \p numbers or out of its range
/// \returns nothing after a mistake
inline std::optional<std::string> profileText(const std::string &name, const std::string &device,
                                              const Numbers &numbers, std::string &mistake) {
  Entries limits(numbers), costs(numbers);
#define LIMIT(NAME, LEAST, MOST) limits.add(#NAME, LEAST, MOST, "%.0f", /*mayLack=*/false);
#define COST(NAME, LEAST, MOST) costs.add(#NAME, LEAST, MOST, "%.4g", /*mayLack=*/false);
#define ABILITY(NAME, LEAST, MOST) costs.add(#NAME, LEAST, MOST, "%.4g", /*mayLack=*/true);
#include "gputile/Model/DeviceNumbers.def"
  mistake = limits.mistake().empty() ? costs.mistake() : limits.mistake();
  if (!mistake.empty())
    return std::nullopt;
  return "{\n  \"name\": " + quoted(name) + ",\n  \"title\": " + quoted(device) +
         ",\n  \"driverNames\": [" + quoted(device) + "],\n  \"limits\": {\n" + limits.text() +
         "\n  },\n  \"costs\": {\n" + costs.text() + "\n  }\n}\n";
}

/// "nvidia_h200" for "NVIDIA H200": a name that users can write for the device.
inline std::string nameOf(const std::string &device) {
  std::string name;
  for (const char c : device) {
    const bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (isLetter || (c >= '0' && c <= '9'))
      name += isLetter ? static_cast<char>(c | 0x20) : c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  return name.empty() || (name[0] >= '0' && name[0] <= '9') ? "device_" + name : name;
}

} // namespace gputile::calibrate

#endif
