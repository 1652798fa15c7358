//===- CalleeTexts.h - The text of calls ------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_CTEXT_CALLEETEXTS_H
#define GPUTILE_LIB_FRONTEND_CTEXT_CALLEETEXTS_H

#include "clang/AST/Expr.h"

#include <string>

namespace gputile::frontend {

/// The text around the arguments of a call.
struct CalleeText {
  std::string before; ///< "sqrt("
  std::string after;  ///< ")"
};

/// What expressions ask for the functions that they call: a function of the program is printed,
/// too, and with it further expressions.
class CalleeTexts {
public:
  virtual ~CalleeTexts() = default;
  /// The text for \p call; refuses functions that cannot be called.
  virtual CalleeText callee(const clang::CallExpr *call) = 0;
};

} // namespace gputile::frontend

#endif
