//===- LivenessTest.cpp - Variables at the end of a region -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Liveness.h"

#include "ExtractTestSupport.h"
#include "Frontend/RegionFacts.h"

#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"

#include <gtest/gtest.h>

using namespace clang;
using namespace clang::ast_matchers;
using namespace gputile;
using namespace gputile::frontend;
using namespace gputile::test;

namespace {

/// `R` is the region: a loop that gives t a value and uses it. Its iterator is r.
std::string withRegion(const std::string &body, const std::string &parameters) {
  std::string text = "void use(double); int test(void); void f(int n, double *a" + parameters +
                     ") { double t; int r; " + body + " }";
  const size_t place = text.find("R ");
  return text.replace(place, 2, "for (r = 0; r < n; r++) { t = a[r]; a[r] = t * t; } ");
}

/// Whether t is live behind the region of \p body.
bool isLive(const std::string &body, const std::string &parameters = "",
            const std::string &file = "test.c", bool before = false) {
  const std::string language = file == "test.c" ? "-std=c11" : "-std=c++17";
  std::unique_ptr<ASTUnit> ast =
      tooling::buildASTFromCodeWithArgs(withRegion(body, parameters), {language, "-w"}, file);
  ASTContext &context = ast->getASTContext();
  const auto *function = selectFirst<FunctionDecl>(
      "f", match(functionDecl(hasName("f"), isDefinition()).bind("f"), context));
  const auto *region = selectFirst<ForStmt>(
      "r", match(forStmt(hasIncrement(unaryOperator(hasUnaryOperand(declRefExpr(
                             to(varDecl(hasName("r")))))))).bind("r"), context));
  const auto *variable =
      selectFirst<VarDecl>("t", match(varDecl(hasName("t")).bind("t"), context));
  if (!function || !region || !variable)
    throw std::logic_error("the text has no region");
  FlowGraph graph(context, function);
  const Liveness liveness(graph, region);
  const auto mentions = collectFunctionFacts(function).uses.at(variable);
  return before ? liveness.isLiveBefore(variable, mentions)
                : liveness.isLiveBehind(variable, mentions);
}

/// Whether the value that t has before the region of \p body may be read, in it or behind.
bool isLiveBefore(const std::string &body) { return isLive(body, "", "test.c", true); }

TEST(Liveness, begins_before_the_region_where_its_value_is_read) {
  EXPECT_FALSE(isLiveBefore("t = 1; R "));
  EXPECT_TRUE(isLiveBefore("t = 1; R use(t);")); // The loop may have no iteration.
  EXPECT_FALSE(isLiveBefore("R t = 1; use(t);"));
  EXPECT_FALSE(isLiveBefore("while (test()) { R }"));
  EXPECT_FALSE(isLiveBefore("while (test()) { if (n) continue; R }"));
  EXPECT_TRUE(isLiveBefore("while (test()) { R use(t); }"));
  EXPECT_TRUE(isLiveBefore("R use(sizeof(t));"));
}

TEST(Liveness, ends_with_the_last_read) {
  EXPECT_FALSE(isLive("R "));
  EXPECT_FALSE(isLive("t = 1; use(t); R "));
  EXPECT_TRUE(isLive("R use(t);"));
  EXPECT_TRUE(isLive("R t += 1;"));
  EXPECT_TRUE(isLive("R t++;"));
  EXPECT_TRUE(isLive("R a[(int)t] = 1;"));
}

TEST(Liveness, ends_with_a_write_that_comes_first) {
  EXPECT_FALSE(isLive("R t = 1; use(t);"));
  EXPECT_FALSE(isLive("R for (int k = 0; k < n; k++) { t = a[k]; a[k] = t + t; }"));
  EXPECT_FALSE(isLive("R (t) = 1, use(t);"));
  EXPECT_TRUE(isLive("R t = t + 1;"));
  EXPECT_TRUE(isLive("R for (int k = 0; k < n; k++) t = a[k]; use(t);"));
  EXPECT_TRUE(isLive("R if (n) t = 1; use(t);"));
  EXPECT_FALSE(isLive("R if (n) t = 1; else t = 2; use(t);"));
  EXPECT_TRUE(isLive("R n && (t = 1); use(t);"));
}

TEST(Liveness, follows_loops_around_the_region) {
  EXPECT_FALSE(isLive("while (test()) { R }"));
  EXPECT_TRUE(isLive("while (test()) { use(t); R }"));
  EXPECT_FALSE(isLive("while (test()) { t = 1; use(t); R }"));
  EXPECT_TRUE(isLive("for (t = 0; t < 9; t++) { R }"));
  EXPECT_FALSE(isLive("do { R } while (test());"));
  EXPECT_TRUE(isLive("do { R } while (t > 0);"));
  EXPECT_TRUE(isLive("t = 0; while (test()) { while (t > n) t = 0; R }"));
}

TEST(Liveness, follows_goto_and_switch) {
  EXPECT_TRUE(isLive("goto run; back: use(t); return; run: R goto back;"));
  EXPECT_FALSE(isLive("goto run; back: t = 0; use(t); return; run: R goto back;"));
  EXPECT_TRUE(isLive("switch (n) { case 1: R break; case 2: t = 1; } use(t);"));
  EXPECT_TRUE(isLive("switch (n) { case 1: R case 2: use(t); }"));
  EXPECT_FALSE(isLive("switch (n) { case 1: R break; default: use(t); }"));
  EXPECT_TRUE(isLive("while (1) { if (n) { R break; } t = 1; } use(t);"));
  EXPECT_FALSE(isLive("while (1) { if (n) { R continue; } t = 1; use(t); break; }"));
  EXPECT_TRUE(isLive("void *to = &&out; R goto *to; out: use(t);"));
}

TEST(Liveness, follows_branches_around_the_region) {
  EXPECT_FALSE(isLive("if (n > 3) { R } else { use(t); }"));
  EXPECT_TRUE(isLive("if (n > 3) { R } use(t);"));
  EXPECT_FALSE(isLive("if (n > 3) { R return; } use(t);"));
}

TEST(Liveness, ends_with_the_scope) {
  EXPECT_FALSE(isLive("{ R } { double t = 1; use(t); }"));
}

TEST(Liveness, does_not_trust_mentions_that_the_graph_lacks) {
  EXPECT_TRUE(isLive("R use(sizeof(t));"));
  EXPECT_TRUE(isLive("R double (*p)[(int)t] = (double (*)[(int)t])a; use(p[0][0]);"));
}

TEST(Liveness, follows_exceptions) {
  EXPECT_TRUE(isLive("try { R use(1); t = 2; } catch (...) { use(t); }", "", "test.cpp"));
  EXPECT_FALSE(isLive("try { R t = 2; use(1); } catch (...) { use(t); }", "", "test.cpp"));
}

TEST(Liveness, takes_statements_apart_that_declare_several) {
  EXPECT_FALSE(isLive("R int p = 1, q = p; use(q);"));
  EXPECT_TRUE(isLive("R double p = 1, q = t; use(q);"));
}

/// Whether the first array of the region, a variable of the function, is dead behind it.
bool isDead(const std::string &code) { return Extraction(code).scop().arrays.at(0).deadAfter; }

TEST(Liveness, decides_which_arrays_are_dead) {
  EXPECT_TRUE(isDead("void f(int n, double *a) { double t = 0; for (int i = 0; i < n; i++)"
                     " { t = a[i] - t; a[i] = t; } for (int i = 0; i < n; i++) { t = 2; a[i] = t; } }"));
  EXPECT_FALSE(isDead("double f(int n, double *a) { double t; for (int i = 0; i < n; i++)"
                      " { t = a[i]; a[i] = t; } return t; }"));
  EXPECT_FALSE(isDead("void g(double *); void f(int n, double *a) { double t; g(&t);"
                      " for (int i = 0; i < n; i++) { t = a[i]; a[i] = t; } t = 0; }"));
  EXPECT_FALSE(isDead("double t; void f(int n, double *a) { for (int i = 0; i < n; i++)"
                      " { t = a[i]; a[i] = t; } t = 0; }"));
  EXPECT_FALSE(isDead("void f(int n, double *a) { static double t; for (int i = 0; i < n; i++)"
                      " { t = a[i]; a[i] = t; } }"));
}

} // namespace
