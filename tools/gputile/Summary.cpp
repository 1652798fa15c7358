//===- Summary.cpp - What the command did, in a line -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Summary.h"

#include "ShortPath.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

namespace gputile {

/// The generated files, each once: a file may be compiled by several commands.
static std::vector<std::string> filesOf(const ToolResult &result, const std::string &outputDir) {
  std::vector<std::string> files;
  for (const UnitResult &unit : result.units) {
    const OutputPaths paths = outputPathsFor(unit.file, outputDir);
    if (!unit.generated.empty() && !llvm::is_contained(files, paths.host))
      files.insert(files.end(), {paths.host, paths.cuda});
  }
  return files;
}

static std::string listOfFiles(const std::vector<std::string> &files) {
  constexpr size_t MostNamed = 4;
  if (files.empty())
    return "nothing";
  if (files.size() > MostNamed)
    return std::to_string(files.size()) + " files";
  std::string text = shortPath(files.front());
  for (size_t i = 1; i < files.size(); ++i)
    text += (i + 1 < files.size() ? ", " : " and ") + shortPath(files[i]);
  return text;
}

/// ": 9 pointer-use, 4 unknown-call", the most frequent first.
static std::string reasonsText(const ToolResult &result) {
  std::map<std::string, unsigned> counts;
  for (const UnitResult &unit : result.units)
    for (const auto &[reason, count] : unit.reasons)
      counts[reason] += count;
  std::vector<std::pair<std::string, unsigned>> reasons(counts.begin(), counts.end());
  llvm::sort(reasons, [](const auto &a, const auto &b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  std::string text;
  for (const auto &[reason, count] : reasons)
    text += (text.empty() ? ": " : ", ") + std::to_string(count) + " " + reason;
  return text;
}

std::string summaryText(const ToolResult &result, const std::string &outputDir) {
  size_t done = 0, regions = 0;
  for (const UnitResult &unit : result.units) {
    regions += unit.transformed + unit.refused;
    done += unit.generated.empty() ? 0 : unit.transformed;
  }
  if (regions == 0)
    return "no region to transform; wrote nothing";
  const size_t left = regions - done;
  std::string text = std::to_string(done) + " of " + std::to_string(regions) +
                     (regions == 1 ? " region runs" : " regions run") + " on the GPU; wrote " +
                     listOfFiles(filesOf(result, outputDir));
  if (left > 0)
    text += "; " + std::to_string(left) + " left" + reasonsText(result);
  return text;
}

} // namespace gputile
