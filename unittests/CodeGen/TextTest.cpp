//===- TextTest.cpp - What emitted text looks like ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Ast/Build.h"
#include "CodeGen/Ast/ElementTest.h"
#include "CodeGen/Ast/IndexBounds.h"
#include "CodeGen/Names.h"
#include "Compile.h"
#include "Plans.h"
#include "TestScop.h"

#include "gtest/gtest.h"

namespace gputile::test {
namespace {

using namespace codegen;

size_t count(const std::string &text, const std::string &what) {
  size_t found = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++found;
  return found;
}

isl::ast_expr exprOf(isl::ctx ctx, const std::string &context, const std::string &function) {
  return ParamExprs(isl::set(ctx, context)).value(isl::pw_aff(ctx, function));
}

struct ElementTests : ::testing::Test {
  ElementTest test(const char *set, const char *known) {
    return ElementTest(isl::set(Context.get(), set), hullOf(isl::set(Context.get(), known)),
                       {"a", "b"});
  }
  std::string text(const char *set, const char *known) {
    TextWriter writer;
    ExprPrinter exprs;
    NodePrinter printer(writer, exprs, "I");
    return test(set, known).text(printer);
  }
  IslContext Context;
};

TEST_F(ElementTests, need_nothing_where_there_is_always_a_time) {
  // Each t of four touches 32 elements, two more than the next.
  EXPECT_TRUE(test("[a] -> { : exists t : 0 <= t <= 3 and -a <= 2t <= 31 - a }",
                   "[a] -> { : -6 <= a <= 31 }")
                  .always());
}

TEST_F(ElementTests, compare_bounds_that_may_miss_all_integers) {
  // a and b are touched in pairs, so a = 1, b = 2 never together.
  const char *set =
      "[a, b] -> { : exists t : 0 <= t <= 3 and a - 1 <= 2t <= a and b - 1 <= 2t <= b }";
  const char *known = "[a, b] -> { : 0 <= a <= 6 and 0 <= b <= 6 and a - 1 <= b <= a + 1 }";
  EXPECT_FALSE(test(set, known).always());
  EXPECT_EQ(text(set, known), "(gpt_max(gpt_floord(a, 2), gpt_floord(b, 2)) <= "
                              "gpt_min(gpt_floord(a, 2), gpt_floord(b, 2)))");
}

TEST_F(ElementTests, keep_conditions_that_are_not_known) {
  EXPECT_EQ(text("[a, n] -> { : 0 <= a < n }", "[a, n] -> { : 0 <= a <= 7 }"), "((n >= a + 1))");
  EXPECT_TRUE(test("[a, n] -> { : 0 <= a <= 9 }", "[a, n] -> { : 0 <= a <= 7 }").always());
}

TEST_F(ElementTests, hold_where_one_part_does) {
  EXPECT_EQ(text("[a] -> { : a <= 1 or a >= 5 }", "[a] -> { : 0 <= a <= 7 }"),
            "(((a <= 1)) || ((a >= 5)))");
}

TEST(Names, are_not_those_of_the_users_text) {
  IslContext context;
  Scop scop = TestScop(context, "[n]")
                  .array("A", 1)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
                  .write("{ S0[i] -> A[i] }")
                  .body("{ double t0 = 1, c0 = t0; $0 = c0; }")
                  .build();
  NameTable names(scop);
  EXPECT_EQ(names.fresh("t0"), "t0_1");
  EXPECT_EQ(names.fresh("c0"), "c0_1");
  EXPECT_EQ(names.fresh("t1"), "t1");
  EXPECT_EQ(names.fresh("t1"), "t1_1");
  EXPECT_EQ(names.fresh("class"), "class_1");
}

TEST(ExprPrinter, divides_towards_minus_infinity) {
  IslContext context;
  isl::ast_expr quotient = exprOf(context.get(), "[n] -> { : }", "[n] -> { [(floor((n - 5)/4))] }");
  EXPECT_EQ(ExprPrinter().print(quotient).text, "gpt_floord(n - 1, 4) - 1");
  EXPECT_EQ(ExprPrinter(Dialect::C).print(quotient).text,
            "((n - 1) / 4 - ((n - 1) % 4 < 0)) - 1");
}

TEST(ExprPrinter, records_the_variables_of_what_identifiers_stand_for) {
  IslContext context;
  const isl::ast_expr sum = exprOf(context.get(), "[e, m] -> { : }", "[e, m] -> { [(2e + m)] }");
  ExprPrinter printer;
  printer.define("e", {"(n - b)", Bound::parameter() + Bound::constant(7), {"n", "b"}});
  const ExprText text = printer.print(sum);
  EXPECT_EQ(text.text, "2 * (n - b) + m");
  EXPECT_EQ(text.uses, (std::set<std::string>{"b", "m", "n"}));
  EXPECT_EQ(text.bound.alpha, 3);
  EXPECT_EQ(text.bound.beta, 14);
}

TEST(ExprPrinter, records_the_bound_of_all_that_it_prints) {
  IslContext context;
  ExprPrinter printer;
  printer.print(exprOf(context.get(), "[n, m] -> { : }", "[n, m] -> { [(3n - 2m + 7)] }"));
  EXPECT_GE(printer.worst().alpha, 5);
  EXPECT_GE(printer.worst().beta, 7);
  printer.sum({"a", {9, 0}, {"a"}}, {"b", {0, 20}, {"b"}});
  EXPECT_EQ(printer.worst().alpha, 9);
  EXPECT_EQ(printer.worst().beta, 20);
}

TEST(TextWriter, knows_the_variables_of_its_lines_and_of_what_is_appended) {
  TextWriter inner(1), outer;
  inner.line("A[", ExprText::variable("i", Bound::parameter()), " + ", 1, "] = ",
             inner.use("beta"), ";");
  outer.open("for (;;)");
  EXPECT_FALSE(outer.uses("beta"));
  outer.append(inner);
  outer.close();
  EXPECT_EQ(outer.text(), "for (;;) {\n  A[i + 1] = beta;\n}\n");
  EXPECT_TRUE(outer.uses("i"));
  EXPECT_TRUE(outer.uses("beta"));
  EXPECT_FALSE(outer.uses("A"));
}

TEST(TextWriter, has_no_variables_of_a_condition_that_it_leaves_out) {
  TextWriter same(1), writer;
  same.line("work();");
  const ExprText condition{"n > m", Bound::constant(1), {"n", "m"}};
  printChoice(writer, condition, same, same);
  EXPECT_FALSE(writer.uses("n"));
  TextWriter other(1);
  printChoice(writer, condition, same, other);
  EXPECT_TRUE(writer.uses("n"));
}

/// The loops over { S[i] -> [i] } on \p points, i distributed cyclically over four threads by its
/// value.
std::string cyclicLoop(const char *points) {
  IslContext ctx;
  AstRequest request;
  request.context = isl::set(ctx.get(), "[n] -> { : n >= 9 }");
  request.schedule = isl::union_map(ctx.get(), points);
  request.iterators = {"c"};
  request.depth = 1;
  isl::ast_node node = buildAst(request, [](const LeafContext &) {
    return [](NodePrinter &printer) { printer.writer().line("S;"); };
  });
  TextWriter writer;
  ExprPrinter exprs;
  NodePrinter printer(writer, exprs, "I");
  printer.share("c", {ExprText::variable("t", Bound::constant(4)), 4});
  printer.print(node);
  return writer.text();
}

TEST(NodePrinter, deals_out_the_values_of_an_iterator) {
  EXPECT_EQ(cyclicLoop("[n] -> { S[i] -> [i] : 0 <= i < n }"),
            "for (I c = t; c < n; c += 4) {\n  S;\n}\n");
  EXPECT_EQ(cyclicLoop("[n] -> { S[i] -> [i] : 3 <= i < n }"),
            "for (I c = gpt_first(3, t, 4); c < n; c += 4) {\n  S;\n}\n");
  EXPECT_EQ(cyclicLoop("[n] -> { S[i] -> [i] : 1 <= i < n and i mod 3 = 1 }"),
            "for (I c = 1; c < n; c += 3) {\n  if (gpt_first(c, t, 4) == c) {\n    S;\n  }\n}\n");
}

TEST(IndexBounds, cover_intermediate_values) {
  IslContext context;
  IndexBounds bounds;
  bounds.visit(exprOf(context.get(), "[n, m] -> { : }", "[n, m] -> { [(3n - 2m + 7)] }"));
  EXPECT_LE(largestSafe(bounds.worst(), 2147483647), (2147483647 - 7) / 5);
}

TEST(IndexBounds, saturate_and_then_nothing_is_safe) {
  IslContext context;
  IndexBounds bounds;
  bounds.visit(exprOf(context.get(), "[n] -> { : }", "[n] -> { [(4611686018427387904n)] }"));
  EXPECT_FALSE(bounds.worst().finite());
  EXPECT_EQ(largestSafe(bounds.worst(), INT64_MAX / 4), -1);
}

TEST(KernelText, full_blocks_have_no_bounds_checks) {
  IslContext context;
  ScopAndPlan plan = matmul(context, 8, 4, 4);
  std::string text = generateRegion(plan.scop, plan.plan).kernels;
  size_t full = text.find("if (m >= 8 * b1 + 8 && n >= 8 * b0 + 8) {");
  ASSERT_NE(full, std::string::npos) << text;
  std::string body = text.substr(full, text.find("\n  } else {\n", full) - full);
  EXPECT_EQ(count(body, "if (m") + count(body, "if (n"), 1u) << body; // the test itself
  EXPECT_EQ(count(body, "__syncthreads();"), 2u) << body;
  EXPECT_NE(body.find("for (I c3 = 0; c3 <= 3; ++c3)"), std::string::npos) << body;
  EXPECT_NE(body.find("p_C[1][0] += gpt_mul(gpt_mul(alpha, s_A[t0 + 4][c3]), s_B[c3][t1]);"),
            std::string::npos)
      << body;
}

TEST(KernelText, declares_tiles_with_padding_and_restrict_pointers) {
  IslContext context;
  ScopAndPlan plan = matmul(context, 8, 4, 4);
  std::string text = generateRegion(plan.scop, plan.plan).kernels;
  EXPECT_NE(text.find("GPUTILE_SHARED(double, s_A, [8][5]);"), std::string::npos) << text;
  EXPECT_NE(text.find("double p_C[2][2];"), std::string::npos) << text;
  EXPECT_NE(text.find("const double *__restrict__ A"), std::string::npos) << text;
  EXPECT_NE(text.find("double *__restrict__ C"), std::string::npos) << text;
  EXPECT_NE(text.find("__launch_bounds__(16, 8)"), std::string::npos) << text;
}

TEST(KernelText, has_no_argument_that_only_looks_like_a_word_of_it) {
  IslContext context;
  ScopAndPlan plan = vectorAdd(context);
  plan.scop.parameters.push_back(plan.scop.parameters.front());
  plan.scop.parameters.back().name = "partial";
  const std::string text = generateRegion(plan.scop, plan.plan).kernels;
  EXPECT_NE(text.find("GPT_TILE(partial)"), std::string::npos) << text;
  EXPECT_NE(text.find("const I n,"), std::string::npos) << text;
  EXPECT_EQ(text.find("const I partial"), std::string::npos) << text;
}

TEST(KernelText, no_barrier_stands_under_a_thread_dependent_condition) {
  IslContext context;
  for (const ScopAndPlan &plan : {matmul(context, 8, 4, 4), transpose(context)}) {
    std::string text = generateRegion(plan.scop, plan.plan).kernels;
    std::vector<std::string> open; // headers of the braces around the current line
    size_t barriers = 0;
    for (size_t start = 0, end; start < text.size(); start = end + 1) {
      end = text.find('\n', start);
      std::string line = text.substr(start, end - start);
      if (line.find('}') != std::string::npos && !open.empty())
        open.pop_back();
      if (!line.empty() && line.back() == '{')
        open.push_back(line);
      if (line.find("__syncthreads") == std::string::npos)
        continue;
      ++barriers;
      for (const std::string &header : open)
        EXPECT_FALSE(identifiersIn(header).count("t0") || identifiersIn(header).count("t1"))
            << header;
    }
    EXPECT_GE(barriers, 2u);
  }
}

TEST(Entry, passes_unsigned_sizes_with_a_check_that_they_fit) {
  IslContext context;
  ScopAndPlan plan = vectorAdd(context);
  plan.scop.parameters[0].type = "unsigned long";
  RegionCode code = generateRegion(plan.scop, plan.plan);
  EXPECT_EQ(code.arguments[0].callExpr, "(long long)(n)");
  EXPECT_EQ(code.arguments.back().name, "gputile_fits");
  EXPECT_EQ(code.arguments.back().callExpr, "(((n) > 0) == ((long long)(n) > 0))");
}

TEST(Entry, tests_the_guard_and_lists_it) {
  IslContext context;
  ScopAndPlan plan = vectorAdd(context);
  plan.scop.guard = isl::set(context.get(), "[n] -> { : n <= 1000000 }");
  RegionCode code = generateRegion(plan.scop, plan.plan);
  EXPECT_NE(code.entry.find("if (!(n <= 1000000))"), std::string::npos) << code.entry;
  EXPECT_EQ(code.guards.front(), "n <= 1000000");
}

TEST(Entry, does_not_test_limits_that_no_size_reaches) {
  IslContext context;
  ScopAndPlan plan = vectorAdd(context);
  plan.scop.guard = isl::set(context.get(), "[n] -> { : n <= 9223372036854775806 }");
  RegionCode code = generateRegion(plan.scop, plan.plan);
  EXPECT_EQ(code.entry.find("9223372036854775806"), std::string::npos) << code.entry;
}

TEST(ExitValues, are_plain_c) {
  IslContext context;
  ScopAndPlan plan = vectorAdd(context);
  plan.scop.exitValues.push_back({"i", isl::pw_aff(context.get(), "[n] -> { [(n)] : n >= 0; [(0)] : n < 0 }")});
  plan.scop.exitValues.push_back({"j", isl::pw_aff(context.get(), "[n] -> { [(2n)] : n >= 5 }")});
  RegionCode code = generateRegion(plan.scop, plan.plan);
  EXPECT_EQ(count(code.exitStatements, "gpt_"), 0u);
  EmittedProgram program(code, "int main(void) { (void)CALL_ENTRY; long i, j;\n"
                               "for (long n = -3; n < 9; n++) { i = 77; j = 77;\n" +
                                   code.exitStatements +
                                   "if (i != (n < 0 ? 0 : n) || j != (n >= 5 ? 2 * n : 77)) return 1; }\n"
                                   "return 0; }");
  CommandResult result = program.compile("-DCALL_ENTRY=" + code.entryName);
  ASSERT_EQ(result.status, 0) << result.output;
  EXPECT_EQ(program.run("").status, 0);
}

TEST(ExitValues, of_pointers_are_assigned_at_once) {
  IslContext context;
  ScopAndPlan plan = vectorAdd(context);
  const std::vector<PointerExit::Value> once{{"p", "q"}, {"q", "r"}, {"r", "p"}},
      twice{{"p", "r"}, {"q", "p"}, {"r", "q"}, {"n", "n - 1"}};
  plan.scop.pointerExits.push_back(
      {isl::set(context.get(), "[n] -> { : n > 0 and n mod 3 = 1 }"), once});
  plan.scop.pointerExits.push_back(
      {isl::set(context.get(), "[n] -> { : n > 0 and n mod 3 = 2 }"), twice});
  RegionCode code = generateRegion(plan.scop, plan.plan);
  EmittedProgram program(
      code,
      "int main(void) { (void)CALL_ENTRY; char v[3];\n"
      "for (long k = -3; k < 9; k++) { long n = k; char *p = v, *q = v + 1, *r = v + 2;\n" +
          code.exitStatements +
          "const long turn = k > 0 ? k % 3 : 0;\n"
          "if (p != v + turn || q != v + (turn + 1) % 3 || r != v + (turn + 2) % 3) return 1;\n"
          "if (n != (turn == 2 ? k - 1 : k)) return 2; }\n"
          "return 0; }");
  CommandResult result = program.compile("-DCALL_ENTRY=" + code.entryName);
  ASSERT_EQ(result.status, 0) << result.output;
  EXPECT_EQ(program.run("").status, 0);
}

TEST(Nvcc, accepts_matmul_without_warnings_or_spills) {
  if (!EmittedProgram::haveNvcc())
    GTEST_SKIP() << "no nvcc";
  IslContext context;
  ScopAndPlan plan = matmul(context, 64, 16, 16);
  EmittedProgram program(generateRegion(plan.scop, plan.plan), "int main(void) { return 0; }");
  for (const char *arch : {"sm_75", "sm_80", "sm_90"}) {
    CommandResult result = program.compileWithNvcc(arch, "-Xptxas -v");
    EXPECT_EQ(result.status, 0) << result.output;
    EXPECT_EQ(result.output.find("warning"), std::string::npos) << result.output;
    EXPECT_EQ(count(result.output, "bytes spill stores"), count(result.output, " 0 bytes spill stores"))
        << result.output;
    EXPECT_EQ(count(result.output, "bytes stack frame"), 2u) << result.output; // int and long long
  }
}

} // namespace
} // namespace gputile::test
