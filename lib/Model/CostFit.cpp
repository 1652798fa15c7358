//===- CostFit.cpp - alpha, beta and gamma from measured times --*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Model/CostFit.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gputile {
namespace {

constexpr size_t unknowns = 3;

/// A column per cost, and the right-hand side.
using Columns = std::array<std::vector<double>, unknowns + 1>;

double product(const std::vector<double> &a, const std::vector<double> &b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

double norm(const std::vector<double> &a) { return std::sqrt(product(a, a)); }

Columns columnsOf(const std::vector<MeasuredRun> &runs) {
  Columns columns;
  for (const MeasuredRun &run : runs) {
    const TileWork &tile = run.tile;
    columns[0].push_back(run.total.tiles * static_cast<double>(tile.warps()));
    columns[1].push_back(run.total.tiles * static_cast<double>(tile.volume()));
    columns[2].push_back(run.total.tiles * static_cast<double>(tile.elements));
    columns[3].push_back(run.time - run.total.time(tileTime(tile, {}, run.blockBarrier)));
  }
  return columns;
}

/// Solves the least-squares problem by a QR factorisation (modified Gram-Schmidt), which is
/// accurate where columns are nearly parallel, as those of warps and points are. \returns false
/// where they are parallel
bool solve(Columns columns, std::array<double, unknowns> &solution) {
  // Of a column, what is left when the columns before it are taken away.
  constexpr double leastRest = 1e-9;
  std::array<std::array<double, unknowns + 1>, unknowns> r{};
  for (size_t k = 0; k < unknowns; ++k) {
    const double rest = norm(columns[k]);
    if (!(rest > 0))
      return false;
    for (double &value : columns[k])
      value /= rest;
    r[k][k] = rest;
    for (size_t j = k + 1; j <= unknowns; ++j) {
      const double before = norm(columns[j]);
      r[k][j] = product(columns[k], columns[j]);
      for (size_t i = 0; i < columns[j].size(); ++i)
        columns[j][i] -= r[k][j] * columns[k][i];
      if (j < unknowns && norm(columns[j]) <= leastRest * before)
        return false;
    }
  }
  for (size_t k = unknowns; k-- > 0;) {
    double value = r[k][unknowns];
    for (size_t j = k + 1; j < unknowns; ++j)
      value -= r[k][j] * solution[j];
    solution[k] = value / r[k][k];
  }
  return true;
}

/// Whether warps with one point and with all of them, and elements, cost something: then all tiles
/// do.
bool isPossible(const TileCosts &costs) {
  return costs.perWarp + costs.perPoint > 0 && costs.perWarp + lanesOfWarp * costs.perPoint > 0 &&
         costs.perElement >= 0;
}

} // namespace

double relativeError(double estimated, double measured) {
  return std::abs(estimated - measured) / measured;
}

double performanceGap(double best, double other) { return (1 + other) / (1 + best) - 1; }

llvm::Expected<FittedCosts> fitCosts(const std::vector<MeasuredRun> &runs) {
  const auto error = [](const char *text) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
  };
  if (runs.size() < unknowns)
    return error("three costs need at least three runs");
  std::array<double, unknowns> solution{};
  if (!solve(columnsOf(runs), solution))
    return error("the tiles of the runs have their warps, points and elements in fixed ratios; add "
                 "runs with tiles of other shapes");
  FittedCosts fitted{{solution[0], solution[1], solution[2]}, 0};
  if (!isPossible(fitted.costs))
    return error("the runs contradict the model: with the costs that fit them best, some work "
                 "would take less than no "
                 "time; add runs with tiles of other shapes");
  for (const MeasuredRun &run : runs) {
    const double estimated = run.total.time(tileTime(run.tile, fitted.costs, run.blockBarrier));
    fitted.largestError = std::max(fitted.largestError, relativeError(estimated, run.time));
  }
  return fitted;
}

} // namespace gputile
