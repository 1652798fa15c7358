//===- DrawDependences.cpp - The dependence graph as a picture ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Statements stand in a column. Dependences of a statement on itself are loops at its
/// right; the others run along lanes, one for each pair of statements: to later
/// statements on the left, to earlier ones on the right beyond the loops.
///
//===----------------------------------------------------------------------===//

#include "gputile/Draw/Draw.h"

#include "Draw/Svg.h"

#include <algorithm>
#include <map>
#include <utility>

namespace gputile {
namespace {

using namespace draw;

constexpr double LineHeight = 16, NodeWidth = 110, PortGap = 9, NodeGap = 36, TitleHeight = 48;
const char *const Red = "#c62828";
const char *const Dark = "#37474f";

struct Label {
  std::string text;
  bool hindering;
};

/// All dependences from one statement to another.
struct Group {
  unsigned source, target;
  std::vector<Label> labels;
  bool hindering() const {
    return std::any_of(labels.begin(), labels.end(), [](const Label &l) { return l.hindering; });
  }
  double width() const {
    double width = 0;
    for (const Label &label : labels)
      width = std::max(width, textWidth(label.text));
    return width;
  }
};

struct Node {
  double top = 0, height = 0;
  double middle() const { return top + height / 2; }
};

std::string arrayOf(const Scop &scop, const Dependence &edge) {
  const Statement &statement = scop.statements[edge.source];
  const unsigned reference = statement.accesses[edge.sourceAccess].reference;
  return scop.arrays[statement.references[reference].array].name;
}

Label labelOf(const Scop &scop, const Dependence &edge) {
  std::string text = std::string(dependenceKindName(edge.kind)) + " " + arrayOf(scop, edge) + " ";
  if (edge.distance) {
    std::string numbers;
    for (long number : *edge.distance)
      numbers += (numbers.empty() ? "" : ", ") + std::to_string(number);
    text += "(" + numbers + ")";
  } else {
    text += "varying";
  }
  return {text + (edge.hindering ? " hinders" : ""), edge.hindering};
}

std::vector<Group> groupsOf(const Scop &scop, const Ddg &ddg) {
  std::map<std::pair<unsigned, unsigned>, Group> groups;
  for (const Dependence &edge : ddg.edges) {
    Group &group = groups[{edge.source, edge.target}];
    group.source = edge.source;
    group.target = edge.target;
    const Label label = labelOf(scop, edge);
    const bool known = std::any_of(group.labels.begin(), group.labels.end(),
                                   [&](const Label &l) { return l.text == label.text; });
    if (!known)
      group.labels.push_back(label);
  }
  std::vector<Group> result;
  for (auto &[statements, group] : groups)
    result.push_back(std::move(group));
  return result;
}

/// Places everything, then draws it.
class Graph {
public:
  Graph(const Scop &scop, const Ddg &ddg) : TheScop(scop), Groups(groupsOf(scop, ddg)) {}

  std::string draw() {
    placeNodes();
    Picture.text({16, 28}, "Dependences of " + TheScop.name, "start", 16);
    for (unsigned s = 0; s < Nodes.size(); ++s)
      drawNode(s);
    for (const Group &group : Groups)
      if (group.source == group.target)
        drawLoop(group);
    drawLanes(/*forward=*/true);
    drawLanes(/*forward=*/false);
    return Picture.str();
  }

private:
  static bool isForward(const Group &group) { return group.source < group.target; }

  void placeNodes() {
    double left = 16, loops = 0;
    std::vector<unsigned> ports(TheScop.statements.size(), 0);
    std::vector<size_t> lines(TheScop.statements.size(), 0);
    for (const Group &group : Groups) {
      if (group.source == group.target) {
        loops = std::max(loops, group.width() + 50);
        lines[group.source] = group.labels.size();
        continue;
      }
      ++ports[group.source];
      ++ports[group.target];
      if (isForward(group))
        left += group.width() + 30;
    }
    NodeLeft = left;
    RightLanes = NodeLeft + NodeWidth + loops + 30;
    double top = TitleHeight;
    for (unsigned s = 0; s < TheScop.statements.size(); ++s) {
      const double height =
          std::max(48.0, LineHeight * double(lines[s] + 1)) + 2 * PortGap * ports[s];
      Nodes.push_back({top, height});
      // Labels of lanes stand between nodes.
      double between = NodeGap;
      for (const Group &group : Groups)
        if (group.source != group.target && std::min(group.source, group.target) == s)
          between = std::max(between, LineHeight * double(group.labels.size()) + 8);
      top += height + between;
    }
    Ports.assign(Nodes.size(), {0, 0});
  }

  void drawNode(unsigned s) {
    const Statement &statement = TheScop.statements[s];
    std::string iterators;
    for (const std::string &iterator : statement.iterators)
      iterators += (iterators.empty() ? "" : ", ") + iterator;
    const Node &node = Nodes[s];
    const double middle = NodeLeft + NodeWidth / 2;
    Picture.rect({NodeLeft, node.top}, NodeWidth, node.height, "#e3f2fd", {Dark, 1.2, ""});
    Picture.text({middle, node.middle() - 3}, statement.name, "middle", 14);
    Picture.text({middle, node.middle() + 14}, "(" + iterators + ")", "middle", 11, Dark);
  }

  void drawLabels(const Group &group, double x, double middle, const char *anchor) {
    double y = middle - LineHeight * double(group.labels.size() - 1) / 2 + 4;
    for (const Label &label : group.labels) {
      Picture.text({x, y}, label.text, anchor, 12, label.hindering ? Red : Dark);
      y += LineHeight;
    }
  }

  static Stroke strokeOf(const Group &group) {
    return {group.hindering() ? Red : Dark, group.hindering() ? 2.0 : 1.2, ""};
  }

  void drawLoop(const Group &group) {
    const double x = NodeLeft + NodeWidth, y = Nodes[group.source].middle();
    Picture.arrow({{x, y - 12}, {x + 30, y - 12}, {x + 30, y + 12}, {x, y + 12}}, strokeOf(group),
                  "dependence");
    drawLabels(group, x + 40, y, "start");
  }

  /// Height at which the next lane meets node \p s.
  double port(unsigned s, bool atBottom) {
    const Node &node = Nodes[s];
    return atBottom ? node.top + node.height - PortGap * ++Ports[s].second
                    : node.top + PortGap * ++Ports[s].first;
  }

  void drawLanes(bool forward) {
    double lane = forward ? NodeLeft : RightLanes;
    for (const Group &group : Groups) {
      if (group.source == group.target || isForward(group) != forward)
        continue;
      const double from = port(group.source, forward), to = port(group.target, !forward);
      // The lane is at the side of its label that is nearer to the nodes.
      const double x = lane + (forward ? -20 : 0);
      const double side = forward ? NodeLeft : NodeLeft + NodeWidth;
      Picture.arrow({{side, from}, {x, from}, {x, to}, {side, to}}, strokeOf(group), "dependence");
      drawLabels(group, x + (forward ? -6 : 6), labelHeight(group), forward ? "end" : "start");
      lane += (forward ? -1 : 1) * (group.width() + 30);
    }
  }

  /// The gap below the upper node: wide enough, and no other port there.
  double labelHeight(const Group &group) const {
    const unsigned upper = std::min(group.source, group.target);
    return (Nodes[upper].top + Nodes[upper].height + Nodes[upper + 1].top) / 2;
  }

  const Scop &TheScop;
  std::vector<Group> Groups;
  Svg Picture;
  std::vector<Node> Nodes;
  std::vector<std::pair<unsigned, unsigned>> Ports; ///< Used at the top and the bottom.
  double NodeLeft = 0, RightLanes = 0;
};

} // namespace

std::string drawDependences(const Scop &scop, const Ddg &ddg) { return Graph(scop, ddg).draw(); }

} // namespace gputile
