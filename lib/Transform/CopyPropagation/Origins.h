//===- Origins.h - Where values were computed -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_TRANSFORM_COPYPROPAGATION_ORIGINS_H
#define GPUTILE_LIB_TRANSFORM_COPYPROPAGATION_ORIGINS_H

#include "gputile/IR/Ddg.h"
#include "gputile/IR/Scop.h"

#include <map>
#include <optional>
#include <set>

namespace gputile::transform {

/// Where the values of a read in S come from.
struct Origins {
  std::map<unsigned, isl::map> computed; ///< By statement: { P[j] -> S[i] }.
  std::map<unsigned, isl::map> before;   ///< By array: { S[i] -> A[a] }, from in front of all.
};

/// Follows values of a Scop through its copies.
class ValueOrigins {
public:
  /// \param copies statements of the form `$0 = $1;`, whose writes are must-writes like all
  ///        others of the arrays that they access
  ValueOrigins(const Scop &scop, const std::set<unsigned> &copies) : TheScop(scop), Copies(copies) {}

  /// Those of access \p access of \p statement, a read of one element by each instance. None where
  /// a copy has its values from itself.
  std::optional<Origins> into(unsigned statement, unsigned access);

private:
  const Ddg &flowOf(unsigned array);
  bool addFrom(const Dependence &edge, Origins &result);

  const Scop &TheScop;
  const std::set<unsigned> &Copies;
  std::map<unsigned, Ddg> Flows; ///< By array.
  std::set<unsigned> Open;       ///< The copies that are being followed.
};

} // namespace gputile::transform

#endif
