//===- RegionMemory.cpp - What was said of regions before an edit ---------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Recall/RegionMemory.h"

#include "clang/Basic/SourceManager.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace gputile::driver {
namespace {

/// An outcome whose locations are numbers of places, from 1.
struct Remembered {
  RegionOutcome outcome;
  std::vector<TextPlace> places;
};

/// Of all units; editors parse several at the same time. Forgets what was not asked for since
/// `Most` others came.
class Process {
public:
  std::shared_ptr<const Remembered> find(const std::string &key) {
    const std::lock_guard lock(Mutex);
    if (const auto found = Young.find(key); found != Young.end())
      return found->second;
    const auto found = Old.find(key);
    if (found == Old.end())
      return nullptr;
    auto remembered = found->second;
    add(key, remembered);
    return remembered;
  }

  void keep(const std::string &key, std::shared_ptr<const Remembered> remembered) {
    const std::lock_guard lock(Mutex);
    add(key, std::move(remembered));
  }

private:
  static constexpr size_t Most = 1024;
  using Table = std::unordered_map<std::string, std::shared_ptr<const Remembered>>;

  void add(const std::string &key, std::shared_ptr<const Remembered> remembered) {
    if (Young.size() >= Most) {
      Old = std::move(Young);
      Young = Table();
    }
    Young[key] = std::move(remembered);
  }

  std::mutex Mutex;
  Table Young, Old;
};

Process &process() {
  static Process instance;
  return instance;
}

/// Calls \p change with each location in \p diagnostic.
template <typename F> void forEachLocation(Diagnostic &diagnostic, const F &change) {
  change(diagnostic.loc);
  for (DiagNote &note : diagnostic.notes)
    change(note.loc);
  for (FixIt &fixIt : diagnostic.fixIts) {
    change(fixIt.begin);
    change(fixIt.end);
  }
}

/// Calls \p change with each text in \p diagnostic.
template <typename F> void forEachText(Diagnostic &diagnostic, const F &change) {
  std::for_each(diagnostic.args.begin(), diagnostic.args.end(), change);
  for (DiagNote &note : diagnostic.notes)
    std::for_each(note.args.begin(), note.args.end(), change);
  for (FixIt &fixIt : diagnostic.fixIts)
    change(fixIt.text);
}

/// Stands for the region's name in texts.
constexpr char Placeholder = 1;

void replaceAll(std::string &text, const std::string &from, const std::string &to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

/// Leaves the region's name open in \p text. \returns whether no line is left in it that is part of
/// a name or a place: "step_12", "heat.c:12".
bool openName(std::string &text, const std::string &name, const std::string &line) {
  if (text.find(Placeholder) != std::string::npos)
    return false;
  if (llvm::StringRef(name).ends_with("_" + line))
    replaceAll(text, name, {Placeholder});
  return text.find("_" + line) == std::string::npos && text.find(":" + line) == std::string::npos;
}

} // namespace

const std::optional<RegionText> &RegionMemory::textOf(const MarkedRegion &region) {
  const auto [entry, isNew] = Texts.try_emplace(region.pragma);
  if (isNew)
    entry->second = Text.textOf(region);
  return entry->second;
}

std::optional<RegionOutcome> RegionMemory::find(const MarkedRegion &region) {
  const auto &text = textOf(region);
  const auto found = text ? process().find(keyOf(*text)) : nullptr;
  if (!found)
    return std::nullopt;
  RegionOutcome outcome = found->outcome;
  if (!outcome.name.empty())
    outcome.name += lineOf(region);
  for (Diagnostic &diagnostic : outcome.said) {
    forEachText(diagnostic,
                [&](std::string &text) { replaceAll(text, {Placeholder}, outcome.name); });
    forEachLocation(diagnostic, [&](SourceRef &loc) {
      if (loc.valid())
        loc = Text.locationOf(found->places[loc.raw - 1], *text);
    });
  }
  return outcome;
}

std::string RegionMemory::lineOf(const MarkedRegion &region) const {
  const auto place = Sources.getPresumedLoc(Sources.getExpansionLoc(region.pragma->loc));
  return std::to_string(place.isValid() ? place.getLine() : 0);
}

void RegionMemory::keep(const MarkedRegion &region, RegionOutcome outcome) {
  const auto &text = textOf(region);
  if (!text)
    return;
  const std::string line = lineOf(region);
  std::vector<TextPlace> places;
  bool stay = true;
  for (Diagnostic &diagnostic : outcome.said) {
    forEachText(diagnostic, [&](std::string &text) { stay &= openName(text, outcome.name, line); });
    forEachLocation(diagnostic, [&](SourceRef &loc) {
      if (!loc.valid())
        return;
      const auto place = Text.placeOf(loc, *text);
      stay &= place.has_value();
      places.push_back(place.value_or(TextPlace()));
      loc.raw = static_cast<uint32_t>(places.size());
    });
  }
  outcome.name.resize(outcome.name.size() - std::min(line.size(), outcome.name.size()));
  if (stay)
    process().keep(keyOf(*text), std::make_shared<const Remembered>(
                                     Remembered{std::move(outcome), std::move(places)}));
}

} // namespace gputile::driver
