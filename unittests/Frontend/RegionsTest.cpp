//===- RegionsTest.cpp - Which statement a pragma marks ---------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Frontend/Frontend.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"

#include <gtest/gtest.h>

using namespace clang;
using namespace gputile;

namespace {

const std::string Pragma = "#pragma gpu_tile\n";

/// What findRegions finds in a text.
struct Search {
  explicit Search(const std::string &text, const std::string &file = "test.c")
      : ast(tooling::buildASTFromCodeWithArgs(text, {"-w"}, file)) {
    const SourceManager &sources = ast->getSourceManager();
    const SourceLocation start = sources.getLocForStartOfFile(sources.getMainFileID());
    for (size_t at = text.find(Pragma); at != std::string::npos; at = text.find(Pragma, at + 1)) {
      PragmaRecord record;
      record.begin = record.loc = record.end = start.getLocWithOffset(int(at));
      pragmas.pragmas.push_back(record);
    }
    regions = findRegions(ast->getASTContext(), pragmas, &visited);
  }

  /// The line of the statement that pragma \p k marks; 0 for none.
  unsigned lineOf(size_t k) const {
    const Stmt *statement = regions.at(k).statement;
    return statement ? ast->getSourceManager().getSpellingLineNumber(statement->getBeginLoc()) : 0;
  }

  std::unique_ptr<ASTUnit> ast;
  PragmaState pragmas;
  std::vector<MarkedRegion> regions;
  size_t visited = 0;
};

/// \p count regions, each in a function of its own or all in one.
std::string manyRegions(unsigned count, bool oneFunction) {
  const std::string between = oneFunction ? "" : "}\nvoid f";
  std::string text = "void f(double *a) {\n";
  for (unsigned k = 0; k < count; ++k)
    text += (k == 0 || oneFunction ? "" : between + std::to_string(k) + "(double *a) {\n") + Pragma +
            "for (int i = 0; i < 9; i++) a[i] = a[i] + 1;\n";
  return text + "}\n";
}

TEST(Regions, are_found_in_one_walk) {
  for (bool oneFunction : {false, true}) {
    const Search few(manyRegions(20, oneFunction)), many(manyRegions(40, oneFunction));
    for (const MarkedRegion &region : many.regions)
      EXPECT_TRUE(region.statement && region.function && region.topLevel);
    EXPECT_LE(many.visited, 2 * few.visited);
  }
}

TEST(Regions, know_their_functions) {
  const Search search(manyRegions(3, false));
  EXPECT_EQ(search.regions[0].function->getName(), "f");
  EXPECT_EQ(search.regions[2].function->getName(), "f2");
  EXPECT_EQ(search.regions[2].topLevel, search.regions[2].function);
}

TEST(Regions, of_lambdas_belong_to_them) {
  const Search search("void f(double *a) {\n  auto g = [=] {\n" + Pragma +
                          "    for (int i = 0; i < 9; i++) a[i] = 1;\n  };\n" + Pragma +
                          "  for (int i = 0; i < 9; i++) a[i] = 2;\n}\n",
                      "test.cpp");
  EXPECT_EQ(search.lineOf(0), 4u);
  EXPECT_EQ(search.regions[0].function->getNameAsString(), "operator()");
  EXPECT_EQ(search.lineOf(1), 7u);
  EXPECT_EQ(search.regions[1].function->getNameAsString(), "f");
}

TEST(Regions, need_a_statement_behind_the_pragma) {
  const Search search("void f(double *a) {\n  if (a) a[0] = 1;\n" + Pragma + "  else a[1] = 1;\n" +
                      "  for (int i = 0; i < 9; i++) a[i] = 1;\n" + Pragma + "}\n" + Pragma +
                      "void g(double *a) {\n" + Pragma + "  if (a[0] > 0) a[0] = 0;\n}\n");
  for (size_t k = 0; k < 4; ++k)
    EXPECT_EQ(search.lineOf(k), 0u) << k;
  EXPECT_TRUE(search.regions[3].culprit.isValid());
}

TEST(Regions, are_loops_of_all_kinds) {
  const Search search("void f(double *a, int n) {\n" + Pragma + "  while (n > 0) a[n--] = 0;\n" + Pragma +
                      "  do a[n] = n; while (++n < 9);\n}\n");
  EXPECT_EQ(search.lineOf(0), 3u);
  EXPECT_EQ(search.lineOf(1), 5u);
}

TEST(Regions, nest) {
  const Search search("void f(double *a) {\n" + Pragma + "  for (int i = 0; i < 9; i++)\n" + Pragma +
                      "    for (int j = 0; j < 9; j++) a[i] = j;\n}\n");
  EXPECT_EQ(search.lineOf(0), 3u);
  EXPECT_EQ(search.lineOf(1), 5u);
}

} // namespace
