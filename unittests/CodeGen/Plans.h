//===- Plans.h - Hand-written plans of small programs, for tests -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_UNITTESTS_CODEGEN_PLANS_H
#define GPUTILE_UNITTESTS_CODEGEN_PLANS_H

#include "gputile/IR/RegionPlan.h"
#include "gputile/IR/Scop.h"

namespace gputile::test {

/// A program and a plan for it.
struct ScopAndPlan {
  Scop scop;
  RegionPlan plan;
};

/// C[i] = A[i] + B[i], blocks of 8 threads.
ScopAndPlan vectorAdd(IslContext &context);
/// B[i][j] = A[j][i], 8x8 tiles of A through shared memory, 4x8 threads.
ScopAndPlan transpose(IslContext &context);
/// C = beta*C + alpha*A*B: tiles of A and B in shared memory, C in registers.
/// \param tile of i and j, \param block threads per dimension, \param depth tile of k
ScopAndPlan matmul(IslContext &context, long tile, long block, long depth);
/// Jacobi in one dimension: two kernels per time step.
ScopAndPlan jacobi(IslContext &context);

/// T times A[i] = (A[i-1] + A[i] + A[i+1]) / 3 in place. Tiles of \p steps time steps
/// and \p width values of t + i run in wavefronts, each with its part of A in a
/// shared tile that is read and written; inside a tile, barriers between wavefronts.
ScopAndPlan sor1d(IslContext &context, long steps, long width);
/// The same in two dimensions, A[i][j] from its four neighbours and itself.
ScopAndPlan sor2d(IslContext &context, long steps, long height, long width);

} // namespace gputile::test

#endif
