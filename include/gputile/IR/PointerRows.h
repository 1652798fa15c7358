//===- PointerRows.h - Arrays whose rows lie behind pointers ----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `double **A`, accessed as A[i][j]: in the Scop an array of two dimensions like others. Its
/// leading dimensions are tables of pointers, and have an empty text in Array::strideExprs;
/// Array::baseExpr is the address of the outermost table. The entry of the region finds the
/// rows that are accessed, which must not share memory, and gives the array a layout.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_IR_POINTERROWS_H
#define GPUTILE_IR_POINTERROWS_H

#include "gputile/IR/Scop.h"

#include <algorithm>

namespace gputile {

/// Number of leading dimensions of \p array that are tables of pointers; 0 for ordinary arrays.
inline unsigned pointerLevels(const Array &array) {
  return static_cast<unsigned>(
      std::count(array.strideExprs.begin(), array.strideExprs.end(), std::string()));
}

} // namespace gputile

#endif
