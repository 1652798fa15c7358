//===- Environment.h - What a unit is compiled with --------------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_RECALL_ENVIRONMENT_H
#define GPUTILE_LIB_DRIVER_RECALL_ENVIRONMENT_H

#include <string>

namespace clang {
class CompilerInstance;
}

namespace gputile::driver {

/// A hash of all that the meaning of the main file's text depends on: options, macros, headers
/// and precompiled headers. For a unit that is parsed.
std::string environmentOf(clang::CompilerInstance &compiler);

} // namespace gputile::driver

#endif
