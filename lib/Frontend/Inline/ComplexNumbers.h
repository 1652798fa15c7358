//===- ComplexNumbers.h - Complex numbers as two real ones ------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A region is analysed as if it computed with real and imaginary parts: `_Complex double t = a[i] + b[i];`
/// is `double t_real = __real__ a[i] + __real__ b[i], t_imag = __imag__ a[i] + __imag__ b[i];`. Likewise for
/// std::complex. The parts are what Clang computes, in its order.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_COMPLEXNUMBERS_H
#define GPUTILE_LIB_FRONTEND_INLINE_COMPLEXNUMBERS_H

#include "Frontend/Inline/Inline.h"

namespace gputile::frontend {

/// Replaces what can be replaced in \p region. The rest stays and is refused where it runs.
void splitComplexNumbers(clang::ASTContext &ast, const MarkedRegion &region, InlinedRegion &inlined);

} // namespace gputile::frontend

#endif
