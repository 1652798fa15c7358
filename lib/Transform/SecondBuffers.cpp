//===- SecondBuffers.cpp - Arrays that take turns -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Transform/SecondBuffers.h"

#include "Transform/FreshNames.h"
#include "Transform/PrivateArray.h"

using namespace gputile;

Scop gputile::withSecondBuffers(const Scop &scop, const std::vector<unsigned> &arrays) {
  Scop result = scop;
  transform::FreshNames names(scop);
  for (unsigned index : arrays) {
    const Array &first = scop.arrays[index];
    Array second = transform::privateLike(first, names.make(first.name + "_next"));
    second.deadAfter = true;
    second.strideConstants.assign(first.rank, -1);
    result.arrays.push_back(std::move(second));
  }
  return result;
}
