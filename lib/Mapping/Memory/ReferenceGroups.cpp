//===- ReferenceGroups.cpp - References that share elements -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Memory/ReferenceGroups.h"

#include "gputile/Support/FixedRange.h"

#include <algorithm>

namespace gputile::mapping {
namespace {

KernelReference collectReference(const Statement &statement, unsigned s, unsigned r) {
  const Reference &reference = statement.references[r];
  isl::map none = isl::map::empty(reference.index.space());
  const Update *update = updateOf(statement, r);
  const bool canMove = reference.affine && !(update && update->unordered);
  KernelReference result{{s, r}, reference.array, canMove, none, none, none, none};
  for (const Access &access : statement.accesses) {
    if (access.reference != r)
      continue;
    result.access = result.access.unite(access.relation);
    if (access.kind == AccessKind::Read)
      result.reads = result.reads.unite(access.relation);
    else
      result.mayWrites = result.mayWrites.unite(access.relation);
    if (access.kind == AccessKind::MustWrite)
      result.mustWrites = result.mustWrites.unite(access.relation);
  }
  result.access = result.access.coalesce();
  return result;
}

/// { [h…] -> A[a] }
struct Footprint {
  isl::map all, written;
  FixedRange fixed; ///< Of `all`.
};

Footprint footprintOf(const Scop &scop, const Coordinates &launch, const KernelReference &ref) {
  isl::map host = placeStatement(scop, ref.id.statement, launch);
  return {ref.access.apply_domain(host), ref.mayWrites.apply_domain(host),
          FixedRange(ref.access)};
}

bool mustStayTogether(const Footprint &a, const Footprint &b) {
  return !a.fixed.differsFrom(b.fixed) &&
         (!a.written.is_disjoint(b.all) || !a.all.is_disjoint(b.written));
}

unsigned rootOf(std::vector<unsigned> &parent, unsigned i) {
  while (parent[i] != i)
    i = parent[i] = parent[parent[i]];
  return i;
}

} // namespace

bool ReferenceGroup::isWritten() const {
  return std::any_of(members.begin(), members.end(),
                     [](const KernelReference &r) { return !r.mayWrites.is_empty(); });
}

bool ReferenceGroup::isAffine() const {
  return std::all_of(members.begin(), members.end(),
                     [](const KernelReference &r) { return r.affine; });
}

std::vector<ReferenceId> ReferenceGroup::ids() const {
  std::vector<ReferenceId> result;
  for (const KernelReference &r : members)
    result.push_back(r.id);
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<KernelReference> kernelReferences(const Scop &scop,
                                              const std::vector<unsigned> &statements) {
  std::vector<KernelReference> result;
  for (unsigned s : statements)
    for (unsigned r = 0; r < scop.statements[s].references.size(); ++r) {
      KernelReference reference = collectReference(scop.statements[s], s, r);
      if (!reference.access.is_empty())
        result.push_back(std::move(reference));
    }
  return result;
}

std::vector<ReferenceGroup> referenceGroups(const Scop &scop,
                                            const std::vector<unsigned> &statements,
                                            const Coordinates &host) {
  std::vector<KernelReference> references = kernelReferences(scop, statements);
  std::vector<Footprint> footprints;
  std::vector<unsigned> parent;
  for (const KernelReference &r : references) {
    footprints.push_back(footprintOf(scop, host, r));
    parent.push_back(static_cast<unsigned>(parent.size()));
  }
  for (unsigned i = 0; i < references.size(); ++i)
    for (unsigned j = 0; j < i; ++j)
      if (references[i].array == references[j].array &&
          rootOf(parent, i) != rootOf(parent, j) &&
          mustStayTogether(footprints[i], footprints[j]))
        parent[rootOf(parent, i)] = rootOf(parent, j);
  std::map<unsigned, ReferenceGroup> byRoot;
  for (unsigned i = 0; i < references.size(); ++i) {
    ReferenceGroup &group = byRoot[rootOf(parent, i)];
    group.array = references[i].array;
    group.members.push_back(references[i]);
  }
  std::vector<ReferenceGroup> groups;
  for (auto &[root, group] : byRoot)
    groups.push_back(std::move(group));
  return groups;
}

} // namespace gputile::mapping
