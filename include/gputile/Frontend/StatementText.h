//===- StatementText.h - Where statements stand in the text ------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The text of statements. Clang's source ranges end early where the last part of a
/// statement stands behind an OpenMP directive: the range of a directive is its line.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_FRONTEND_STATEMENTTEXT_H
#define GPUTILE_FRONTEND_STATEMENTTEXT_H

#include "clang/Basic/SourceLocation.h"

#include <vector>

namespace clang {
class ASTContext;
class SourceManager;
class Stmt;
} // namespace clang

namespace gputile {

struct MarkedRegion;
struct PragmaRecord;

/// The statement that stands behind the OpenMP directive \p stmt, without the function that
/// Clang makes of it; null when \p stmt is none, or one without a statement.
const clang::Stmt *directedStatement(const clang::Stmt &stmt);

/// Appends to \p pending the statements and expressions directly in \p stmt: its children, or
/// the statement behind a directive.
void appendParts(const clang::Stmt &stmt, std::vector<const clang::Stmt *> &pending);

/// The statement whose end decides where \p statement ends in the text:
/// `for (…) for (…) S` ends where S does.
const clang::Stmt *lastPart(const clang::Stmt *statement);

/// From the beginning of \p stmt to the beginning of its last token.
clang::SourceRange textRange(const clang::Stmt &stmt);

/// Where the text that \p region's call replaces begins: at its pragma, or at the OpenMP
/// directive or loop hints (`#pragma unroll`) above that, which belong to the loop.
clang::SourceLocation beginOfText(const clang::SourceManager &sources, const MarkedRegion &region);

/// Whether a call can stand in the place of \p pragma: not where other text of a macro comes
/// before it.
bool beginsText(const clang::ASTContext &context, const PragmaRecord &pragma);

} // namespace gputile

#endif
