//===- ComplexProduct.h - Products of complex numbers -----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_COMPLEXPRODUCT_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_COMPLEXPRODUCT_H

#include "clang/AST/Decl.h"

namespace gputile::frontend {

/// Whether \p function is `gpt_complex_real` or `gpt_complex_imag`, which Inline/ComplexNumbers.h calls: a
/// part of the product of two complex numbers, given by their parts.
bool isComplexProduct(const clang::FunctionDecl *function);
/// The text of both for the device.
extern const char *const ComplexProductText;

} // namespace gputile::frontend

#endif
