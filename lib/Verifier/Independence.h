//===- Independence.h - What clause independent says ----------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_VERIFIER_INDEPENDENCE_H
#define GPUTILE_LIB_VERIFIER_INDEPENDENCE_H

#include "Verifier/Program.h"

namespace gputile::verifier {

/// \p after claims no more than \p before does.
/// \param instances { S[i_after…] -> S[i_before…] } of the statements of \p before
Outcome checkIndependence(const Scop &before, const Scop &after,
                          const isl::union_map &instances);

/// The instances of the statements of \p scop, each with itself.
isl::union_map ownInstances(const Scop &scop);

} // namespace gputile::verifier

#endif
