//===- Sizes.h - Iterations, rows and cells of a block ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_STREAM_SIZES_H
#define GPUTILE_LIB_MAPPING_STREAM_SIZES_H

#include "gputile/IR/Scop.h"
#include "gputile/IR/StreamPlan.h"
#include "gputile/Model/Choice.h"
#include "gputile/Model/Device.h"

namespace gputile::mapping {

/// The plan of \p band but for its second buffers: the sizes of clause tile (iterations of the time
/// loop, rows of a block), else those among \p search that promise the least time per cell and
/// iteration.
/// \returns a refusal when a size cannot be used
Result<StreamPlan> chooseStreamSizes(const Scop &scop, const StreamBand &band,
                                     const DeviceProfile &device, TileSearch search);

} // namespace gputile::mapping

#endif
