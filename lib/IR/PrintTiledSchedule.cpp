//===- PrintTiledSchedule.cpp - Text of a tiled schedule ------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/PrintIsl.h"

#include "gputile/IR/TiledSchedule.h"

using namespace gputile;
using namespace gputile::ir;

static std::string coordinateText(const Coordinate &coordinate) {
  std::vector<std::string> texts;
  for (const auto &[s, f] : coordinate)
    texts.push_back(islText(f));
  return joined(texts, "; ");
}

static void printCoordinates(std::ostream &out, const char *what, const Coordinates &coordinates) {
  for (const Coordinate &coordinate : coordinates)
    out << "    " << what << ' ' << coordinateText(coordinate) << '\n';
}

static void printShape(std::ostream &out, const TileShape &shape) {
  out << "  tiles with points " << islText(shape.points) << '\n';
  printCoordinates(out, "launch", shape.launch);
  for (const TiledRow &row : shape.rows)
    out << "    parallel " << coordinateText(row.row) << " by " << row.size << '\n';
  for (const auto &[s, instances] : shape.instances)
    out << "    of " << islText(instances) << '\n';
}

std::string gputile::printTiledSchedule(const TiledSchedule &tiled) {
  std::ostringstream out;
  out << "tiles of (" << joined(tiled.sizes) << ") of statements {" << joined(tiled.statements)
      << "}, host dimensions (" << joined(tiled.hostDims) << ")" << (tiled.slanted ? ", slanted" : "")
      << '\n';
  printCoordinates(out, "band", tiled.band);
  for (const TileShape &shape : tiled.shapes)
    printShape(out, shape);
  printCoordinates(out, "order", tiled.order);
  for (const TileLevel &level : tiled.levels)
    out << "    level at " << level.prefix << " in " << level.parent << " of statements {"
        << joined(level.statements) << "}\n";
  out << "    steps " << tiled.steps << '\n';
  for (unsigned s : tiled.statements)
    out << "  S" << s << " is leaf " << tiled.leaf.at(s) << '\n';
  for (const auto &[s, tiles] : tiled.recomputed)
    out << "  recomputed " << islText(tiles) << '\n';
  return out.str();
}
