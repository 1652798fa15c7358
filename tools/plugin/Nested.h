//===- Nested.h - Analysis before the real compilation ----------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_PLUGIN_NESTED_H
#define GPUTILE_TOOLS_PLUGIN_NESTED_H

#include "gputile/Driver/Driver.h"

namespace gputile {

/// Compiles the main file of \p compiler in an instance of its own, syntax only, with
/// the same options, and analyses its regions. gputile's diagnostics appear in
/// \p compiler. To be called before \p compiler begins to parse.
/// \returns what was found; without sources when the file has errors
UnitResult analyseFirst(clang::CompilerInstance &compiler, const UnitRequest &request);

/// Lets \p compiler read \p sources in place of what lies on the disk.
void readInstead(clang::CompilerInstance &compiler, const std::vector<RewrittenSource> &sources);

} // namespace gputile

#endif
