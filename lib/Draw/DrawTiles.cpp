//===- DrawTiles.cpp - The tiles of a kernel as a picture --------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each point has a cell: its colour tells the launch, and lines between cells of
/// different tiles make the outlines. The first statement that has a point there gives
/// the cell; further statements are dots a little to the right and above.
///
//===----------------------------------------------------------------------===//

#include "gputile/Draw/Draw.h"

#include "Draw/Svg.h"
#include "Draw/TilePoints.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace gputile {
namespace {

using namespace draw;

constexpr double Cell = 34, Left = 64, Top = 76;
constexpr const char *Light[] = {"#bbdefb", "#ffe0b2", "#c8e6c9", "#f8bbd0",
                                 "#e1bee7", "#fff9c4", "#b2dfdb", "#d7ccc8"};
constexpr const char *Dots[] = {"#1565c0", "#e65100", "#2e7d32", "#ad1457",
                                "#6a1b9a", "#f9a825", "#00695c", "#4e342e"};
const char *const Dark = "#37474f";
const char *const Red = "#c62828";

std::string textOf(const NamedNumbers &numbers) {
  std::string text;
  for (const auto &[name, value] : numbers)
    text += (text.empty() ? "" : ", ") + name + " = " + std::to_string(value);
  return text;
}

std::string textOf(const std::vector<long> &numbers) {
  std::string text;
  for (long number : numbers)
    text += (text.empty() ? "" : ", ") + std::to_string(number);
  return text;
}

using Tile = std::pair<std::vector<long>, std::vector<long>>;

Tile tileOf(const TilePoint &point) { return {point.launch, point.block}; }

/// An arrow of the picture: a dependence as far as it is seen in two dimensions.
struct Arrow {
  unsigned source, target;
  long rows, columns;
  bool operator<(const Arrow &other) const {
    return std::tie(source, target, rows, columns) <
           std::tie(other.source, other.target, other.rows, other.columns);
  }
};

/// What is said of an arrow.
struct ArrowInfo {
  bool flow = false, hindering = false;
  std::set<std::string> kinds;
};

class TilePicture {
public:
  TilePicture(const Scop &scop, const Ddg &ddg, const KernelPlan &kernel, TilePoints points)
      : TheScop(scop), TheDdg(ddg), Kernel(kernel), Points(std::move(points)) {
    for (const TilePoint &point : Points.points) {
      Cells.try_emplace({point.row, point.column}, &point);
      Launches.try_emplace(point.launch, 0);
      if (std::find(Statements.begin(), Statements.end(), point.statement) == Statements.end())
        Statements.push_back(point.statement);
      MinRow = std::min(MinRow, point.row);
      MaxRow = std::max(MaxRow, point.row);
      MinColumn = std::min(MinColumn, point.column);
      MaxColumn = std::max(MaxColumn, point.column);
    }
    size_t number = 0;
    for (auto &[launch, index] : Launches)
      index = number++;
  }

  std::string draw() {
    drawTitle();
    if (Points.points.empty()) {
      Picture.text({16, Top + 20}, "no points for these values");
      return Picture.str();
    }
    drawCells();
    drawOutlines();
    drawInnerWavefronts();
    for (const TilePoint &point : Points.points)
      Picture.dot(placeOf(point), Statements.size() < 3 ? 4 : 3,
                  Dots[Launches[point.launch] % std::size(Dots)], "point");
    drawAxes();
    drawArrows();
    drawLegend();
    return Picture.str();
  }

private:
  const std::string &iterator(unsigned position) const {
    return TheScop.statements[Points.deepest].iterators[position];
  }

  void drawTitle() {
    std::string sizes;
    for (long size : Kernel.tileSizes)
      sizes += (sizes.empty() ? "" : " x ") + std::to_string(size);
    Picture.text({16, 28}, "Tiles of " + Kernel.name + (sizes.empty() ? "" : ": " + sizes), "start",
                 16);
    std::string values = textOf(Points.parameters);
    if (!Points.fixed.empty())
      values += (values.empty() ? "" : "; ") + textOf(Points.fixed);
    Picture.text({16, 48}, values, "start", 12, Dark);
  }

  /// The middle of a cell. Rows grow upwards.
  Pixel middle(long row, long column) const {
    return {Left + Cell * (double(column - MinColumn) + 0.5),
            Top + Cell * (double(MaxRow - row) + 0.5)};
  }

  double shift(unsigned statement) const {
    const auto at = std::find(Statements.begin(), Statements.end(), statement);
    const double step = std::min(9.0, 22.0 / double(Statements.size()));
    return step * (double(at - Statements.begin()) - double(Statements.size() - 1) / 2);
  }

  Pixel placeOf(unsigned statement, long row, long column) const {
    const Pixel center = middle(row, column);
    return {center.x + shift(statement), center.y - shift(statement)};
  }
  Pixel placeOf(const TilePoint &point) const {
    return placeOf(point.statement, point.row, point.column);
  }

  void drawCells() {
    for (const auto &[place, point] : Cells) {
      const Pixel center = middle(place.first, place.second);
      Picture.rect({center.x - Cell / 2, center.y - Cell / 2}, Cell, Cell,
                   Light[Launches[point->launch] % std::size(Light)]);
    }
  }

  bool sameTile(const TilePoint &point, long row, long column) const {
    const auto other = Cells.find({row, column});
    return other != Cells.end() && tileOf(*other->second) == tileOf(point);
  }

  void drawOutlines() {
    const Stroke stroke{Dark, 2, ""};
    for (const auto &[place, point] : Cells) {
      const auto [row, column] = place;
      const Pixel center = middle(row, column);
      const double left = center.x - Cell / 2, right = center.x + Cell / 2;
      const double top = center.y - Cell / 2, bottom = center.y + Cell / 2;
      // Neighbours draw the edges to the left and below, unless they are no points.
      if (!sameTile(*point, row, column + 1))
        Picture.line({{right, top}, {right, bottom}}, stroke, "edge");
      if (!sameTile(*point, row + 1, column))
        Picture.line({{left, top}, {right, top}}, stroke, "edge");
      if (!Cells.count({row, column - 1}))
        Picture.line({{left, top}, {left, bottom}}, stroke, "edge");
      if (!Cells.count({row - 1, column}))
        Picture.line({{left, bottom}, {right, bottom}}, stroke, "edge");
    }
  }

  void drawInnerWavefronts() {
    if (!Points.hasInner)
      return;
    std::map<std::tuple<unsigned, Tile, std::vector<long>>, std::vector<const TilePoint *>> inner;
    for (const TilePoint &point : Points.points)
      inner[{point.statement, tileOf(point), point.inner}].push_back(&point);
    for (auto &[key, members] : inner) {
      if (members.size() < 2)
        continue;
      std::sort(members.begin(), members.end(), [](const TilePoint *a, const TilePoint *b) {
        return std::pair(a->column, a->row) < std::pair(b->column, b->row);
      });
      std::vector<Pixel> line;
      for (const TilePoint *member : members)
        line.push_back(placeOf(*member));
      Picture.line(line, {"#78909c", 1.4, ""}, "wavefront");
    }
  }

  void drawAxes() {
    for (long column = MinColumn; column <= MaxColumn; ++column) {
      const Pixel at = middle(MinRow, column);
      Picture.text({at.x, at.y + Cell / 2 + 16}, std::to_string(column), "middle", 11, Dark);
    }
    for (long row = MinRow; row <= MaxRow; ++row) {
      const Pixel at = middle(row, MinColumn);
      Picture.text({Left - 8, at.y + 4}, std::to_string(row), "end", 11, Dark);
    }
    const double below = middle(MinRow, MinColumn).y + Cell / 2 + 36;
    Picture.text({(Left + middle(MinRow, MaxColumn).x) / 2, below}, iterator(Points.horizontal),
                 "middle", 14);
    Picture.text({22, (Top + below - 36) / 2 + 5}, iterator(Points.vertical), "middle", 14);
  }

  bool isDrawn(unsigned statement) const {
    return std::find(Statements.begin(), Statements.end(), statement) != Statements.end();
  }

  std::map<Arrow, ArrowInfo> arrows() const {
    std::map<Arrow, ArrowInfo> result;
    for (const Dependence &edge : TheDdg.edges) {
      if (!edge.distance || !isDrawn(edge.source) || !isDrawn(edge.target))
        continue;
      const Arrow arrow{edge.source, edge.target, (*edge.distance)[Points.vertical],
                        (*edge.distance)[Points.horizontal]};
      if (arrow.source == arrow.target && arrow.rows == 0 && arrow.columns == 0)
        continue;
      ArrowInfo &info = result[arrow];
      info.flow |= edge.kind == DependenceKind::Flow;
      info.hindering |= edge.hindering;
      info.kinds.insert(dependenceKindName(edge.kind));
    }
    return result;
  }

  static Stroke strokeOf(const ArrowInfo &info) {
    return {info.hindering ? Red : "#000", 1.8, info.flow ? "" : "4 3"};
  }

  void drawArrows() {
    const long row = (MinRow + MaxRow) / 2, column = (MinColumn + MaxColumn) / 2;
    for (const auto &[arrow, info] : arrows()) {
      const Pixel to = placeOf(arrow.target, row + arrow.rows, column + arrow.columns);
      Picture.arrow({placeOf(arrow.source, row, column), to}, strokeOf(info), "dependence");
    }
  }

  void drawLegend() {
    const double x = middle(MinRow, MaxColumn).x + Cell / 2 + 30;
    double y = Top + 12;
    constexpr size_t Most = 10;
    for (const auto &[launch, index] : Launches) {
      if (index == Most) {
        Picture.text({x, y}, "… " + std::to_string(Launches.size()) + " launches in all");
        y += 20;
        break;
      }
      Picture.rect({x, y - 11}, 26, 14, Light[index % std::size(Light)]);
      Picture.dot({x + 13, y - 4}, 4, Dots[index % std::size(Dots)], "legend");
      Picture.text({x + 34, y}, launch.empty() ? "the only launch" : "launch " + textOf(launch));
      y += 20;
    }
    Picture.rect({x + 1, y - 11}, 24, 14, "none", {Dark, 2, ""});
    Picture.text({x + 34, y}, "tile (one block)");
    y += 20;
    if (Points.hasInner) {
      Picture.line({{x, y - 4}, {x + 26, y - 4}}, {"#78909c", 1.4, ""}, "legend");
      Picture.text({x + 34, y}, "wavefront in a tile");
      y += 20;
    }
    if (Statements.size() > 1) {
      Picture.text({x, y}, "dots from lower left: " + statementNames());
      y += 20;
    }
    for (const auto &[arrow, info] : arrows()) {
      Picture.arrow({{x, y - 4}, {x + 26, y - 4}}, strokeOf(info), "legend");
      Picture.text({x + 34, y}, arrowText(arrow, info), "start", 12, info.hindering ? Red : "#222");
      y += 20;
    }
  }

  std::string statementNames() const {
    std::string names;
    for (unsigned statement : Statements)
      names += (names.empty() ? "" : ", ") + TheScop.statements[statement].name;
    return names;
  }

  std::string arrowText(const Arrow &arrow, const ArrowInfo &info) const {
    std::string text;
    if (Statements.size() > 1)
      text = TheScop.statements[arrow.source].name + " to " +
             TheScop.statements[arrow.target].name + " ";
    text += "(" + textOf({arrow.rows, arrow.columns}) + ")";
    for (const std::string &kind : info.kinds)
      text += " " + kind;
    return text + (info.hindering ? ", hinders" : "");
  }

  const Scop &TheScop;
  const Ddg &TheDdg;
  const KernelPlan &Kernel;
  TilePoints Points;
  Svg Picture;
  std::map<std::pair<long, long>, const TilePoint *> Cells;
  std::map<std::vector<long>, size_t> Launches; ///< Their numbers.
  std::vector<unsigned> Statements;             ///< Those with points, in order.
  long MinRow = 1L << 40, MaxRow = -(1L << 40), MinColumn = 1L << 40, MaxColumn = -(1L << 40);
};

} // namespace

std::optional<std::string> drawTiles(const Scop &scop, const Ddg &ddg, const KernelPlan &kernel,
                                     const std::vector<std::string> &dims) {
  auto points = tilePoints(scop, kernel, dims);
  if (!points)
    return std::nullopt;
  return TilePicture(scop, ddg, kernel, std::move(*points)).draw();
}

} // namespace gputile
