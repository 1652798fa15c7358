//===- InvariantText.h - Values fixed before the region as C ----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_INVARIANTTEXT_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_INVARIANTTEXT_H

#include "Frontend/Extract/State.h"

#include <optional>

namespace gputile::frontend {

/// An integer expression that the region does not change, for the caller of the entry.
struct InvariantText {
  std::string text;
  std::string name; ///< "n_m" for `n * m`.
  std::set<const clang::VarDecl *> variables;
  std::set<const clang::VarDecl *> latePlaces; ///< Among them: see PlaceReads::Late.
};

/// Which places a text may have.
enum class PlaceReads {
  Always, ///< Those that can be read before the region whatever the parameters.
  Late,   ///< Others, too: what uses the text has to say where the region reads them.
};

/// \p expr as C text, which may be evaluated before the region even where the region would not come
/// to it: divisions by zero and shifts by too much, which end programs or mean nothing there, give
/// any value. None where the region changes a part of it, or where it has other parts than
/// variables, places, constants and operators.
std::optional<InvariantText> invariantText(ExtractState &state, const clang::Expr *expr,
                                           PlaceReads reads = PlaceReads::Always);

} // namespace gputile::frontend

#endif
