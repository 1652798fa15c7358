//===- Terms.h - What stages compute for a cell -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_STREAM_TERMS_H
#define GPUTILE_LIB_MAPPING_STREAM_TERMS_H

#include "gputile/IR/Scop.h"
#include "gputile/IR/StreamPlan.h"

namespace gputile::mapping {

/// About how many instructions \p stage takes for a cell: as many as operations or as references,
/// whichever are more, where a sum of cells of a row that is the same as another one at a distance
/// counts as one operand. Lanes have it from another cell, or from the one they worked on before,
/// as compilers find out: the sums along lines of a box of 27 points are such.
double termsOf(const Scop &scop, const StreamBand &band, const StreamStage &stage);

} // namespace gputile::mapping

#endif
