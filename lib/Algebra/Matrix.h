//===- Matrix.h - Small exact integer matrices ------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The linear algebra of the hyperplane search: rank, null space, row reduction,
/// on integer matrices given as rows. Exact; entries that would not fit a long
/// throw NumbersTooLarge, on which the search falls back to the original order.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_ALGEBRA_MATRIX_H
#define GPUTILE_LIB_ALGEBRA_MATRIX_H

#include "gputile/Support/Isl.h"

#include <exception>
#include <vector>

namespace gputile::algebra {

using IntVector = std::vector<long>;
using IntMatrix = std::vector<IntVector>;

/// Why a search for a schedule gives up; the original order remains.
struct SearchFailure : std::exception {};

/// Statements of one point cannot be ordered alike at all points.
struct NoCommonOrder : SearchFailure {
  const char *what() const noexcept override {
    return "no order of the statements keeps the dependences of every iteration";
  }
};

/// An entry left the range that is worth computing with.
struct NumbersTooLarge : SearchFailure {
  const char *what() const noexcept override {
    return "the coefficients of a hyperplane would be too large";
  }
};

/// A polyhedron has more vertices and rays than are worth computing with.
struct TooManyRays : SearchFailure {
  const char *what() const noexcept override {
    return "there are dependences with too many vertices";
  }
};

/// a * b + c * d, checked.
long combine(long a, long b, long c, long d);
/// The scalar product of two vectors of the same length, checked.
long dot(const IntVector &a, const IntVector &b);
bool isZero(const IntVector &v);
/// Divides by the greatest common divisor of the entries.
void normalize(IntVector &v);

/// The reduced row echelon form: zero rows dropped, pivots positive, each row
/// without common divisor, nothing else in a pivot's column.
IntMatrix rowReduce(IntMatrix rows);
unsigned rankOf(const IntMatrix &rows);

/// Subtracts multiples of the rows of \p reduced (a result of rowReduce) so that
/// \p v has zeros at its pivots; \p v may be scaled by a positive number.
void reduceModulo(IntVector &v, const IntMatrix &reduced);

/// An integer basis of { x : row . x = 0 for all rows } in \p columns dimensions.
IntMatrix nullSpace(const IntMatrix &rows, unsigned columns);

/// The entries of \p matrix; throws NumbersTooLarge.
IntMatrix fromIsl(isl_mat *matrix);
/// Those of the rows of \p matrix that have no entry that is too large.
IntMatrix rowsThatFit(isl_mat *matrix);
/// A matrix with \p columns columns, shorter rows continued by zeros; the caller
/// owns it.
isl_mat *toIsl(isl::ctx ctx, const IntMatrix &rows, unsigned columns);

} // namespace gputile::algebra

#endif
