//===- Rows.cpp - What constraints say as rows of numbers -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier/Rows.h"

#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/mat.h>
#include <isl/val.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

using namespace gputile;
using namespace gputile::verifier;

namespace {

/// Coefficients of the parameters, the domain, the range, the quantified variables, and
/// the constant.
using Row = std::vector<long>;

/// Of numbers in rows, so that sums of products of a few fit.
const long largest = 1L << 24;

struct Rows {
  unsigned known;           ///< Parameters and domain.
  unsigned divs;            ///< The first quantified variable.
  unsigned last;            ///< The constant.
  std::vector<Row> equal;   ///< = 0
  std::vector<Row> atLeast; ///< >= 0
};

} // namespace

/// The numbers of \p matrix, which is freed; none when one is too large.
static std::optional<std::vector<Row>> numbersOf(isl_mat *matrix) {
  std::optional<std::vector<Row>> rows(std::in_place);
  const int columns = isl_mat_cols(matrix);
  for (int r = 0; r < isl_mat_rows(matrix) && rows; ++r) {
    Row row;
    for (int c = 0; c < columns && rows; ++c) {
      isl::val number = isl::manage(isl_mat_get_element_val(matrix, r, c));
      if (isl_val_cmp_si(number.get(), largest) > 0 || isl_val_cmp_si(number.get(), -largest) < 0)
        rows.reset();
      else
        row.push_back(isl_val_get_num_si(number.get()));
    }
    if (rows)
      rows->push_back(row);
  }
  isl_mat_free(matrix);
  return rows;
}

/// The constraints of \p map; none when numbers are too large.
static std::optional<Rows> rowsOf(const isl::basic_map &map) {
  const auto matrixOf = [&](const isl::basic_map &of, auto get) {
    return numbersOf(
        get(of.get(), isl_dim_param, isl_dim_in, isl_dim_out, isl_dim_div, isl_dim_cst));
  };
  // Where isl knows what floor a variable is, it may leave out the inequalities of that;
  // all are in the set of a constraint that says nothing.
  isl_constraint *nothing = isl_constraint_alloc_equality(isl_basic_map_get_local_space(map.get()));
  isl::basic_map floors = isl::manage(isl_basic_map_from_constraint(nothing));
  std::optional<std::vector<Row>> equal = matrixOf(map, isl_basic_map_equalities_matrix),
                                  atLeast = matrixOf(map, isl_basic_map_inequalities_matrix),
                                  ofFloors = matrixOf(floors, isl_basic_map_inequalities_matrix);
  if (!equal || !atLeast || !ofFloors)
    return std::nullopt;
  atLeast->insert(atLeast->end(), ofFloors->begin(), ofFloors->end());
  const auto dims = [&](isl_dim_type type) {
    return static_cast<unsigned>(isl_basic_map_dim(map.get(), type));
  };
  const unsigned known = dims(isl_dim_param) + dims(isl_dim_in), divs = known + dims(isl_dim_out);
  return Rows{known, divs, divs + dims(isl_dim_div), std::move(*equal), std::move(*atLeast)};
}

/// By how much \p upper says that \p lower, the same without the constant, is at most
/// more than 0; none where it says something else.
static std::optional<long> windowOf(const Row &lower, const Row &upper) {
  for (size_t c = 0; c + 1 < lower.size(); ++c)
    if (lower[c] != -upper[c])
      return std::nullopt;
  return lower.back() + upper.back();
}

/// The inequalities of \p rows, and those that follow when a variable with bounds is
/// replaced by what it equals: m of m = i - 4e with 0 <= m < 4, which is i mod 4.
static std::vector<Row> withBoundsOfModulos(const Rows &rows) {
  std::vector<Row> all = rows.atLeast;
  for (const Row &bound : rows.atLeast) {
    const auto isZero = [](long value) { return value == 0; };
    if (std::count_if(bound.begin(), bound.end() - 1, isZero) + 1 != static_cast<long>(rows.last))
      continue;
    const auto m =
        static_cast<size_t>(std::find_if_not(bound.begin(), bound.end(), isZero) - bound.begin());
    for (const Row &equal : rows.equal) {
      if (std::abs(equal[m]) != 1 || std::abs(bound[m]) != 1)
        continue;
      Row row = bound;
      for (size_t c = 0; c < row.size(); ++c)
        row[c] -= bound[m] * equal[m] * equal[c];
      all.push_back(row);
    }
  }
  return all;
}

/// Whether \p rows, whose inequalities are \p atLeast, fix the value of variable \p v where
/// those of all that are \p fixed are given.
static bool isFixedBy(const Rows &rows, const std::vector<Row> &atLeast,
                      const std::vector<bool> &fixed, unsigned v) {
  const auto isOnlyOne = [&](const Row &row) {
    if (row[v] == 0)
      return false;
    for (unsigned c = rows.known; c < rows.last; ++c)
      if (row[c] != 0 && c != v && !fixed[c])
        return false;
    return true;
  };
  if (std::any_of(rows.equal.begin(), rows.equal.end(), isOnlyOne))
    return true;
  for (const Row &lower : atLeast)
    if (lower[v] > 0 && isOnlyOne(lower))
      for (const Row &upper : atLeast)
        if (upper[v] == -lower[v] && windowOf(lower, upper).value_or(lower[v]) < lower[v])
          return true;
  return false;
}

bool verifier::plainIsSingleValued(const isl::map &map) {
  if (isl_map_n_basic_map(map.get()) != 1)
    return false;
  std::optional<Rows> rows;
  map.foreach_basic_map([&](const isl::basic_map &only) { rows = rowsOf(only); });
  if (!rows)
    return false;
  const std::vector<Row> atLeast = withBoundsOfModulos(*rows);
  std::vector<bool> fixed(rows->last, false);
  for (bool more = true; more;) {
    more = false;
    for (unsigned v = rows->known; v < rows->last; ++v)
      if (!fixed[v] && isFixedBy(*rows, atLeast, fixed, v))
        fixed[v] = more = true;
  }
  return std::all_of(fixed.begin() + rows->known, fixed.begin() + rows->divs,
                     [](bool value) { return value; });
}

/// An equation for a quantified variable of \p rows that is the same floor as another
/// variable: { variable, equation }.
static std::optional<std::pair<unsigned, Row>> equalFloors(const Rows &rows) {
  // c v + g >= 0 where c v + g < c makes v the least integer that is at least -g / c. So
  // with g = c q + r, v + q depends on r only.
  struct Floor {
    unsigned v;
    Row sum; ///< v + q
  };
  std::map<Row, Floor> floors; // By c and r.
  const std::vector<Row> all = withBoundsOfModulos(rows);
  for (unsigned v = rows.known; v < rows.last; ++v)
    for (const Row &lower : all) {
      const long c = lower[v];
      const auto isClose = [&](const Row &upper) {
        return upper[v] == -c && windowOf(lower, upper).value_or(c) < c;
      };
      if (c < 2 || std::none_of(all.begin(), all.end(), isClose))
        continue;
      Row rest = lower, sum = lower;
      for (size_t i = 0; i < lower.size(); ++i) {
        rest[i] = ((lower[i] % c) + c) % c;
        sum[i] = (lower[i] - rest[i]) / c;
      }
      rest.push_back(c);
      auto [entry, isNew] = floors.try_emplace(rest, Floor{v, sum});
      if (isNew || entry->second.v == v || v < rows.divs)
        continue;
      for (size_t i = 0; i < sum.size(); ++i)
        sum[i] -= entry->second.sum[i];
      if (sum[v] == 1)
        return std::pair(v, sum);
    }
  return std::nullopt;
}

/// Replaces variable \p v of \p rows by what \p equation, with a coefficient of 1, says.
static void substitute(std::vector<Row> &rows, unsigned v, const Row &equation) {
  for (Row &row : rows)
    if (const long factor = row[v])
      for (size_t i = 0; i < row.size(); ++i)
        row[i] -= factor * equation[i];
}

static bool isSmall(const std::vector<Row> &rows) {
  return std::all_of(rows.begin(), rows.end(), [](const Row &row) {
    return std::all_of(row.begin(), row.end(),
                       [](long value) { return std::abs(value) <= largest; });
  });
}

/// The matrix of \p rows without quantified variables, which they do not use.
static isl_mat *plainMatrix(isl::ctx ctx, const Rows &of, const std::vector<Row> &rows) {
  isl_mat *matrix = isl_mat_alloc(ctx.get(), static_cast<unsigned>(rows.size()), of.divs + 1);
  for (unsigned r = 0; r < rows.size(); ++r)
    for (unsigned c = 0; c <= of.divs; ++c)
      matrix = isl_mat_set_element_val(
          matrix, static_cast<int>(r), static_cast<int>(c),
          isl_val_int_from_si(ctx.get(), c < of.divs ? rows[r][c] : rows[r][of.last]));
  return matrix;
}

/// \p map without quantified variables, where each is the same floor as a coordinate.
static std::optional<isl::basic_map> withEqualFloors(const isl::basic_map &map) {
  std::optional<Rows> rows = rowsOf(map);
  if (!rows)
    return std::nullopt;
  for (unsigned open = rows->last - rows->divs; open > 0; --open) {
    const auto found = equalFloors(*rows);
    if (!found)
      return std::nullopt;
    substitute(rows->equal, found->first, found->second);
    substitute(rows->atLeast, found->first, found->second);
    if (!isSmall(rows->equal) || !isSmall(rows->atLeast))
      return std::nullopt;
  }
  const auto quantified = [&](const std::vector<Row> &all) {
    return std::any_of(all.begin(), all.end(), [&](const Row &row) {
      return std::any_of(row.begin() + rows->divs, row.begin() + rows->last,
                         [](long value) { return value != 0; });
    });
  };
  if (quantified(rows->equal) || quantified(rows->atLeast))
    return std::nullopt;
  return isl::manage(isl_basic_map_from_constraint_matrices(
      isl_basic_map_get_space(map.get()), plainMatrix(map.ctx(), *rows, rows->equal),
      plainMatrix(map.ctx(), *rows, rows->atLeast), isl_dim_param, isl_dim_in, isl_dim_out,
      isl_dim_div, isl_dim_cst));
}

isl::map verifier::withoutKnownFloors(const isl::map &map) {
  std::optional<isl::map> result;
  if (isl_map_n_basic_map(map.get()) == 1)
    map.foreach_basic_map([&](const isl::basic_map &only) {
      if (std::optional<isl::basic_map> plain = withEqualFloors(only))
        result = isl::map(*plain);
    });
  return result ? *result : map.detect_equalities();
}
