//===- Space.h - The space of schedule coefficients -------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The unknowns of one row: per statement the coefficients of its iterators, of
/// the parameters, and a constant; and the bound w + u . n on all distances.
///
/// CoefficientSpace has one signed column for each; conditions on rows are
/// homogeneous there. RowProgram splits iterator coefficients into c+ - c- and
/// puts what is minimized first: variables, in lexicographic order, are
///   sum of u, w, sum of |c|, sum of c-,
///   per statement the iterators, innermost first, each as c-, c+
///   (of rows of equal cost, the one that starts at the outermost loop wins),
///   parameter coefficients, constants, u per parameter.
/// Parameter coefficients and constants need no sign: adding the same number to
/// all statements changes no distance.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_SCHEDULE_HYPERPLANE_SPACE_H
#define GPUTILE_LIB_SCHEDULE_HYPERPLANE_SPACE_H

#include "Algebra/Lexmin.h"
#include "Schedule/Hyperplane/Edge.h"

#include <functional>
#include <set>

namespace gputile::schedule {

using namespace algebra;

/// The variables of the search for a row: the coefficients of its functions.
class CoefficientSpace {
public:
  CoefficientSpace(const Program &program, const std::vector<unsigned> &statements);

  const std::vector<unsigned> &statements() const { return Statements; }
  unsigned depth(unsigned statement) const { return Depth.at(statement); }
  unsigned parameters() const { return Parameters; }
  unsigned columns() const { return Columns; }
  unsigned iterator(unsigned statement, unsigned i) const { return First.at(statement) + i; }
  unsigned parameter(unsigned statement, unsigned p) const {
    return First.at(statement) + depth(statement) + p;
  }
  unsigned constant(unsigned statement) const { return parameter(statement, Parameters); }
  unsigned boundConstant() const { return Columns - 1 - Parameters; }
  unsigned boundParameter(unsigned p) const { return Columns - Parameters + p; }

  /// \p form, a row over the columns of \p edge's distance, applied to the distance.
  IntVector distance(const Edge &edge, const IntVector &form) const;
  /// The same applied to w + u . n - distance.
  IntVector slackOfBound(const Edge &edge, const IntVector &form) const;

private:
  std::vector<unsigned> Statements;
  std::map<unsigned, unsigned> Depth, First;
  unsigned Parameters, Columns;
};

/// Homogeneous conditions over the columns of a CoefficientSpace.
class Conditions {
public:
  void addEquality(IntVector row);
  void addInequality(IntVector row);
  void addCone(const FarkasCone &cone, const std::function<IntVector(const IntVector &)> &map);

  /// Brings the equalities into row echelon form.
  void reduce() { Equalities = rowReduce(std::move(Equalities)); }
  /// Finds inequalities that can only hold with equality, and simplifies all
  /// others modulo the equalities (cycles of dependences force many).
  void simplify(isl::ctx ctx, unsigned columns);

  /// Whether some point also satisfies rows[k] >= least[k] for all k. To be asked after simplify,
  /// of rows that the conditions make non-negative. Such a row is positive at some point if it
  /// is not always zero, that is, if it is no combination of the equalities; the sum of these
  /// points makes all rows positive, and a multiple of it makes them as large as wanted.
  bool allow(const IntMatrix &rows, const IntVector &least) const;

  const IntMatrix &equalities() const { return Equalities; } ///< Row reduced after simplify.
  const std::set<IntVector> &inequalities() const { return Inequalities; }

private:
  void reduceAll();
  IntMatrix impliedEqualities(isl::ctx ctx, unsigned columns) const;

  IntMatrix Equalities;
  std::set<IntVector> Inequalities;
};

/// Translates conditions to the variables above and solutions back.
class RowProgram {
public:
  explicit RowProgram(const CoefficientSpace &space);

  void add(const Conditions &conditions);
  /// row >= least.
  void addAtLeast(const IntVector &row, long least);
  /// No iterator coefficient beyond \p limit.
  void limitCoefficients(long limit);
  /// The linear functions of \p statement's iterator coefficients given as rows.
  Region region(unsigned statement, const IntMatrix &directions) const;

  const LinearSystem &system() const { return System; }
  Hyperplane rowOf(const IntVector &point) const;
  /// What rows are compared by first: the sum of u, and w.
  std::pair<long, long> costOf(const IntVector &point) const { return {point[SumU], point[W]}; }

private:
  enum Header { SumU, W, SumAbs, SumNegative, HeaderSize };
  unsigned negative(unsigned statement, unsigned i) const {
    return Iterators.at(statement) + 2 * (Space.depth(statement) - 1 - i);
  }
  unsigned positive(unsigned statement, unsigned i) const { return negative(statement, i) + 1; }
  IntVector emptyRow() const { return IntVector(1 + System.variables, 0); }
  IntVector translate(const IntVector &row) const;
  bool addEqualParts(const IntVector &row);
  void defineSums();

  const CoefficientSpace &Space;
  unsigned FirstParameter, FirstConstant, FirstU;
  std::map<unsigned, unsigned> Iterators; ///< First variable of each statement.
  LinearSystem System;
};

} // namespace gputile::schedule

#endif
