//===- Plans.h - Correct plans that tests damage ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs with a correct plan each. Tests verify them as they are, then change
/// one thing and expect the verifier to say what is wrong.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_UNITTESTS_VERIFIER_PLANS_H
#define GPUTILE_UNITTESTS_VERIFIER_PLANS_H

#include "TestPlan.h"
#include "gputile/Verifier/Verifier.h"

#include <gtest/gtest.h>

namespace gputile::test {

/// A program, its plan, and a parser for changes to it.
struct Case {
  Scop original, scop; ///< scop: after expansion.
  RegionPlan plan;
  Parser parse;

  KernelPlan &kernel(unsigned k = 0) { return plan.kernels[k]; }
  ArrayTransfer &transfer(const std::string &array) {
    return plan.transfers[arrayIndex(scop, array)];
  }
  std::optional<VerificationFailure> run() const { return verify(original, scop, plan); }
};

/// Changes both programs.
template <typename Change> void change(Case &c, Change change) {
  change(c.original);
  change(c.scop);
}

/// Maps the only statement, S0[i] for i < 64, to two blocks of 32 threads in kernel K0.
void mapToTwoBlocks(TestPlan &plan);

/// Passes when the plan is proved.
testing::AssertionResult verifies(const Case &c);
/// Passes when the plan is refused with \p kind and a sentence that has \p text.
testing::AssertionResult refuses(const Case &c, VerificationFailure::Kind kind,
                                 const std::string &text = "");

/// C[i] = A[i] + B[i] for i < 64 in two blocks of 32 threads.
Case vectorAdd(IslContext &ctx);
/// C = A * B, n x n: 8 x 8 tiles over 4 x 4 threads, A and B in shared memory
/// (k in tiles of 8), C in registers.
Case matmul(IslContext &ctx);
/// T times { B[i] = f(A[i-1], A[i], A[i+1]); A[i] = B[i]; } for 1 <= i < n-1: two
/// kernels in a host loop, the first with A in shared memory.
Case jacobi(IslContext &ctx);
/// s[i] = s[i-1] + A[i] in one thread.
Case scan(IslContext &ctx);
/// B[i] = A[i]; C[i] = B[63 - i] in one block of 64 threads with a barrier.
Case reversal(IslContext &ctx);
/// sum += A[i] in one thread.
Case accumulate(IslContext &ctx);
/// { x = A[i]; B[i] = x; } with x expanded to x[i] and two kernels.
Case expandedScalar(IslContext &ctx);

/// Gauss-Seidel A[i] = f(A[i-1], A[i], A[i+1]): tiles of 4 time steps and 8 values of
/// t + i in wavefronts, A in a shared tile that is read and written.
Case sor1d(IslContext &ctx);
/// The same in two dimensions with tiles of 2 x 4 x 8.
Case sor2d(IslContext &ctx);

} // namespace gputile::test

#endif
