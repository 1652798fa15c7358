//===- Products.h - Sums with shared operands -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_PARALLEL_PRODUCTS_H
#define GPUTILE_LIB_MAPPING_PARALLEL_PRODUCTS_H

#include "Mapping/HostSplit.h"

#include "gputile/Model/Sizes.h"

namespace gputile::mapping {

/// Two of the \p mapped rows, if a statement updates an element along a sequential row with an
/// operand that is the same along one of them and one that is the same along the other: a
/// thread with R0 x R1 points then loads R0 + R1 operands for R0 * R1 terms.
/// Example: C[i,j] += A[i,k] * B[k,j] with rows i, j and k.
std::optional<ProductRows> productRows(const Scop &scop, const KernelRegion &region,
                                       const std::vector<unsigned> &mapped);

} // namespace gputile::mapping

#endif
