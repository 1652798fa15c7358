//===- TextTest.cpp - Text in C -------------------------------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Support/Text.h"

#include "gtest/gtest.h"

using namespace gputile;

TEST(Text, QuotesWhatEndsOrBreaksALiteral) {
  EXPECT_EQ(quoted("a b.c"), R"("a b.c")");
  EXPECT_EQ(quoted("a\"b\\"), R"("a\"b\\")");
  EXPECT_EQ(quoted("a\n1\t\177"), R"("a\0121\011\177")");
  EXPECT_EQ(quoted("\xc3\xa4"), "\"\xc3\xa4\"");
}

TEST(Text, CommentsDoNotEnd) {
  EXPECT_EQ(inComment("a/b.c"), "a/b.c");
  EXPECT_EQ(inComment("a*/b\n.c"), "a*?b?.c");
  EXPECT_EQ(inComment("/**//"), "/**?/");
}
