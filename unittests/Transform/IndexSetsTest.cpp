//===- IndexSetsTest.cpp - Domains of statements in parts -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which domains are split where, that this is proved to change nothing, and that no mistake in it
/// is.
///
//===----------------------------------------------------------------------===//

#include "gputile/Transform/IndexSets.h"
#include "TestScop.h"
#include "gputile/Analysis/Dependences.h"
#include "gputile/Support/IslTools.h"
#include "gputile/Verifier/Verifier.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

class IndexSetsTest : public ::testing::Test {
protected:
  IslContext Ctx;

  /// for i < n: a[i] = a[i] + a[element]
  Scop reading(const std::string &element) {
    return TestScop(Ctx, "[n, m]")
        .array("a", 1)
        .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
        .update("{ S0[i] -> a[i] }")
        .read("{ S0[i] -> a[" + element + "] }")
        .build();
  }

  Scop floydWarshall() {
    return TestScop(Ctx, "[n]")
        .array("a", 2)
        .statement("{ S0[k, i, j] : 0 <= k < n and 0 <= i < n and 0 <= j < n }",
                   "{ S0[k, i, j] -> [k, i, j] }")
        .update("{ S0[k, i, j] -> a[i, j] }")
        .read("{ S0[k, i, j] -> a[i, k] }")
        .read("{ S0[k, i, j] -> a[k, j] }")
        .build();
  }

  isl::set set(const std::string &text) const { return isl::set(Ctx.get(), text); }

  static std::string outcome(const Scop &original, const SplitIndexSets &split) {
    const auto failure = verifyIndexSets(original, split.scop, split.origins);
    return failure ? failure->what : "proved";
  }

  static std::optional<SplitIndexSets> splitOf(const Scop &scop) {
    auto split = splitIndexSets(scop, computeDependences(scop));
    if (split) {
      EXPECT_EQ(checkScop(split->scop), "");
      EXPECT_EQ(outcome(scop, *split), "proved");
    }
    return split;
  }

  /// Whether \p domains are those of the parts, whatever their order and names.
  void expectParts(const Scop &scop, const std::vector<std::string> &domains) const {
    const auto split = splitOf(scop);
    ASSERT_TRUE(split.has_value());
    ASSERT_EQ(split->scop.statements.size(), domains.size());
    for (const std::string &domain : domains) {
      size_t found = 0;
      for (const Statement &part : split->scop.statements)
        found += named(part.domain, "S0").is_equal(set(domain));
      EXPECT_EQ(found, 1u) << domain;
    }
  }
};

TEST_F(IndexSetsTest, one_element_that_all_iterations_read) {
  expectParts(reading("m"), {"[n, m] -> { S0[i] : 0 <= i < n and i < m }",
                             "[n, m] -> { S0[i] : 0 <= i < n and i = m }",
                             "[n, m] -> { S0[i] : 0 <= i < n and i > m }"});
  expectParts(reading("0"), {"[n, m] -> { S0[i] : 0 = i < n }", "[n, m] -> { S0[i] : 0 < i < n }"});
  expectParts(reading("n - 1"),
              {"[n, m] -> { S0[i] : 0 <= i = n - 1 }", "[n, m] -> { S0[i] : 0 <= i < n - 1 }"});
}

TEST_F(IndexSetsTest, an_array_that_is_read_backwards) {
  expectParts(reading("n - 1 - i"), {"[n, m] -> { S0[i] : 0 <= i and 2i <= n - 2 }",
                                     "[n, m] -> { S0[i] : 2i > n - 2 and i < n }"});
}

TEST_F(IndexSetsTest, a_row_and_a_column_that_all_iterations_read) {
  const auto split = splitOf(floydWarshall());
  ASSERT_TRUE(split.has_value());
  EXPECT_EQ(split->origins, std::vector<unsigned>(9, 0));
  const Ddg ddg = computeDependences(split->scop);
  for (const Dependence &edge : ddg.edges)
    if (edge.source == edge.target) {
      EXPECT_TRUE(equateDims(edge.relation, 0, 0).is_empty())
          << split->scop.statements[edge.source].name;
    }
}

TEST_F(IndexSetsTest, loops_whose_iterations_depend_on_those_before_stay) {
  EXPECT_FALSE(splitOf(reading("i + 1")));
  EXPECT_FALSE(splitOf(reading("i - 1")));
  const Scop independent = TestScop(Ctx, "[n]")
                               .array("a", 1)
                               .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
                               .update("{ S0[i] -> a[i] }")
                               .build();
  EXPECT_FALSE(splitOf(independent));
}

TEST_F(IndexSetsTest, more_parts_than_anybody_reads_are_not_made) {
  TestScop scop(Ctx, "[n]");
  scop.array("a", 1)
      .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
      .update("{ S0[i] -> a[i] }");
  for (int k = 1; k <= 7; ++k)
    scop.read("{ S0[i] -> a[" + std::to_string(10 * k) + "] }");
  EXPECT_FALSE(splitOf(scop.build()));
}

TEST_F(IndexSetsTest, what_clause_independent_says_is_said_of_the_parts) {
  Scop scop = reading("m");
  scop.independent.push_back(
      {0, isl::union_map(Ctx.get(), "[n, m] -> { S0[i] -> S0[j] : i != j }")});
  const auto split = splitOf(scop);
  ASSERT_TRUE(split.has_value());
  isl::union_map whole = isl::union_map::empty(Ctx.get());
  for (const Statement &part : split->scop.statements)
    whole = whole.unite(isl::union_map(part.domain.identity().set_range_tuple("S0")));
  const isl::union_set domain(scop.statements[0].domain);
  EXPECT_TRUE(split->scop.independent[0].apart.apply_domain(whole).apply_range(whole).is_equal(
      scop.independent[0].apart.intersect_domain(domain).intersect_range(domain)));
}

TEST_F(IndexSetsTest, mistakes_are_not_proved) {
  const Scop scop = reading("m");
  const SplitIndexSets right = *splitOf(scop);
  const auto with = [&](const auto &change) {
    SplitIndexSets wrong = right;
    change(wrong.scop.statements[1], wrong);
    return outcome(scop, wrong);
  };
  const auto smaller = [](Statement &part, SplitIndexSets &) {
    part.domain = boundBelow(part.domain, 0, 7);
  };
  EXPECT_NE(with(smaller).find("belong to no part"), std::string::npos);
  const auto larger = [&](Statement &part, SplitIndexSets &) {
    const Statement &whole = scop.statements[0];
    const auto rename = [&](const isl::map &map) { return map.set_domain_tuple(part.name); };
    part.domain = named(whole.domain, part.name);
    part.schedule = rename(whole.schedule);
    for (size_t r = 0; r < part.references.size(); ++r)
      part.references[r].index = rename(whole.references[r].index);
    for (size_t a = 0; a < part.accesses.size(); ++a)
      part.accesses[a].relation = rename(whole.accesses[a].relation);
  };
  EXPECT_NE(with(larger).find("those of another part"), std::string::npos);
  const auto later = [](Statement &part, SplitIndexSets &) {
    part.schedule = insertFixed(dropRangeDims(part.schedule, 0, 1), 0, 3);
  };
  const auto otherText = [](Statement &part, SplitIndexSets &) {
    part.body.push_back(BodyPiece::makeText(";"));
  };
  const auto otherElement = [&](Statement &part, SplitIndexSets &) {
    part.references[1].index =
        isl::map(Ctx.get(), "[n, m] -> { " + part.name + "[i] -> a[i + 1] }");
  };
  const auto noAccess = [](Statement &part, SplitIndexSets &) { part.accesses.pop_back(); };
  for (const std::string &what : {with(later), with(otherText), with(otherElement), with(noAccess)})
    EXPECT_NE(what.find("is not a part of an original one"), std::string::npos) << what;
  const auto noOrigin = [](Statement &, SplitIndexSets &wrong) { wrong.origins[1] = 5; };
  EXPECT_NE(with(noOrigin).find("is not a part of an original one"), std::string::npos);
  const auto newArray = [](Statement &, SplitIndexSets &wrong) {
    wrong.scop.arrays.push_back(wrong.scop.arrays[0]);
    wrong.scop.arrays.back().storage = ArrayStorage::Private;
    wrong.scop.arrays.back().baseExpr = "";
  };
  EXPECT_NE(with(newArray).find("new arrays"), std::string::npos);
}

} // namespace
