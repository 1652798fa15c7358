//===- ProgramAt.h - The program's arrays at one sample -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_READER_PROGRAMAT_H
#define GPUTILE_LIB_READER_PROGRAMAT_H

#include "Reader/Memory.h"
#include "Reader/PlanAt.h"

#include "gputile/Reader/CheckText.h"

#include "clang/AST/Decl.h"

namespace gputile::reader {

/// One array of the plan in the program's memory.
struct ArrayAt {
  std::optional<IntBox> box, in, out; ///< Accessed, copied in, copied out.
  IntPoint stride;
  int64_t first = 0, last = 0; ///< Elements, counted from element (0, …, 0).
  Address object = 0;          ///< Of element `first`.
  unsigned bytes = 0;          ///< Of an element.
  bool onHost = false;         ///< Not private.

  int64_t elements() const { return last - first + 1; }
  int64_t linear(const IntPoint &point) const;
  Address zero() const { return object - static_cast<uint64_t>(first * int64_t(bytes)); }
};

/// How a program may call a region.
struct Scenario {
  /// Arrays, by number, of which the second begins at the last element of the first.
  std::optional<std::pair<unsigned, unsigned>> overlap;
  /// Arrays, by number, that are one, the first with the smaller number.
  std::optional<std::pair<unsigned, unsigned>> same;
  /// An array whose rows are one element too short for its subscripts.
  std::optional<unsigned> shortRows;
  bool ifHolds = true, fits = true;
  bool disabled = false;    ///< GPUTILE_DISABLE=1 is in the environment.
  unsigned failingCall = 0; ///< Of the CUDA runtime, from 1; 0: none fails.
};

/// Arrays, laid out one directly behind the other, and the arguments of the entry.
class ProgramAt {
public:
  ProgramAt(const PlannedRegion &region, const Sample &sample, const Scenario &scenario);

  /// False when the arrays are too large for any program.
  bool possible() const { return Possible; }
  /// True when an inner subscript leaves its row, which a declaration makes too short for this
  /// sample: two subscripts may be one element; or when an element's number, which is computed in
  /// 32 bits, is negative.
  bool leavesRows() const { return LeavesRows; }
  /// Makes the arrays in \p memory, with values that tell elements apart.
  void allocate(Memory &memory, const clang::ASTContext &context, const clang::FunctionDecl &entry);
  /// The entry's arguments; scalars have the values in \p memory.
  std::vector<uint64_t> arguments(Memory &memory, const clang::FunctionDecl &entry) const;

  const std::vector<ArrayAt> &arrays() const { return Arrays; }
  const isl::set &at() const { return At; }

private:
  void layOut(unsigned array, bool shortRows);
  void makeOne(unsigned first, unsigned second);
  std::optional<uint64_t> scalarArgument(const EntryArgument &argument, unsigned &nextParameter,
                                         std::pair<unsigned, unsigned> &nextStride) const;

  const PlannedRegion &Region;
  const Sample &Values;
  Scenario How;
  isl::set At;
  std::vector<ArrayAt> Arrays;
  bool Possible = true, LeavesRows = false;
};

} // namespace gputile::reader

#endif
