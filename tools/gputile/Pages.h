//===- Pages.h - The pages of docs/diagnostics ---------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_GPUTILE_PAGES_H
#define GPUTILE_TOOLS_GPUTILE_PAGES_H

#include <string>

namespace gputile {

/// \returns the text of docs/diagnostics/<id>.md as it was at build time, or null.
const char *findPage(const std::string &id);

} // namespace gputile

#endif
