//===- Sharers.cpp - Arrays that may have the same memory -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Analysis/Sharers.h"

#include "gputile/IR/EvaluationOrder.h"
#include "gputile/IR/Members.h"
#include "gputile/IR/PointerRows.h"
#include "gputile/Support/IslTools.h"

#include <algorithm>

namespace gputile {
namespace {

/// An access of one statement to one array, { S[i] -> [a] }.
struct Touch {
  unsigned statement;
  isl::map elements;
};

class SharerSearch {
public:
  explicit SharerSearch(const Scop &scop)
      : TheScop(scop), Known(scop.context.intersect(scop.guard)), Reads(scop.arrays.size()),
        Writes(scop.arrays.size()) {
    for (unsigned s = 0; s < scop.statements.size(); ++s)
      for (const Access &access : scop.statements[s].accesses) {
        const unsigned array = scop.statements[s].references[access.reference].array;
        (access.kind == AccessKind::Read ? Reads : Writes)[array].push_back(
            {s, flatRange(access.relation.intersect_params(Known))});
      }
  }

  std::vector<std::string> sharersOf(unsigned read) const {
    std::vector<std::string> names;
    if (Writes[read].empty() && hasOwnCopy(TheScop.arrays[read]))
      for (unsigned written = 0; written < TheScop.arrays.size(); ++written)
        if (!Writes[written].empty() && mayBeOne(TheScop.arrays[read], TheScop.arrays[written]) &&
            !readsWhatIsWritten(read, written))
          names.push_back(TheScop.arrays[written].name);
    return names;
  }

private:
  /// Memory on the device for this region alone.
  static bool hasOwnCopy(const Array &array) {
    return array.storage != ArrayStorage::Private && array.rank > 0 && !array.noAlias &&
           !array.inDeviceMemory && !array.present && pointerLevels(array) == 0;
  }

  static bool mayBeOne(const Array &read, const Array &written) {
    const bool pointed =
        read.storage == ArrayStorage::Pointer || written.storage == ArrayStorage::Pointer;
    return pointed && hasOwnCopy(written) && read.rank == written.rank &&
           read.elementType == written.elementType && !areMembersOfOne(read, written);
  }

  /// Whether something may be read of \p read that was written to \p written before, if both are
  /// one.
  bool readsWhatIsWritten(unsigned read, unsigned written) const {
    for (const Touch &from : Writes[written])
      for (const Touch &to : Reads[read])
        if (readsLater(from, to, read, written))
          return true;
    return false;
  }

  bool readsLater(const Touch &from, const Touch &to, unsigned read, unsigned written) const {
    const isl::map meet = from.elements.apply_range(to.elements.reverse());
    if (meet.is_empty())
      return false;
    const Statement &source = TheScop.statements[from.statement],
                    &target = TheScop.statements[to.statement];
    if (!meet.intersect(lexLess(source.schedule, target.schedule)).is_empty())
      return true;
    return from.statement == to.statement && !meet.intersect(identityLike(meet)).is_empty() &&
           !readsBeforeWrites(source, read, written);
  }

  const Scop &TheScop;
  const isl::set Known;
  std::vector<std::vector<Touch>> Reads, Writes; ///< By array.
};

} // namespace

std::optional<Scop> withSharers(const Scop &scop) {
  const SharerSearch search(scop);
  std::optional<Scop> result;
  for (unsigned a = 0; a < scop.arrays.size(); ++a)
    if (std::vector<std::string> names = search.sharersOf(a); !names.empty()) {
      if (!result)
        result.emplace(scop);
      result->arrays[a].sharers = std::move(names);
    }
  return result;
}

} // namespace gputile
