//===- Addresses.h - Members behind addresses -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `(&x)->m` becomes `x.m`, and `*&x` becomes `x`: so macros mention structures that take pointers
/// to them.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_ADDRESSES_H
#define GPUTILE_LIB_FRONTEND_INLINE_ADDRESSES_H

#include "Frontend/Inline/Inline.h"

namespace gputile::frontend {

/// Replaces what stands behind addresses in \p inlined by what it is.
void replaceAddresses(clang::ASTContext &ast, const MarkedRegion &region, InlinedRegion &inlined);

} // namespace gputile::frontend

#endif
