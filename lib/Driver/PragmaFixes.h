//===- PragmaFixes.h - Fix-its for misplaced pragmas -------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_PRAGMAFIXES_H
#define GPUTILE_LIB_DRIVER_PRAGMAFIXES_H

#include "gputile/Frontend/Frontend.h"

namespace clang {
class ASTContext;
class SourceManager;
} // namespace clang

namespace gputile::driver {

/// Removes \p pragma, and its line where nothing else stands there.
FixIt removalOf(const clang::SourceManager &sources, const PragmaRecord &pragma);

/// Makes one pragma of two for one statement: the first takes the clauses of the second, or one
/// goes that says nothing more. Nothing where both give one clause in different ways.
std::vector<FixIt> merged(const clang::SourceManager &sources, const PragmaRecord &first,
                                const PragmaRecord &second);

/// Makes a region of what follows the pragma of \p region, which stands before no loop or block: moves the
/// pragma behind declarations and expressions, or puts braces around an `if`.
std::vector<FixIt> regionAt(const clang::ASTContext &context, const MarkedRegion &region);

/// Puts braces around \p statement.
std::vector<FixIt> bracesAround(const clang::ASTContext &context, const clang::Stmt &statement);

} // namespace gputile::driver

#endif
