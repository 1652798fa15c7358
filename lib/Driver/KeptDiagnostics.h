//===- KeptDiagnostics.h - Messages whose turn comes later -------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_KEPTDIAGNOSTICS_H
#define GPUTILE_LIB_DRIVER_KEPTDIAGNOSTICS_H

#include "gputile/Support/Diagnostic.h"

#include <vector>

namespace gputile::driver {

/// Keeps what is said of the code that a region becomes, until it is known to become it.
class KeptDiagnostics : public DiagnosticHandler {
public:
  void report(const Diagnostic &diagnostic) override { Kept.push_back(diagnostic); }
  void flush(DiagnosticHandler &handler) const {
    for (const Diagnostic &diagnostic : Kept)
      handler.report(diagnostic);
  }

private:
  std::vector<Diagnostic> Kept;
};

} // namespace gputile::driver

#endif
