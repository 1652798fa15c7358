//===- Pictures.h - What --draw writes ----------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_PICTURES_H
#define GPUTILE_LIB_DRIVER_PICTURES_H

#include "gputile/Driver/Driver.h"
#include "gputile/Driver/Pipeline.h"

namespace gputile::driver {

/// Adds the pictures of one region, as far as its phases came: dependences, and the
/// tiles of each kernel with loops to tile. Pictures that cost more isl operations than
/// a phase may have are left out with a message on standard error.
void drawRegion(const RegionResult &result, const DriverOptions &options,
                std::vector<Picture> &pictures);

} // namespace gputile::driver

#endif
