//===- PlanAt.h - Sets and functions at one sample -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_READER_PLANAT_H
#define GPUTILE_LIB_READER_PLANAT_H

#include "gputile/IR/RegionPlan.h"
#include "gputile/IR/Scop.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace gputile::reader {

/// Values of Scop::parameters, in their order.
using Sample = std::vector<int64_t>;

/// "n = 5, T = 3"
std::string describe(const Scop &scop, const Sample &sample);

/// { : n = 5 and T = 3 }
isl::set sampleSet(const Scop &scop, const Sample &sample);

using IntPoint = std::vector<int64_t>;

/// The points of \p set, whose parameters \p at fixes; none when there are more than \p limit.
std::optional<std::vector<IntPoint>> pointsAt(const isl::set &set, const isl::set &at, size_t limit);

/// The value of \p function, of parameters only, if it has one there.
std::optional<int64_t> valueAt(const isl::pw_aff &function, const isl::set &at);

/// Lower and upper bounds, inclusive.
struct IntBox {
  IntPoint lower, upper;
  bool contains(const IntPoint &point) const;
};

/// Calls \p act with all points of \p box, in their order.
template <typename F> void forPoints(const IntBox &box, F act) {
  IntPoint point = box.lower;
  for (;;) {
    act(point);
    size_t d = point.size();
    for (; d > 0 && ++point[d - 1] > box.upper[d - 1]; --d)
      point[d - 1] = box.lower[d - 1];
    if (d == 0)
      return;
  }
}

/// What \p box is there; nothing where it is not defined.
std::optional<IntBox> boxAt(const Box &box, const isl::set &at);
/// The bounding box of \p set; nothing when it is empty. \throws isl::exception when not bounded
std::optional<IntBox> boundingBoxAt(const isl::set &set, const isl::set &at);

/// A basic set as rows of numbers: isl would be asked too often.
class BasicSetAt {
public:
  explicit BasicSetAt(const isl::basic_set &set);
  bool contains(const IntPoint &point) const;

private:
  /// constant + coefficients * (point, values of divisions).
  struct Row {
    int64_t constant = 0, denominator = 1;
    bool isEquality = false;
    IntPoint coefficients;
  };
  std::vector<Row> Divisions, Constraints;
};

/// Any set, at one sample.
class SetAt {
public:
  SetAt(const isl::set &set, const isl::set &at);
  bool contains(const IntPoint &point) const;

private:
  std::vector<BasicSetAt> Parts;
};

/// { S[i] -> [x] }, single-valued, as a function on the points of a set.
class FunctionAt {
public:
  FunctionAt(const isl::map &map, const isl::set &points, const isl::set &at);
  /// \throws Fault where it has no value
  IntPoint operator()(const IntPoint &point) const;

private:
  /// One component of an affine function.
  struct Row {
    int64_t constant;
    IntPoint coefficients;
  };
  std::vector<Row> Rows;           ///< When it is one affine function.
  std::vector<isl::pw_aff> Pieces; ///< Else.
  std::optional<SetAt> Domain;     ///< Where not all points have a value.
};

} // namespace gputile::reader

#endif
