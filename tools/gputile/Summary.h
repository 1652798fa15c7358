//===- Summary.h - What the command did, in a line -------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_GPUTILE_SUMMARY_H
#define GPUTILE_TOOLS_GPUTILE_SUMMARY_H

#include "gputile/Driver/Tool.h"

#include <string>

namespace gputile {

/// "12 of 25 regions run on the GPU; wrote heat.gputile.c and heat.gputile.cu; 13 left: 9 pointer-use,
/// 4 unknown-call".
/// \param result what was written
/// \param outputDir option --output-dir
std::string summaryText(const ToolResult &result, const std::string &outputDir);

} // namespace gputile

#endif
