//===- UntileTest.cpp - Loops over tiles of the program's own -------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which loops are left out, that the program is proved to be the same, and that mistakes are not.
///
//===----------------------------------------------------------------------===//

#include "gputile/Transform/Untile.h"
#include "TestScop.h"
#include "gputile/Support/IslTools.h"
#include "gputile/Verifier/Verifier.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

class UntileTest : public ::testing::Test {
protected:
  IslContext Ctx;

  isl::set set(const std::string &text) { return isl::set(Ctx.get(), text); }
  isl::map map(const std::string &text) { return isl::map(Ctx.get(), text); }

  /// for b, for c: for i in tile b, for j in tile c: B[i][j] = A[j][i]
  Scop transpose() {
    return TestScop(Ctx, "[n, m]")
        .array("A", 2)
        .array("B", 2)
        .statement("{ S0[b, c, i, j] : 0 <= b and 0 <= c and 32b <= i < 32b + 32 and i < n and"
                   " 8c <= j < 8c + 8 and j < m }",
                   "{ S0[b, c, i, j] -> [b, c, i, j] }")
        .read("{ S0[b, c, i, j] -> A[j, i] }")
        .write("{ S0[b, c, i, j] -> B[i, j] }")
        .build();
  }

  /// for b: for t < 3: for i in tile b: A[element] = 2 * A[element] + …
  Scop passes(const std::string &element) {
    return TestScop(Ctx, "[n]")
        .array("A", 1)
        .statement("{ S0[b, t, i] : 0 <= b and 0 <= t < 3 and 32b <= i < 32b + 32 and i < n }",
                   "{ S0[b, t, i] -> [b, t, i] }")
        .update("{ S0[b, t, i] -> A[" + element + "] }")
        .build();
  }

  void expectProved(const Scop &original, const Untiled &untiled) {
    EXPECT_EQ(checkScop(untiled.scop), "");
    const auto failure = verifyUntiled(original, untiled.scop, untiled.origins);
    EXPECT_FALSE(failure) << failure->what;
  }

  void expectRefused(const Scop &original, const Untiled &untiled) {
    EXPECT_TRUE(verifyUntiled(original, untiled.scop, untiled.origins));
  }
};

/// What is known of sizes, as of those of type short, restricts neither the domain nor the
/// relations.
TEST_F(UntileTest, keeps_relations_total_on_the_domain) {
  Scop scop = transpose();
  scop.context = set("[n, m] -> { : n <= 32767 }");
  const auto untiled = withoutTiles(scop);
  ASSERT_TRUE(untiled);
  const Statement &s = untiled->scop.statements[0];
  EXPECT_TRUE(s.domain.is_equal(set("[n, m] -> { S0[i, j] : 0 <= i < n and 0 <= j < m }")));
  EXPECT_TRUE(s.domain.is_subset(s.schedule.domain()));
  for (const Access &access : s.accesses)
    EXPECT_TRUE(s.domain.is_subset(access.relation.domain()));
  expectProved(scop, *untiled);
}

TEST_F(UntileTest, leaves_out_loops_over_tiles) {
  const Scop scop = transpose();
  const auto untiled = withoutTiles(scop);
  ASSERT_TRUE(untiled);
  const Statement &s = untiled->scop.statements[0];
  EXPECT_TRUE(s.domain.is_equal(set("[n, m] -> { S0[i, j] : 0 <= i < n and 0 <= j < m }")));
  EXPECT_TRUE(s.schedule.intersect_domain(s.domain).is_equal(
      map("{ S0[i, j] -> [0, 0, i, j] }").intersect_domain(s.domain)));
  EXPECT_TRUE(s.accesses[0].relation.intersect_domain(s.domain).is_equal(
      map("{ S0[i, j] -> A[j, i] }").intersect_domain(s.domain)));
  EXPECT_EQ(s.iterators.size(), 2u);
  EXPECT_EQ(untiled->loops.size(), 2u);
  expectProved(scop, *untiled);
}

TEST_F(UntileTest, keeps_the_order_of_passes_over_one_variable) {
  const Scop elements = passes("i"), variable = passes("0");
  const auto simple = withoutTiles(elements);
  ASSERT_TRUE(simple);
  expectProved(elements, *simple);
  // All iterations over a tile, then those over the next: another order than t, i.
  const auto other = withoutTiles(variable);
  ASSERT_TRUE(other);
  expectRefused(variable, *other);
}

TEST_F(UntileTest, keeps_what_is_no_loop_over_tiles) {
  const auto none = [&](const std::string &domain, const std::string &element) {
    EXPECT_FALSE(
        withoutTiles(TestScop(Ctx, "[n]")
                         .array("A", 1)
                         .statement("{ S0[b, i] : " + domain + " }", "{ S0[b, i] -> [b, i] }")
                         .write("{ S0[b, i] -> A[" + element + "] }")
                         .build()))
        << domain;
  };
  const std::string tiles = "0 <= b and 32b <= i < 32b + 32 and i < n";
  none(tiles, "b");                                // A subscript is the tile's number.
  none("0 <= b < n and 32b <= i < 32b + 40", "i"); // Tiles overlap.
  none("0 <= b < n and 32b <= i < 32b + 20", "i"); // There is something between them.
  none("0 <= b < n and i = b", "i");               // A loop of one iteration.
  none("0 <= b < n and b <= i < b + 1", "i");
}

TEST_F(UntileTest, keeps_tiles_whose_number_the_text_has) {
  Scop scop = transpose();
  Statement &s = scop.statements[0];
  s.body.push_back(BodyPiece::makeIterator(0, "int"));
  const auto untiled = withoutTiles(scop);
  ASSERT_TRUE(untiled);
  EXPECT_EQ(setDims(untiled->scop.statements[0].domain), 3u);
  EXPECT_EQ(untiled->scop.statements[0].body.back().index, 0u);
  expectProved(scop, *untiled);
}

TEST_F(UntileTest, numbers_of_iterators_in_the_text_follow) {
  Scop scop = transpose();
  scop.statements[0].body.push_back(BodyPiece::makeIterator(3, "int"));
  auto untiled = withoutTiles(scop);
  ASSERT_TRUE(untiled);
  EXPECT_EQ(untiled->scop.statements[0].body.back().index, 1u);
  expectProved(scop, *untiled);
  untiled->scop.statements[0].body.back().index = 0;
  expectRefused(scop, *untiled);
}

TEST_F(UntileTest, mistakes_are_found) {
  const Scop scop = transpose();
  const auto broken = [&](const std::function<void(Untiled &)> &change) {
    Untiled untiled = *withoutTiles(scop);
    change(untiled);
    expectRefused(scop, untiled);
  };
  broken([&](Untiled &u) {
    Statement &s = u.scop.statements[0];
    s.domain = s.domain.intersect(set("{ S0[i, j] : i > 0 }"));
  });
  broken([&](Untiled &u) {
    u.scop.statements[0].domain = set("[n, m] -> { S0[i, j] : 0 <= i <= n and 0 <= j < m }");
  });
  broken([&](Untiled &u) {
    u.scop.statements[0].accesses[0].relation = map("{ S0[i, j] -> A[i, j] }");
  });
  broken([&](Untiled &u) {
    u.scop.statements[0].references[1].index = map("{ S0[i, j] -> B[j, i] }");
  });
  broken([&](Untiled &u) {
    u.origins[0] = u.origins[0].intersect_domain(set("{ S0[i, j] : j > 0 }"));
  });
  broken([&](Untiled &u) { u.scop.statements[0].body.push_back(BodyPiece::makeText(";")); });
  broken([&](Untiled &u) { u.scop.guard = set("[n, m] -> { : n > m }"); });
  broken([&](Untiled &u) { u.scop.arrays[0].elementType = "long"; });
}

} // namespace
