//===- Generators.cpp - Lines and extreme rays of a cone ------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Algebra/Generators.h"

#include <algorithm>
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

  enum class Kind { Equality, Inequality };

  void add(const IntVector &row, Kind kind) {
    const auto leaving = std::find_if(
        Lines.begin(), Lines.end(), [&](const IntVector &line) { return wideDot(row, line) != 0; });
    if (leaving == Lines.end())
      return cut(row, kind);
    IntVector line = std::move(*leaving);
    Lines.erase(leaving);
    if (wideDot(row, line) < 0)
      for (long &entry : line)
        entry = -entry;
    turn(row, line, kind);
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

  /// Adds to \p vector the multiple of \p line, on which \p row is \p side > 0, that makes \p row
  /// zero.
  static void project(IntVector &vector, const IntVector &row, const IntVector &line, Wide side) {
    if (const Wide own = wideDot(row, vector); own != 0)
      vector = sumOf(side, vector, -own, line);
  }

  /// \p row is not zero on \p line, which becomes a ray.
  void turn(const IntVector &row, const IntVector &line, Kind kind) {
    const Wide side = wideDot(row, line);
    for (IntVector &other : Lines)
      project(other, row, line, side);
    for (Ray &ray : Rays)
      project(ray.vector, row, line, side);
    if (kind == Kind::Equality)
      return;
    for (Ray &ray : Rays)
      ray.tight.push_back(true);
    // What was a line is zero on all constraints before.
    Rays.push_back({line, std::vector<bool>(Inequalities++, true)});
    Rays.back().tight.push_back(false);
  }

  /// \p row is zero on all lines.
  void cut(const IntVector &row, Kind kind) {
    std::vector<Wide> sides;
    for (const Ray &ray : Rays)
      sides.push_back(wideDot(row, ray.vector));
    std::vector<Ray> kept;
    for (size_t a = 0; a < Rays.size(); ++a)
      for (size_t b = 0; sides[a] > 0 && b < Rays.size(); ++b)
        if (sides[b] < 0 && areAdjacent(a, b))
          kept.push_back(meet(a, sides[a], b, sides[b], kind));
    for (size_t r = 0; r < Rays.size(); ++r)
      if (sides[r] == 0 || (sides[r] > 0 && kind == Kind::Inequality)) {
        if (kind == Kind::Inequality)
          Rays[r].tight.push_back(sides[r] == 0);
        kept.push_back(std::move(Rays[r]));
      }
    Rays = std::move(kept);
    Inequalities += kind == Kind::Inequality;
  }

  /// The ray between two on which the last constraint is \p aSide > 0 and \p bSide < 0.
  Ray meet(size_t a, Wide aSide, size_t b, Wide bSide, Kind kind) const {
    Ray ray{sumOf(-bSide, Rays[a].vector, aSide, Rays[b].vector), {}};
    for (size_t k = 0; k < Inequalities; ++k)
      ray.tight.push_back(Rays[a].tight[k] && Rays[b].tight[k]);
    if (kind == Kind::Inequality)
      ray.tight.push_back(true);
    return ray;
  }

  /// Whether no other ray lies in the smallest face that holds both.
  bool areAdjacent(size_t a, size_t b) const {
    const std::vector<bool> &first = Rays[a].tight, &second = Rays[b].tight;
    std::vector<size_t> common;
    for (size_t k = 0; k < Inequalities; ++k)
      if (first[k] && second[k])
        common.push_back(k);
    for (size_t r = 0; r < Rays.size(); ++r)
      if (r != a && r != b &&
          std::all_of(common.begin(), common.end(), [&](size_t k) { return Rays[r].tight[k]; }))
        return false;
    return true;
  }
};

} // namespace

Generators generatorsOf(const IntMatrix &equalities, const IntMatrix &inequalities,
                        unsigned columns) {
  Cone cone(columns);
  for (const IntVector &row : equalities)
    cone.add(row, Cone::Kind::Equality);
  for (const IntVector &row : inequalities)
    cone.add(row, Cone::Kind::Inequality);
  return cone.take();
}

} // namespace gputile::algebra
