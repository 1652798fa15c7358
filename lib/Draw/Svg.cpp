//===- Svg.cpp - Writing an SVG picture --------------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Draw/Svg.h"

#include <algorithm>
#include <cmath>

namespace gputile::draw {
namespace {

/// Rounded to tenths: enough for pixels, and the same text everywhere.
std::string number(double value) {
  const long tenths = std::lround(value * 10);
  std::string text = (tenths < 0 ? "-" : "") + std::to_string(std::labs(tenths) / 10);
  const long rest = std::labs(tenths) % 10;
  return rest ? text + "." + std::to_string(rest) : text;
}

std::string attribute(const char *name, const std::string &value) {
  return std::string(" ") + name + "=\"" + value + "\"";
}

std::string escape(const std::string &text) {
  std::string result;
  for (char c : text)
    result += c == '<'   ? "&lt;"
              : c == '>' ? "&gt;"
              : c == '&' ? "&amp;"
              : c == '"' ? "&quot;"
                         : std::string(1, c);
  return result;
}

std::string strokeText(const Stroke &stroke) {
  std::string text = attribute("stroke", stroke.color);
  if (stroke.width != 1)
    text += attribute("stroke-width", number(stroke.width));
  if (!stroke.dashes.empty())
    text += attribute("stroke-dasharray", stroke.dashes);
  return text;
}

std::string pointsText(const std::vector<Pixel> &points) {
  std::string text;
  for (const Pixel &point : points)
    text += (text.empty() ? "" : " ") + number(point.x) + "," + number(point.y);
  return attribute("points", text);
}

/// The triangle at the end of an arrow that comes from \p from.
std::vector<Pixel> headOf(Pixel from, Pixel to) {
  constexpr double Length = 8, HalfWidth = 3.5;
  const double dx = to.x - from.x, dy = to.y - from.y;
  const double length = std::max(std::hypot(dx, dy), 1e-9);
  const double ux = dx / length, uy = dy / length;
  const Pixel base{to.x - Length * ux, to.y - Length * uy};
  return {to,
          {base.x - HalfWidth * uy, base.y + HalfWidth * ux},
          {base.x + HalfWidth * uy, base.y - HalfWidth * ux}};
}

} // namespace

void Svg::cover(Pixel place) {
  Width = std::max(Width, place.x);
  Height = std::max(Height, place.y);
}

void Svg::rect(Pixel corner, double width, double height, const std::string &fill,
               const Stroke &stroke) {
  cover({corner.x + width, corner.y + height});
  Body += "<rect" + attribute("x", number(corner.x)) + attribute("y", number(corner.y)) +
          attribute("width", number(width)) + attribute("height", number(height)) +
          attribute("fill", fill) + strokeText(stroke) + "/>\n";
}

void Svg::dot(Pixel center, double radius, const std::string &fill, const std::string &kind) {
  cover({center.x + radius, center.y + radius});
  Body += "<circle" + attribute("class", kind) + attribute("cx", number(center.x)) +
          attribute("cy", number(center.y)) + attribute("r", number(radius)) +
          attribute("fill", fill) + "/>\n";
}

void Svg::line(const std::vector<Pixel> &points, const Stroke &stroke, const std::string &kind) {
  for (const Pixel &point : points)
    cover(point);
  Body += "<polyline" + attribute("class", kind) + pointsText(points) + attribute("fill", "none") +
          strokeText(stroke) + "/>\n";
}

void Svg::arrow(const std::vector<Pixel> &points, const Stroke &stroke, const std::string &kind) {
  line(points, stroke, kind);
  Body += "<polygon" + pointsText(headOf(points[points.size() - 2], points.back())) +
          attribute("fill", stroke.color) + "/>\n";
}

void Svg::text(Pixel place, const std::string &text, const std::string &anchor, double size,
               const std::string &color) {
  cover({place.x + (anchor == "end" ? 0 : textWidth(text, size)), place.y});
  Body += "<text" + attribute("x", number(place.x)) + attribute("y", number(place.y)) +
          attribute("text-anchor", anchor) + attribute("font-size", number(size)) +
          attribute("fill", color) + ">" + escape(text) + "</text>\n";
}

std::string Svg::str() const {
  const std::string width = number(Width + 16), height = number(Height + 16);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", width) +
         attribute("height", height) + attribute("viewBox", "0 0 " + width + " " + height) +
         attribute("font-family", "sans-serif") + ">\n<rect" + attribute("width", width) +
         attribute("height", height) + attribute("fill", "white") + "/>\n" + Body + "</svg>\n";
}

double textWidth(const std::string &text, double size) { return 0.58 * size * text.size(); }

} // namespace gputile::draw
