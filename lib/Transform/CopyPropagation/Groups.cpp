//===- Groups.cpp - Arrays that copies tie together -----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transform/CopyPropagation/Groups.h"

#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <map>
#include <optional>

using namespace gputile;
using namespace gputile::transform;

/// The loop around all else of \p s, if it has one.
static std::optional<OuterLoop> outerLoopOf(const Statement &s) {
  const isl::map times = s.schedule.intersect_domain(s.domain);
  OuterLoop loop;
  for (unsigned d = 0; d < rangeDims(times); ++d) {
    const std::optional<long> fixed = plainFixedRangeDim(times, d);
    if (!fixed)
      return loop;
    loop.prefix.push_back(*fixed);
  }
  return std::nullopt;
}

static bool isInside(const Statement &s, const OuterLoop &loop) {
  const isl::map times = s.schedule.intersect_domain(s.domain);
  for (unsigned d = 0; d < loop.dimension(); ++d)
    if (plainFixedRangeDim(times, d) != loop.prefix[d])
      return false;
  return true;
}

/// `$0 = $1;`
static bool hasTextOfCopy(const Statement &s) {
  using Piece = BodyPiece::Kind;
  return s.body.size() == 4 && s.body[0].kind == Piece::Reference && s.body[0].index == 0 &&
         s.body[1].kind == Piece::Text && s.body[1].text == " = " &&
         s.body[2].kind == Piece::Reference && s.body[2].index == 1 &&
         s.body[3].kind == Piece::Text && s.body[3].text == ";";
}

/// Whether \p s copies elements of an array to the same elements of another one of its type.
static bool isCopy(const Scop &scop, const Statement &s) {
  if (s.references.size() != 2 || s.accesses.size() != 2 || !hasTextOfCopy(s))
    return false;
  for (unsigned r = 0; r < 2; ++r)
    if (s.accesses[r].reference != r || !s.references[r].affine ||
        s.accesses[r].kind != (r == 0 ? AccessKind::MustWrite : AccessKind::Read))
      return false;
  const Array &to = scop.arrays[s.references[0].array], &from = scop.arrays[s.references[1].array];
  return s.references[0].array != s.references[1].array && to.rank == from.rank && to.rank > 0 &&
         to.elementType == from.elementType && to.elementBytes == from.elementBytes &&
         s.accesses[0].relation.set_range_tuple(from.name).is_equal(s.accesses[1].relation);
}

/// Adds the arrays of the copy \p s of \p scop to the one of \p loops that it belongs to.
static void addCopy(const Scop &scop, unsigned s, const OuterLoop &loop,
                    std::vector<CopyingLoop> &loops) {
  CopyingLoop joined{loop, {}, {}, {s}};
  for (const Reference &reference : scop.statements[s].references)
    joined.arrays.insert(reference.array);
  std::erase_if(loops, [&](CopyingLoop &other) {
    const bool meets = other.loop == loop &&
                       std::any_of(other.arrays.begin(), other.arrays.end(),
                                   [&](unsigned array) { return joined.arrays.count(array); });
    if (meets) {
      joined.arrays.merge(other.arrays);
      joined.copies.merge(other.copies);
    }
    return meets;
  });
  loops.push_back(std::move(joined));
}

/// Whether \p s accesses an array of \p arrays, and whether all that is known exactly.
struct Use {
  bool any = false, exact = true;
};
static Use useOf(const Statement &s, const std::set<unsigned> &arrays) {
  Use use;
  for (const Access &access : s.accesses) {
    const Reference &reference = s.references[access.reference];
    if (!arrays.count(reference.array))
      continue;
    use.any = true;
    use.exact = use.exact && reference.affine && access.kind != AccessKind::MayWrite &&
                access.relation.is_single_valued();
  }
  return use;
}

/// Finds the statements of \p loop. \returns whether all they do is known exactly.
static bool addStatements(const Scop &scop, CopyingLoop &loop) {
  bool exact = true;
  for (unsigned s = 0; s < scop.statements.size(); ++s) {
    if (!isInside(scop.statements[s], loop.loop))
      continue;
    const Use use = useOf(scop.statements[s], loop.arrays);
    exact = exact && use.exact;
    if (use.any)
      loop.statements.push_back(s);
  }
  return exact;
}

std::vector<CopyingLoop> transform::findCopyingLoops(const Scop &scop) {
  std::vector<CopyingLoop> loops;
  for (unsigned s = 0; s < scop.statements.size(); ++s)
    if (isCopy(scop, scop.statements[s]))
      if (const auto loop = outerLoopOf(scop.statements[s]))
        addCopy(scop, s, *loop, loops);
  std::erase_if(loops, [&](CopyingLoop &loop) { return !addStatements(scop, loop); });
  return loops;
}

isl::map transform::timeOf(const Statement &s, const OuterLoop &loop) {
  return selectRange(s.schedule.intersect_domain(s.domain), loop.dimension(), 1);
}
