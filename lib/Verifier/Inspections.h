//===- Inspections.h - What the entry reads first ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_VERIFIER_INSPECTIONS_H
#define GPUTILE_LIB_VERIFIER_INSPECTIONS_H

#include "Verifier/Program.h"

namespace gputile::verifier {

/// The inspections of \p transformed are those of \p original; the region writes nothing that
/// they read; and each access that relies on what they find is noted for all of its instances.
Outcome checkInspections(const Scop &original, const Scop &transformed);

} // namespace gputile::verifier

#endif
