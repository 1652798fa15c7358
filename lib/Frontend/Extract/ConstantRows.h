//===- ConstantRows.h - Rows of constant length -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Dimensions behind subscripts such as `a[40 * i + j]`, whose rows have a constant length.
/// Delinearise.h finds rows of variable lengths, without which such subscripts are not affine.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_CONSTANTROWS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_CONSTANTROWS_H

#include "gputile/IR/Scop.h"

namespace gputile::frontend {

/// Makes dimensions of the rows in \p scop, a complete one: subscript x of a dimension becomes
/// q and r with x = s q + r, where s is the distance of two iterations of some loop.
/// It does so where r lies in [0, s) for every affine reference to the array in every instance, for
/// all parameters in context and guard: the elements, their addresses and the guard stay what they
/// are. Arrays with other references, those that the entry inspects, and tables of pointers keep
/// their dimensions.
void takeRowsApart(Scop &scop);

} // namespace gputile::frontend

#endif
