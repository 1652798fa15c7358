//===- ExtractRefusalsTest.cpp - What is refused, and where ----------------===//
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

struct RefusalCase {
  const char *name, *code, *id, *place;
};

class Refusals : public testing::TestWithParam<RefusalCase> {};

/// Every code stands on line 2, so that places are columns in it.
TEST_P(Refusals, name_the_culprit) {
  const RefusalCase &c = GetParam();
  Extraction e("#include <stddef.h>\n" + std::string(c.code));
  EXPECT_EQ(e.refusal(), c.id);
  std::string marked = c.place;
  size_t column = std::string(c.code).find(marked) + 1;
  ASSERT_NE(column, 0u) << "the culprit is not in the code";
  EXPECT_EQ(e.refusalPlace(), "2:" + std::to_string(column));
}

std::string refusalName(const testing::TestParamInfo<RefusalCase> &info) {
  return info.param.name;
}

#define LOOP "for (int i = 0; i < n; i++) "

INSTANTIATE_TEST_SUITE_P(
    ControlFlow, Refusals,
    testing::Values(
        RefusalCase{"break_", "void f(int n, int *A) { " LOOP "{ A[i] = 0; if (A[i]) break; } }",
                    "jump-in-region", "break"},
        RefusalCase{"return_", "void f(int n, int *A) { " LOOP "{ A[i] = 0; return; } }",
                    "jump-in-region", "return"},
        RefusalCase{"goto_", "void f(int n, int *A) { " LOOP "{ goto out; } out: ; }",
                    "jump-in-region", "goto"},
        RefusalCase{"while_", "void f(int n, int *A) { { while (A[n]) A[n]--; } }",
                    "unsupported-loop", "while"},
        RefusalCase{"do_", "void f(int n, int *A) { { do A[n]--; while (A[n]); } }",
                    "unsupported-loop", "do A"},
        RefusalCase{"continue_in_switch",
                    "void f(int n, int *A) { " LOOP
                    "{ switch (A[i]) { case 1: A[i] = 2; default: continue; } A[i] = 0; } }",
                    "jump-in-region", "continue"},
        RefusalCase{"return_in_inner_loop",
                    "void f(int n, int *A) { " LOOP "{ while (A[i]) { A[i]--; return; } } }",
                    "jump-in-region", "return"},
        RefusalCase{"label_with_goto",
                    "void f(int n, int *A) { " LOOP "{ again: if (A[i]++ < 3) goto again; } }",
                    "unsupported-statement", "again"},
        RefusalCase{"write_by_an_inner_counter",
                    "void f(int n, int *A) { " LOOP
                    "for (int k = A[i]; k < A[i + 1]; k++) A[k] = i; }",
                    "indirect-write", "A[k]"},
        RefusalCase{"read_by_an_inner_counter",
                    "void f(int n, int *A, int *B) { " LOOP
                    "for (int k = A[i]; k < A[i + 1]; k++) A[i] += B[k]; }",
                    "unknown-extent", "B[k]"},
        RefusalCase{"assembly", "void f(int n, int *A) { " LOOP "{ __asm__(\"\"); } }",
                    "unsupported-statement", "__asm__"},
        RefusalCase{"no_step", "void f(int n, int *A) { for (int i = 0; i < n;) A[i] = 0; }",
                    "loop-form", "for"},
        RefusalCase{"variable_step",
                    "void f(int n, int s, int *A) { for (int i = 0; i != n; i += s) A[i] = 0; }",
                    "loop-form", "+= s"},
        RefusalCase{"product_step",
                    "void f(int n, int *A) { for (int i = 1; i < n; i *= 2) A[i] = 0; }",
                    "loop-form", "*= 2"},
        RefusalCase{"float_iterator",
                    "void f(int n, int *A) { for (float x = 0; x < n; x++) A[0] = 0; }",
                    "loop-form", "++"},
        RefusalCase{"iterator_written", "void f(int n, int *A) { " LOOP "{ A[i] = 0; i += 1; } }",
                    "iterator-modified", "+= 1"},
        RefusalCase{"quadratic_bound",
                    "void f(int n, int *A) { for (int i = 0; i * i < n; i++) A[i] = 0; }",
                    "non-affine-bound", "* i <"},
        RefusalCase{"bound_changed", "void f(int n, int *A) { " LOOP "{ A[i] = 0; n = 3; } }",
                    "bound-modified", "n; i++"}),
    refusalName);

INSTANTIATE_TEST_SUITE_P(
    Bounds, Refusals,
    testing::Values(
        RefusalCase{"beyond_the_end", "double a[9]; void f(void) { for (int i = 0; i <= 9; i++) a[i] = 0; }",
                    "subscript-outside", "a[i]"},
        RefusalCase{"before_the_beginning", "double a[9]; void f(int n) { " LOOP "a[i - 1] = 0; }",
                    "subscript-outside", "a[i"},
        RefusalCase{"beyond_a_row", "void f(int n, double (*a)[9]) { " LOOP "a[0][i + 9] = 0; }",
                    "subscript-outside", "a[0]"},
        RefusalCase{"beyond_a_variable_size",
                    "void f(int n, double *b) { double a[n]; " LOOP "b[i] = a[i + 1]; }", "subscript-outside",
                    "a[i"},
        RefusalCase{"beyond_an_array_in_a_structure",
                    "struct s { int n[4], m; }; void f(int n, struct s *a) { " LOOP "a[i].n[4] = 0; }",
                    "subscript-outside", "a[i]"},
        RefusalCase{"variable_array_in_a_loop_of_the_text",
                    "void f(int n, int *A) { " LOOP "while (A[i] > 0) { int few[n]; few[0] = 1; A[i] -= few[0]; } }",
                    "unsupported-statement", "few[n]"},
        RefusalCase{"size_with_effects", "void f(int n, int m, int *A) { " LOOP "{ int t[m++]; t[0] = i; A[i] = t[0]; } }",
                    "unsupported-statement", "t[m"}),
    refusalName);

struct AcceptedCase {
  const char *name, *code;
};

class MayStayInside : public testing::TestWithParam<AcceptedCase> {};

TEST_P(MayStayInside, and_is_accepted) { EXPECT_TRUE(Extraction(GetParam().code).accepted()); }

INSTANTIATE_TEST_SUITE_P(
    Bounds, MayStayInside,
    testing::Values(
        AcceptedCase{"by_a_bound", "double a[9]; void f(int n) { " LOOP "a[i] = 0; }"},
        AcceptedCase{"by_a_condition", "double a[9]; void f(void) { for (int i = 0; i < 99; i++) if (i < 9) a[i] = 0; }"},
        AcceptedCase{"by_data", "double a[9]; void f(int *b) { for (int i = 0; i < 99; i++) if (b[i]) a[i] = 0; }"},
        AcceptedCase{"as_a_parameter", "void f(double a[9]) { for (int i = 0; i < 99; i++) a[i] = 0; }"},
        AcceptedCase{"as_a_tail", "struct s { int n; double a[1]; }; void f(struct s *p) { for (int i = 0; i < 9; i++) p->a[i] = 0; }"},
        AcceptedCase{"in_a_loop_that_never_runs", "double a[9]; void f(void) { for (int i = 0; i < 9; i++) { a[i] = 1; for (int k = 0; k < 0; k++) a[k + 99] = 0; } }"},
        AcceptedCase{"by_a_size_that_changes", "void f(int n) { double a[n]; n++; { for (int i = 0; i < n - 1; i++) a[i] = 0; } }"}),
    [](const testing::TestParamInfo<AcceptedCase> &info) { return std::string(info.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Expressions, Refusals,
    testing::Values(
        RefusalCase{"unknown_call", "int g(int); void f(int n, int *A) { " LOOP "A[i] = g(i); }",
                    "unknown-call", "g(i)"},
        RefusalCase{
            "call_of_function_with_effects",
            "static int g(int x) { static int c; return c += x; } void f(int n, int *A) { " LOOP
            "A[i] = g(i); }",
            "unsupported-expression", "g(i)"},
        RefusalCase{"recursion",
                    "static int g(int x) { return x ? g(x - 1) : 0; } void f(int n, int *A) "
                    "{ " LOOP "A[i] = g(i); }",
                    "unsupported-expression", "g(x - 1)"},
        RefusalCase{"comma", "void f(int n, int *A) { " LOOP "A[i] = (A[i] = 0, 1); }",
                    "unsupported-expression", ", 1); }"},
        RefusalCase{"statement_expression",
                    "void f(int n, int *A) { " LOOP "A[i] = ({ int x = i; x; }); }",
                    "unsupported-expression", "({"},
        RefusalCase{"volatile_", "void f(int n, volatile int *A) { " LOOP "A[i] = 0; }",
                    "volatile-access", "A[i]"},
        RefusalCase{"long_double", "void f(int n, long double *A) { " LOOP "A[i] = 0; }",
                    "unsupported-type", "A[i]"},
        RefusalCase{"union_",
                    "union u { int a; float b; }; void f(int n, union u *A) { " LOOP
                    "A[i].a = 0; }",
                    "union-access", "a = 0"},
        RefusalCase{"struct_",
                    "struct s { int a, *b; }; void f(int n, struct s *A) { " LOOP
                    "A[i] = A[i + 1]; }",
                    "unsupported-expression", "A[i] = A"},
        RefusalCase{"indirect_write", "void f(int n, int *A, int *r) { " LOOP "A[r[i]] = i; }",
                    "indirect-write", "A[r[i]]"},
        RefusalCase{"linearised",
                    "void f(int n, int *A) { " LOOP
                    "for (int j = 0; j < 9; j++) A[(short)(i * n + j)] = 0; }",
                    "linearised-subscript", "* n"},
        RefusalCase{"quadratic_subscript", "void f(int n, int *A) { " LOOP "A[i * i] = 0; }",
                    "non-affine-subscript", "* i]"},
        RefusalCase{"unknown_extent", "void f(int n, int *A, int *r) { " LOOP "r[i] = A[r[i]]; }",
                    "unknown-extent", "A[r[i]]"},
        RefusalCase{"counter_subscript",
                    "void f(int n, int *A) { int k = 0; " LOOP "{ A[k] = 0; if (i % 5) k++; } }",
                    "bound-modified", "k] = 0"},
        RefusalCase{"pointer_changed", "extern int *A; void f(int n) { " LOOP "{ *A = 0; A++; } }",
                    "pointer-use", "++; } }"},
        RefusalCase{"rows_of_arrays", "void f(int n, int (**A)[4]) { " LOOP "A[i][0][0] = 0; }",
                    "pointer-use", "A[i][0][0]"},
        RefusalCase{"pointer_cast", "void f(int n, int *A) { " LOOP "((char *)A)[i] = 0; }",
                    "pointer-use", "(char *)A"},
        RefusalCase{"iterator_after_its_loop",
                    "void f(int n, int *A) { int i; { for (i = 0; i < n; i += 3) A[i] = 0; "
                    "A[0] = i; } }",
                    "unsupported-expression", "i; } }"},
        RefusalCase{"nothing_to_do", "void f(int n, int *A) { " LOOP "; }", "empty-region", "for"}),
    refusalName);

TEST(ExtractRefusals, of_templates_are_polite) {
  Extraction e("template <typename T> void f(int n, T *A) { for (int i = 0; i < n; i++) A[i] = 0; }",
               {"-std=c++17"}, FpMode::Exact, "test.cpp");
  EXPECT_EQ(e.refusal(), "invalid-code");
}

TEST(ExtractRefusals, of_code_with_errors_do_not_crash) {
  Extraction e("void f(int n, int *A) { for (int i = 0; i < n; i++) A[i] = undeclared + 1; }");
  EXPECT_EQ(e.refusal(), "invalid-code");
}

} // namespace
