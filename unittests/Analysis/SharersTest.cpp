//===- SharersTest.cpp - Tests of arrays that may have the same memory ------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Analysis/Sharers.h"

#include "TestScop.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

using Names = std::vector<std::string>;

class Sharers : public ::testing::Test {
protected:
  IslContext Ctx;

  TestScop arrays(unsigned rank = 1) {
    TestScop scop(Ctx, "[n]");
    for (const char *name : {"r", "w"})
      scop.array(name, rank, "double", ArrayStorage::Pointer);
    return scop;
  }

  /// Those of `r`.
  static Names of(const Scop &scop) {
    const std::optional<Scop> changed = withSharers(scop);
    return changed ? changed->arrays[0].sharers : Names();
  }

  /// w[i] = r[i + distance];
  Scop shifted(int distance) {
    return arrays()
        .statement("{ S[i] : 1 <= i < n }", "{ S[i] -> [i] }")
        .write("{ S[i] -> w[i] }")
        .read("{ S[i] -> r[i + " + std::to_string(distance) + "] }")
        .build();
  }
};

TEST_F(Sharers, an_element_may_be_read_by_the_instance_that_writes_it) {
  EXPECT_EQ(of(shifted(0)), Names({"w"}));
}

TEST_F(Sharers, or_before_it_is_written) { EXPECT_EQ(of(shifted(1)), Names({"w"})); }

TEST_F(Sharers, but_not_later) { EXPECT_EQ(of(shifted(-1)), Names()); }

TEST_F(Sharers, nor_by_a_later_statement) {
  const auto two = [&](const std::string &secondTime) {
    return arrays()
        .array("s", 1, "float")
        .statement("{ S[i] : 0 <= i < n }", "{ S[i] -> [1, i] }")
        .write("{ S[i] -> w[i] }")
        .read("{ S[i] -> r[i] }")
        .statement("{ T[i] : 0 <= i < n }", "{ T[i] -> [" + secondTime + ", i] }")
        .write("{ T[i] -> s[i] }")
        .read("{ T[i] -> r[i] }")
        .build();
  };
  EXPECT_EQ(of(two("0")), Names({"w"}));
  EXPECT_EQ(of(two("2")), Names());
}

TEST_F(Sharers, nor_by_the_instance_behind_its_write) {
  const auto within = [&](const std::string &body) {
    return arrays()
        .statement("{ S[i] : 0 <= i < n }", "{ S[i] -> [i] }")
        .write("{ S[i] -> w[i] }")
        .read("{ S[i] -> r[i] }")
        .body(body)
        .build();
  };
  EXPECT_EQ(of(within("{ double x = $1; $0 = x; }")), Names({"w"}));
  EXPECT_EQ(of(within("{ $0 = 1; double x = $1; }")), Names());
}

TEST_F(Sharers, time_loops_read_what_they_have_written) {
  EXPECT_EQ(of(arrays()
                   .statement("{ S[t, i] : 0 <= t < n and 0 <= i < n }", "{ S[t, i] -> [t, i] }")
                   .write("{ S[t, i] -> w[i] }")
                   .read("{ S[t, i] -> r[i] }")
                   .build()),
            Names());
}

TEST_F(Sharers, only_arrays_of_one_form_are_one) {
  const auto with = [&](auto change) {
    Scop scop = shifted(0);
    change(scop.arrays[0], scop.arrays[1]);
    return of(scop);
  };
  EXPECT_EQ(with([](Array &, Array &w) { w.elementType = "float"; }), Names());
  EXPECT_EQ(with([](Array &r, Array &) { r.noAlias = true; }), Names());
  EXPECT_EQ(with([](Array &, Array &w) { w.inDeviceMemory = true; }), Names());
  EXPECT_EQ(with([](Array &r, Array &) { r.present = true; }), Names());
  EXPECT_EQ(with([](Array &r, Array &w) { r.storage = w.storage = ArrayStorage::Object; }),
            Names());
  EXPECT_EQ(with([](Array &, Array &w) { w.storage = ArrayStorage::Object; }), Names({"w"}));
}

} // namespace
