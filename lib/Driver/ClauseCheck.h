//===- ClauseCheck.h - The expressions in clauses -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_DRIVER_CLAUSECHECK_H
#define GPUTILE_DRIVER_CLAUSECHECK_H

#include "gputile/Frontend/Frontend.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace gputile::driver {

/// What is wrong with the expressions in one pragma's clauses.
struct ClauseFindings {
  std::vector<Diagnostic> errors; ///< They are no expressions of C or C++ there.
  std::optional<Refusal> refusal; ///< They are, but evaluating one may change something.
  /// The values of constants.
  std::vector<std::pair<const ClauseExpression *, long>> constants;
};

/// Lets Clang parse the expressions in the clauses of \p regions where the pragmas stand: in
/// one more compilation of the unit, in which `if ((expression)) ; else` stands in the
/// place of each pragma. Regions whose text cannot be edited are left out.
/// \returns findings for those pragmas of which there are any
std::map<const PragmaRecord *, ClauseFindings>
checkClauses(clang::CompilerInstance &compiler, const std::vector<MarkedRegion> &regions);

} // namespace gputile::driver

#endif
