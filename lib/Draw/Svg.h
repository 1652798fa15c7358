//===- Svg.h - Writing an SVG picture -----------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRAW_SVG_H
#define GPUTILE_LIB_DRAW_SVG_H

#include <string>
#include <utility>
#include <vector>

namespace gputile::draw {

/// A place in pixels; y grows downwards.
struct Pixel {
  double x, y;
};

/// How a line is drawn.
struct Stroke {
  std::string color;
  double width = 1;
  std::string dashes; ///< As SVG's stroke-dasharray; empty: solid.
};

/// Collects elements, in the order in which they cover each other, and grows with them.
class Svg {
public:
  void rect(Pixel corner, double width, double height, const std::string &fill,
            const Stroke &stroke = {"none", 1, ""});
  /// \p kind becomes the element's class, for tests and style sheets.
  void dot(Pixel center, double radius, const std::string &fill, const std::string &kind);
  void line(const std::vector<Pixel> &points, const Stroke &stroke, const std::string &kind);
  /// A line with a head at its end.
  void arrow(const std::vector<Pixel> &points, const Stroke &stroke, const std::string &kind);
  /// \p anchor: start, middle or end.
  void text(Pixel place, const std::string &text, const std::string &anchor = "start",
            double size = 12, const std::string &color = "#222");

  /// The picture with a white background and a margin.
  std::string str() const;

private:
  void cover(Pixel place);

  std::string Body;
  double Width = 0, Height = 0;
};

/// About how wide \p text of the given size is.
double textWidth(const std::string &text, double size = 12);

} // namespace gputile::draw

#endif
