//===- LastAccessesTest.cpp - Accesses before others -----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Support/LastAccesses.h"

#include "gputile/Support/IslTools.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

using namespace gputile;

namespace {

/// Accesses and their times, as texts of isl.
struct Program {
  std::string sinks, must, may, schedule;
};

class LastAccessesTest : public ::testing::Test {
protected:
  IslContext Ctx;

  isl::union_map map(const std::string &text) const {
    return isl::union_map(Ctx.get(), "{ " + text + " }");
  }

  /// { T -> S }: the accesses of \p sources to what sinks access, before them.
  isl::union_map earlier(const isl::union_map &sources, const Program &program) const {
    const isl::union_map time = map(program.schedule);
    const isl::union_map before =
        isl::manage(isl_union_map_lex_lt_union_map(time.copy(), time.copy()));
    return sources.apply_range(map(program.sinks).reverse()).intersect(before);
  }

  /// As isl defines it, found by comparing all pairs.
  LastAccesses byPairs(const Program &program) const {
    const isl::union_map time = map(program.schedule);
    const isl::union_map before =
        isl::manage(isl_union_map_lex_lt_union_map(time.copy(), time.copy()));
    const isl::union_map musts = earlier(map(program.must), program);
    const isl::union_map mays = earlier(map(program.may), program);
    const isl::union_map hidden = before.apply_range(musts);
    const isl::union_map may = musts.unite(mays).subtract(hidden);
    // A sink surely has a source where no other one may come between.
    const isl::union_map lastMust = musts.subtract(hidden);
    const isl::union_map between = before.apply_range(mays);
    const isl::union_map must = lastMust.subtract(between);
    const isl::union_map sinks = map(program.sinks);
    return {must, may, sinks.subtract_domain(lastMust.range().unite(mays.range())),
            sinks.subtract_domain(lastMust.range())};
  }

  void expectSame(const Program &program) const {
    const LastAccesses found = lastAccesses(map(program.sinks), map(program.must), map(program.may),
                                            map(program.schedule));
    const LastAccesses expected = byPairs(program);
    const std::string text = "sinks " + program.sinks + "\nmust " + program.must + "\nmay " +
                             program.may + "\nschedule " + program.schedule;
    EXPECT_TRUE(found.may.is_equal(expected.may)) << text << "\n"
                                                  << found.may << "\n"
                                                  << expected.may;
    EXPECT_TRUE(found.must.is_equal(expected.must)) << text << "\n"
                                                    << found.must << "\n"
                                                    << expected.must;
    EXPECT_TRUE(found.mayNoSource.is_equal(expected.mayNoSource)) << text;
    EXPECT_TRUE(found.mustNoSource.is_equal(expected.mustNoSource)) << text;
    EXPECT_EQ(isl_union_map_dim(found.may.get(), isl_dim_param), 0u);
  }
};

/// for (i…) { if (i == 1) … = a[0]; a[0] = …; if (i == 0) a[0] = …; }
TEST_F(LastAccessesTest, sees_statements_that_run_in_one_iteration) {
  const Program program = {
      "R[i] -> A[0] : i = 1", "W[i] -> A[0] : 0 <= i <= 1; V[i] -> A[0] : i = 0", "",
      "R[i] -> [i, 0] : i = 1; W[i] -> [i, 1] : 0 <= i <= 1; V[i] -> [i, 2] : i = 0"};
  expectSame(program);
  const LastAccesses found =
      lastAccesses(map(program.sinks), map(program.must), map(program.may), map(program.schedule));
  EXPECT_TRUE(found.must.is_equal(map("V[0] -> R[1]"))) << found.must;
}

TEST_F(LastAccessesTest, leaves_shallow_statements_where_they_are) {
  expectSame({"R[i] -> A[0] : 0 <= i < 3", "W[i, j] -> A[0] : 0 <= i, j < 3",
              "V[i] -> A[0] : 0 <= i < 3",
              "R[i] -> [i, 0, 0, 0] : 0 <= i < 3; W[i, j] -> [i, 1, j, 0] : 0 <= i, j < 3; "
              "V[i] -> [i, 2, 0, 0] : 0 <= i < 3"});
}

/// Statements in two loops, of which some run in one iteration.
class RandomProgram {
public:
  explicit RandomProgram(unsigned seed) : Random(seed) {}

  Program make() {
    Program program;
    const unsigned count = 3 + draw(3);
    for (unsigned s = 0; s < count; ++s)
      addStatement(program, s, s == 0 ? 0 : draw(3));
    return program;
  }

private:
  std::mt19937 Random;

  unsigned draw(unsigned count) { return static_cast<unsigned>(Random() % count); }

  static void add(std::string &list, const std::string &text) {
    list += (list.empty() ? "" : "; ") + text;
  }
  std::string bounds(const std::string &iterator) {
    return draw(3) == 0 ? iterator + " = " + std::to_string(draw(3)) : "0 <= " + iterator + " < 3";
  }

  /// \param kind 0: sink, 1: must, 2: may
  void addStatement(Program &program, unsigned s, unsigned kind) {
    static const char *const elements[] = {"0", "1", "i", "i + 1"};
    const bool isDeep = draw(3) != 0;
    const std::string place = std::to_string(s);
    const std::string instance = "S" + place + (isDeep ? "[i, j]" : "[i]");
    const std::string domain = " : " + bounds("i") + (isDeep ? " and " + bounds("j") : "");
    const std::string element = isDeep && draw(2) ? (draw(2) ? "j" : "i + j") : elements[draw(4)];
    std::string &list = kind == 0 ? program.sinks : kind == 1 ? program.must : program.may;
    add(list, instance + " -> A[" + element + "]" + domain);
    // Deep statements are in one inner loop, behind which others may stand.
    const std::string time = isDeep ? "[i, 2, j, " + place + "]"
                                    : "[i, " + std::to_string(draw(2) * 4) + ", 0, " + place + "]";
    add(program.schedule, instance + " -> " + time + domain);
  }
};

TEST_F(LastAccessesTest, agrees_with_all_pairs) {
  for (unsigned seed = 0; seed < 300 && !HasFailure(); ++seed)
    expectSame(RandomProgram(seed).make());
}

} // namespace
