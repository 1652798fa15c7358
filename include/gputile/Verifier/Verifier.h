//===- Verifier.h - Independent proof of a mapped program -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_VERIFIER_VERIFIER_H
#define GPUTILE_VERIFIER_VERIFIER_H

#include "gputile/IR/RegionPlan.h"
#include "gputile/IR/Scop.h"

#include <optional>
#include <string>

namespace gputile {

/// What the verifier found wrong.
struct VerificationFailure {
  enum class Kind {
    Coverage,   ///< An instance runs never, twice, or off its block's threads.
    Order,      ///< Two conflicting instances are not kept in order.
    SharedTile, ///< A read through shared memory may not see the right value.
    Register,   ///< A register copy may differ from the array it stands for.
    Transfer,   ///< Copy-in, copy-out or allocation does not cover what it must.
    Privacy,    ///< Expansion or copies changed the flow of values.
  };
  Kind kind;
  std::string what; ///< One sentence with the isl relation that fails.
};

/// Proves that \p plan computes what \p original does. Nothing is taken from
/// earlier phases: conflicts are recomputed from the access relations.
///
/// \param original the Scop from the Frontend
/// \param transformed the Scop that \p plan maps (after expansion and the
///        removal of false dependences): the same statements with other arrays, behind
///        them statements that copy elements to new private arrays
std::optional<VerificationFailure> verify(const Scop &original, const Scop &transformed,
                                          const RegionPlan &plan);

} // namespace gputile

#endif
