//===- Build.h - Which build of gputile this is -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_CACHE_BUILD_H
#define GPUTILE_LIB_DRIVER_CACHE_BUILD_H

#include <string>

namespace gputile::driver {

/// The linker's build id of the program or plugin that this code is part of: a hash of all
/// of its code. Empty where the linker made none.
std::string buildId();

} // namespace gputile::driver

#endif
