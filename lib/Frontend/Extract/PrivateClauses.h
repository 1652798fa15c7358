//===- PrivateClauses.h - Clauses private, firstprivate, lastprivate -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_PRIVATECLAUSES_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_PRIVATECLAUSES_H

#include "Frontend/Extract/State.h"

namespace gputile::frontend {

/// Notes which variables are dead behind the region because clause private or firstprivate says
/// so: those of which that cannot be told, globals and arrays. Refuses names that mean no
/// scalar or array, and scalars of the function that may be read behind the region.
void applyPrivateClauses(ExtractState &state);

} // namespace gputile::frontend

#endif
