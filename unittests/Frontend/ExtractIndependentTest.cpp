//===- ExtractIndependentTest.cpp - Clause independent --------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExtractTestSupport.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

/// A region with clause `independent(B)`.
Extraction withClause(const std::string &body, const std::vector<std::string> &names = {"B"}) {
  return Extraction("struct grid { double *u; int *at; };"
                    "void f(int n, int m, double *B, double *C, const int *p, const int *q, struct grid *g) {" +
                        body + "}",
                    {"-std=c11"}, FpMode::Exact, "test.c", names);
}

/// Whether the instances that the clause keeps apart in the array \p name are \p text.
testing::AssertionResult apartIs(const Extraction &e, const std::string &name,
                                 const std::string &text) {
  const isl::union_map *apart = apartIn(e.scop(), arrayIndex(e.scop(), name));
  if (!apart)
    return testing::AssertionFailure() << "nothing is said of " << name;
  if (apart->is_equal(isl::union_map(apart->ctx(), text)))
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << *apart;
}

TEST(ExtractIndependent, keeps_iterations_apart_on_which_the_subscript_depends) {
  Extraction e = withClause("for (int i = 0; i < n; i++) B[p[i]] = C[i];");
  EXPECT_TRUE(apartIs(e, "B", "{ S0[i] -> S0[j] : i < j or i > j }"));
  EXPECT_EQ(e.remarks().front(), "independent-believed: B");
}

TEST(ExtractIndependent, says_nothing_of_loops_on_which_it_does_not_depend) {
  EXPECT_TRUE(apartIs(withClause("for (int t = 0; t < m; t++) for (int i = 0; i < n; i++) B[p[i]] += C[i];"),
                      "B", "{ S0[t, i] -> S0[t, j] : i < j or i > j }"));
  EXPECT_TRUE(apartIs(withClause("for (int i = 0; i < n; i++) for (int t = 0; t < m; t++) B[p[i]] += C[t];"),
                      "B", "{ S0[i, t] -> S0[j, u] : i < j or i > j }"));
}

TEST(ExtractIndependent, follows_variables_of_statements) {
  const char *const apart = "{ S0[i] -> S0[j] : i < j or i > j }";
  EXPECT_TRUE(apartIs(withClause("for (int i = 0; i < n; i++) { int e = p[i], k = e + 1; B[k] = C[i]; }"),
                      "B", apart));
  EXPECT_TRUE(apartIs(withClause("int e; for (int i = 0; i < n; i++) { e = p[i]; B[e] = C[i]; }"), "B",
                      apart));
  EXPECT_TRUE(apartIs(
      withClause("for (int i = 0; i < n; i++) for (int k = p[i]; k < p[i + 1]; k++) B[k] = C[i];"), "B",
      apart));
  EXPECT_TRUE(apartIs(
      withClause("for (int i = 0; i < n; i++) { const int *r = &p[8 * i]; B[r[m]] = C[i]; }"), "B", apart));
}

TEST(ExtractIndependent, holds_between_statements_of_one_loop_only) {
  Extraction e = withClause("{ for (int i = 0; i < n; i++) { B[p[i]] = 1; for (int k = 0; k < m; k++)"
                            " B[q[i]] += C[k]; } for (int i = 0; i < n; i++) B[p[i]] += 2; }");
  EXPECT_TRUE(apartIs(e, "B",
                      "{ S0[i] -> S0[j] : i != j; S0[i] -> S1[j, k] : i != j; S1[i, k] -> S0[j] : i != j;"
                      "  S1[i, k] -> S1[j, l] : i != j; S2[i] -> S2[j] : i != j }"));
}

TEST(ExtractIndependent, takes_what_all_subscripts_of_a_statement_depend_on) {
  EXPECT_TRUE(apartIs(withClause("for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) B[p[i]] += B[q[j + i]];"),
                      "B", "{ S0[i, j] -> S0[k, l] : i != k }"));
}

TEST(ExtractIndependent, leaves_affine_subscripts_alone) {
  Extraction e = withClause("for (int i = 0; i < n; i++) B[i] = C[i];");
  EXPECT_TRUE(e.scop().independent.empty());
}

TEST(ExtractIndependent, names_places_as_they_are_written) {
  Extraction e = withClause("for (int i = 0; i < n; i++) g->u[p[i]] = C[i];", {"g->u"});
  ASSERT_TRUE(e.accepted()) << e.refusal();
  EXPECT_EQ(e.scop().independent.size(), 1u);
}

TEST(ExtractIndependent, finds_the_elements_that_are_written_before_the_region) {
  Extraction e = withClause("for (int i = 0; i < n; i++) B[p[i]] = C[i];");
  ASSERT_EQ(e.scop().inspected.size(), 1u);
  EXPECT_TRUE(e.accessIs(0, AccessKind::MayWrite,
                         "[B_least, B_most] -> { S0[i] -> B[a] : B_least <= a <= B_most }"));
}

TEST(ExtractIndependent, refuses_names_that_are_no_arrays_of_the_region) {
  EXPECT_EQ(withClause("for (int i = 0; i < n; i++) B[p[i]] = 1;", {"B", "D"}).refusal(), "bad-clause-value");
  EXPECT_EQ(withClause("for (int i = 0; i < n; i++) B[p[i]] = i;", {"C"}).refusal(), "indirect-write");
}

TEST(ExtractIndependent, refuses_sizes_that_nothing_tells) {
  EXPECT_EQ(withClause("for (int i = 0; i < n; i++) B[(int)C[i]] = C[i] * 2;").refusal(), "accepted");
  EXPECT_EQ(withClause("for (int i = 0; i < n; i++) { C[i] += 1; B[(int)C[i]] = 2; }").refusal(),
            "unknown-extent");
}

} // namespace
