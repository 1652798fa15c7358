//===- PrivateArray.h - Arrays that no variable stands behind ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_TRANSFORM_PRIVATEARRAY_H
#define GPUTILE_LIB_TRANSFORM_PRIVATEARRAY_H

#include "gputile/IR/Scop.h"

namespace gputile::transform {

/// An array for the region alone, with elements and dimensions like those of \p array.
inline Array privateLike(const Array &array, std::string name) {
  Array result;
  result.name = std::move(name);
  result.sourceName = array.sourceName;
  result.elementType = array.elementType;
  result.elementBytes = array.elementBytes;
  result.rank = array.rank;
  result.storage = ArrayStorage::Private;
  result.loc = array.loc;
  return result;
}

} // namespace gputile::transform

#endif
