//===- LastValues.h - Temporaries that are read after the region ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TRANSFORM_LASTVALUES_H
#define GPUTILE_TRANSFORM_LASTVALUES_H

#include "gputile/IR/Scop.h"

#include <optional>
#include <string>
#include <vector>

namespace gputile {

/// A Scop whose iterations have temporaries of their own.
struct LastValues {
  Scop scop;
  std::vector<std::string> variables; ///< What they stand for, as users know it.
};

/// Scalars and small arrays that each iteration computes before it reads them, and that are read
/// after the region, as variables in OpenMP's clause lastprivate are:
///
///   for i { t = a[i];          becomes   for i { p = a[i];
///           b[i] = t * t; }                      if (i == n - 1) t = p;
///                                                b[i] = p * p; }
///
/// with a new Private array p, which privatize gives one copy per iteration. Each element of t is
/// stored by the copy behind its last write, { L[i] : S[i] is the last to write an element },
/// and keeps its value where there is none. Statements keep their names, domains, texts and relative
/// order (their schedules get a dimension more).
///
/// \returns none where no variable has false dependences that this removes: what iterations hand on,
///   what only data decides about, and what is not affine stays.
std::optional<LastValues> withLastValues(const Scop &scop);

} // namespace gputile

#endif
