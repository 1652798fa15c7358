//===- DivisionText.h - Divisions by constants as calls ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_CTEXT_DIVISIONTEXT_H
#define GPUTILE_LIB_FRONTEND_CTEXT_DIVISIONTEXT_H

#include <string>

namespace clang {
class ASTContext;
class BinaryOperator;
} // namespace clang

namespace gputile::frontend {

/// What stands before and behind the dividend; empty where a division stays one.
struct DivisionText {
  std::string before, behind;
};

/// The call for \p op if it is `x / c` or `x /= c` with a constant c of type float or double:
/// "gpt_div_odd(" and ", 5.0f)". ConstantDivision.h says why it is right.
/// \param products whether exact products are wanted in place of divisions by powers of two
DivisionText divisionText(clang::ASTContext &ast, const clang::BinaryOperator *op, bool products);

} // namespace gputile::frontend

#endif
