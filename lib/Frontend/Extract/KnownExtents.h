//===- KnownExtents.h - How much memory a pointer points to -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_KNOWNEXTENTS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_KNOWNEXTENTS_H

#include "Frontend/Extract/State.h"

namespace gputile::frontend {

/// The number of elements that \p pointer, a parameter of the region's function, points to at
/// least: the function is `static`, all that the file does with it is to call it, and all calls
/// pass arrays of constant size. None when that is not so.
std::optional<llvm::APInt> extentFromCalls(const ExtractState &state,
                                           const clang::VarDecl *pointer);

} // namespace gputile::frontend

#endif
