//===- Generators.cpp - Lines and extreme rays of a cone ------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Algebra/Generators.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace gputile::algebra {
namespace {

/// Numbers on the way are larger than those of the result.
using Wide = __int128;
constexpr Wide Largest = Wide(1) << 54; ///< Of vectors: three factors fit.

Wide wideDot(const IntVector &a, const IntVector &b) {
  Wide sum = 0;
  for (size_t c = 0; c < a.size(); ++c)
    sum += static_cast<Wide>(a[c]) * b[c];
  return sum;
}

Wide wideGcd(Wide a, Wide b) {
  while (b != 0)
    a = std::exchange(b, a % b);
  return a < 0 ? -a : a;
}

/// p a + q b without common divisors.
IntVector sumOf(Wide p, const IntVector &a, Wide q, const IntVector &b) {
  const Wide common = wideGcd(p, q);
  std::vector<Wide> sum(a.size());
  Wide divisor = 0;
  for (size_t c = 0; c < a.size(); ++c) {
    sum[c] = p / common * a[c] + q / common * b[c];
    divisor = wideGcd(divisor, sum[c]);
  }
  IntVector result(a.size());
  for (size_t c = 0; c < a.size() && divisor != 0; ++c) {
    sum[c] /= divisor;
    if (sum[c] > Largest || sum[c] < -Largest)
      throw NumbersTooLarge();
    result[c] = static_cast<long>(sum[c]);
  }
  return result;
}

/// Pairs of instances in six independent loops have 2^6. The work grows with the third power.
constexpr size_t MostRays = 1024;

/// A cone whose constraints come one by one.
class Cone {
public:
  /// The whole space.
  explicit Cone(unsigned columns) {
    for (unsigned c = 0; c < columns; ++c) {
      IntVector unit(columns, 0);
      unit[c] = 1;
      Lines.push_back(std::move(unit));
    }
  }

  /// \p row . y = 0. Before all inequalities: there are no rays yet.
  void addEquality(const IntVector &row) {
    if (const std::optional<IntVector> line = takeLine(row))
      projectOthers(row, *line);
  }

  /// \p row . y >= 0.
  void addInequality(const IntVector &row) {
    if (const std::optional<IntVector> line = takeLine(row))
      turn(row, *line);
    else
      cut(row);
    ++Inequalities;
  }

  Generators take() {
    Generators result{std::move(Lines), {}};
    for (Ray &ray : Rays)
      result.rays.push_back(std::move(ray.vector));
    return result;
  }

private:
  struct Ray {
    IntVector vector;
    std::vector<bool> tight; ///< By inequality so far: it holds as an equality.
  };

  IntMatrix Lines;
  std::vector<Ray> Rays;
  size_t Inequalities = 0;
  size_t Dimensions = 0; ///< Of the cone modulo its lines.

  /// Removes a line on which \p row is not zero, and turns it so that \p row is positive there.
  std::optional<IntVector> takeLine(const IntVector &row) {
    const auto found = std::find_if(Lines.begin(), Lines.end(),
                                    [&](const IntVector &line) { return wideDot(row, line) != 0; });
    if (found == Lines.end())
      return std::nullopt;
    IntVector line = std::move(*found);
    Lines.erase(found);
    if (wideDot(row, line) < 0)
      for (long &entry : line)
        entry = -entry;
    return line;
  }

  /// Adds multiples of \p line to all others, so that \p row is zero on them.
  void projectOthers(const IntVector &row, const IntVector &line) {
    const Wide side = wideDot(row, line);
    const auto project = [&](IntVector &vector) {
      if (const Wide own = wideDot(row, vector); own != 0)
        vector = sumOf(side, vector, -own, line);
    };
    for (IntVector &other : Lines)
      project(other);
    for (Ray &ray : Rays)
      project(ray.vector);
  }

  /// \p line becomes a ray, on which all inequalities before are zero.
  void turn(const IntVector &row, const IntVector &line) {
    projectOthers(row, line);
    for (Ray &ray : Rays)
      ray.tight.push_back(true);
    Rays.push_back({line, std::vector<bool>(Inequalities, true)});
    Rays.back().tight.push_back(false);
    ++Dimensions;
  }

  /// \p row is zero on all lines.
  void cut(const IntVector &row) {
    std::vector<Wide> sides;
    for (const Ray &ray : Rays)
      sides.push_back(wideDot(row, ray.vector));
    std::vector<Ray> kept;
    for (size_t a = 0; a < Rays.size(); ++a)
      for (size_t b = 0; sides[a] > 0 && b < Rays.size(); ++b)
        if (sides[b] < 0)
          if (std::optional<Ray> ray = meet(Rays[a], sides[a], Rays[b], sides[b]))
            kept.push_back(std::move(*ray));
    for (size_t r = 0; r < Rays.size(); ++r)
      if (sides[r] >= 0) {
        Rays[r].tight.push_back(sides[r] == 0);
        kept.push_back(std::move(Rays[r]));
      }
    Rays = std::move(kept);
    if (Rays.size() > MostRays)
      throw TooManyRays();
  }

  /// The ray in the plane of \p a and \p b on which the last inequality, \p aSide > 0 and
  /// \p bSide < 0 on them, is zero; none where they are not adjacent.
  std::optional<Ray> meet(const Ray &a, Wide aSide, const Ray &b, Wide bSide) const {
    Ray ray{{}, std::vector<bool>(Inequalities + 1, true)};
    std::vector<size_t> common;
    for (size_t k = 0; k < Inequalities; ++k)
      if ((ray.tight[k] = a.tight[k] && b.tight[k]))
        common.push_back(k);
    // A face of two dimensions lies in as many facets at least as dimensions are missing.
    if (common.size() + 2 < Dimensions || holdsThird(common, a, b))
      return std::nullopt;
    ray.vector = sumOf(-bSide, a.vector, aSide, b.vector);
    return ray;
  }

  /// Whether the face on which \p common are zero holds more rays than \p a and \p b.
  bool holdsThird(const std::vector<size_t> &common, const Ray &a, const Ray &b) const {
    return std::any_of(Rays.begin(), Rays.end(), [&](const Ray &ray) {
      return &ray != &a && &ray != &b &&
             std::all_of(common.begin(), common.end(), [&](size_t k) { return ray.tight[k]; });
    });
  }
};

} // namespace

Generators generatorsOf(const IntMatrix &equalities, const IntMatrix &inequalities,
                        unsigned columns) {
  Cone cone(columns);
  for (const IntVector &row : equalities)
    cone.addEquality(row);
  for (const IntVector &row : inequalities)
    cone.addInequality(row);
  return cone.take();
}

} // namespace gputile::algebra
