//===- UniteElementsTest.cpp - Unions of many elements --------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Support/UniteElements.h"

#include "gputile/Support/IslTools.h"

#include <gtest/gtest.h>

using namespace gputile;

namespace {

class UniteElements : public ::testing::Test {
protected:
  IslContext Ctx;

  std::vector<isl::map> maps(std::initializer_list<const char *> texts) {
    std::vector<isl::map> result;
    for (const char *text : texts)
      result.emplace_back(Ctx.get(), text);
    return result;
  }
  /// The union is exact, and has so many parts.
  void expectParts(int parts, std::initializer_list<const char *> texts) {
    const std::vector<isl::map> all = maps(texts);
    isl::map wanted = all.front();
    for (const isl::map &map : all)
      wanted = wanted.unite(map);
    const isl::map found = uniteElements(all);
    EXPECT_TRUE(found.is_equal(wanted)) << found << " is not " << wanted;
    EXPECT_EQ(isl_map_n_basic_map(found.get()), parts) << found;
  }
};

using Groups = std::vector<std::vector<size_t>>;

TEST_F(UniteElements, GroupsWhatDiffersInNumbers) {
  EXPECT_EQ(groupsOfElements(maps({"{ S[i] -> A[i, 0] }", "{ S[i] -> A[i + 1, 0] }", "{ S[i] -> A[i, 2] }"})),
            (Groups{{0, 2}, {1}}));
}

TEST_F(UniteElements, TellsNumbersInDifferentDimensionsApart) {
  EXPECT_EQ(groupsOfElements(maps({"{ S[i] -> A[i, 0] }", "{ S[i] -> A[0, i] }", "{ S[i] -> A[3, 0] }"})),
            (Groups{{0}, {1}, {2}}));
}

TEST_F(UniteElements, TellsDomainsApart) {
  EXPECT_EQ(groupsOfElements(maps({"[n] -> { S[i] -> A[i, 0] : 0 <= i < n }", "[n] -> { S[i] -> A[i, 1] : 0 <= i < n - 1 }"})),
            (Groups{{0}, {1}}));
}

TEST_F(UniteElements, MakesABoxOfNeighbours) {
  expectParts(1, {"{ S[i] -> A[i, 1, 0] }", "{ S[i] -> A[i, 0, 1] }", "{ S[i] -> A[i, 0, 0] }",
                  "{ S[i] -> A[i, 1, 1] }"});
}

TEST_F(UniteElements, MakesFewBoxesOfWhatIsNone) {
  expectParts(2, {"{ S[i] -> A[i, 0, 1] }", "{ S[i] -> A[i, 1, 0] }", "{ S[i] -> A[i, 1, 1] }"});
  expectParts(2, {"{ S[i] -> A[i, 0] }", "{ S[i] -> A[i, 2] }", "{ S[i] -> A[i, 0] }"});
}

TEST_F(UniteElements, KeepsOthers) {
  expectParts(2, {"[n] -> { S[i] -> A[i, 0] : 0 <= i < n }", "[n] -> { S[i] -> A[i - 1, 0] : 0 <= i < n }",
                  "[n] -> { S[i] -> A[i, 1] : 0 <= i < n }"});
}

TEST_F(UniteElements, LeavesLargeNumbersAlone) {
  expectParts(2, {"{ S[i] -> A[i, 5000000000] }", "{ S[i] -> A[i, 5000000001] }"});
}

} // namespace
