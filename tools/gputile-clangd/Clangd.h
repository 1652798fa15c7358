//===- Clangd.h - The clangd that is started -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_GPUTILECLANGD_CLANGD_H
#define GPUTILE_TOOLS_GPUTILECLANGD_CLANGD_H

#include "llvm/Support/Error.h"

#include <string>

namespace gputile::clangd {

/// The path of a clangd that can load the plugin: $GPUTILE_CLANGD, else clangd-19 (its release) or clangd
/// on the PATH. It is of the release that gputile was built with, and takes LLVM from shared libraries.
/// \returns an error that says what to install otherwise
llvm::Expected<std::string> findClangd();

/// Lets the programs that this process starts load \p plugin, which reports to an editor then and
/// hides itself from what clangd starts.
void preload(const std::string &plugin);

} // namespace gputile::clangd

#endif
