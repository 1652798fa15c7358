//===- Diagnostics.h - gputile's diagnostics for editors -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_GPUTILECLANGD_DIAGNOSTICS_H
#define GPUTILE_TOOLS_GPUTILECLANGD_DIAGNOSTICS_H

#include <string>

namespace gputile::clangd {

/// \p message as it is, but where it publishes diagnostics of gputile: these get a source, the code
/// that `gputile --explain` takes, a link to the code's page, and remarks the severity Information.
/// Texts and ranges stay: clangd finds its fixes by them.
/// \param pages the folder of the pages <code>.md; empty: no links
std::string withCodes(std::string message, const std::string &pages);

} // namespace gputile::clangd

#endif
