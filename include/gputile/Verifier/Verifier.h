//===- Verifier.h - Independent proof of a mapped program -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_VERIFIER_VERIFIER_H
#define GPUTILE_VERIFIER_VERIFIER_H

#include "gputile/IR/Planes.h"
#include "gputile/IR/RegionPlan.h"
#include "gputile/IR/Scop.h"

#include <map>
#include <optional>
#include <string>

namespace gputile {

/// What the verifier found wrong.
struct VerificationFailure {
  enum class Kind {
    Coverage,         ///< An instance runs never, twice, or off its block's threads.
    Order,            ///< Two conflicting instances are not kept in order.
    SharedTile,       ///< A read through shared memory may not see the right value.
    Register,         ///< A register copy may differ from the array it stands for.
    Transfer,         ///< Copy-in, copy-out or allocation does not cover what it must.
    Privacy,          ///< Expansion or copies changed the flow of values.
    StoredOperands,   ///< An update combines another operand, or not once.
    PropagatedCopies, ///< Without copies, or with versions in place of arrays, values differ.
    Stream,           ///< A cell of scheme stream gets another value, or is lost.
    IndexSets,        ///< An instance belongs to no part of its statement, or to several.
    Planes,      ///< An instance or an element is not the one that it was in an array of planes.
    Untiled,     ///< Without loops over tiles, an instance or the order of two is another.
    Sharers,     ///< What is written under one name of an array may be read under another one.
    PartialSums, ///< A summand is lost or counted twice, or a sum is not the original one.
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

/// Proves that \p changed computes what \p original does where sums and products that may be
/// reassociated (UpdateOrder::Reassociable) are exact: each summand is added once, to the same
/// element, between the same other accesses to it. Everything else is as it was.
///
/// \param instances by index of a statement that has other dimensions than before:
///        { S[i_changed…] -> S[i_original…] }
std::optional<VerificationFailure>
verifyPartialSums(const Scop &original, const Scop &changed,
                  const std::map<unsigned, isl::map> &instances);

/// Proves that \p changed computes what \p original does, bit for bit: updates whose order stays
/// (UpdateOrder::Fixed) are statements of their own, right behind the statement that they were a
/// part of, which stores their operands in private scalars. Everything else is as it was.
std::optional<VerificationFailure> verifyStoredOperands(const Scop &original, const Scop &changed);

/// Proves that \p changed computes what \p original does, bit for bit: statements that only copy
/// elements are left out or new, and references of the others go to new private arrays; every
/// read, and whoever looks at the arrays behind the region, sees the same values.
std::optional<VerificationFailure> verifyPropagatedCopies(const Scop &original, const Scop &changed);

/// Proves that \p changed is \p original with other dimensions of its statements: every instance is
/// one of the original ones with its text and its accesses, and accesses to one element, one of
/// which writes it, are in the original order.
///
/// \param origins by statement: { S[i_changed…] -> S[i_original…] }
std::optional<VerificationFailure> verifyUntiled(const Scop &original, const Scop &changed,
                                                 const std::vector<isl::map> &origins);

/// Proves that \p changed is \p original with some statements in parts: every instance is one of
/// exactly one part of its statement, with its text, its accesses and its time.
///
/// \param origins by index of a statement of \p changed: what it is said to be a part of
std::optional<VerificationFailure> verifyIndexSets(const Scop &original, const Scop &changed,
                                                   const std::vector<unsigned> &origins);

/// Proves that \p changed is \p original with planes of arrays as arrays of their own: every
/// instance is there once, with its text and in its order, and meets the same elements.
std::optional<VerificationFailure> verifyPlanes(const Scop &original, const Scop &changed,
                                                const PlaneChange &change);

/// Proves what \p scop, the program as it was written, says of its arrays' sharers.
std::optional<VerificationFailure> verifySharers(const Scop &scop);

} // namespace gputile

#endif
