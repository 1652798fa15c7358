//===- RegionSection.cpp - What became of one region ===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Report/RegionSection.h"

#include "Driver/Report/Html.h"
#include "Driver/Report/Listing.h"

#include "llvm/Support/Base64.h"
#include "llvm/Support/Format.h"

#include <algorithm>
#include <limits>
#include <map>

using llvm::raw_ostream;
namespace json = llvm::json;

namespace gputile::driver {
namespace {

/// "32 × 8"
std::string sizesText(llvm::ArrayRef<json::Value> sizes, const char *between = " × ") {
  std::string text;
  for (const json::Value &size : sizes)
    text += (text.empty() ? "" : between) + std::to_string(size.getAsInteger().value_or(0));
  return text;
}

/// "(1, 0, -1)"; "varies" where the distance is not constant.
std::string distanceText(const json::Object &dependence) {
  if (!dependence.getArray("distance"))
    return "varies";
  return "(" + sizesText(listOf(dependence, "distance"), ", ") + ")";
}

/// The texts of a list, which are strings or objects with a member \p key.
std::string joined(llvm::ArrayRef<json::Value> values, llvm::StringRef key = "") {
  std::string text;
  for (const json::Value &value : values) {
    const json::Object *object = value.getAsObject();
    text += (text.empty() ? "" : ", ") +
            (object ? textOf(*object, key) : value.getAsString().value_or("")).str();
  }
  return text;
}

void printCell(raw_ostream &out, llvm::StringRef text) {
  out << "<td>" << Escaped{text} << "</td>";
}

void printCode(raw_ostream &out, llvm::StringRef text) {
  out << "<td><code>" << Escaped{text} << "</code></td>";
}

/// Opens a table whose columns are called \p names; `closeTable` ends it.
void openTable(raw_ostream &out, llvm::ArrayRef<llvm::StringRef> names) {
  out << "<div class=\"wide\"><table>\n<tr>";
  for (llvm::StringRef name : names)
    out << "<th>" << name << "</th>";
  out << "</tr>\n";
}

void closeTable(raw_ostream &out) { out << "</table></div>\n"; }

/// The arrays that a kernel keeps in shared memory, with sizes, and in registers; a dash where it
/// keeps none.
std::string memoryText(const json::Object &kernel) {
  std::string text;
  for (const json::Value &entry : listOf(kernel, "shared")) {
    const json::Object &tile = *entry.getAsObject();
    text += (text.empty() ? "shared: " : ", ") + textOf(tile, "array").str() + " " +
            sizesText(listOf(tile, "size"));
  }
  if (const std::string kept = joined(listOf(kernel, "registers"), "array"); !kept.empty())
    text += (text.empty() ? "registers: " : "; registers: ") + kept;
  return text.empty() ? "–" : text;
}

std::string launchText(const json::Object &kernel) {
  if (const auto leader = kernel.getString("launchedBy"))
    return "by " + leader->str();
  const llvm::StringRef reason = textOf(kernel, "launchReason");
  return textOf(kernel, "launch").str() + (reason.empty() ? "" : ": " + reason.str());
}

/// "tile(6)"; "scheme(parallel)" where the scheme has its own sizes.
std::string layoutText(const json::Object &layout) {
  const llvm::ArrayRef<json::Value> tile = listOf(layout, "tile");
  return tile.empty() ? "scheme(" + textOf(layout, "scheme").str() + ")"
                      : "tile(" + sizesText(tile, ", ") + ")";
}

double picosecondsOf(const json::Object &layout) {
  return layout.getNumber("picoseconds").value_or(0);
}

/// The best of the layouts of \p estimate for each tile, in the order of the tiles' first sizes;
/// those without sizes are last.
std::vector<const json::Object *> bestOfTiles(const json::Object &estimate) {
  std::map<std::pair<int64_t, std::string>, const json::Object *> best;
  for (const json::Value &entry : listOf(estimate, "layouts")) {
    const json::Object &layout = *entry.getAsObject();
    const llvm::ArrayRef<json::Value> tile = listOf(layout, "tile");
    const int64_t first =
        tile.empty() ? std::numeric_limits<int64_t>::max() : tile[0].getAsInteger().value_or(0);
    best.try_emplace({first, layoutText(layout)}, &layout); // They come the best first.
  }
  std::vector<const json::Object *> result;
  for (const auto &[tile, layout] : best)
    result.push_back(layout);
  return result;
}

} // namespace

bool RegionSection::isTransformed() const { return textOf(Region, "outcome") == "transformed"; }

llvm::StringRef RegionSection::reason() const { return textOf(Region, "reason"); }

std::string RegionSection::place() const {
  return textOf(Region, "file").str() + ":" + std::to_string(Region.getInteger("line").value_or(0));
}

void RegionSection::printBadge(raw_ostream &out) const {
  out << (isTransformed() ? "<span class=\"badge gpu\">GPU</span>"
                          : "<span class=\"badge cpu\">CPU</span>");
}

void RegionSection::printRow(raw_ostream &out) const {
  out << "<tr><td><a href=\"#" << Anchor << "\">" << Escaped{place()} << "</a></td>";
  const llvm::StringRef instance = textOf(Region, "instantiation");
  printCode(out, instance.empty() ? textOf(Region, "function") : instance);
  out << "<td>";
  printBadge(out);
  out << "</td>";
  const json::Object *scheme = Region.getObject("scheme");
  printCell(out, isTransformed() && scheme ? textOf(*scheme, "value") : reason());
  const llvm::ArrayRef<json::Value> kernels = listOf(Region, "kernels");
  out << "<td>" << (isTransformed() ? std::to_string(kernels.size()) : "") << "</td>";
  std::string tiles;
  for (const json::Value &kernel : kernels)
    if (const std::string tile = sizesText(listOf(*kernel.getAsObject(), "tile"));
        !tile.empty() && !llvm::StringRef(tiles).contains(tile))
      tiles += (tiles.empty() ? "" : "; ") + tile;
  printCell(out, isTransformed() ? tiles : "");
  out << "</tr>\n";
}

/// The region's lines, and those of this file that messages point at.
void RegionSection::printSource(raw_ostream &out) const {
  const llvm::StringRef file = textOf(Region, "file");
  const auto text = Unit.texts.find(file.str());
  if (text == Unit.texts.end())
    return;
  Listing listing(text->second);
  const auto first = static_cast<unsigned>(Region.getInteger("line").value_or(1));
  listing.show(first, static_cast<unsigned>(Region.getInteger("endLine").value_or(first)));
  const auto annotate = [&](const json::Object &said, llvm::StringRef severity) {
    if (textOf(said, "file") == file)
      listing.annotate(static_cast<unsigned>(said.getInteger("line").value_or(0)), severity,
                       textOf(said, "text"));
  };
  for (const json::Value &entry : listOf(Region, "messages")) {
    const json::Object &message = *entry.getAsObject();
    annotate(message, textOf(message, "severity"));
    for (const json::Value &note : listOf(message, "notes"))
      annotate(*note.getAsObject(), "note");
  }
  listing.print(out);
}

/// What is said of other files, or of no place.
void RegionSection::printOtherPlaces(raw_ostream &out) const {
  const llvm::StringRef file = textOf(Region, "file");
  std::vector<std::string> lines;
  const auto add = [&](const json::Object &said) {
    const llvm::StringRef other = textOf(said, "file");
    if (other == file)
      return;
    const std::string at =
        other.empty()
            ? ""
            : other.str() + ":" + std::to_string(said.getInteger("line").value_or(0)) + ": ";
    lines.push_back(at + textOf(said, "text").str());
  };
  for (const json::Value &entry : listOf(Region, "messages")) {
    const json::Object &message = *entry.getAsObject();
    add(message);
    for (const json::Value &note : listOf(message, "notes"))
      add(*note.getAsObject());
  }
  if (lines.empty())
    return;
  out << "<ul>\n";
  for (const std::string &line : lines)
    out << "<li>" << Escaped{line} << "</li>\n";
  out << "</ul>\n";
}

void RegionSection::printKernels(raw_ostream &out) const {
  const llvm::ArrayRef<json::Value> kernels = listOf(Region, "kernels");
  if (kernels.empty())
    return;
  out << "<h3>Kernels</h3>\n";
  openTable(out, {"kernel", "statements", "tile", "threads of a block", "launches",
                  "shared memory, bytes", "arrays on the chip"});
  for (const json::Value &entry : kernels) {
    const json::Object &kernel = *entry.getAsObject();
    out << "<tr>";
    printCode(out, textOf(kernel, "name"));
    printCell(out, joined(listOf(kernel, "statements")));
    printCell(out, sizesText(listOf(kernel, "tile")));
    printCell(out, sizesText(listOf(kernel, "block")));
    printCell(out, launchText(kernel));
    out << "<td>" << kernel.getInteger("sharedBytes").value_or(0) << "</td>";
    printCell(out, memoryText(kernel));
    out << "</tr>\n";
  }
  closeTable(out);
}

void RegionSection::printLayouts(raw_ostream &out) const {
  for (const json::Value &entry : listOf(Region, "kernels")) {
    const json::Object &kernel = *entry.getAsObject();
    const json::Object *taken = kernel.getObject("estimate");
    if (!taken)
      continue;
    const std::vector<const json::Object *> layouts = bestOfTiles(*taken);
    double most = 0;
    for (const json::Object *layout : layouts)
      most = std::max(most, picosecondsOf(*layout));
    out << "<h3>Layouts of <code>" << Escaped{textOf(kernel, "name")}
        << "</code></h3>\n<p>What is estimated of a cell in an iteration of the time loop, of the "
           "best block for each tile.</p>\n";
    openTable(out, {"layout", "picoseconds", "", "block", "limited by"});
    constexpr double LongestBar = 8; // rem
    for (const json::Object *layout : layouts) {
      const double picoseconds = picosecondsOf(*layout);
      const bool isTaken = layoutText(*layout) == layoutText(*taken);
      out << "<tr>";
      printCode(out, layoutText(*layout));
      out << "<td>" << llvm::format("%.3g", picoseconds) << (isTaken ? " (taken)" : "")
          << "</td><td><span class=\"" << (isTaken ? "bar taken" : "bar")
          << "\" style=\"width: " << llvm::format("%.2f", LongestBar * picoseconds / most)
          << "rem\"></span></td>";
      printCell(out, sizesText(listOf(*layout, "block")));
      printCell(out, textOf(*layout, "bound"));
      out << "</tr>\n";
    }
    closeTable(out);
  }
}

void RegionSection::printPictures(raw_ostream &out) const {
  const llvm::StringRef name = textOf(Region, "name");
  if (name.empty())
    return;
  out << "<div class=\"pictures\">\n";
  for (const Picture &picture : Unit.pictures) {
    llvm::StringRef kind = picture.fileName;
    if (!kind.consume_front(name) || !(kind.starts_with("-deps") || kind.starts_with("-tiles")))
      continue;
    const llvm::StringRef title = kind.starts_with("-deps") ? "Dependences" : "Tiles";
    out << "<figure><img alt=\"" << title << "\" src=\"data:image/svg+xml;base64,"
        << llvm::encodeBase64(picture.svg) << "\"/><figcaption>" << title
        << "</figcaption></figure>\n";
  }
  out << "</div>\n";
}

void RegionSection::printCopies(raw_ostream &out) const {
  if (!isTransformed())
    return;
  const auto print = [&](llvm::StringRef direction, llvm::StringRef key) {
    for (const json::Value &entry : listOf(Region, key)) {
      const json::Object &copy = *entry.getAsObject();
      const bool byValue = copy.getBoolean("byValue").value_or(false);
      out << "<tr>";
      printCode(out, textOf(copy, "array"));
      printCell(out, byValue ? "by value" : direction);
      printCode(out, byValue ? "" : textOf(copy, "set"));
      out << "</tr>\n";
    }
  };
  out << "<h3>Copies</h3>\n";
  openTable(out, {"array", "direction", "elements"});
  print("to the GPU", "copyIn");
  print("from the GPU", "copyOut");
  closeTable(out);
}

void RegionSection::printGuards(raw_ostream &out) const {
  const llvm::ArrayRef<json::Value> guards = listOf(Region, "guards");
  if (guards.empty())
    return;
  out << "<h3>Tested at run time</h3>\n<p>The original loops run unless all of this "
         "holds:</p>\n<ul>\n";
  for (const json::Value &guard : guards)
    out << "<li>" << Escaped{guard.getAsString().value_or("")} << "</li>\n";
  out << "</ul>\n";
}

void RegionSection::printDependences(raw_ostream &out) const {
  const llvm::ArrayRef<json::Value> dependences = listOf(Region, "dependences");
  if (dependences.empty())
    return;
  out << "<details><summary>" << dependences.size() << " dependences</summary>\n";
  openTable(out, {"kind", "from", "to", "distance", "", "instances"});
  for (const json::Value &entry : dependences) {
    const json::Object &dependence = *entry.getAsObject();
    out << "<tr>";
    printCell(out, textOf(dependence, "kind"));
    printCell(out, textOf(dependence, "from"));
    printCell(out, textOf(dependence, "to"));
    printCell(out, distanceText(dependence));
    printCell(out, dependence.getBoolean("hindering").value_or(false) ? "hinders" : "");
    printCode(out, textOf(dependence, "relation"));
    out << "</tr>\n";
  }
  closeTable(out);
  out << "</details>\n";
}

void RegionSection::printStatements(raw_ostream &out) const {
  const llvm::ArrayRef<json::Value> statements = listOf(Region, "statements");
  if (statements.empty())
    return;
  out << "<details><summary>" << statements.size()
      << (statements.size() == 1 ? " statement" : " statements") << "</summary>\n";
  openTable(out, {"statement", "", "instances and elements"});
  for (const json::Value &entry : statements) {
    const json::Object &statement = *entry.getAsObject();
    out << "<tr>";
    printCell(out, textOf(statement, "name"));
    printCell(out, "domain");
    printCode(out, textOf(statement, "domain"));
    out << "</tr>\n";
    for (const json::Value &access : listOf(statement, "accesses")) {
      out << "<tr><td></td>";
      printCell(out, textOf(*access.getAsObject(), "kind"));
      printCode(out, textOf(*access.getAsObject(), "relation"));
      out << "</tr>\n";
    }
  }
  closeTable(out);
  out << "</details>\n";
}

void RegionSection::print(raw_ostream &out) const {
  out << "<section id=\"" << Anchor << "\">\n<h2>" << Escaped{place()} << " <code>"
      << Escaped{textOf(Region, "function")} << "</code> ";
  printBadge(out);
  out << "</h2>\n";
  if (!isTransformed())
    out << "<p>Left on the CPU as it was. <code>gputile --explain " << Escaped{reason()}
        << "</code> says what can be done.</p>\n";
  printSource(out);
  printOtherPlaces(out);
  printKernels(out);
  printLayouts(out);
  printPictures(out);
  printCopies(out);
  printGuards(out);
  printDependences(out);
  printStatements(out);
  out << "</section>\n";
}

} // namespace gputile::driver
