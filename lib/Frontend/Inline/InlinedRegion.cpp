//===- InlinedRegion.cpp - The statement that is analysed -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/Inline.h"

#include "Frontend/AssignedVariable.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Inline/ProgramEnds.h"

using namespace clang;

namespace gputile::frontend {

bool InlinedRegion::hasText(const Stmt *region, const Expr *expr) const {
  if (statement == region)
    return true;
  return anyPart(region, [&](const Stmt *part) { return part == expr; });
}

bool InlinedRegion::endsProgram(const Stmt *stmt) const {
  const Expr *last = lastExpression(stmt);
  return frontend::endsProgram(stmt) || (last && programEnds.count(assignedVariable(last)));
}

bool InlinedRegion::runsOnce(const ForStmt *loop) const { return isa<DoStmt>(originalOf(loop)); }

void InlinedRegion::replace(const Stmt *copy, const std::map<const Stmt *, const Stmt *> &copies) {
  statement = copy;
  for (auto [made, from] : copies) {
    originals[made] = originalOf(from);
    if (auto call = calls.find(from); call != calls.end())
      calls[made] = call->second;
  }
}

} // namespace gputile::frontend
