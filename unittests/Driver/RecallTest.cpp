//===- RecallTest.cpp - What was said of regions before an edit -----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Recall/RegionMemory.h"

#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"

#include <gtest/gtest.h>

using namespace clang;
using namespace gputile;
using namespace gputile::driver;

namespace {

/// A parsed text and its regions, in what the process remembers for the running test.
struct Unit {
  explicit Unit(const std::string &text, const std::string &file = "test.c",
                const std::string &environment = "")
      : text(text), ast(tooling::buildASTFromCodeWithArgs(text, {"-w"}, file)),
        memory(ast->getASTContext(),
               environment + testing::UnitTest::GetInstance()->current_test_info()->name()) {
    const std::string pragma = "#pragma gpu_tile\n";
    for (size_t at = text.find(pragma); at != std::string::npos; at = text.find(pragma, at + 1)) {
      PragmaRecord record;
      record.begin = record.loc = record.end = SourceLocation::getFromRawEncoding(place(at).raw);
      pragmas.pragmas.push_back(record);
    }
    regions = findRegions(ast->getASTContext(), pragmas);
  }

  SourceRef place(size_t offset) const {
    const SourceManager &sources = ast->getSourceManager();
    return {sources.getLocForStartOfFile(sources.getMainFileID())
                .getLocWithOffset(static_cast<int>(offset))
                .getRawEncoding()};
  }
  SourceRef placeOf(const std::string &part) const { return place(text.find(part)); }

  /// What stands at \p loc, one word.
  std::string wordAt(SourceRef loc) const {
    const auto location = SourceLocation::getFromRawEncoding(loc.raw);
    const std::string rest = text.substr(ast->getSourceManager().getFileOffset(location));
    return rest.substr(0, rest.find_first_of(" ;,()\n"));
  }

  /// Remembers that region \p k is refused, with a message at \p part.
  void keep(const std::string &part, size_t k = 0) {
    memory.keep(
        regions.at(k),
        {DiagId::OriginalOrder, "", {}, {{DiagId::OriginalOrder, placeOf(part), {}, {}, {}}}});
  }
  bool remembers(size_t k = 0) { return memory.find(regions.at(k)).has_value(); }

  std::string text;
  std::unique_ptr<ASTUnit> ast;
  RegionMemory memory;
  PragmaState pragmas;
  std::vector<MarkedRegion> regions;
};

const std::string Loop = "#pragma gpu_tile\nfor (int i = 0; i < 9; i++) a[i] = a[i] + 1;\n";

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

/// Whether the process remembers of the first region of \p text what it was told of it, when
/// \p from has become \p to.
bool survives(const std::string &text, const std::string &from, const std::string &to,
              const std::string &file = "test.c") {
  Unit before(text, file);
  before.keep("#pragma");
  EXPECT_TRUE(Unit(text, file).remembers());
  return Unit(replaced(text, from, to), file).remembers();
}

TEST(Recall, places_move_with_the_text) {
  const std::string text = "int first, n;\nvoid g(void) { n = 1; }\nvoid f(double *a, int b) {\n" +
                           Loop + "}\nvoid h(void) { n = 2; }\nint last;\n";
  Unit before(text);
  gputile::Diagnostic said{DiagId::OriginalOrder, before.placeOf("for"), {"x"}, {}, {}};
  said.notes.push_back({DiagId::NoteHere, before.placeOf("b)"), {"y"}});
  said.notes.push_back({DiagId::NoteHere, {}, {"nowhere"}});
  said.fixIts.push_back({before.placeOf("first"), before.placeOf("n;"), "z"});
  before.memory.keep(before.regions.at(0), {std::nullopt, "", {"independent(a)"}, {said}});

  Unit after(replaced(replaced(text, "n = 1;", "n = 1; n++;\n\n"), "n = 2;", ""));
  const auto outcome = after.memory.find(after.regions.at(0));
  ASSERT_TRUE(outcome);
  EXPECT_FALSE(outcome->refusal);
  EXPECT_EQ(outcome->believed, std::vector<std::string>{"independent(a)"});
  ASSERT_EQ(outcome->said.size(), 1u);
  const gputile::Diagnostic &again = outcome->said[0];
  EXPECT_EQ(after.wordAt(again.loc), "for");
  EXPECT_EQ(after.wordAt(again.notes.at(0).loc), "b");
  EXPECT_FALSE(again.notes.at(1).loc.valid());
  EXPECT_EQ(after.wordAt(again.fixIts.at(0).begin), "first");
  EXPECT_EQ(after.wordAt(again.fixIts.at(0).end), "n");
  EXPECT_EQ(again.args, said.args);
  EXPECT_EQ(again.fixIts[0].text, "z");
}

TEST(Recall, regions_of_a_function_are_apart) {
  const std::string text = "void f(double *a) {\n" + Loop + Loop + "}\n";
  Unit unit(text);
  unit.keep("for", 1);
  EXPECT_FALSE(unit.remembers(0));
  EXPECT_TRUE(unit.remembers(1));
}

TEST(Recall, what_is_in_the_function_counts) {
  const std::string text = "void f(double *a) {\n" + Loop + "}\nvoid g(void) {}\n";
  EXPECT_FALSE(survives(text, "+ 1", "+ 2"));
  EXPECT_FALSE(survives(text, "#pragma", " #pragma"));
  EXPECT_FALSE(survives(text, "double *a", "float *a"));
  EXPECT_TRUE(survives(text, "g(void) {}", "g(void) { int i; }"));
}

TEST(Recall, what_is_around_functions_counts) {
  const std::string text =
      "#define N 9\nvoid g(void) { int n = N; }\nvoid f(double *a) {\n" + Loop + "}\n";
  EXPECT_FALSE(survives(text, "N 9", "N 8"));
  EXPECT_FALSE(survives(text, "void g", "int n;\nvoid g"));
  EXPECT_TRUE(survives(text, "n = N", "n = 2 * N"));
  const std::string defining =
      "void g(void) {\n#define N 9\n}\nvoid f(double *a) {\n" + Loop + "}\n";
  EXPECT_FALSE(survives(defining, "N 9", "N 8"));
  const std::string declaring =
      "extern int n[];\nvoid g(void) { extern int n[9]; }\nvoid f(double *a) {\n" + Loop + "}\n";
  EXPECT_FALSE(survives(declaring, "n[9]", "n[8]"));
}

TEST(Recall, what_is_behind_counts_where_it_declares_the_same) {
  const std::string text =
      "extern int n[];\nstruct S;\nint k(void);\nvoid f(double *a, struct S *s) {\n" + Loop +
      "}\n/* BEHIND */\n";
  const auto stays = [&](const std::string &more) { return survives(text, "/* BEHIND */", more); };
  EXPECT_TRUE(stays("int more;"));
  EXPECT_TRUE(stays("int more, others[9]; struct T { int n; } t; typedef int word;"));
  EXPECT_TRUE(stays("/* Other */ int g(void); int h(int i) { return i; }"));
  EXPECT_TRUE(stays("void g(void) {\n#define N 9\n}"));
  EXPECT_FALSE(stays("int n[9];"));
  EXPECT_FALSE(stays("int more, n[9];"));
  EXPECT_FALSE(stays("struct S { int n; };"));
  EXPECT_FALSE(stays("struct S { int n; } s;"));
  EXPECT_FALSE(stays("int k(void) { return 1; }"));
  EXPECT_FALSE(stays("__asm__(\"nop\");"));
  EXPECT_FALSE(stays("void (*pointer)(double *, struct S *) = f;"));
  EXPECT_FALSE(stays("void g(void) {\n#define N 9\nf(0, 0);\n}"));
  const std::string members =
      "struct S { int n; };\nvoid f(double *a, S s) {\n" + Loop + "}\n/* BEHIND */\n";
  EXPECT_TRUE(survives(members, "/* BEHIND */", "int more;", "test.cpp"));
  EXPECT_FALSE(survives(members, "/* BEHIND */", "int g(S s);", "test.cpp"));
}

TEST(Recall, functions_behind_do_not_change_which_is_which) {
  const std::string text = "int n;\nint k(void);\nvoid f(double *a) {\nint n = k();\n" + Loop +
                           "}\nvoid g(void) { n = 2; }\nint k(void) { return 1; }\n";
  Unit before(text);
  before.keep("return 1");
  Unit after(replaced(text, "void g(void)", "void h(void) {}\nvoid g(void)"));
  const auto outcome = after.memory.find(after.regions.at(0));
  ASSERT_TRUE(outcome);
  EXPECT_EQ(after.wordAt(outcome->said.at(0).loc), "return");
}

TEST(Recall, environments_are_apart) {
  const std::string text = "void f(double *a) {\n" + Loop + "}\n";
  Unit(text, "test.c", "-O1").keep("for");
  EXPECT_TRUE(Unit(text, "test.c", "-O1").remembers());
  EXPECT_FALSE(Unit(text, "test.c", "-O2").remembers());
}

TEST(Recall, called_functions_count) {
  const std::string text = "static int h(void) { return 1; }\nstatic int g(void) { return h(); }\n"
                           "int other(void) { return 5; }\n"
                           "void f(double *a) {\nint n = g();\n" +
                           Loop + "}\n";
  EXPECT_FALSE(survives(text, "return 1", "return 2"));
  EXPECT_FALSE(survives(text, "return h()", "return 2 * h()"));
  EXPECT_TRUE(survives(text, "return 5", "return 6"));
}

TEST(Recall, callers_count_where_only_they_can_call) {
  const std::string text = "static void f(double *a) {\n" + Loop +
                           "}\n"
                           "double room[100];\nvoid g(void) { double here[9]; f(here); }\n"
                           "void h(void) { room[0] = 1; }\n";
  EXPECT_FALSE(survives(text, "here[9]", "here[8]"));
  EXPECT_TRUE(survives(text, "= 1;", "= 2;"));
  EXPECT_TRUE(survives(replaced(text, "static ", ""), "here[9]", "here[8]"));
}

TEST(Recall, users_of_static_variables_count) {
  const std::string text =
      "static int s, unused;\nint t;\nvoid g(void) { s = 1; }\nvoid h(void) { t = 1; }\n"
      "void k(void) { unused = 1; }\n"
      "void f(double *a) {\ns = t;\n" +
      Loop + "}\n";
  EXPECT_FALSE(survives(text, "s = 1", "s = 2"));
  EXPECT_TRUE(survives(text, "t = 1", "t = 2"));
  EXPECT_TRUE(survives(text, "unused = 1", "unused = 2"));
}

TEST(Recall, a_line_of_its_own_counts) {
  const std::string text =
      "void g(void) { int i; }\nvoid f(double *a) {\nint n = __LINE__;\n" + Loop + "}\n";
  EXPECT_FALSE(survives(text, "int i;", "\nint i;"));
  EXPECT_TRUE(survives(text, "int i;", "int i, j;"));
}

TEST(Recall, methods_templates_and_operators_count) {
  const std::string text =
      "int g() { return 1; }\nint h(int) { return 2; }\nint other() { return 5; }\nint outer() { "
      "return 7; }\n"
      "struct S { int m() { return g(); } int operator+(int) { return 3; } };\n"
      "template <typename T> int t(T v) { return h(v); }\n"
      "constexpr int c() { return 4; }\nauto u() { return 6; }\n"
      "namespace N { int inner() { return outer(); } }\n"
      "void f(double *a, S s) {\nint n = s.m() + t(1) + N::inner();\n" +
      Loop + "}\n";
  for (const char *number : {"1", "2", "3", "4", "6", "7"})
    EXPECT_FALSE(survives(text, "return " + std::string(number), "return 0", "test.cpp")) << number;
  EXPECT_TRUE(survives(text, "return 5", "return 0", "test.cpp"));
}

TEST(Recall, places_that_cannot_be_told_are_not_remembered) {
  const std::string text = "#define ZERO 0\nvoid g(void) { int elsewhere; }\nvoid f(double *a) {\n"
                           "int n = ZERO;\n" +
                           Loop + "}\n";
  Unit elsewhere(text);
  elsewhere.keep("elsewhere");
  EXPECT_FALSE(elsewhere.remembers());
  elsewhere.keep("for");
  EXPECT_TRUE(elsewhere.remembers());
}

TEST(Recall, names_get_the_line_of_the_text) {
  const std::string text = "void f(double *a) {\n" + Loop + "}\n";
  Unit unit(text);
  unit.memory.keep(unit.regions.at(0),
                   {std::nullopt,
                    "test_f_2",
                    {},
                    {{DiagId::OriginalOrder, unit.placeOf("for"), {"'test_f_2_k1': 2"}, {}, {}}}});
  Unit below("\n\n" + text);
  EXPECT_FALSE(below.remembers()); // Other text stands around.
  const std::string other = "void g(void) {}\n" + text;
  Unit first(other);
  first.memory.keep(
      first.regions.at(0),
      {std::nullopt,
       "test_f_3",
       {},
       {{DiagId::OriginalOrder, first.placeOf("for"), {"'test_f_3_k1': 3"}, {}, {}}}});
  Unit moved(replaced(other, "{}", "{\n}"));
  const auto outcome = moved.memory.find(moved.regions.at(0));
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->name, "test_f_4");
  EXPECT_EQ(outcome->said.at(0).args, std::vector<std::string>{"'test_f_4_k1': 3"});
}

TEST(Recall, other_texts_with_lines_are_not_remembered) {
  const std::string text = "void f(double *a) {\n" + Loop + "}\n";
  Unit unit(text);
  const auto keep = [&](const std::string &argument) {
    unit.memory.keep(unit.regions.at(0),
                     {std::nullopt,
                      "test_f_2",
                      {},
                      {{DiagId::OriginalOrder, unit.placeOf("for"), {argument}, {}, {}}}});
  };
  keep("kernel g_2");
  EXPECT_FALSE(unit.remembers());
  keep("at test.c:2");
  EXPECT_FALSE(unit.remembers());
  keep("2 kernels of test_f_2");
  EXPECT_TRUE(unit.remembers());
}

} // namespace
