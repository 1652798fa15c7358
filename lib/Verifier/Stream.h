//===- Stream.h - The parts of the proof of scheme stream -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_VERIFIER_STREAM_H
#define GPUTILE_LIB_VERIFIER_STREAM_H

#include "Verifier/Program.h"

namespace gputile::verifier {

/// Blocks have the values of their own cells, and of those that they compute them from.
Outcome checkStreamMargins(const StreamPlan &plan);

/// Blocks own all cells that the fields' boxes have; launches come in pairs; second buffers are as
/// large as the fields and belong to nobody else; full blocks execute instances of the program only.
Outcome checkStreamPlaces(const Program &program, const MappedKernel &kernel);

} // namespace gputile::verifier

#endif
