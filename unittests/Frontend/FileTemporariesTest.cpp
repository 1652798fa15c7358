//===- FileTemporariesTest.cpp - Variables of a file that functions borrow --===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/FileTemporaries.h"

#include "Frontend/FunctionAnalyses.h"

#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"

#include <gtest/gtest.h>

using namespace clang;
using namespace clang::ast_matchers;
using namespace gputile;

namespace {

/// Whether t, of the file \p text, passes no value between functions.
bool isTemporary(const std::string &text, const std::string &file = "test.c") {
  const std::string language = file == "test.c" ? "-std=gnu11" : "-std=c++17";
  const std::string declarations = "void other(void); double sqrt(double);";
  std::unique_ptr<ASTUnit> ast =
      tooling::buildASTFromCodeWithArgs(declarations + text, {language, "-w"}, file);
  const auto *variable = selectFirst<VarDecl>(
      "t", match(varDecl(hasName("t")).bind("t"), ast->getASTContext()));
  if (!variable || ast->getDiagnostics().hasErrorOccurred())
    throw std::logic_error("the text is no program with t");
  FunctionAnalyses analyses;
  return analyses.isFileTemporary(ast->getASTContext(), variable);
}

/// The same for t of type double, which function f with \p body uses.
bool isTemporaryIn(const std::string &body) {
  return isTemporary("static double t; double u; int volatile flag; void f(int n, double *a) { " +
                     body + " }");
}

TEST(FileTemporaries, are_static_scalars_of_a_file) {
  const std::string use = " void f(void) { t = 1; }";
  EXPECT_TRUE(isTemporary("static double t;" + use));
  EXPECT_TRUE(isTemporary("static int t = 5;" + use));
  EXPECT_FALSE(isTemporary("double t;" + use));
  EXPECT_FALSE(isTemporary("extern double t;" + use));
  EXPECT_FALSE(isTemporary("static volatile double t;" + use));
  EXPECT_FALSE(isTemporary("static _Atomic int t;" + use));
  EXPECT_FALSE(isTemporary("static _Thread_local double t;" + use));
  EXPECT_FALSE(isTemporary("static double t __attribute__((section(\"x\")));" + use));
  EXPECT_FALSE(isTemporary("static struct { int m; } t; void f(void) { t.m = 1; }"));
  EXPECT_FALSE(isTemporary("static double t[2]; void f(void) { t[0] = 1; }"));
  EXPECT_FALSE(isTemporary("void f(void) { static double t; t = 1; }"));
}

TEST(FileTemporaries, have_one_declaration) {
  EXPECT_FALSE(isTemporary("static double t; static double t; void f(void) { t = 1; }"));
  EXPECT_FALSE(
      isTemporary("static double t; double f(void) { extern double t; return t; }"));
}

TEST(FileTemporaries, are_of_files_in_c) {
  EXPECT_FALSE(isTemporary("static double t; void f() { t = 1; }", "test.cpp"));
}

TEST(FileTemporaries, are_assigned_by_each_function_before_it_reads_them) {
  EXPECT_TRUE(isTemporaryIn("t = 1; u = t;"));
  EXPECT_TRUE(isTemporaryIn("for (int i = 0; i < n; i++) { t = a[i]; a[i] = t * t; }"));
  EXPECT_FALSE(isTemporaryIn("u = t; t = 1;"));
  EXPECT_FALSE(isTemporaryIn("t += 1;"));
  EXPECT_FALSE(isTemporaryIn("if (n) t = 1; u = t;"));
  EXPECT_FALSE(isTemporaryIn("for (int i = 0; i < n; i++) t = a[i]; u = t;"));
  EXPECT_FALSE(isTemporaryIn("for (int i = 0; i < n; i++) { a[i] = t; t = i; }"));
  EXPECT_FALSE(isTemporaryIn("t = 1; u = t; } double g(void) { return t;"));
  EXPECT_TRUE(isTemporaryIn("t = 1; u = t; } double g(void) { t = 2; return t;"));
}

TEST(FileTemporaries, are_dead_where_other_code_may_have_run) {
  EXPECT_FALSE(isTemporaryIn("t = 1; other(); u = t;"));
  EXPECT_FALSE(isTemporaryIn("t = 1; f(n, a); u = t;"));
  EXPECT_TRUE(isTemporaryIn("t = 1; u = t; other();"));
  EXPECT_TRUE(isTemporaryIn("other(); t = 1; u = t;"));
  EXPECT_FALSE(
      isTemporaryIn("for (int i = 0; i < n; i++) { t = 1; while (n) { u = t; other(); } }"));
  EXPECT_TRUE(isTemporaryIn("t = 1; u = sqrt(t) + t;"));
  EXPECT_FALSE(isTemporaryIn("t = 1; while (flag) ; u = t;"));
  EXPECT_FALSE(isTemporaryIn("t = 1; __atomic_store_n(&n, 1, 5); u = t;"));
  EXPECT_FALSE(isTemporaryIn("t = 1; __asm__ volatile(\"\" ::: \"memory\"); u = t;"));
  EXPECT_FALSE(isTemporaryIn("t = 1; __builtin_setjmp((void **)a); u = t;"));
}

TEST(FileTemporaries, have_nothing_that_points_to_them) {
  EXPECT_FALSE(isTemporaryIn("double *p = &t; t = 1; u = *p;"));
  EXPECT_FALSE(isTemporaryIn("static double *p = &t; t = 1; u = *p;"));
  EXPECT_FALSE(isTemporary("static double t; double *p = &t; void f(void) { t = 1; }"));
  EXPECT_FALSE(
      isTemporary("static double t; struct { double *p; } s = {&t}; void f(void) { t = 1; }"));
  EXPECT_FALSE(isTemporary("static double t; void f(void) { t = 1; } __asm__(\"lea t, %rax\");"));
}

TEST(FileTemporaries, are_mentioned_only_where_functions_compute_with_them) {
  EXPECT_FALSE(isTemporaryIn("t = 1; u = sizeof(t);"));
}

} // namespace
