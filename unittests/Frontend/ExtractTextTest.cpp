//===- ExtractTextTest.cpp - Statement text --------------------------------===//
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

/// Body of `for (i …) <statement>` with float F, double D, int K, unsigned char C,
/// unsigned U, long L arrays.
std::string body(const std::string &statement, FpMode fp = FpMode::Exact) {
  Extraction e("#define HALF 0.5\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\n"
               "typedef float real; enum e { RED, GREEN = 3 };\n"
               "double sqrt(double), sin(double), pow(double, double); float sqrtf(float);"
               "double fabs(double); int abs(int);\n"
               "static const double quarter = 0.25; static const int four = 4;"
               "extern real F[]; extern double D[]; extern int K[]; extern unsigned char C[];"
               "extern unsigned U[]; extern long L[]; extern enum e E[]; extern _Bool B[];"
               "void f(int n) { for (int i = 0; i < n; i++) " +
                   statement + " }",
               {"-std=c11"}, fp);
  return e.body(0);
}

TEST(ExtractText, prints_conversions) {
  EXPECT_EQ(body("F[i] = D[i];"), "$0 = (float)$1;");
  EXPECT_EQ(body("D[i] = F[i] + K[i];"), "$0 = (double)($1 + ((float)$2));");
  EXPECT_EQ(body("C[i] = C[i + 1] + 1;"), "$0 = (unsigned char)(((int)$1) + 1);");
  EXPECT_EQ(body("U[i] = K[i] - U[i];"), "$0 = ((unsigned int)$1) - $2;");
  EXPECT_EQ(body("K[i] = U[i] < K[i];"), "$0 = (int)($1 < ((unsigned int)$2));");
  EXPECT_EQ(body("B[i] = K[i];"), "$0 = (bool)$1;");
  EXPECT_EQ(body("K[i] = E[i] == GREEN;"), "$0 = (int)($1 == 3u);");
}

TEST(ExtractText, prints_literals_exactly) {
  EXPECT_EQ(body("D[i] = 0.1;"), "$0 = 0.1;");
  EXPECT_EQ(body("F[i] = 0.1;"), "$0 = 0.1f;");
  EXPECT_EQ(body("D[i] = 0.1f;"), "$0 = 0.10000000149011612;");
  EXPECT_EQ(body("D[i] = 1;"), "$0 = 1.0;");
  EXPECT_EQ(body("D[i] = 1e300;"), "$0 = 1e+300;");
  EXPECT_EQ(body("L[i] = 5000000000;"), "$0 = 5000000000l;");
  EXPECT_EQ(body("K[i] = 'a';"), "$0 = 97;");
  EXPECT_EQ(body("U[i] = sizeof(double);"), "$0 = (unsigned int)(8ul);");
  EXPECT_EQ(body("D[i] = quarter;"), "$0 = 0.25;");
}

TEST(ExtractText, expands_macros_and_typedefs) {
  EXPECT_EQ(body("D[i] = MAX(D[i], HALF);"), "$0 = ($1 > 0.5) ? $2 : 0.5;");
  EXPECT_EQ(body("D[i] = (real)D[i];"), "$0 = (double)((float)$1);");
}

TEST(ExtractText, keeps_products_from_being_contracted) {
  EXPECT_EQ(body("D[i] = D[i] * D[i + 1] + 1;"), "$0 = gpt_mul($1, $2) + 1.0;");
  EXPECT_EQ(body("F[i] *= D[i];"), "$0 = (float)gpt_mul((double)$0, $1);");
  EXPECT_EQ(body("F[i] *= 2;"), "$0 = gpt_mul($0, 2.0f);");
  EXPECT_EQ(body("K[i] *= 2;"), "$0 *= 2;");
  EXPECT_EQ(body("D[i] = D[i] * D[i + 1];", FpMode::Contract), "$0 = $1 * $2;");
}

TEST(ExtractText, divides_by_constants_with_products) {
  EXPECT_EQ(body("F[i] = (F[i] + F[i + 1]) / 5;"), "$0 = gpt_div_odd($1 + $2, 5.0f);");
  EXPECT_EQ(body("F[i] = F[i] / 5.0;"), "$0 = (float)gpt_div_odd((double)$1, 5.0);");
  EXPECT_EQ(body("D[i] = D[i] / 6 / 3 * 2;"), "$0 = gpt_mul(gpt_div_odd(gpt_div_even($1, 6.0), 3.0), 2.0);");
  EXPECT_EQ(body("D[i] = 1 - D[i] / -(2 + 3);"), "$0 = 1.0 - gpt_div_odd($1, (-5.0));");
  EXPECT_EQ(body("D[i] = D[i] / quarter + D[i] / (four + 1);"), "$0 = gpt_mul($1, 4.0) + gpt_div_odd($1, 5.0);");
  EXPECT_EQ(body("F[i] = F[i] / 0.1f;"), "$0 = gpt_div($1, 0.1f, 9.999999f, 8.046627e-07f);");
  EXPECT_EQ(body("F[i] /= 5;"), "$0 = gpt_div_odd($0, 5.0f);");
  EXPECT_EQ(body("F[i] /= 5.0;"), "$0 = (float)gpt_div_odd((double)$0, 5.0);");
  EXPECT_EQ(body("K[i] /= 3.0f;"), "$0 = (int)gpt_div_odd((float)$0, 3.0f);");
}

TEST(ExtractText, divides_where_products_are_not_as_exact) {
  EXPECT_EQ(body("F[i] = F[i] / 1.9f;"), "$0 = $1 / 1.9f;"); // Some float is divided wrongly.
  EXPECT_EQ(body("D[i] = D[i] / 1e300;"), "$0 = $1 / 1e+300;");
  EXPECT_EQ(body("D[i] = D[i] / D[0];"), "$0 = $1 / $2;");
  EXPECT_EQ(body("D[i] = D[i] / 0.0;"), "$0 = $1 / 0.0;");
  EXPECT_EQ(body("K[i] = K[i] / 3;"), "$0 = $1 / 3;");
  EXPECT_EQ(body("K[i] /= 3;"), "$0 /= 3;");
  // Products that may be fused are better than exact ones.
  EXPECT_EQ(body("D[i] = D[i] / 4;", FpMode::Contract), "$0 = $1 / 4.0;");
  EXPECT_EQ(body("D[i] = D[i] / 5;", FpMode::Contract), "$0 = gpt_div_odd($1, 5.0);");
}

TEST(ExtractText, names_math_functions_by_type) {
  EXPECT_EQ(body("D[i] = sqrt(F[i]);"), "$0 = sqrt((double)$1);");
  EXPECT_EQ(body("F[i] = sqrtf(F[i]);"), "$0 = sqrtf($1);");
  EXPECT_EQ(body("F[i] = __builtin_fabsf(F[i]);"), "$0 = fabsf($1);");
  EXPECT_EQ(body("K[i] = abs(K[i]);"), "$0 = abs($1);");
}

TEST(ExtractText, prints_infinities_and_negative_constants) {
  EXPECT_EQ(body("F[i] = __builtin_inff();"), "$0 = (__builtin_inff());");
  EXPECT_EQ(body("K[i] = -2147483647 - 1;"), "$0 = (-2147483647) - 1;");
  EXPECT_EQ(body("K[i] = (enum e)1 - GREEN;"), "$0 = (int)(((unsigned int)1) - 3u);");
}

TEST(ExtractText, keeps_the_order_of_operations) {
  EXPECT_EQ(body("D[i] = D[i] - (D[i + 1] - D[i + 2]);"), "$0 = $1 - ($2 - $3);");
  EXPECT_EQ(body("K[i] = - -K[i];"), "$0 = -(-$1);");
  EXPECT_EQ(body("K[i] = K[i + 2] && !K[i + 1];"), "$0 = (int)(($1) && (!($2)));");
  EXPECT_EQ(body("K[i]++;"), "$0++;");
}

TEST(ExtractText, has_no_brackets_in_chains) {
  EXPECT_EQ(body("K[i] = K[i] + K[i + 1] - K[i + 2];"), "$0 = $1 + $2 - $3;");
  EXPECT_EQ(body("D[i] = D[i] + (D[i + 1] + D[i + 2]);"), "$0 = $1 + ($2 + $3);");
  EXPECT_EQ(body("D[i] = (D[i] * D[i + 1] + 1) / 2;"), "$0 = gpt_mul(gpt_mul($1, $2) + 1.0, 0.5);");
  EXPECT_EQ(body("K[i] = K[i] & K[i + 1] & K[i + 2];"), "$0 = $1 & $2 & $3;");
  EXPECT_EQ(body("K[i] = (K[i] & K[i + 1]) | K[i + 2];"), "$0 = ($1 & $2) | $3;");
  EXPECT_EQ(body("K[i] = K[i] / K[i + 1] % K[i + 2];"), "$0 = $1 / $2 % $3;");
  EXPECT_EQ(body("D[i] = (float)(D[i] + 1) + D[i + 1];"), "$0 = ((double)((float)($1 + 1.0))) + $2;");
  EXPECT_EQ(body("K[i] = K[0] && K[1] && (K[2] || K[3]);"),
            "$0 = (int)(($1) && ($2) && (($3) || ($4)));");
}

/// "a + a + …" of \p count terms.
std::string chain(const std::string &term, const std::string &op, unsigned count) {
  std::string text = term;
  for (unsigned k = 1; k < count; ++k)
    text += op + term;
  return text;
}

/// How often \p text has \p part.
size_t countOf(const std::string &part, const std::string &text) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST(ExtractText, takes_long_chains) {
  // Long enough for a stack to overflow on which each term is a level.
  EXPECT_EQ(countOf(" + ", body("D[i] = " + chain("D[i]", " + ", 20000) + ";")), 19999u);
  EXPECT_EQ(countOf(" && ", body("K[i] = " + chain("K[i] > 3", " && ", 2000) + ";")), 1999u);
}

TEST(ExtractText, refuses_what_is_nested_too_deeply_for_compilers) {
  const std::string product = "D[i] = " + chain("D[i]", " * ", 400) + ";";
  const std::string code = "void f(int n, double *D) { for (int i = 0; i < n; i++) " + product + " }";
  EXPECT_EQ(Extraction(code).refusal(), "unsupported-expression");
  EXPECT_EQ(Extraction(code, {"-std=c11"}, FpMode::Contract).refusal(), "accepted");
}

TEST(ExtractText, remarks_once_on_functions_that_round_differently) {
  const char *code = "double sin(double); double sqrt(double); void f(int n, double *A) {"
                     " for (int i = 0; i < n; i++) A[i] = sin(A[i]) + sin(i) + sqrt(A[i]); }";
  EXPECT_EQ(Extraction(code).remarks(), std::vector<std::string>{"math-not-exact: sin"});
  EXPECT_TRUE(Extraction(code, {"-std=c11"}, FpMode::Contract).remarks().empty());
}

TEST(ExtractText, copies_static_functions_for_the_device) {
  Extraction e("typedef int T; static inline T low(T a, T b) { return a < b ? a : b; }\n"
               "static double g(double x, int n) { double s = 0; for (int k = 0; k < n; k++)"
               " { if (k == 3) continue; s += x * k; } return low(n, 3) + s; }\n"
               "void f(int n, double *A) { for (int i = 0; i < n; i++) A[i] = g(A[i], n); }");
  EXPECT_EQ(e.body(0), "$0 = test_f_3_g($1, @0);");
  EXPECT_EQ(e.scop().deviceDeclarations,
            "static __device__ int test_f_3_low(int a, int b) { return (a < b) ? a : b; }\n"
            "static __device__ double test_f_3_g(double x, int n_1) { double s = 0.0; "
            "{ int k = 0; for (; k < n_1; k++) { if (k == 3) { continue; } "
            "s += gpt_mul(x, (double)k); } } return ((double)test_f_3_low(n_1, 3)) + s; }\n");
}

} // namespace
