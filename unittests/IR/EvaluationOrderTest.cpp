//===- EvaluationOrderTest.cpp - Reads in front of writes -------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/IR/EvaluationOrder.h"

#include "TestScop.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

/// Whether `r` ($0) is read before `w` ($1) is written; `v` ($2) is read.
bool isReadFirst(const std::string &text) {
  IslContext ctx;
  const Scop scop = TestScop(ctx, "[n]")
                        .array("r", 1)
                        .array("w", 1)
                        .array("v", 1)
                        .statement("{ S[x] : 0 <= x < n }", "{ S[x] -> [x] }")
                        .read("{ S[x] -> r[x] }")
                        .write("{ S[x] -> w[x] }")
                        .read("{ S[x] -> v[x] }")
                        .body(text)
                        .build();
  return readsBeforeWrites(scop.statements[0], 0, 1);
}

TEST(EvaluationOrder, OperandsOfAnAssignmentComeFirst) {
  EXPECT_TRUE(isReadFirst("$1 = 2 * ($0 + f($2, 1));"));
  EXPECT_TRUE(isReadFirst("$1 += $0;"));
  EXPECT_TRUE(isReadFirst("$1 = $0 + 2 * $0;"));
  EXPECT_TRUE(isReadFirst("$1 <<= $0;"));
  EXPECT_TRUE(isReadFirst("if ($0 == 1) $1 = $2;"));
  EXPECT_TRUE(isReadFirst("{ double x = $0; double y = $2 * x; $1 = y; }"));
}

TEST(EvaluationOrder, StatementsBehindAWriteComeLater) {
  EXPECT_FALSE(isReadFirst("{ $1 = $2; double x = $0; }"));
  EXPECT_FALSE(isReadFirst("{ if ($2 > 0) { $1 = 1; } else { f($0); } }"));
}

TEST(EvaluationOrder, LoopsReadAgain) {
  EXPECT_FALSE(isReadFirst("{ for (; k < 40; k++) { $1 = $0; } }"));
  EXPECT_FALSE(isReadFirst("{ while ($2 < 40) { $1 = $0; } }"));
  EXPECT_FALSE(isReadFirst("{ do { $1 = $0; } while (k); }"));
  EXPECT_FALSE(isReadFirst("{ again: $1 = $0; if ($2 < 1) goto again; }"));
}

TEST(EvaluationOrder, ExpressionsAroundAnAssignmentMayComeLater) {
  EXPECT_FALSE(isReadFirst("($1 = $2) + $0;"));
  EXPECT_FALSE(isReadFirst("$1 = $2, $0;"));
  EXPECT_FALSE(isReadFirst("f($1 = $2, $0);"));
}

TEST(EvaluationOrder, OtherWritesAreNotKnown) {
  EXPECT_FALSE(isReadFirst("$1++; $0;"));
  EXPECT_FALSE(isReadFirst("$0 + f(&$1);"));
  EXPECT_FALSE(isReadFirst("if ($1 == $0) ;"));
}

TEST(EvaluationOrder, ReadsInSubscriptsAreNotSeen) { EXPECT_FALSE(isReadFirst("$1 = $2;")); }

} // namespace
