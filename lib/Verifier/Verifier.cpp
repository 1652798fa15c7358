//===- Verifier.cpp - Independent proof of a mapped program ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Verifier/Verifier.h"

#include "Verifier/Independence.h"
#include "Verifier/Inspections.h"
#include "Verifier/Updates.h"

using namespace gputile;
using namespace gputile::verifier;

std::optional<VerificationFailure> gputile::verify(const Scop &original, const Scop &transformed,
                                                   const RegionPlan &plan) {
  // Privacy first: the other parts look at the transformed Scop only, and are
  // right about the original because of it. It also establishes that the
  // transformed one has the original's statements and arrays and only copies besides.
  if (Outcome failure = checkPrivacy(original, transformed))
    return failure;
  if (Outcome failure = checkInspections(original, transformed))
    return failure;
  if (Outcome failure = checkIndependence(original, transformed, ownInstances(original)))
    return failure;
  if (Outcome failure = checkUpdates(original, transformed))
    return failure;
  Program program = makeProgram(transformed, plan);
  if (Outcome failure = mapKernels(program))
    return failure;
  // Coverage next: it establishes that the maps are functions.
  for (auto part : {checkCoverage, checkUpdatesOutsideTiles, checkOrder, checkLaunchModes, checkSharedTiles, checkTransfers,
                    checkRegisterTiles, checkStreams})
    if (Outcome failure = part(program))
      return failure;
  return std::nullopt;
}
