//===- PrivacyFlow.h - Where values come from -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_VERIFIER_PRIVACYFLOW_H
#define GPUTILE_LIB_VERIFIER_PRIVACYFLOW_H

#include "Verifier/Program.h"
#include "gputile/Support/FixedRange.h"

#include <set>

namespace gputile::verifier {

/// Where the values of one read come from: `S_k` is access k of statement S.
/// "must": this is the last write before the read; "may": it can be.
struct Origins {
  isl::union_map must, may; ///< { W_l[j] -> S_k[i] }
  /// { S_k[i] -> A[a] }: the value that element a had before the region; for a
  /// private array, which has none, { S_k[i] -> A_undefined[] }.
  isl::union_map mustOutside, mayOutside;
};

/// The flow of values in \p scop, of which statements \p copies do nothing but copy (isCopy):
/// values that pass through them have the copied write or element as their origin. A copy whose
/// values come from itself is an origin, too.
class ValueFlow {
public:
  ValueFlow(const Scop &scop, const isl::set &context, std::set<unsigned> copies)
      : TheScop(scop), Context(context), Copies(std::move(copies)) {}

  /// The origins of access \p access of statement \p statement, a read.
  Origins into(unsigned statement, unsigned access) const;

private:
  struct Write {
    AccessKind kind;
    isl::map elements; ///< { W_l[j] -> A[a] }
    isl::map schedule; ///< { W_l[j] -> [t…] }
    FixedRange fixed;  ///< The subscripts.
  };

  const std::vector<Write> &writesTo(unsigned array) const;
  const Origins *intoCopy(unsigned statement) const;
  Origins directlyInto(unsigned statement, unsigned access) const;
  isl::union_map outside(unsigned array, const isl::union_map &reads) const;

  const Scop &TheScop;
  isl::set Context; ///< { : }
  std::set<unsigned> Copies;
  mutable std::set<unsigned> Open; ///< Copies that are being followed.
  mutable std::map<unsigned, std::vector<Write>> Writes; ///< Found so far, by array.
  mutable std::map<unsigned, Origins> IntoCopies;        ///< Found so far, by statement.
};

} // namespace gputile::verifier

#endif
