//===- AffineBits.h - Operations on bits as functions -----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_AFFINEBITS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_AFFINEBITS_H

#include "gputile/Support/Isl.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <optional>
#include <vector>

namespace gputile::frontend {

/// `a & mask` for masks of low bits, and `a ^ mask` for one bit; none for others.
std::optional<isl::pw_aff> masked(clang::BinaryOperatorKind code, const isl::pw_aff &a,
                                  const llvm::APSInt &mask);

/// a, b, and c of `(a ^ b ^ c) & 1`, as red-black sweeps say which points have the colour: their
/// sum has the same lowest bit, also where C's numbers wrap around. Empty for what is not of this
/// form.
std::vector<const clang::Expr *> operandsOfLowestBit(clang::ASTContext &ast,
                                                     const clang::BinaryOperator *op);

} // namespace gputile::frontend

#endif
