//===- ExtractPointerTurnsTest.cpp - Pointers that take turns -------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExtractTestSupport.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

/// A function that reads both pointers behind its loop.
std::string function(const std::string &loop, const std::string &parameters = "int T, int n") {
  return "double *make(int); double use(double *, double *); struct g { double *u, *v; };\n"
         "double f(" +
         parameters + ") { double *u = make(0), *v = make(1), *w;\n" + loop +
         "\nreturn use(u, v); }";
}
const std::string sweep = "for (int i = 1; i < n; i++) v[i] = u[i - 1] + t;";
const std::string exchange = "w = u; u = v; v = w;";

std::vector<PointerExit::Value> sorted(std::vector<PointerExit::Value> values) {
  llvm::sort(values, [](const auto &a, const auto &b) { return a.pointer < b.pointer; });
  return values;
}

bool exitsAre(const Extraction &e, const std::vector<PointerExit> &expected) {
  const std::vector<PointerExit> &exits = e.scop().pointerExits;
  const isl::set known = e.scop().context.intersect(e.scop().guard);
  bool same = exits.size() == expected.size();
  for (size_t k = 0; same && k < exits.size(); ++k)
    same = sorted(exits[k].values) == sorted(expected[k].values) &&
           exits[k].when.intersect(known).is_equal(expected[k].when.intersect(known));
  return same;
}

TEST(ExtractPointerTurns, takes_two_iterations_together) {
  Extraction e(function("for (int t = 0; t < T; t++) { " + sweep + exchange + "}"));
  ASSERT_EQ(e.scop().statements.size(), 2u);
  EXPECT_TRUE(e.domainIs(0, "[T, n] -> { S0[t, i] : 0 <= t < T and t mod 2 = 0 and 1 <= i < n }"));
  EXPECT_TRUE(
      e.domainIs(1, "[T, n] -> { S1[t, i] : 0 <= t < T - 1 and t mod 2 = 0 and 1 <= i < n }"));
  EXPECT_TRUE(
      exitsAre(e, {{e.set("[T, n] -> { : T > 0 and T mod 2 = 1 }"), {{"u", "v"}, {"v", "u"}}}}));
  const auto written = [&](unsigned statement) {
    for (const Access &access : e.statement(statement).accesses)
      if (access.kind == AccessKind::MustWrite)
        return e.scop()
            .arrays[e.statement(statement).references[access.reference].array]
            .sourceName;
    return std::string();
  };
  EXPECT_EQ(written(0), "v");
  EXPECT_EQ(written(1), "u");
}

TEST(ExtractPointerTurns, counts_backwards_in_steps) {
  Extraction e(function("for (int t = n; T <= t; t -= 3) { " + sweep + exchange + "}"));
  EXPECT_TRUE(e.domainIs(
      1, "[T, n] -> { S1[t, i] : T + 3 <= t <= n and (n - t) mod 6 = 0 and 1 <= i < n }"));
  EXPECT_TRUE(exitsAre(e, {{e.set("[T, n] -> { : exists k : 0 <= k and 6k <= n - T < 6k + 3 }"),
                            {{"u", "v"}, {"v", "u"}}}}));
}

TEST(ExtractPointerTurns, gives_temporary_pointers_their_last_value) {
  Extraction e("double *make(int); double use(double *, double *, double *);\n"
               "double f(int T, int n) { double *u = make(0), *v = make(1), *w = 0;\n"
               "for (int t = 0; t < T; t++) { " +
               sweep + exchange + "} return use(u, v, w); }");
  EXPECT_TRUE(exitsAre(
      e, {{e.set("[T, n] -> { : T > 0 and T mod 2 = 0 }"), {{"w", "v"}}},
          {e.set("[T, n] -> { : T > 0 and T mod 2 = 1 }"), {{"u", "v"}, {"w", "u"}, {"v", "u"}}}}))
      << printScop(e.scop());
}

TEST(ExtractPointerTurns, leaves_pointers_that_nothing_reads) {
  Extraction e(
      "void f(int T, int n, double *u, double *v) { double *w; for (int t = 0; t < T; t++) { " +
      sweep + exchange + "} }");
  EXPECT_EQ(e.scop().statements.size(), 2u);
  EXPECT_TRUE(e.scop().pointerExits.empty());
}

TEST(ExtractPointerTurns, follows_swaps_of_the_library) {
  Extraction e("namespace std { template <class T> void swap(T &a, T &b); }\n" +
                   function("for (int t = 0; t < T; t++) { " + sweep + " std::swap(u, v); }"),
               {"-std=c++17"}, FpMode::Exact, "test.cpp");
  EXPECT_EQ(e.scop().statements.size(), 2u);
  EXPECT_TRUE(
      exitsAre(e, {{e.set("[T, n] -> { : T > 0 and T mod 2 = 1 }"), {{"u", "v"}, {"v", "u"}}}}));
}

TEST(ExtractPointerTurns, follows_members) {
  const std::string loop =
      "for (int t = 0; t < T; t++) { for (int i = 1; i < n; i++) g->v[i] = g->u[i - 1];"
      " w = g->u; g->u = g->v; g->v = w; }";
  Extraction e(function(loop, "int T, int n, struct g *g"));
  EXPECT_TRUE(exitsAre(
      e, {{e.set("[T, n] -> { : T > 0 and T mod 2 = 1 }"), {{"g->u", "g->v"}, {"g->v", "g->u"}}}}))
      << printScop(e.scop());
}

TEST(ExtractPointerTurns, demands_that_members_of_other_objects_are_others) {
  const std::string loop =
      "for (int t = 0; t < T; t++) { for (int i = 1; i < n; i++) g->v[i] = h->u[i];"
      " w = g->u; g->u = g->v; g->v = w; }";
  Extraction e(function(loop, "int T, int n, struct g *g, struct g *h"));
  const std::vector<Parameter> &parameters = e.scop().parameters;
  const auto apart = llvm::find_if(
      parameters, [](const Parameter &p) { return p.callExpr == "(&g->u != &h->u)"; });
  ASSERT_NE(apart, parameters.end()) << printScop(e.scop());
  EXPECT_TRUE(
      e.scop().guard.is_subset(e.set("[" + apart->name + "] -> { : " + apart->name + " = 1 }")));
}

/// A function that reads both integers behind its loop.
std::string withIntegers(const std::string &loop) {
  return "int use(int, int); int f(int T, int n, int k, int m, double A[8][n]) {\n" + loop +
         "\nreturn use(k, m); }";
}

bool accesses(const Extraction &e, unsigned statement, AccessKind kind,
              const std::string &relation) {
  return llvm::any_of(e.statement(statement).accesses, [&](const Access &access) {
    return access.kind == kind &&
           access.relation.intersect_domain(e.statement(statement).domain)
               .is_equal(isl::map(e.scop().ctx(), relation)
                             .intersect_domain(e.statement(statement).domain));
  });
}

TEST(ExtractPointerTurns, follows_differences) {
  Extraction e(withIntegers(
      "for (int t = 0; t < T; t++) { for (int i = 0; i < n; i++) A[5 - k][i] = A[k][i]; "
      "k = 5 - k; }"));
  ASSERT_EQ(e.scop().statements.size(), 2u) << e.refusal();
  EXPECT_TRUE(exitsAre(e, {{e.set("[T, n] -> { : T > 0 and T mod 2 = 1 }"), {{"k", "5 - k"}}}}));
  EXPECT_TRUE(accesses(e, 0, AccessKind::MustWrite, "[k] -> { S0[t, i] -> A[5 - k, i] }"))
      << printScop(e.scop());
  EXPECT_TRUE(accesses(e, 0, AccessKind::Read, "[k] -> { S0[t, i] -> A[k, i] }"));
  EXPECT_TRUE(accesses(e, 1, AccessKind::MustWrite, "[k] -> { S1[t, i] -> A[k, i] }"));
  EXPECT_TRUE(accesses(e, 1, AccessKind::Read, "[k] -> { S1[t, i] -> A[5 - k, i] }"));
}

TEST(ExtractPointerTurns, follows_differences_in_other_variables) {
  Extraction e(withIntegers("for (int t = 0; t < T; t++) { int next = 1 - k; "
                            "for (int i = 0; i < n; i++) A[next][i] = A[k][i]; k = next; }"));
  ASSERT_EQ(e.scop().statements.size(), 2u) << e.refusal();
  EXPECT_TRUE(exitsAre(e, {{e.set("[T, n] -> { : T > 0 and T mod 2 = 1 }"), {{"k", "1 - k"}}}}));
  EXPECT_TRUE(accesses(e, 1, AccessKind::MustWrite, "[k] -> { S1[t, i] -> A[k, i] }"));
}

TEST(ExtractPointerTurns, takes_toggles_as_differences_of_bits) {
  for (const char *toggle : {"k = !k;", "k ^= 1;", "k = k ^ 1;", "k = 1 ^ k;", "k = (k + 1) % 2;",
                             "k = (1 + k) & 1;", "int next = !k; k = next;"}) {
    Extraction e(withIntegers("for (int t = 0; t < T; t++) { for (int i = 0; i < n; i++) "
                              "A[1 - k][i] = A[k][i]; " +
                              std::string(toggle) + " }"));
    ASSERT_EQ(e.scop().statements.size(), 2u) << toggle << e.refusal();
    EXPECT_TRUE(exitsAre(e, {{e.set("[T, n] -> { : T > 0 and T mod 2 = 1 }"), {{"k", "1 - k"}}}}));
    EXPECT_TRUE(accesses(e, 1, AccessKind::MustWrite, "[k] -> { S1[t, i] -> A[k, i] }")) << toggle;
    // Other numbers do not toggle.
    EXPECT_TRUE(e.scop().guard.is_subset(e.set("[k] -> { : 0 <= k <= 1 }"))) << toggle;
    EXPECT_FALSE(e.scop().guard.intersect(e.set("[k] -> { : k = 1 }")).is_empty()) << toggle;
  }
  const auto with = [](const std::string &step) {
    return withIntegers("for (int t = 0; t < T; t++) { for (int i = 0; i < n; i++) "
                        "A[1 - k][i] = A[k][i]; " +
                        step + " }");
  };
  for (const char *other : {"k = (k + 1) % 3;", "k = (k + 2) % 2;", "k = (k + 1) & 3;", "k = !m;"})
    EXPECT_NE(Extraction(with(other)).refusal(), "accepted") << other;
  // These alternate, but not as a bit does.
  for (const char *other : {"k ^= 2;", "k = ~k;"})
    EXPECT_EQ(Extraction(with(other)).scop().statements.size(), 1u) << other;
}

TEST(ExtractPointerTurns, demands_that_integers_are_different) {
  Extraction e(
      withIntegers("for (int t = 0; t < T; t++) { for (int i = 0; i < n; i++) A[m][i] = A[k][i]; "
                   "int old = k; k = m; m = old; }"));
  ASSERT_EQ(e.scop().statements.size(), 2u) << e.refusal();
  EXPECT_TRUE(
      exitsAre(e, {{e.set("[T, n] -> { : T > 0 and T mod 2 = 1 }"), {{"k", "m"}, {"m", "k"}}}}));
  EXPECT_TRUE(e.scop().guard.intersect(e.set("[k, m] -> { : k = m }")).is_empty());
  EXPECT_FALSE(e.scop().guard.intersect(e.set("[k, m] -> { : k < m }")).is_empty());
}

TEST(ExtractPointerTurns, refuses_integers_that_change_otherwise) {
  const auto refused = [](const std::string &more, const std::string &before = "") {
    return Extraction(withIntegers(before +
                                   "for (int t = 0; t < T; t++) { for (int i = 0; i < n; i++) "
                                   "A[1 - k][i] = A[k][i]; k = 1 - k; " +
                                   more + "}"))
               .refusal() != "accepted";
  };
  EXPECT_FALSE(refused(""));
  EXPECT_TRUE(refused("", "int *p = &k; (void)p;"));
  EXPECT_TRUE(refused("k = 2 - k;"));
  EXPECT_TRUE(refused("k++;"));
  EXPECT_TRUE(refused("k = m;"));
  EXPECT_TRUE(refused("if (A[0][0] > 1) k = 1 - k;"));
  EXPECT_TRUE(refused("if (A[0][0] > 1) break;"));
}

/// The region is refused, as pointers change in it.
void expectRefused(const std::string &loop, const std::string &parameters = "int T, int n") {
  EXPECT_NE(Extraction(function(loop, parameters)).refusal(), "accepted") << loop;
}

TEST(ExtractPointerTurns, refuses_what_more_decides_than_the_number_of_the_iteration) {
  expectRefused("for (int t = 0; t < T; t++) { " + sweep + "if (t % 3) {" + exchange + "} }");
  expectRefused("for (int t = 0; t < T; t++) { " + sweep + "if (v[3] > 1) break; " + exchange +
                "}");
  expectRefused("for (int t = 0; t < T; t++) { " + sweep + "if (v[3] > 1) continue; " + exchange +
                "}");
  expectRefused("for (int t = 0; t < T; t++) { " + sweep + "if (v[3] > 1) return 0; " + exchange +
                "}");
  expectRefused("for (int k = 0; k < 3; k++) for (int t = 0; t < T; t++) { " + sweep + exchange +
                "}");
  expectRefused("for (int t = 0; t < T; t++) { " + sweep + "w = u; u = v; v = w + 1; }");
  expectRefused("for (int t = 0; t < T; t++) { " + sweep + "u = v; }");
  expectRefused("for (int t = 0; t < T; t++) { " + sweep + exchange + "u++; }");
  expectRefused("for (int t = 0; t < (int)u[0]; t++) { " + sweep + exchange + "}");
  expectRefused("for (int t = (int)v[0]; t < T; t++) { " + sweep + exchange + "}");
}

TEST(ExtractPointerTurns, refuses_pointers_that_others_may_reach) {
  expectRefused("double **p = &u; (void)p; for (int t = 0; t < T; t++) { for (int i = 1; i < n; "
                "i++) v[i] = (*p)[i]; " +
                exchange + "}");
  expectRefused("for (int t = 0; t < T; t++) { for (int i = 1; i < n; i++) g->v[i] = i; "
                "w = g->u; g->u = g->v; g->v = w; g = h; }",
                "int T, int n, struct g *g, struct g *h");
}

} // namespace
