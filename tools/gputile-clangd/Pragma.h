//===- Pragma.h - Help for clauses ------------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_GPUTILECLANGD_PRAGMA_H
#define GPUTILE_TOOLS_GPUTILECLANGD_PRAGMA_H

#include "Documents.h"

namespace gputile::clangd {

/// The answer to a request of an editor, textDocument/hover or textDocument/completion, for a place
/// in a line `#pragma gpu_tile …`: what the clause or its value under it means, or the clauses and
/// values that may stand there. None for other requests and places: they are clangd's.
std::optional<llvm::json::Value> answerInPragma(const llvm::json::Object &request,
                                                const Documents &documents);

} // namespace gputile::clangd

#endif
