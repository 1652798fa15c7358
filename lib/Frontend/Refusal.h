//===- Refusal.h - The way out of an extraction -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_REFUSAL_H
#define GPUTILE_LIB_FRONTEND_REFUSAL_H

#include "gputile/Frontend/Frontend.h"

#include "clang/Basic/SourceLocation.h"

#include <string>
#include <vector>

namespace gputile::frontend {

/// Thrown by `refuse`, caught in extractScop only.
struct RefusalError {
  Refusal refusal;
};

SourceRef sourceRef(clang::SourceLocation loc);

/// Gives up the region because of what stands at \p loc.
[[noreturn]] void refuse(DiagId id, clang::SourceLocation loc, std::vector<std::string> args = {});
/// As above, with a note that says that \p what is at \p place.
[[noreturn]] void refuseWithNote(DiagId id, clang::SourceLocation loc, std::vector<std::string> args,
                                 clang::SourceLocation place, std::string what);

} // namespace gputile::frontend

#endif
