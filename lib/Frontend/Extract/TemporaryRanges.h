//===- TemporaryRanges.h - Where values of scalars begin and end -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A scalar of the function, declared at its top and used in many loops, is a local of the
/// statements of a block between which its values pass:
/// \code
///   t = a[i];      // t is assigned,
///   b[i] = t * t;  // read,
///   c[i] = t;      // and dead behind this.
/// \endcode
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_TEMPORARYRANGES_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_TEMPORARYRANGES_H

#include "Frontend/Extract/State.h"

namespace gputile::frontend {

/// Statements of a block that pass values of scalars declared outside of the block.
struct TemporaryRange {
  size_t end; ///< Behind the last one.
  std::vector<const clang::VarDecl *> variables;
};

/// The variables that one of \p items, from \p begin to before \p end, assigns, and whose
/// values no statement outside of \p items[begin … range.end) sees. The range ends where \p end
/// does or behind the last mention of them. No loops are in it behind \p end.
TemporaryRange temporariesFrom(ExtractState &state, const std::vector<const clang::Stmt *> &items,
                               size_t begin, size_t end);

/// Whether \p items, which follow \p before in an iteration, executed as one statement, can run in parallel wherever each of them can:
/// one of them writes memory other than \p temporaries, or all elements that they write belong
/// to one iteration of the loops around them, or to an array of which each iteration may have
/// its own; and none is read that only they have written.
bool mayBeOneStatement(ExtractState &state, llvm::ArrayRef<const clang::Stmt *> before,
                       llvm::ArrayRef<const clang::Stmt *> items,
                       const std::vector<const clang::VarDecl *> &temporaries);

} // namespace gputile::frontend

#endif
