//===- RowsAround.h - The rows around a node of a schedule tree -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_IR_ROWSAROUND_H
#define GPUTILE_IR_ROWSAROUND_H

#include "gputile/IR/Schedule.h"
#include "gputile/IR/Scop.h"

#include <optional>

namespace gputile {

/// What the rows around a node of a schedule tree leave to those in it.
class RowsAround {
public:
  /// None yet, for the statements of \p scop, which has to last.
  explicit RowsAround(const Scop &scop) : TheScop(&scop) {}

  void add(const BandRow &row);

  /// The distance of the least from the greatest value that \p row, { S[x] -> [(v)] }, has for
  /// instances of \p statement with the same rows around it, plus 1; none where it has no limit, or
  /// parameters say which. 1 for the row t inside of 2t + p where 0 <= p < 2.
  std::optional<long> extentOf(unsigned statement, const isl::aff &row) const;

private:
  const Scop *TheScop;
  std::map<unsigned, isl::map> Rows; ///< { S[x] -> [y…] } by statement.

  isl::map valuesOf(unsigned statement, const isl::aff &row) const;
};

} // namespace gputile

#endif
