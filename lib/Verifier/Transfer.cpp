//===- Transfer.cpp - What travels and what is allocated ------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Device memory holds every element that is accessed; every value that the
/// region reads from outside is copied in; everything it writes is copied out, and
/// nothing else: what is stored is certainly written, or differs from what was
/// copied in.
///
//===----------------------------------------------------------------------===//

#include "Verifier/Program.h"

#include <isl/map.h>

#include <algorithm>

using namespace gputile;
using namespace gputile::verifier;

namespace {

class TransferCheck {
public:
  TransferCheck(const Program &program, unsigned array, isl::space space)
      : P(program), A(array), Transfer(program.plan.transfers[array]),
        Like(isl::set::universe(space)) {}

  Outcome check();

private:
  void collect();
  Outcome checkForm() const;
  Outcome checkByValue() const;
  Outcome checkPrivate() const;
  Outcome checkAllocation() const;
  Outcome checkCopyOut() const;
  Outcome checkStores() const;
  Outcome checkCopyIn() const;

  isl::set liveIn() const;
  isl::set readFirst(unsigned s, const isl::map &reads) const;
  /// The elements of \p box where it is used: where \p elements, whose bounding box it is,
  /// is not empty. Bounds tell that, but a scalar has none.
  isl::set boxSet(const Box &box, const isl::set &elements) const {
    return elementsOf(box, Like).intersect_params(elements.params()).intersect_params(P.context);
  }
  isl::set allocated() const { return boxSet(Transfer.box, Transfer.footprint); }
  const isl::set &copiedIn() const {
    if (!CopiedIn)
      CopiedIn = Transfer.copyIn ? boxSet(Transfer.copyInBox, Transfer.copyInSet)
                                 : isl::set::empty(Like.space());
    return *CopiedIn;
  }
  isl::set copiedOut() const;
  bool boxFits(const Box &box) const {
    return box.lower.size() == setDims(Like) && box.upper.size() == setDims(Like);
  }
  Outcome bad(std::string what) const {
    return fail(Kind::Transfer, "array " + P.arrayName(A) + ": " + what);
  }

  const Program &P;
  unsigned A;
  const ArrayTransfer &Transfer;
  isl::set Like;                      ///< { A[a] }, all.
  isl::set Reads, Writes, MustWrites; ///< { A[a] } of the region.
  mutable std::optional<isl::set> CopiedIn; ///< { A[a] }, once it is asked for.
};

} // namespace

/// The elements of the copy-out box at its steps.
isl::set TransferCheck::copiedOut() const {
  isl::set result = boxSet(Transfer.copyOutBox, Transfer.copyOutSet);
  const isl::multi_aff identity = isl::multi_aff::identity_on_domain(Like.space());
  for (unsigned d = 0; d < Transfer.copyOutSteps.size(); ++d) {
    isl::pw_aff lower = Transfer.copyOutBox.lower[d].insert_domain(Like.space());
    isl::pw_aff distance = isl::pw_aff(identity.at(static_cast<int>(d))).sub(lower);
    isl::pw_aff rest = distance.mod(isl::val(Like.ctx(), static_cast<long>(Transfer.copyOutSteps[d])));
    result = result.intersect(rest.eq_set(rest.sub(rest)));
  }
  return result;
}

void TransferCheck::collect() {
  Reads = Writes = MustWrites = isl::set::empty(Like.space());
  for (const auto &table : P.accesses) {
    auto found = table.find(A);
    if (found == table.end())
      continue;
    Reads = Reads.unite(found->second.reads.range());
    Writes = Writes.unite(found->second.mayWrites.range());
    MustWrites = MustWrites.unite(found->second.mustWrites.range());
  }
  Reads = Reads.coalesce();
  Writes = Writes.coalesce();
  MustWrites = MustWrites.coalesce();
}

Outcome TransferCheck::checkForm() const {
  bool fits = boxFits(Transfer.box) && (!Transfer.copyIn || boxFits(Transfer.copyInBox)) &&
              (!Transfer.copyOut || boxFits(Transfer.copyOutBox));
  if (!fits)
    return bad("a box does not have the rank of the array");
  const std::vector<int64_t> &steps = Transfer.copyOutSteps;
  if (!steps.empty() && steps.size() != setDims(Like))
    return bad("the steps of a copy do not have the rank of the array");
  if (std::any_of(steps.begin(), steps.end(), [](int64_t step) { return step < 1; }))
    return bad("a copy has a step below 1");
  return std::nullopt;
}

/// Arguments by value are scalars that nothing writes.
Outcome TransferCheck::checkByValue() const {
  if (setDims(Like) != 0 || !Writes.is_empty())
    return bad("it is passed by value but is not a scalar that is only read");
  if (P.scop.arrays[A].storage == ArrayStorage::Private)
    return bad("it is passed by value but exists only inside the region");
  return std::nullopt;
}

Outcome TransferCheck::checkPrivate() const {
  if (P.scop.arrays[A].storage == ArrayStorage::Private && (Transfer.copyIn || Transfer.copyOut))
    return bad("it exists only inside the region and cannot be copied in or out");
  return std::nullopt;
}

/// Everything that is accessed or copied is allocated.
Outcome TransferCheck::checkAllocation() const {
  isl::set outside = Reads.unite(Writes).subtract(allocated());
  if (!outside.is_empty())
    return bad(sampleText(outside) + " is accessed but not allocated");
  if (Transfer.copyIn && !copiedIn().is_subset(allocated()))
    return bad("elements are copied in that are not allocated");
  if (Transfer.copyOut && !copiedOut().is_subset(allocated()))
    return bad("elements are copied out that are not allocated");
  return std::nullopt;
}

/// Everything written is copied out, unless nobody can read it afterwards.
Outcome TransferCheck::checkCopyOut() const {
  const Array &array = P.scop.arrays[A];
  if (array.storage == ArrayStorage::Private || array.deadAfter)
    return std::nullopt;
  isl::set lost = Transfer.copyOut ? Writes.subtract(copiedOut()) : Writes;
  if (!lost.is_empty())
    return bad(sampleText(lost) + " is written but not copied out");
  return std::nullopt;
}

/// Nothing is stored but what the program stores.
Outcome TransferCheck::checkStores() const {
  if (!Transfer.copyOut)
    return std::nullopt;
  isl::set foreign = copiedOut().subtract(Transfer.compared ? copiedIn() : MustWrites);
  if (foreign.is_empty())
    return std::nullopt;
  return bad(sampleText(foreign) + (Transfer.compared
                                        ? " is compared with what was not copied in"
                                        : " is copied out but may not be written"));
}

/// The elements that some instance of statement \p s reads while no write has
/// certainly happened before.
isl::set TransferCheck::readFirst(unsigned s, const isl::map &reads) const {
  // { [S[i] -> A[a]] -> T[j] : T[j] certainly writes A[a] before S[i] }
  isl::set pairs = reads.wrap();
  isl::map instance = domainMap(reads);
  isl::map element = rangeMap(reads);
  isl::set hidden = isl::set::empty(pairs.space());
  for (unsigned t = 0; t < P.accesses.size(); ++t) {
    auto found = P.accesses[t].find(A);
    if (found == P.accesses[t].end() || found->second.mustWrites.is_empty())
      continue;
    isl::map writes = element.apply_range(found->second.mustWrites.reverse());
    isl::map earlier = instance.apply_range(lexGreater(P.schedules[s], P.schedules[t]));
    hidden = hidden.unite(writes.intersect(earlier).domain());
  }
  return pairs.subtract(hidden.coalesce()).unwrap().range();
}

/// The elements whose value before the region may be read.
isl::set TransferCheck::liveIn() const {
  isl::set result = isl::set::empty(Like.space());
  for (unsigned s = 0; s < P.accesses.size(); ++s)
    if (auto found = P.accesses[s].find(A);
        found != P.accesses[s].end() && !found->second.reads.is_empty())
      result = result.unite(readFirst(s, found->second.reads));
  return result;
}

Outcome TransferCheck::checkCopyIn() const {
  if (P.scop.arrays[A].storage == ArrayStorage::Private)
    return std::nullopt;
  isl::set copied = copiedIn();
  // Most arrays copy in all they read; then the live elements need not be computed.
  if (!Reads.is_subset(copied)) {
    isl::set missing = liveIn().subtract(copied);
    if (!missing.is_empty())
      return bad(sampleText(missing) + " is read before it is written but not copied in");
  }
  return std::nullopt;
}

Outcome TransferCheck::check() {
  collect();
  if (Transfer.byValue)
    return checkByValue();
  using Step = Outcome (TransferCheck::*)() const;
  for (Step step :
       {&TransferCheck::checkForm, &TransferCheck::checkPrivate, &TransferCheck::checkAllocation,
        &TransferCheck::checkCopyOut, &TransferCheck::checkStores, &TransferCheck::checkCopyIn})
    if (Outcome failure = (this->*step)())
      return failure;
  return std::nullopt;
}

Outcome verifier::checkTransfers(const Program &program) {
  const auto &transfers = program.plan.transfers;
  if (transfers.size() != program.scop.arrays.size())
    return fail(Kind::Transfer, "there is not one transfer per array");
  for (unsigned a = 0; a < transfers.size(); ++a) {
    if (transfers[a].array != a)
      return fail(Kind::Transfer, "the transfers are not in the order of the arrays");
    std::optional<isl::space> space = program.arraySpace(a);
    // An array that no instance accesses needs nothing, and must not be touched.
    if (!space && (transfers[a].copyIn || transfers[a].copyOut))
      return fail(Kind::Transfer,
                  "array " + program.arrayName(a) + " is never accessed but copied");
    if (!space)
      continue;
    if (Outcome failure = TransferCheck(program, a, *space).check())
      return failure;
  }
  return std::nullopt;
}
