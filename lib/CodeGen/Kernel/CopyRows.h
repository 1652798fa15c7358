//===- CopyRows.h - Loops over the rows of a copy ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_KERNEL_COPYROWS_H
#define GPUTILE_LIB_CODEGEN_KERNEL_COPYROWS_H

#include "CodeGen/Kernel/CopyBounds.h"

namespace gputile::codegen {

/// Threads per dimension of a tile, the last being the fastest; their product is the number of
/// threads.
using ThreadShape = std::vector<long>;

/// How threads are distributed over the rows and columns of \p copy, whose loops have \p trips
/// iterations at most.
ThreadShape copyShape(const TileCopy &copy, const std::vector<long> &trips);

/// Iterations of all loops together that a thread runs at most.
long copyRounds(const std::vector<long> &trips, const ThreadShape &shape);

/// Loops over the elements of \p copy, those of \p bounds.
LeafText copyRowsText(const TileCopy &copy, const CopyBounds &bounds);

} // namespace gputile::codegen

#endif
