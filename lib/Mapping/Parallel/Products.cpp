//===- Products.cpp - Sums with shared operands -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Parallel/Products.h"

#include "Mapping/Memory/ReferenceGroups.h"
#include "Mapping/RowOrder.h"

#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <set>

namespace gputile::mapping {
namespace {

/// The rows around one statement, and how its references move along them.
class Rows {
public:
  Rows(const Scop &scop, const KernelRegion &region, unsigned statement)
      : TheScop(scop), Region(region), S(statement),
        Count(static_cast<unsigned>(rowsOf(region.node, statement).size())) {}

  unsigned count() const { return Count; }

  /// Whether \p access meets one element along row \p row.
  bool keeps(const isl::map &access, unsigned row) const { return along(access, row) == LaneAccess::Broadcast; }
  bool moves(const isl::map &access, unsigned row) const {
    const LaneAccess lanes = along(access, row);
    return lanes == LaneAccess::Coalesced || lanes == LaneAccess::Strided;
  }

private:
  LaneAccess along(const isl::map &access, unsigned row) const {
    std::vector<long> direction(Count, 0);
    direction[row] = 1;
    return laneAccess(stepAlong(TheScop, Region, S, direction, access));
  }

  const Scop &TheScop;
  const KernelRegion &Region;
  unsigned S, Count;
};

/// Whether \p r writes what its instance has read, `s += e` or `s = s + e`.
bool isUpdate(const std::vector<KernelReference> &references, const KernelReference &r) {
  return r.affine && !r.mustWrites.is_empty() &&
         std::any_of(references.begin(), references.end(), [&](const KernelReference &q) {
           return q.affine && q.array == r.array && r.mustWrites.is_subset(q.reads);
         });
}

/// Whether along sequential row \p row some operand of \p references depends on mapped row
/// \p a but not on \p b.
bool hasOperand(const Rows &rows, const std::vector<KernelReference> &references,
                unsigned sum, unsigned row, unsigned a, unsigned b) {
  return std::any_of(references.begin(), references.end(), [&](const KernelReference &r) {
    return r.affine && r.array != sum && r.mayWrites.is_empty() && rows.moves(r.reads, row) &&
           rows.moves(r.reads, a) && rows.keeps(r.reads, b);
  });
}

/// The mapped row beside the last one, an index into \p mapped, with which the sum of \p update
/// shares operands.
std::optional<size_t> partnerOf(const Rows &rows, const std::vector<KernelReference> &references,
                                const KernelReference &update,
                                const std::vector<unsigned> &mapped) {
  const unsigned x = mapped.back();
  for (size_t m = mapped.size() - 1; m-- > 0;)
    for (unsigned row = 0; row < rows.count(); ++row)
      if (std::find(mapped.begin(), mapped.end(), row) == mapped.end() &&
          rows.keeps(update.access, row) && rows.moves(update.access, mapped[m]) &&
          rows.moves(update.access, x) &&
          hasOperand(rows, references, update.array, row, mapped[m], x) &&
          hasOperand(rows, references, update.array, row, x, mapped[m]))
        return m;
  return std::nullopt;
}

/// The number of values that all \p rows of the region have together for \p statement, if it is
/// known.
std::optional<long> pointsOf(const Scop &scop, const KernelRegion &region, unsigned statement,
                             const std::vector<unsigned> &rows) {
  long points = 1;
  for (unsigned row : rows) {
    const std::optional<long> extent =
        extentOf(scop, statement, region.node.rows[row].functions.at(statement));
    if (!extent)
      return std::nullopt;
    points *= *extent;
  }
  return points;
}

/// Whether \p row has fewer values than a block has threads along it.
bool leavesThreadsIdle(const Scop &scop, const KernelRegion &region, unsigned row) {
  const std::optional<long> extent = extentOf(scop, region, row);
  return extent && *extent < productThreads;
}

} // namespace

std::optional<ProductRows> productRows(const Scop &scop, const KernelRegion &region,
                                       const std::vector<unsigned> &mapped) {
  if (mapped.size() < 2)
    return std::nullopt;
  std::optional<ProductRows> result;
  std::set<unsigned> sums; // Arrays whose elements threads keep.
  for (unsigned s : region.node.statements) {
    const std::vector<KernelReference> references = kernelReferences(scop, {s});
    const Rows rows(scop, region, s);
    for (const KernelReference &update : references) {
      const std::optional<size_t> partner =
          isUpdate(references, update) ? partnerOf(rows, references, update, mapped) : std::nullopt;
      if (!partner || (result && result->outer != *partner) ||
          leavesThreadsIdle(scop, region, mapped[*partner]) ||
          leavesThreadsIdle(scop, region, mapped.back()))
        continue;
      if (!result)
        result =
            ProductRows{*partner, mapped.size() - 1, 0, false, pointsOf(scop, region, s, mapped)};
      const unsigned bytes = scop.arrays[update.array].elementBytes;
      if (sums.insert(update.array).second)
        result->words += (bytes + 3) / 4;
      result->wide |= bytes > 4;
    }
  }
  return result;
}

} // namespace gputile::mapping
