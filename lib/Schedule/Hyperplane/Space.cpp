//===- Space.cpp - The space of schedule coefficients ---------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule/Hyperplane/Space.h"

#include <isl/mat.h>
#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace gputile::schedule {

CoefficientSpace::CoefficientSpace(const Program &program, const std::vector<unsigned> &statements)
    : Statements(statements), Parameters(program.numParameters) {
  unsigned next = 0;
  for (unsigned s : statements) {
    Depth[s] = program.depth[s];
    First[s] = next;
    next += program.depth[s] + Parameters + 1;
  }
  Columns = next + 1 + Parameters;
}

IntVector CoefficientSpace::distance(const Edge &edge, const IntVector &form) const {
  unsigned source = edge.source(), target = edge.target();
  IntVector row(Columns, 0);
  row[constant(target)] += form[0];
  row[constant(source)] -= form[0];
  for (unsigned p = 0; p < Parameters; ++p) {
    row[parameter(target, p)] += form[1 + p];
    row[parameter(source, p)] -= form[1 + p];
  }
  unsigned a = 1 + Parameters, b = a + depth(source);
  for (unsigned i = 0; i < depth(source); ++i)
    row[iterator(source, i)] -= form[a + i];
  for (unsigned i = 0; i < depth(target); ++i)
    row[iterator(target, i)] += form[b + i];
  return row;
}

IntVector CoefficientSpace::slackOfBound(const Edge &edge, const IntVector &form) const {
  IntVector row = distance(edge, form);
  for (long &v : row)
    v = -v;
  row[boundConstant()] = form[0];
  for (unsigned p = 0; p < Parameters; ++p)
    row[boundParameter(p)] = form[1 + p];
  return row;
}

void Conditions::addEquality(IntVector row) {
  if (!isZero(row))
    Equalities.push_back(std::move(row));
}

void Conditions::addInequality(IntVector row) {
  normalize(row);
  if (!isZero(row))
    Inequalities.insert(std::move(row));
}

void Conditions::addCone(const FarkasCone &cone,
                         const std::function<IntVector(const IntVector &)> &map) {
  for (const IntVector &row : cone.equalities)
    addEquality(map(row));
  for (const IntVector &row : cone.inequalities)
    addInequality(map(row));
}

void Conditions::reduceAll() {
  for (IntVector &row : Equalities)
    normalize(row);
  Equalities = rowReduce(std::move(Equalities));
  for (IntVector row : std::exchange(Inequalities, {})) {
    reduceModulo(row, Equalities);
    addInequality(std::move(row));
  }
}

/// The columns in which one of \p rows is not zero.
static std::vector<unsigned> usedColumns(const std::set<IntVector> &rows, unsigned columns) {
  std::vector<unsigned> used;
  for (unsigned c = 0; c < columns; ++c)
    if (std::any_of(rows.begin(), rows.end(), [&](const IntVector &row) { return row[c] != 0; }))
      used.push_back(c);
  return used;
}

/// Equalities that follow from the inequalities, which share no column with the known ones.
IntMatrix Conditions::impliedEqualities(isl::ctx ctx, unsigned columns) const {
  const std::vector<unsigned> used = usedColumns(Inequalities, columns);
  const auto width = static_cast<unsigned>(used.size());
  IntMatrix rows;
  for (const IntVector &row : Inequalities) {
    IntVector &narrow = rows.emplace_back();
    for (unsigned c : used)
      narrow.push_back(row[c]);
  }
  isl_basic_set *cone = isl_basic_set_from_constraint_matrices(
      isl_space_set_alloc(ctx.get(), 0, width), toIsl(ctx, {}, width + 1),
      toIsl(ctx, rows, width + 1), isl_dim_set, isl_dim_cst, isl_dim_param, isl_dim_div);
  isl::basic_set simple = isl::manage(isl_basic_set_detect_equalities(cone));
  isl_mat *found = isl_basic_set_equalities_matrix(simple.get(), isl_dim_set, isl_dim_cst,
                                                   isl_dim_param, isl_dim_div);
  const IntMatrix narrow = fromIsl(found);
  isl_mat_free(found);
  IntMatrix equalities;
  for (const IntVector &row : narrow) {
    IntVector &wide = equalities.emplace_back(columns, 0);
    for (unsigned c = 0; c < width; ++c)
      wide[used[c]] = row[c];
  }
  return equalities;
}

void Conditions::simplify(isl::ctx ctx, unsigned columns) {
  reduceAll();
  for (IntVector &row : impliedEqualities(ctx, columns))
    Equalities.push_back(std::move(row));
  reduceAll();
}

bool Conditions::allow(const IntMatrix &rows, const IntVector &least) const {
  for (size_t k = 0; k < rows.size(); ++k) {
    IntVector row = rows[k];
    reduceModulo(row, Equalities);
    if (least[k] > 0 && isZero(row))
      return false;
  }
  return true;
}

RowProgram::RowProgram(const CoefficientSpace &space) : Space(space) {
  unsigned next = HeaderSize;
  for (unsigned s : space.statements()) {
    Iterators[s] = next;
    next += 2 * space.depth(s);
  }
  unsigned statements = static_cast<unsigned>(space.statements().size());
  FirstParameter = next;
  FirstConstant = FirstParameter + statements * space.parameters();
  FirstU = FirstConstant + statements;
  System.variables = FirstU + space.parameters();
  defineSums();
}

void RowProgram::defineSums() {
  auto define = [&](Header sum, auto &&members) {
    IntVector row = emptyRow();
    row[1 + sum] = -1;
    members(row);
    System.equalities.push_back(std::move(row));
  };
  auto iterators = [&](IntVector &row, bool alsoPositive) {
    for (unsigned s : Space.statements())
      for (unsigned i = 0; i < Space.depth(s); ++i) {
        row[1 + negative(s, i)] = 1;
        row[1 + positive(s, i)] = alsoPositive;
      }
  };
  define(SumU, [&](IntVector &row) {
    for (unsigned p = 0; p < Space.parameters(); ++p)
      row[1 + FirstU + p] = 1;
  });
  define(SumAbs, [&](IntVector &row) { iterators(row, true); });
  define(SumNegative, [&](IntVector &row) { iterators(row, false); });
}

IntVector RowProgram::translate(const IntVector &row) const {
  IntVector result = emptyRow();
  unsigned position = 0;
  for (unsigned s : Space.statements()) {
    for (unsigned i = 0; i < Space.depth(s); ++i) {
      result[1 + positive(s, i)] = row[Space.iterator(s, i)];
      result[1 + negative(s, i)] = -row[Space.iterator(s, i)];
    }
    for (unsigned p = 0; p < Space.parameters(); ++p)
      result[1 + FirstParameter + position * Space.parameters() + p] = row[Space.parameter(s, p)];
    result[1 + FirstConstant + position] = row[Space.constant(s)];
    ++position;
  }
  result[1 + W] = row[Space.boundConstant()];
  for (unsigned p = 0; p < Space.parameters(); ++p)
    result[1 + FirstU + p] = row[Space.boundParameter(p)];
  return result;
}

void RowProgram::add(const Conditions &conditions) {
  for (const IntVector &row : conditions.equalities())
    if (!addEqualParts(row))
      System.equalities.push_back(translate(row));
  for (const IntVector &row : conditions.inequalities())
    System.inequalities.push_back(translate(row));
}

/// Adds c = 0 and c = d of iterator coefficients for c+ and c- alike. This excludes no solution:
/// the smallest points have c+ or c- zero, since the sum of |c| counts both.
/// \returns false when \p row says something else.
bool RowProgram::addEqualParts(const IntVector &row) {
  const auto entries = static_cast<long>(row.size()) - std::count(row.begin(), row.end(), 0);
  const long sum = std::accumulate(row.begin(), row.end(), 0L);
  if (entries > 2 || (entries == 2 && sum != 0))
    return false;
  IntVector positives = emptyRow(), negatives = emptyRow();
  long found = 0;
  for (unsigned s : Space.statements())
    for (unsigned i = 0; i < Space.depth(s); ++i)
      if (const long coefficient = row[Space.iterator(s, i)]; coefficient != 0) {
        positives[1 + positive(s, i)] = negatives[1 + negative(s, i)] = coefficient;
        ++found;
      }
  if (found != entries)
    return false;
  System.equalities.push_back(std::move(positives));
  System.equalities.push_back(std::move(negatives));
  return true;
}

void RowProgram::addAtLeast(const IntVector &row, long least) {
  IntVector translated = translate(row);
  translated[0] = -least;
  System.inequalities.push_back(std::move(translated));
}

void RowProgram::limitCoefficients(long limit) {
  for (unsigned s : Space.statements())
    for (unsigned v = 0; v < 2 * Space.depth(s); ++v) {
      System.inequalities.push_back(emptyRow());
      System.inequalities.back()[0] = limit;
      System.inequalities.back()[1 + Iterators.at(s) + v] = -1;
    }
}

Region RowProgram::region(unsigned statement, const IntMatrix &directions) const {
  Region region;
  for (const IntVector &direction : directions) {
    IntVector row = emptyRow();
    for (unsigned i = 0; i < direction.size(); ++i) {
      row[1 + positive(statement, i)] = direction[i];
      row[1 + negative(statement, i)] = -direction[i];
    }
    region.push_back(std::move(row));
  }
  return region;
}

Hyperplane RowProgram::rowOf(const IntVector &point) const {
  Hyperplane result;
  unsigned position = 0;
  for (unsigned s : Space.statements()) {
    AffineFunction &function = result[s];
    for (unsigned i = 0; i < Space.depth(s); ++i)
      function.iterators.push_back(point[positive(s, i)] - point[negative(s, i)]);
    for (unsigned p = 0; p < Space.parameters(); ++p)
      function.parameters.push_back(point[FirstParameter + position * Space.parameters() + p]);
    function.constant = point[FirstConstant + position];
    ++position;
  }
  return result;
}

} // namespace gputile::schedule
