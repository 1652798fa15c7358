//===- PrivacyUniformTest.cpp - Copies that iterations have alone ---------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier/PrivacyUniform.h"
#include "TestScop.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

/// for i: { for j: t[j][0] = …, t[j][1] = …; for j: … = t[j][0] + t[j][1]; }, with the accesses as given.
class PrivacyUniform : public ::testing::Test {
protected:
  Scop program(unsigned rank, const char *first, const char *second, const char *read, bool reversed = false) {
    return TestScop(Ctx, "[n]")
        .array("t", rank, "double", ArrayStorage::Private)
        .statement("{ S0[i, j] : 0 <= i < n and 0 <= j < 9 }",
                   reversed ? "{ S0[i, j] -> [i, 1, j] }" : "{ S0[i, j] -> [i, 0, j] }")
        .write(std::string("{ S0[i, j] -> ") + first + " }")
        .write(std::string("{ S0[i, j] -> ") + second + " }")
        .statement("{ S1[i, j] : 0 <= i < n and 0 <= j < 9 }",
                   reversed ? "{ S1[i, j] -> [i, 0, j] }" : "{ S1[i, j] -> [i, 1, j] }")
        .read(std::string("{ S1[i, j] -> ") + read + ", 0] }")
        .read(std::string("{ S1[i, j] -> ") + read + ", 1] }")
        .build();
  }
  Scop original() { return program(2, "t[j, 0]", "t[j, 1]", "t[j"); }
  bool surelyKeeps(const Scop &a, const Scop &b) {
    return verifier::surelyKeepsValues(a, b, a.context.intersect(a.guard), 0);
  }

  IslContext Ctx;
};

TEST_F(PrivacyUniform, of_all_references_keeps_values) {
  EXPECT_TRUE(surelyKeeps(original(), program(3, "t[i, j, 0]", "t[i, j, 1]", "t[i, j")));
  EXPECT_TRUE(surelyKeeps(original(), program(3, "t[0, j, 0]", "t[0, j, 1]", "t[0, j")));
}

TEST_F(PrivacyUniform, is_wrong_where_references_have_other_copies) {
  EXPECT_FALSE(surelyKeeps(original(), program(3, "t[i, j, 0]", "t[i, j, 1]", "t[i + 1, j")));
  EXPECT_FALSE(surelyKeeps(original(), program(3, "t[i, j, 0]", "t[i + 1, j, 1]", "t[i, j")));
  EXPECT_FALSE(surelyKeeps(original(), program(3, "t[i, j, 0]", "t[0, j, 1]", "t[i, j")));
}

TEST_F(PrivacyUniform, is_wrong_where_references_have_other_elements) {
  EXPECT_FALSE(surelyKeeps(original(), program(3, "t[i, j, 0]", "t[i, j, 0]", "t[i, j")));
  EXPECT_FALSE(surelyKeeps(original(), program(3, "t[i, j, 0]", "t[i, j, 1]", "t[i, 8 - j")));
}

TEST_F(PrivacyUniform, is_wrong_where_values_cross_iterations) {
  const Scop a = program(2, "t[j, 0]", "t[j, 1]", "t[j", true);
  EXPECT_FALSE(surelyKeeps(a, program(3, "t[i, j, 0]", "t[i, j, 1]", "t[i, j", true)));
}

TEST_F(PrivacyUniform, is_wrong_where_some_element_is_not_written) {
  const Scop a = program(2, "t[j, 0]", "t[j, 0]", "t[j");
  EXPECT_FALSE(surelyKeeps(a, program(3, "t[i, j, 0]", "t[i, j, 0]", "t[i, j")));
}

TEST_F(PrivacyUniform, is_wrong_where_a_later_read_leaves_the_loop_of_the_copy) {
  // t[i, j, …] would do; with a copy for each j, j reads what 8 - j has written.
  const Scop a = program(2, "t[j, 0]", "t[j, 1]", "t[8 - j");
  EXPECT_TRUE(surelyKeeps(a, program(3, "t[i, j, 0]", "t[i, j, 1]", "t[i, 8 - j")));
  EXPECT_FALSE(surelyKeeps(a, program(4, "t[i, j, j, 0]", "t[i, j, j, 1]", "t[i, j, 8 - j")));
}

} // namespace
