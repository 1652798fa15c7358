//===- Page.cpp - The page of option --report ===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Driver/Report.h"

#include "Driver/Report/Html.h"
#include "Driver/Report/RegionSection.h"

#include "ReportStyle.h"

#include "gputile/Config.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using llvm::raw_ostream;

namespace gputile {

using namespace driver;

namespace {

std::vector<RegionSection> sectionsOf(llvm::ArrayRef<UnitResult> units) {
  std::vector<RegionSection> sections;
  for (const UnitResult &unit : units)
    for (const llvm::json::Value &region : unit.json.regions)
      sections.emplace_back(unit, *region.getAsObject(),
                            "region" + std::to_string(sections.size() + 1));
  return sections;
}

void printCounts(raw_ostream &out, llvm::ArrayRef<RegionSection> sections) {
  const auto onGpu = llvm::count_if(
      sections, [](const RegionSection &section) { return section.isTransformed(); });
  out << "<p class=\"counts\"><b>" << onGpu << "</b> of <b>" << sections.size() << "</b> "
      << (sections.size() == 1 ? "region runs" : "regions run") << " on the GPU.</p>\n";
}

void printReasons(raw_ostream &out, llvm::ArrayRef<RegionSection> sections) {
  std::map<llvm::StringRef, unsigned> reasons;
  for (const RegionSection &section : sections)
    if (!section.reason().empty())
      ++reasons[section.reason()];
  if (reasons.empty())
    return;
  out << "<p>Left on the CPU:";
  for (const auto &[reason, count] : reasons)
    out << " <span class=\"reason\">" << count << " × " << Escaped{reason} << "</span>";
  out << "</p>\n";
}

/// Regions of these may be missing.
void printErrors(raw_ostream &out, llvm::ArrayRef<UnitResult> units) {
  for (const UnitResult &unit : units)
    if (unit.errors > 0)
      out << "<p class=\"failed\">" << Escaped{unit.file} << " has "
          << (unit.errors == 1 ? "an error" : "errors") << ": see the compiler's messages.</p>\n";
}

void printOverview(raw_ostream &out, llvm::ArrayRef<RegionSection> sections) {
  out << "<div class=\"wide\"><table>\n<tr><th>region</th><th>function</th><th></th>"
         "<th>scheme, or reason</th><th>kernels</th><th>tile</th></tr>\n";
  for (const RegionSection &section : sections)
    section.printRow(out);
  out << "</table></div>\n";
}

llvm::StringRef directionOf(const llvm::json::Object &array) {
  const bool in = array.getBoolean("in").value_or(false);
  const bool out = array.getBoolean("out").value_or(false);
  return in && out ? "in and out" : in ? "in" : out ? "out" : "";
}

void printDataBlocks(raw_ostream &out, llvm::ArrayRef<UnitResult> units) {
  if (llvm::all_of(units, [](const UnitResult &unit) { return unit.json.dataBlocks.empty(); }))
    return;
  out << "<h2>Data blocks</h2>\n<div class=\"wide\"><table>\n<tr><th>block</th><th>function</th>"
         "<th>array</th><th>copied</th><th>stays on the GPU</th></tr>\n";
  for (const UnitResult &unit : units)
    for (const llvm::json::Value &entry : unit.json.dataBlocks) {
      const llvm::json::Object &block = *entry.getAsObject();
      for (const llvm::json::Value &element : listOf(block, "arrays")) {
        const llvm::json::Object &array = *element.getAsObject();
        out << "<tr><td>" << Escaped{textOf(block, "file")} << ':'
            << block.getInteger("line").value_or(0) << "</td><td><code>"
            << Escaped{textOf(block, "function")} << "</code></td><td><code>"
            << Escaped{textOf(array, "name")} << "</code></td><td>" << directionOf(array)
            << "</td><td>" << (array.getBoolean("kept").value_or(false) ? "yes" : "no")
            << "</td></tr>\n";
      }
    }
  out << "</table></div>\n";
}

} // namespace

std::string reportPage(llvm::ArrayRef<UnitResult> units) {
  const std::vector<RegionSection> sections = sectionsOf(units);
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
         "<title>gputile: regions</title>\n<style>\n"
      << ReportStyle << "</style>\n</head>\n<body>\n<h1>Regions</h1>\n";
  printCounts(out, sections);
  printReasons(out, sections);
  printErrors(out, units);
  if (!sections.empty())
    printOverview(out, sections);
  printDataBlocks(out, units);
  for (const RegionSection &section : sections)
    section.print(out);
  out << "<footer>gputile " << GPUTILE_VERSION << "</footer>\n</body>\n</html>\n";
  return text;
}

} // namespace gputile
