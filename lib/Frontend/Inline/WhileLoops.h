//===- WhileLoops.h - Counted while loops as for loops ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `while (i < n) { …; i++; }` is `for (; i < n; i++) { … }`. So is `do { …; i++; } while (i < n);`
/// where `i < n` holds in front of it, and `do { … } while (++i < n);`. `while (i-- > 0) { … }` is
/// `for (; i-- > 0;) { … }`.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_WHILELOOPS_H
#define GPUTILE_LIB_FRONTEND_INLINE_WHILELOOPS_H

#include "Frontend/Inline/Inline.h"

namespace gputile::frontend {

/// Whether do loops are counted, too.
enum class DoToo { No, Yes };

/// Writes the while loops of \p inlined as for loops where these show how often they run: those
/// that end with a constant step of an integer, or have it in their condition, and whose condition
/// depends on nothing else that the loop changes, nor on data. For loops whose originals are do
/// loops must run once at least. \returns how many there are
size_t countWhileLoops(clang::ASTContext &ast, const MarkedRegion &region, DoToo doToo,
                       InlinedRegion &inlined);

} // namespace gputile::frontend

#endif
