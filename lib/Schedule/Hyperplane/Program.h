//===- Program.h - What the hyperplane search works on ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_SCHEDULE_HYPERPLANE_PROGRAM_H
#define GPUTILE_LIB_SCHEDULE_HYPERPLANE_PROGRAM_H

#include "Algebra/Matrix.h"
#include "gputile/IR/Scop.h"

#include <map>
#include <set>
#include <utility>

namespace gputile::schedule {

using namespace algebra;

/// The statements of a Scop with all spaces over one list of parameters: the
/// Scop's first, in its order. In hyperplanes and edges parameters for sizes
/// (Analysis/Sizes.h) come after them.
struct Program {
  explicit Program(const Scop &scop, std::vector<long> sizes = {});

  isl::ctx ctx;
  isl::space parameters; ///< [n, …] -> { : }
  std::vector<long> sizes;    ///< The values that the parameters for sizes have.
  unsigned numParameters = 0; ///< With those for sizes.
  isl::set context;                     ///< Known of the parameters; one basic set.
  std::vector<isl::space> domains;      ///< { S[i] } per statement.
  std::vector<unsigned> depth;          ///< Number of iterators per statement.
  std::vector<std::vector<isl::aff>> original; ///< { S[i] -> [t] } per statement and position.
  /// Per statement a number that those have which the source puts into the same loops.
  std::vector<unsigned> nest;
  /// Pairs of statements that do not depend on each other for it, and yet must not run at the same
  /// time: the first updates integers of one or two bytes in any order, as parts of words, and the
  /// second accesses other parts of these.
  std::set<std::pair<unsigned, unsigned>> apart;
  /// Per statement how the index of its main access moves with its iterators: a
  /// row of coefficients per array dimension, outermost first. The main access is
  /// the first of the highest rank among those that write, or read if none does.
  /// Rows of indices that are not affine are zero.
  std::vector<IntMatrix> walked;
};

/// constant + parameters . n + iterators . i
struct AffineFunction {
  IntVector iterators, parameters;
  long constant = 0;

  bool operator==(const AffineFunction &) const = default;
};

/// One row for several statements, by statement index.
using Hyperplane = std::map<unsigned, AffineFunction>;

/// \p map without bounds on parameters that only repeat the limits of their C types
/// (n <= 2147483647). They say nothing about a program's sizes, and a search that
/// takes them for sizes finds "constant" distances of two thousand millions.
isl::basic_map withoutTypeRanges(const isl::basic_map &map);

/// \p function as { S[i] -> [(…)] } with S = \p statement, for the true values of sizes.
isl::aff toAff(const Program &program, unsigned statement, const AffineFunction &function);

/// The inverse: coefficients of an integer affine function on a statement's
/// domain; throws NumbersTooLarge for what is not one.
AffineFunction fromAff(const Program &program, unsigned statement, const isl::aff &aff);

} // namespace gputile::schedule

#endif
