//===- Matrix.cpp - Small exact integer matrices --------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Algebra/Matrix.h"

#include <isl/mat.h>

#include <algorithm>
#include <cassert>
#include <numeric>

namespace gputile::algebra {
namespace {

/// Coefficients of schedules are tiny; beyond this something went wrong, and
/// products of two such numbers still fit 128 bits.
constexpr long Largest = 1L << 40;

long narrow(__int128 value) {
  if (value > Largest || value < -Largest)
    throw NumbersTooLarge();
  return static_cast<long>(value);
}

/// target := target * p - row * f, with target[column] = 0 and p > 0.
void eliminate(IntVector &target, const IntVector &row, size_t column) {
  long f = target[column], p = row[column];
  if (f == 0)
    return;
  long g = std::gcd(f, p);
  f /= g;
  p /= g;
  for (size_t i = 0; i < target.size(); ++i)
    target[i] = combine(target[i], p, -row[i], f);
}

size_t pivotOf(const IntVector &row) {
  return std::find_if(row.begin(), row.end(), [](long v) { return v != 0; }) - row.begin();
}

/// Finds a row from \p first on with a nonzero entry in \p column and makes it
/// row \p first with a positive entry there.
bool bringPivot(IntMatrix &rows, size_t first, size_t column) {
  for (size_t r = first; r < rows.size(); ++r) {
    if (rows[r][column] == 0)
      continue;
    std::swap(rows[first], rows[r]);
    normalize(rows[first]);
    if (rows[first][column] < 0)
      for (long &v : rows[first])
        v = -v;
    return true;
  }
  return false;
}

} // namespace

long combine(long a, long b, long c, long d) {
  return narrow(static_cast<__int128>(a) * b + static_cast<__int128>(c) * d);
}

long dot(const IntVector &a, const IntVector &b) {
  assert(a.size() == b.size() && "vectors of different lengths");
  __int128 sum = 0;
  for (size_t i = 0; i < a.size(); ++i)
    sum += static_cast<__int128>(a[i]) * b[i];
  return narrow(sum);
}

bool isZero(const IntVector &v) {
  return std::all_of(v.begin(), v.end(), [](long x) { return x == 0; });
}

void normalize(IntVector &v) {
  long g = 0;
  for (long x : v)
    g = std::gcd(g, x);
  if (g > 1)
    for (long &x : v)
      x /= g;
}

IntMatrix rowReduce(IntMatrix rows) {
  if (rows.empty())
    return rows;
  size_t rank = 0;
  for (size_t column = 0; column < rows[0].size() && rank < rows.size(); ++column) {
    if (!bringPivot(rows, rank, column))
      continue;
    for (size_t r = 0; r < rows.size(); ++r) {
      if (r == rank || rows[r][column] == 0)
        continue;
      eliminate(rows[r], rows[rank], column);
      normalize(rows[r]);
    }
    ++rank;
  }
  rows.resize(rank);
  return rows;
}

unsigned rankOf(const IntMatrix &rows) { return static_cast<unsigned>(rowReduce(rows).size()); }

void reduceModulo(IntVector &v, const IntMatrix &reduced) {
  for (const IntVector &row : reduced)
    eliminate(v, row, pivotOf(row));
}

IntMatrix nullSpace(const IntMatrix &rows, unsigned columns) {
  IntMatrix reduced = rowReduce(rows);
  std::vector<bool> isPivot(columns, false);
  for (const IntVector &row : reduced)
    isPivot[pivotOf(row)] = true;
  IntMatrix basis;
  for (unsigned free = 0; free < columns; ++free) {
    if (isPivot[free])
      continue;
    long scale = 1;
    for (const IntVector &row : reduced)
      scale = combine(scale / std::gcd(scale, row[pivotOf(row)]), row[pivotOf(row)], 0, 0);
    IntVector v(columns, 0);
    v[free] = scale;
    for (const IntVector &row : reduced)
      v[pivotOf(row)] = narrow(-static_cast<__int128>(scale / row[pivotOf(row)]) * row[free]);
    normalize(v);
    basis.push_back(std::move(v));
  }
  return basis;
}

/// Row \p r of \p matrix; none when an entry is too large.
static std::optional<IntVector> rowOf(isl_mat *matrix, int r) {
  IntVector row(isl_mat_cols(matrix));
  for (size_t c = 0; c < row.size(); ++c) {
    isl::val value = isl::manage(isl_mat_get_element_val(matrix, r, static_cast<int>(c)));
    if (isl_val_cmp_si(value.get(), Largest) > 0 || isl_val_cmp_si(value.get(), -Largest) < 0)
      return std::nullopt;
    row[c] = isl_val_get_num_si(value.get());
  }
  return row;
}

IntMatrix rowsThatFit(isl_mat *matrix) {
  IntMatrix rows;
  for (int r = 0; r < isl_mat_rows(matrix); ++r)
    if (std::optional<IntVector> row = rowOf(matrix, r))
      rows.push_back(std::move(*row));
  return rows;
}

IntMatrix fromIsl(isl_mat *matrix) {
  IntMatrix rows = rowsThatFit(matrix);
  if (rows.size() != static_cast<size_t>(isl_mat_rows(matrix)))
    throw NumbersTooLarge();
  return rows;
}

isl_mat *toIsl(isl::ctx ctx, const IntMatrix &rows, unsigned columns) {
  isl_mat *matrix = isl_mat_alloc(ctx.get(), static_cast<unsigned>(rows.size()), columns);
  for (size_t r = 0; r < rows.size(); ++r)
    for (size_t c = 0; c < columns; ++c) {
      // Through isl_val because isl_mat_set_element_si takes an int.
      isl_val *value = isl_val_int_from_si(ctx.get(), c < rows[r].size() ? rows[r][c] : 0);
      matrix = isl_mat_set_element_val(matrix, static_cast<int>(r), static_cast<int>(c), value);
    }
  return matrix;
}

} // namespace gputile::algebra
