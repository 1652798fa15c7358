//===- Members.h - Arrays that are members of the same structures -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_IR_MEMBERS_H
#define GPUTILE_IR_MEMBERS_H

#include "gputile/IR/Scop.h"

namespace gputile {

/// True when \p a and \p b are members of different types of the same structures. Such arrays,
/// and no others, begin at the same address: a Scop has one array for each type of members of an
/// array of structures (Frontend/Extract/Members.h). Their elements alternate in memory and
/// share none of it.
inline bool areMembersOfOne(const Array &a, const Array &b) {
  return !a.baseExpr.empty() && a.baseExpr == b.baseExpr && a.elementType != b.elementType;
}

} // namespace gputile

#endif
