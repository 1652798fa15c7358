//===- Band.h - Split tiling of one time loop -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_SCHEDULE_SPLIT_BAND_H
#define GPUTILE_LIB_SCHEDULE_SPLIT_BAND_H

#include "Schedule/TimeLoop.h"
#include "gputile/Schedule/SplitTiling.h"

namespace gputile::schedule {

/// The coordinates in which the statements of \p loop can be split tiled, see
/// gputile::findSplitBand.
/// \param ddg the dependences between them that no loop around \p loop carries
Result<SplitBand> findSplitBand(const Scop &scop, const Ddg &ddg, TimeLoop loop);

} // namespace gputile::schedule

#endif
