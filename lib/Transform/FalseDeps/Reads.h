//===- Reads.h - Reads that a copy can serve --------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The parts of the removal of false dependences: which reads go to copies, the
/// Scop with the copies, and the check that it computes the same.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_TRANSFORM_FALSEDEPS_READS_H
#define GPUTILE_LIB_TRANSFORM_FALSEDEPS_READS_H

#include "gputile/IR/Ddg.h"
#include "gputile/IR/Scop.h"

#include <optional>
#include <vector>

namespace gputile::transform {

/// The reads that share one copy of their array.
struct CopyGroup {
  unsigned array;
  /// The copy is made where the first `depth` schedule dimensions of its reads
  /// begin a new value.
  unsigned depth;
  /// These dimensions: a value that all reads have, or none where they vary.
  std::vector<std::optional<long>> prefix;
  /// The sign of each component of the distances that the copy removes.
  std::vector<int> signs;
  /// A read that goes to the copy.
  struct Read {
    unsigned statement, reference, access;
  };
  std::vector<Read> reads;
};

/// Chooses the reads whose redirection removes hindering anti dependences.
std::vector<CopyGroup> findCopyGroups(const Scop &scop, const Ddg &ddg);

/// \p scop with copy statements for \p groups and redirected reads.
Scop insertCopies(const Scop &scop, const std::vector<CopyGroup> &groups);

/// Whether every read of \p before gets, in \p after, the value that it got:
/// directly or through statements behind those of \p before, which copy.
bool keepsFlow(const Scop &before, const Ddg &flowBefore, const Scop &after, const Ddg &flowAfter);

} // namespace gputile::transform

#endif
