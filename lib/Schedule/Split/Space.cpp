//===- Space.cpp - Time and space of a region -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule/Split/Space.h"

#include "Schedule/Functions.h"

#include <algorithm>
#include <isl/aff.h>
#include <isl/map.h>

namespace gputile::schedule {
namespace {

using Functions = std::vector<isl::aff>;

/// The affine functions of \p map, { S[i] -> [f…] }, without regard to its domain; none when it
/// has several pieces.
std::optional<Functions> functionsOf(const isl::map &map) {
  return affineFunctions(isl::map(map.affine_hull()));
}

/// The constant by which \p a is more than \p b; none when that varies.
std::optional<isl::val> constantDifference(const isl::aff &a, const isl::aff &b) {
  isl::aff difference = a.sub(b);
  if (!difference.is_cst())
    return std::nullopt;
  return difference.constant_val();
}

class SpaceFinder {
public:
  SpaceFinder(const Scop &scop, TimeLoop loop) : TheScop(scop), Time(std::move(loop)) {}

  Result<SplitSpace> find() {
    for (const auto &[s, time] : Time.time)
      Found.band.statements.push_back(s);
    Found.band.time = Time.time;
    Found.rank = Time.rank;
    size_t dims = 0;
    for (unsigned s : Found.band.statements)
      dims = std::max(dims, spaceLoops(s).size());
    if (dims == 0)
      return refuse("there is no loop inside the outermost one");
    for (unsigned s : Found.band.statements)
      if (spaceLoops(s).size() == dims)
        Space[s] = spaceLoops(s);
    for (unsigned s : Found.band.statements)
      if (!Space.count(s) && !alignStatement(s, dims))
        return refuse("a statement below fewer loops than the others cannot be placed among them");
    Found.band.space.resize(dims);
    for (const auto &[s, functions] : Space)
      for (size_t d = 0; d < dims; ++d)
        Found.band.space[d].emplace(s, functions[d]);
    return std::move(Found);
  }

private:
  Refusal refuse(const std::string &why) const {
    return {DiagId::SchemeNotApplicable, TheScop.loc, {schemeName(Scheme::Split), why}, {}, {}};
  }

  Functions spaceLoops(unsigned s) const { return Time.loopsOf(s); }

  /// Gives \p s the coordinates at which a statement of full depth accesses the
  /// elements that \p s does; its writes decide before its reads.
  bool alignStatement(unsigned s, size_t dims) {
    for (const bool reads : {false, true})
      for (const Access &access : TheScop.statements[s].accesses)
        if ((access.kind == AccessKind::Read) == reads && alignAccess(s, access, dims))
          return true;
    return false;
  }

  bool alignAccess(unsigned s, const Access &access, size_t dims) {
    std::optional<Functions> index = indexOf(s, access);
    if (!index)
      return false;
    const unsigned array = TheScop.statements[s].references[access.reference].array;
    for (unsigned other : Found.band.statements) {
      if (spaceLoops(other).size() != dims)
        continue;
      for (const Access &theirs : TheScop.statements[other].accesses) {
        if (TheScop.statements[other].references[theirs.reference].array != array)
          continue;
        std::optional<Functions> otherIndex = indexOf(other, theirs);
        if (!otherIndex)
          continue;
        std::optional<Functions> space = translate(*index, *otherIndex, spaceLoops(other));
        if (!space)
          continue;
        Space[s] = std::move(*space);
        Found.band.thin.push_back(s);
        return true;
      }
    }
    return false;
  }

  std::optional<Functions> indexOf(unsigned s, const Access &access) const {
    const Reference &reference = TheScop.statements[s].references[access.reference];
    if (!reference.affine)
      return std::nullopt;
    return functionsOf(reference.index);
  }

  /// What \p loops are in terms of \p from, where \p to are the other's subscripts.
  static std::optional<Functions> translate(const Functions &from, const Functions &to,
                                            const Functions &loops) {
    Functions result;
    for (const isl::aff &loop : loops) {
      for (size_t a = 0; a < to.size() && a < from.size(); ++a)
        if (auto more = constantDifference(to[a], loop)) {
          result.push_back(from[a].add_constant(more->neg()));
          break;
        }
    }
    if (result.size() != loops.size())
      return std::nullopt;
    return result;
  }

  const Scop &TheScop;
  SplitSpace Found;
  TimeLoop Time;
  std::map<unsigned, Functions> Space;
};

} // namespace

Result<SplitSpace> findSplitSpace(const Scop &scop, TimeLoop loop) {
  return SpaceFinder(scop, std::move(loop)).find();
}

} // namespace gputile::schedule
