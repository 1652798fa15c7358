//===- Outputs.cpp - Everything that a command writes ------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Driver/Json.h"
#include "gputile/Driver/Report.h"
#include "gputile/Driver/StandardStreams.h"
#include "gputile/Driver/Tool.h"

#include <map>
#include <set>

namespace gputile {
namespace {

/// A file and whose it is.
struct Output {
  OutputFile file;
  std::string origin;
  bool makesFolder;
};

class OutputList {
public:
  void addGenerated(const UnitResult &unit, const std::string &outputDir) {
    if (!unit.generated.empty())
      add(outputFilesOf(unit.generated, outputPathsFor(unit.file, outputDir)), inQuotes(unit.file));
  }

  void addPictures(const UnitResult &unit, const std::string &folder) {
    add(pictureFiles(unit.pictures, folder), inQuotes(unit.file));
  }

  /// The file that an option names.
  void addNamed(const char *option, const std::string &file, const std::string &text) {
    Outputs.push_back({{file, text}, option, /*makesFolder=*/false});
  }

  /// Leaves one of equal outputs. \returns which two files clash, or an empty string.
  std::string mergeEqual(const std::vector<std::string> &inputs) {
    std::set<std::string> inputPlaces;
    for (const std::string &input : inputs)
      inputPlaces.insert(destinationOf(input));
    std::map<std::string, Output> byPlace;
    for (Output &output : Outputs) {
      const std::string place = destinationOf(output.file.path);
      if (inputPlaces.count(place))
        return inQuotes(output.file.path) + ", which " + output.origin + " would become, is an input";
      const auto [first, isNew] = byPlace.try_emplace(place, output);
      if (!isNew && first->second.file.text != output.file.text)
        return first->second.origin + " and " + output.origin + " would both become " +
               inQuotes(output.file.path);
    }
    Outputs.clear();
    for (auto &[place, output] : byPlace)
      Outputs.push_back(std::move(output));
    return "";
  }

  std::optional<WriteError> write() const {
    std::vector<OutputFile> files;
    for (const Output &output : Outputs) {
      if (output.makesFolder)
        if (auto error = makeFolderOf(output.file.path))
          return error;
      files.push_back(output.file);
    }
    return writeFiles(files);
  }

private:
  static std::string inQuotes(const std::string &file) { return "'" + file + "'"; }

  void add(std::vector<OutputFile> files, const std::string &origin) {
    for (OutputFile &file : files)
      Outputs.push_back({std::move(file), origin, /*makesFolder=*/true});
  }

  std::vector<Output> Outputs;
};

std::string jsonOf(ToolResult &result) {
  JsonReport all;
  for (UnitResult &unit : result.units) {
    std::move(unit.json.regions.begin(), unit.json.regions.end(), std::back_inserter(all.regions));
    std::move(unit.json.dataBlocks.begin(), unit.json.dataBlocks.end(),
              std::back_inserter(all.dataBlocks));
  }
  return jsonText(std::move(all));
}

bool succeeds(const char *tool, const std::optional<WriteError> &error) {
  if (error)
    printError(tool, "cannot write '" + error->path + "': " + error->message);
  return !error;
}

} // namespace

bool writeOutputs(const char *tool, const CommandLine &line, ToolResult &result,
                  Generated generated) {
  OutputList outputs;
  for (const UnitResult &unit : result.units) {
    if (generated == Generated::Written)
      outputs.addGenerated(unit, line.options.outputDir);
    if (!line.options.draw.empty())
      outputs.addPictures(unit, line.options.draw);
  }
  if (const std::string &page = line.options.report; !page.empty())
    outputs.addNamed("--report", page, reportPage(result.units));
  const std::string &json = line.options.dumpJson;
  if (!json.empty() && json != "-")
    outputs.addNamed("--dump-json", json, jsonOf(result));
  if (const std::string clash = outputs.mergeEqual(line.files); !clash.empty()) {
    printError(tool, clash + "; nothing was written");
    return false;
  }
  if (!succeeds(tool, outputs.write()))
    return false;
  return json != "-" || succeeds(tool, writeToStandardOutput(jsonOf(result)));
}

} // namespace gputile
