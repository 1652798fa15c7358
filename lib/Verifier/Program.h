//===- Program.h - What the verifier looks at -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The mapped program in the form that all parts of the verifier use: the maps
/// of a RegionPlan split by statement and kernel and restricted to instances
/// that exist, and the accesses merged by statement and array.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_VERIFIER_PROGRAM_H
#define GPUTILE_LIB_VERIFIER_PROGRAM_H

#include "Verifier/Relations.h"
#include "gputile/Verifier/Verifier.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gputile::verifier {

using Kind = VerificationFailure::Kind;
using Outcome = std::optional<VerificationFailure>;

inline Outcome fail(Kind kind, std::string what) {
  return VerificationFailure{kind, std::move(what)};
}

/// The instances of one statement that one kernel runs. All maps are total and
/// single-valued on `domain` once checkCoverage has passed.
struct Placed {
  unsigned statement;
  isl::set domain;   ///< { S[i] }
  isl::map host;     ///< { S[i] -> [h…] }
  isl::map block;    ///< { S[i] -> [b…] }
  isl::map thread;   ///< { S[i] -> [t…] }
  isl::map order;    ///< { S[i] -> [e…] }
  isl::map group;    ///< { S[i] -> [h…, b…] }
  isl::map point;    ///< { S[i] -> [h…, b…, e…] }
  isl::map place;    ///< { S[i] -> [h…, b…, e…, t…] }
  isl::map position; ///< { S[i] -> [h…, b…, t…, p…] }
};

/// A KernelAction as points.
struct PlacedAction {
  const KernelAction *action;
  /// { [h…, b…, e_0 … e_{q-1}] -> [h…, b…, e…] }; exact for blocks that are run,
  /// and perhaps defined for more.
  isl::map point;
  /// By position in MappedKernel::placed: whether each instance surely has one among the
  /// iterations of its own loops, at a point [h…, b…, e_0 … e_{q-1}, …] with the
  /// coordinates of the instance. Barriers only; empty for others.
  std::vector<bool> inLoopsOf;
};

/// A kernel whose maps have the right spaces.
struct MappedKernel {
  const KernelPlan *plan;
  unsigned hostDims, blockDims, threadDims, orderDims;
  isl::map launch; ///< { [h…] -> [l…] }
  isl::set blocks; ///< { [h…, b…] }
  std::vector<Placed> placed;
  std::vector<PlacedAction> actions;

  unsigned groupDims() const { return hostDims + blockDims; }
  unsigned positionDims() const {
    return groupDims() + threadDims + static_cast<unsigned>(plan->unrolled.size());
  }
  /// The entry of \p statement, or null when the kernel does not run it.
  const Placed *find(unsigned statement) const {
    for (const Placed &p : placed)
      if (p.statement == statement)
        return &p;
    return nullptr;
  }
};

/// What one statement does to one array.
struct ArrayAccesses {
  isl::map reads, mayWrites, mustWrites; ///< { S[i] -> A[a] }; mustWrites within mayWrites.
  /// Of an array of clause independent: those of `reads` and `mayWrites` through references that are
  /// affine, and through others.
  struct Split {
    isl::map affineReads, affineWrites, otherReads, otherWrites;
  };
  std::optional<Split> split;
  isl::map all() const { return reads.unite(mayWrites); }
};

/// Unordered updates that commute with one another.
struct CommutingUpdates {
  UpdateOperator op;    ///< Add for Subtract, too.
  std::string constant; ///< What Assign writes.
  bool operator==(const CommutingUpdates &) const = default;
};

/// The whole task. Every set and map carries the context of the Scop.
struct Program {
  const Scop &scop; ///< The transformed one.
  const RegionPlan &plan;
  isl::set context;                ///< { : } context and guard.
  std::vector<isl::set> domains;   ///< By statement, { S[i] }.
  std::vector<isl::map> schedules; ///< By statement, { S[i] -> [t…] }, original order.
  std::vector<isl::map> launches;  ///< By statement, { S[i] -> [l…] }.
  std::vector<std::map<unsigned, ArrayAccesses>> accesses; ///< By statement, then array.
  std::vector<MappedKernel> kernels;
  /// By statement: arrays with which it does nothing but unordered updates of one class.
  std::vector<std::map<unsigned, CommutingUpdates>> unordered;

  isl::ctx ctx() const { return context.ctx(); }
  const std::string &statementName(unsigned s) const { return scop.statements[s].name; }
  const std::string &arrayName(unsigned a) const { return scop.arrays[a].name; }
  /// { A[a] } without constraints, from the accesses; empty map when unused.
  std::optional<isl::space> arraySpace(unsigned array) const;
  /// Whether \p s and \p t only update \p array, in any order with each other.
  bool commute(unsigned s, unsigned t, unsigned array) const {
    auto mine = unordered[s].find(array), theirs = unordered[t].find(array);
    return mine != unordered[s].end() && theirs != unordered[t].end() &&
           mine->second == theirs->second;
  }
  /// { S[i] -> A[a] } of one access, restricted to instances that exist.
  isl::map relationOf(unsigned statement, const Access &access) const {
    return access.relation.intersect_domain(domains[statement]);
  }
};

/// Splits the plan by kernels and statements; reports indices out of range and maps of the wrong
/// space.
Outcome mapKernels(Program &program);
/// The domains, schedules and merged accesses of \p transformed.
Program makeProgram(const Scop &transformed, const RegionPlan &plan);

// The parts of the proof, one file each. Each assumes that those before it passed.
Outcome checkPrivacy(const Scop &original, const Scop &transformed);
Outcome checkCoverage(const Program &program);
Outcome checkOrder(const Program &program);
Outcome checkLaunchModes(const Program &program);
Outcome checkSharedTiles(const Program &program);
Outcome checkRegisterTiles(const Program &program);
Outcome checkTransfers(const Program &program);
Outcome checkStreams(const Program &program);

/// The elements { A[a] } that the plan allocates for \p array on the device, or
/// nothing when it has no device memory or a box of the wrong dimension.
std::optional<isl::set> allocatedElements(const Program &program, unsigned array);

} // namespace gputile::verifier

#endif
