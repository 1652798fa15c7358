//===- Table.cpp - What became of the regions of many files ------------- ===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Table.h"

#include "ShortPath.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatAdapters.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <map>
#include <set>

namespace gputile {
namespace {

struct Region {
  unsigned compilations = 0, left = 0;
  std::set<std::string> causes; ///< Ids of diagnostics.
};

struct File {
  std::map<int64_t, Region> regions; ///< By line.
  unsigned errors = 0;
  bool analysed = true;

  bool isTold() const { return !regions.empty() || errors > 0 || !analysed; }
  size_t left() const {
    return llvm::count_if(regions, [](const auto &entry) { return entry.second.left > 0; });
  }
};

using Files = std::map<std::string, File>;

/// As users see it from the current folder.
std::string placeOf(const UnitResult &unit, llvm::StringRef file) {
  llvm::SmallString<256> path(file);
  llvm::sys::fs::make_absolute(unit.directory, path);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return shortPath(path.str().str());
}

Files sortedFiles(const ToolResult &result) {
  Files files;
  for (const std::string &file : result.lost)
    files[shortPath(file)].analysed = false;
  for (const UnitResult &unit : result.units) {
    files[placeOf(unit, unit.file)].errors += unit.errors;
    for (const llvm::json::Value &value : unit.json.regions) {
      const llvm::json::Object &object = *value.getAsObject();
      Region &region =
          files[placeOf(unit, *object.getString("file"))].regions[*object.getInteger("line")];
      ++region.compilations;
      const auto reason = object.getString("reason");
      if (!reason && unit.errors == 0)
        continue;
      ++region.left;
      region.causes.insert(reason ? reason->str() : "errors in the file");
    }
  }
  return files;
}

/// Lines that stand under the row of a file.
std::string details(const File &file) {
  std::string text;
  if (!file.analysed)
    text += "  not analysed\n";
  if (file.errors > 0)
    text += "  errors: " + std::to_string(file.errors) + '\n';
  for (const auto &[line, region] : file.regions) {
    if (region.left == 0)
      continue;
    text += "  line " + std::to_string(line) + ": " + llvm::join(region.causes, ", ");
    if (region.left < region.compilations)
      text +=
          llvm::formatv(" (in {0} of {1} compilations)", region.left, region.compilations).str();
    text += '\n';
  }
  return text;
}

std::string row(const std::string &name, size_t width, size_t regions, size_t left) {
  return llvm::formatv("{0}  {1,7}  {2,10}  {3,4}\n",
                       llvm::fmt_align(name, llvm::AlignStyle::Left, width), regions,
                       regions - left, left)
      .str();
}

} // namespace

std::string regionTable(const ToolResult &result) {
  const Files files = sortedFiles(result);
  const std::string total = "total";
  size_t width = total.size(), regions = 0, left = 0, silent = 0;
  for (const auto &[name, file] : files)
    if (file.isTold())
      width = std::max(width, name.size());
  std::string text = llvm::formatv("{0}  regions  on the GPU  left\n",
                                   llvm::fmt_align("file", llvm::AlignStyle::Left, width))
                         .str();
  for (const auto &[name, file] : files) {
    if (!file.isTold()) {
      ++silent;
      continue;
    }
    text += row(name, width, file.regions.size(), file.left()) + details(file);
    regions += file.regions.size();
    left += file.left();
  }
  text += row(total, width, regions, left);
  if (silent > 0)
    text += "without a region: " + std::to_string(silent) + (silent == 1 ? " file\n" : " files\n");
  return text;
}

} // namespace gputile
