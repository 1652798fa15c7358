//===- ExtentsClause.h - Clause extents -------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_EXTENTSCLAUSE_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_EXTENTSCLAUSE_H

#include "Frontend/Extract/ArrayTable.h"

namespace gputile::frontend {

/// Notes the numbers of elements that clause extents of the region gives.
void applyExtentsClause(ExtractState &state);

/// After the walk: refuses names in the clause that the region does not use.
void checkExtentsClause(const ExtractState &state, const ArrayTable &arrays);

/// `n`, which clause extents gives, as an expression of Clang's, where it names a variable.
/// Null where it is another text.
const clang::Expr *extentAsVariable(const ExtractState &state, const ExtentGiven &given);

} // namespace gputile::frontend

#endif
