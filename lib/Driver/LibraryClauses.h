//===- LibraryClauses.h - Clauses async, present and wait ------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What clauses come to that ask something of the run-time library: generated files do without it.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_LIBRARYCLAUSES_H
#define GPUTILE_LIB_DRIVER_LIBRARYCLAUSES_H

#include "gputile/Driver/Driver.h"
#include "gputile/Driver/Pipeline.h"

namespace gputile::driver {

/// Reports the clauses async and present of \p region that have no effect.
void reportLibraryClauses(const MarkedRegion &region, const RegionResult &result,
                          Rewriting rewriting, DiagnosticHandler &diagnostics);

/// Why no call can stand where the pragma \p wait does; nothing where one can.
/// \param regions all of the unit
std::optional<Diagnostic> misplacedWait(const clang::SourceManager &sources,
                                        const MarkedRegion &wait,
                                        const std::vector<MarkedRegion> &regions);

/// That \p wait, in its place, has no effect in generated files.
Diagnostic waitInFiles(const MarkedRegion &wait);

} // namespace gputile::driver

#endif
