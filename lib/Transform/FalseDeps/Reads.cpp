//===- Reads.cpp - Reads that a copy can serve ----------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transform/FalseDeps/Reads.h"

#include "gputile/Analysis/Dependences.h"
#include "gputile/Support/IslTools.h"

#include <algorithm>

using namespace gputile;
using namespace gputile::transform;

namespace {

/// A read that will be redirected, and why.
struct Candidate {
  CopyGroup::Read read;
  unsigned depth;
  /// Of the removed edges; none when they have no common orthant.
  std::optional<std::vector<int>> signs;
};

/// { [t…] -> [t'…] : the first \p depth dimensions are equal }
isl::map samePrefix(const isl::space &pairs, unsigned depth) {
  isl_map *result = isl_map_universe(pairs.copy());
  for (int d = 0; d < static_cast<int>(depth); ++d)
    result = isl_map_equate(result, isl_dim_in, d, isl_dim_out, d);
  return isl::manage(result);
}

/// The signs of both, or none when a component is positive in one of them and
/// negative in the other.
std::optional<std::vector<int>> commonOrthant(const std::vector<int> &a,
                                              const std::vector<int> &b) {
  if (a.size() != b.size())
    return std::nullopt;
  std::vector<int> result = a;
  for (size_t d = 0; d < a.size(); ++d) {
    if (a[d] * b[d] < 0)
      return std::nullopt;
    result[d] = a[d] ? a[d] : b[d];
  }
  return result;
}

std::optional<std::vector<int>> signsOf(const Dependence &edge) {
  if (!edge.distance)
    return std::nullopt;
  std::vector<int> signs;
  for (long component : *edge.distance)
    signs.push_back(component > 0 ? 1 : component < 0 ? -1 : 0);
  return signs;
}

/// Picks reads until no dependence hinders that a copy removes.
class ReadFinder {
public:
  ReadFinder(const Scop &scop, const Ddg &ddg)
      : TheScop(scop), Graph(ddg), Known(scop.context.intersect(scop.guard)) {}

  std::vector<Candidate> find() {
    while (pickFrom(Graph))
      Graph = markHindering(TheScop, withoutRemoved());
    return Picked;
  }

private:
  /// \returns false when no hindering edge of \p graph gave a new read.
  bool pickFrom(const Ddg &graph) {
    const size_t before = Picked.size();
    for (const Dependence &edge : graph.edges)
      if (edge.hindering && edge.kind == DependenceKind::Anti)
        pick(edge);
    return Picked.size() > before;
  }

  void pick(const Dependence &edge) {
    for (Candidate &known : Picked)
      if (known.read.statement == edge.source && known.read.access == edge.sourceAccess) {
        // What this copy leaves of the edge is carried further out: it stays.
        std::optional<std::vector<int>> signs = signsOf(edge);
        known.signs = signs && known.signs ? commonOrthant(*signs, *known.signs) : std::nullopt;
        return;
      }
    if (!canRedirect(edge))
      return;
    for (unsigned depth = 0; depth < scheduleDims(); ++depth)
      if (carries(edge, depth) && staysUnwritten(edge, depth)) {
        unsigned reference = accessOf(edge).reference;
        Picked.push_back({{edge.source, reference, edge.sourceAccess}, depth, signsOf(edge)});
        return;
      }
  }

  const Access &accessOf(const Dependence &edge) const {
    return TheScop.statements[edge.source].accesses[edge.sourceAccess];
  }
  unsigned scheduleDims() const {
    return static_cast<unsigned>(
        isl_map_dim(TheScop.statements.front().schedule.get(), isl_dim_out));
  }

  /// The read is all that its reference does, and its subscript is known.
  bool canRedirect(const Dependence &edge) const {
    const Statement &s = TheScop.statements[edge.source];
    unsigned reference = accessOf(edge).reference;
    auto same = [&](const Access &access) { return access.reference == reference; };
    return !edge.united && s.references[reference].affine &&
           std::count_if(s.accesses.begin(), s.accesses.end(), same) == 1;
  }

  /// { [t…] -> [t'…] } of the edge.
  isl::map times(const Dependence &edge) const {
    return edge.relation.apply_domain(TheScop.statements[edge.source].schedule)
        .apply_range(TheScop.statements[edge.target].schedule);
  }

  /// Whether some pair of \p edge differs in schedule dimension \p depth first.
  bool carries(const Dependence &edge, unsigned depth) const {
    isl::map pairs = times(edge);
    return !pairs.intersect(samePrefix(pairs.space(), depth))
                .subtract(samePrefix(pairs.space(), depth + 1))
                .is_empty();
  }

  /// { [t…] -> A[a] } of one access.
  isl::map atTimes(const Statement &s, const Access &access) const {
    return access.relation.apply_domain(s.schedule).intersect_params(Known);
  }

  /// No element that the source of \p edge reads is written by the same instance
  /// or between the read and the place of the copy.
  bool staysUnwritten(const Dependence &edge, unsigned depth) const {
    const Statement &reader = TheScop.statements[edge.source];
    isl::map read = atTimes(reader, accessOf(edge));
    unsigned array = reader.references[accessOf(edge).reference].array;
    for (const Statement &s : TheScop.statements)
      for (const Access &access : s.accesses) {
        if (access.kind == AccessKind::Read || s.references[access.reference].array != array)
          continue;
        isl::map pairs = read.apply_range(atTimes(s, access).reverse());
        isl::map notAfter = isl::manage(isl_map_lex_ge(pairs.space().domain().release()));
        if (!pairs.intersect(samePrefix(pairs.space(), depth)).intersect(notAfter).is_empty())
          return false;
      }
    return true;
  }

  /// The graph without what the picked reads will no longer cause.
  Ddg withoutRemoved() const {
    Ddg result;
    for (const Dependence &edge : Graph.edges) {
      auto picked = std::find_if(Picked.begin(), Picked.end(), [&](const Candidate &c) {
        return c.read.statement == edge.source && c.read.access == edge.sourceAccess;
      });
      if (edge.kind != DependenceKind::Anti || picked == Picked.end()) {
        result.edges.push_back(edge);
        continue;
      }
      const isl::map &source = TheScop.statements[edge.source].schedule;
      const isl::map &target = TheScop.statements[edge.target].schedule;
      isl::map inside = source.apply_range(samePrefix(times(edge).space(), picked->depth))
                            .apply_range(target.reverse());
      Dependence left = edge;
      left.relation = withKnownDivs(edge.relation.subtract(inside));
      if (!left.relation.is_empty())
        result.edges.push_back(left);
    }
    return result;
  }

  const Scop &TheScop;
  Ddg Graph;
  isl::set Known; ///< { : … }
  std::vector<Candidate> Picked;
};

/// Dimension \p d of the times of \p s when it is one number.
std::optional<long> fixedTime(const Statement &s, unsigned d) {
  isl::set times = s.schedule.intersect_domain(s.domain).range();
  int position = static_cast<int>(d);
  isl::val least = times.dim_min_val(position);
  isl::val greatest = times.dim_max_val(position);
  return least.is_int() && least.eq(greatest) ? asLong(least) : std::nullopt;
}

} // namespace

std::vector<CopyGroup> transform::findCopyGroups(const Scop &scop, const Ddg &ddg) {
  std::vector<CopyGroup> groups;
  for (const Candidate &candidate : ReadFinder(scop, ddg).find()) {
    const Statement &s = scop.statements[candidate.read.statement];
    CopyGroup group{s.references[candidate.read.reference].array, candidate.depth, {}, {}, {}};
    for (unsigned d = 0; d < candidate.depth; ++d)
      group.prefix.push_back(fixedTime(s, d));
    auto shared = std::find_if(groups.begin(), groups.end(), [&](const CopyGroup &g) {
      return g.array == group.array && g.depth == group.depth && g.prefix == group.prefix &&
             candidate.signs && commonOrthant(g.signs, *candidate.signs);
    });
    if (shared == groups.end())
      shared = groups.insert(groups.end(), group);
    if (candidate.signs)
      shared->signs = shared->reads.empty() ? *candidate.signs
                                            : *commonOrthant(shared->signs, *candidate.signs);
    shared->reads.push_back(candidate.read);
  }
  return groups;
}
