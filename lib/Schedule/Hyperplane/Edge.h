//===- Edge.h - Dependences between two statements --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All dependences from one statement to another as one edge, kept in pieces so
/// that the Farkas lemma stays cheap: pieces of one constant distance need only
/// the polyhedron of their sources (or nothing at all within one statement),
/// and distances that are convex combinations of others need no constraint.
///
/// Constraints speak about the distance of an edge, the affine form
///   constant + parameters . n + a . i + b . j    of { S[i] -> T[j] },
/// as rows over the columns (constant, parameters…, a…, b…). The distance in a
/// schedule row phi is phi_T(j) - phi_S(i).
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_SCHEDULE_HYPERPLANE_EDGE_H
#define GPUTILE_LIB_SCHEDULE_HYPERPLANE_EDGE_H

#include "Algebra/FarkasCone.h"
#include "Schedule/Hyperplane/Program.h"
#include "gputile/IR/Ddg.h"

#include <memory>
#include <optional>

namespace gputile::schedule {

using namespace algebra;

/// Dependences { S[x] -> T[x + distance] : x in sources }.
struct UniformPiece {
  IntVector distance;
  isl::set sources;
};

/// The dependences from one statement to another, and what they demand of rows.
class Edge {
public:
  Edge(unsigned source, unsigned target, std::vector<UniformPiece> uniform,
       std::optional<isl::map> general)
      : Source(source), Target(target), Uniform(std::move(uniform)), General(std::move(general)) {}

  unsigned source() const { return Source; }
  unsigned target() const { return Target; }
  bool empty() const { return Uniform.empty() && !General; }

  /// Conditions under which the distance is zero everywhere.
  const IntMatrix &vanishing() const;
  /// Conditions under which it is nowhere negative, piece by piece. They ignore
  /// large constant loop bounds, so that sizes known at compile time give the
  /// same rows as symbolic ones (sufficient, not always necessary).
  const std::vector<FarkasCone> &nonNegative() const;
  /// Conditions on another form over the same columns (a bound minus the distance)
  /// to be nowhere negative.
  const std::vector<FarkasCone> &bounding() const;

  /// The part of this edge on which \p row has distance zero.
  Edge notCarriedBy(const Hyperplane &row) const;

private:
  std::vector<FarkasCone> generalCones() const;

  unsigned Source, Target;
  std::vector<UniformPiece> Uniform;
  std::optional<isl::map> General; ///< { S[i] -> T[j] }, no constant distance.
  mutable std::optional<IntMatrix> Vanishing;
  mutable std::optional<std::vector<FarkasCone>> NonNegative, Bounding;
};

using EdgePtr = std::shared_ptr<const Edge>;

/// The edges of \p ddg, one per ordered pair of statements.
std::vector<EdgePtr> edgesOf(const Program &program, const Ddg &ddg);

/// \p edges without what \p rows carry.
std::vector<EdgePtr> notCarriedBy(const std::vector<EdgePtr> &edges,
                                  const std::vector<Hyperplane> &rows);

} // namespace gputile::schedule

#endif
