//===- Rows.h - What constraints say as rows of numbers ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Places of instances are floors of affine functions, which isl keeps as pairs of
/// inequalities. To see that a coordinate is such a floor, or the same one as another,
/// is a look at the coefficients, where isl's exact answer solves many linear programs.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_VERIFIER_ROWS_H
#define GPUTILE_LIB_VERIFIER_ROWS_H

#include "gputile/Support/Isl.h"

namespace gputile::verifier {

/// Whether \p map = { x -> y } has one y for each x because its constraints fix the
/// coordinates of y one after the other: by an equation, or by c y_i <= f < c y_i + c. The
/// answer no means nothing.
bool plainIsSingleValued(const isl::map &map);

/// \p map without quantified variables that are the same floor as a coordinate of the range,
/// plus integers: equations take their place. Others are looked for by isl's
/// detect_equalities.
isl::map withoutKnownFloors(const isl::map &map);

} // namespace gputile::verifier

#endif
