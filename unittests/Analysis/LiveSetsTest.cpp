//===- LiveSetsTest.cpp - Tests of what enters and leaves a region --------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"

#include "gputile/Analysis/LiveSets.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

class LiveSets : public ::testing::Test {
protected:
  IslContext Ctx;

  static isl::set graphOf(const isl::pw_aff &bound) {
    return isl::manage(isl_set_from_pw_aff(bound.copy()));
  }

  isl::set set(const std::string &text) { return isl::set(Ctx.get(), text); }

  void expectSet(const isl::set &actual, const std::string &expected) {
    EXPECT_TRUE(actual.is_equal(set(expected)))
        << "expected " << expected << "\nactual   " << actual;
  }

  void expectBound(const isl::pw_aff &actual, const std::string &expected) {
    isl::pw_aff wanted(Ctx.get(), expected);
    EXPECT_TRUE(graphOf(actual).is_equal(graphOf(wanted)))
        << "expected " << expected << "\nactual   " << actual;
    EXPECT_EQ(isl_pw_aff_n_piece(actual.get()), 1) << actual;
  }

  std::vector<ArrayTransfer> transfersOf(const Scop &scop) {
    return planTransfers(scop, computeLiveness(scop));
  }
};

TEST_F(LiveSets, figure_2_reads_one_element_more_than_it_writes) {
  Scop scop = figure2(Ctx);
  ArrayLiveness live = computeLiveness(scop).at(0);
  expectSet(live.footprint, "[T, I] -> { A[a] : T >= 1 and I >= 1 and 1 <= a <= I + 1 }");
  expectSet(live.liveIn, "[T, I] -> { A[a] : T >= 1 and I >= 1 and 1 <= a <= I + 1 }");
  expectSet(live.mayWrite, "[T, I] -> { A[a] : T >= 1 and 1 <= a <= I }");
  expectSet(live.mustWrite, "[T, I] -> { A[a] : T >= 1 and 1 <= a <= I }");
}

TEST_F(LiveSets, jacobi_does_not_need_the_old_values_of_its_copy) {
  Scop scop = jacobi1d(Ctx);
  std::vector<ArrayLiveness> live = computeLiveness(scop);
  expectSet(live[0].liveIn, "[T, n] -> { A[a] : T >= 1 and n >= 3 and 0 <= a < n }");
  expectSet(live[0].mayWrite, "[T, n] -> { A[a] : T >= 1 and 1 <= a < n - 1 }");
  expectSet(live[1].liveIn, "[T, n] -> { B[a] : false }");
  expectSet(live[1].footprint, "[T, n] -> { B[a] : T >= 1 and 1 <= a < n - 1 }");
}

TEST_F(LiveSets, nothing_lives_when_no_iteration_runs) {
  Scop scop = jacobi1d(Ctx);
  scop.context = set("[T, n] -> { : T <= 0 }");
  for (const ArrayLiveness &live : computeLiveness(scop)) {
    EXPECT_TRUE(live.footprint.is_empty());
    EXPECT_TRUE(live.liveIn.is_empty());
    EXPECT_TRUE(live.mayWrite.is_empty());
  }
  for (const ArrayTransfer &transfer : transfersOf(scop)) {
    EXPECT_FALSE(transfer.copyIn);
    EXPECT_FALSE(transfer.copyOut);
    EXPECT_FALSE(transfer.byValue);
  }
}

TEST_F(LiveSets, boxes_are_defined_where_there_are_elements) {
  Scop scop = jacobi1d(Ctx);
  ArrayTransfer a = transfersOf(scop).at(0);
  ASSERT_EQ(a.box.lower.size(), 1u);
  expectBound(a.box.lower[0], "[T, n] -> { [(0)] : T > 0 and n >= 3 }");
  expectBound(a.box.upper[0], "[T, n] -> { [(n - 1)] : T > 0 and n >= 3 }");
  expectBound(a.copyOutBox.lower[0], "[T, n] -> { [(1)] : T > 0 and n >= 3 }");
  expectBound(a.copyOutBox.upper[0], "[T, n] -> { [(n - 2)] : T > 0 and n >= 3 }");
}

TEST_F(LiveSets, jacobi_copies_only_what_it_must) {
  Scop scop = jacobi1d(Ctx);
  std::vector<ArrayTransfer> transfers = transfersOf(scop);
  EXPECT_TRUE(transfers[0].copyIn);
  EXPECT_TRUE(transfers[0].copyOut);
  EXPECT_FALSE(transfers[1].copyIn); // Written before it is read, the whole box.
  EXPECT_TRUE(transfers[1].copyOut);
  expectSet(transfers[1].copyOutSet, "[T, n] -> { B[a] : T >= 1 and 1 <= a < n - 1 }");
  scop.arrays[1].deadAfter = true;
  EXPECT_FALSE(transfersOf(scop)[1].copyOut);
}

TEST_F(LiveSets, stencils_in_three_dimensions_keep_simple_boxes) {
  Scop scop = jacobi27(Ctx);
  std::vector<ArrayLiveness> live = computeLiveness(scop);
  EXPECT_EQ(isl_set_n_basic_set(live[0].footprint.get()), 1) << live[0].footprint;
  expectSet(live[0].footprint, "[T, l, m, n] -> { A[i, j, k] : T > 0 and l >= 3 and m >= 3 and "
                               "n >= 3 and 0 <= i < l and 0 <= j < m and 0 <= k < n }");
  ArrayTransfer a = planTransfers(scop, live).at(0);
  expectBound(a.copyInBox.lower[2],
              "[T, l, m, n] -> { [(0)] : T > 0 and l >= 3 and m >= 3 and n >= 3 }");
  expectBound(a.copyInBox.upper[2],
              "[T, l, m, n] -> { [(n - 1)] : T > 0 and l >= 3 and m >= 3 and n >= 3 }");
}

/// Lower triangle: the box of what is written holds elements that are not.
TEST_F(LiveSets, a_box_with_unwritten_elements_is_copied_in_and_compared) {
  Scop scop = TestScop(Ctx, "[n]")
                  .array("A", 2)
                  .statement("{ S0[i, j] : 0 <= j <= i < n }", "{ S0[i, j] -> [i, j] }")
                  .write("{ S0[i, j] -> A[i, j] }")
                  .build();
  ArrayTransfer transfer = transfersOf(scop).at(0);
  EXPECT_TRUE(transfer.copyIn);
  EXPECT_TRUE(transfer.copyOut);
  EXPECT_TRUE(transfer.compared);
  EXPECT_TRUE(transfer.probed);
  expectSet(transfer.copyInSet, "[n] -> { A[i, j] : 0 <= i < n and 0 <= j < n }");
  expectSet(transfer.copyOutSet, "[n] -> { A[i, j] : 0 <= j <= i < n }");
  expectBound(transfer.copyOutBox.upper[1], "[n] -> { [(n - 1)] : n >= 1 }");
  scop.arrays[0].deadAfter = true;
  EXPECT_FALSE(transfersOf(scop)[0].copyIn);
}

TEST_F(LiveSets, what_is_only_maybe_written_is_copied_in) {
  Scop scop = TestScop(Ctx, "[n]")
                  .array("A", 1)
                  .array("s", 0)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
                  .mayWrite("{ S0[i] -> A[i] }")
                  .mayWrite("{ S0[i] -> s[] }")
                  .build();
  std::vector<ArrayTransfer> transfers = transfersOf(scop);
  for (const ArrayTransfer &transfer : transfers) {
    EXPECT_TRUE(transfer.copyIn);
    EXPECT_TRUE(transfer.copyOut);
    EXPECT_TRUE(transfer.compared);
    EXPECT_FALSE(transfer.byValue);
  }
  expectSet(transfers[0].copyInSet, "[n] -> { A[a] : 0 <= a < n }");
  expectSet(transfers[1].copyInSet, "[n] -> { s[] : n > 0 }");
}

TEST_F(LiveSets, a_certainly_written_scalar_is_copied_out_only) {
  Scop scop = TestScop(Ctx, "[n]")
                  .array("s", 0)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
                  .write("{ S0[i] -> s[] }")
                  .build();
  ArrayTransfer transfer = transfersOf(scop).at(0);
  EXPECT_FALSE(transfer.copyIn);
  EXPECT_TRUE(transfer.copyOut);
  EXPECT_FALSE(transfer.compared);
  EXPECT_TRUE(transfer.box.lower.empty());
}

TEST_F(LiveSets, a_scalar_that_is_only_read_goes_by_value) {
  Scop scop = TestScop(Ctx, "[n]")
                  .array("s", 0)
                  .array("p", 0, "double", ArrayStorage::Private)
                  .array("A", 1)
                  .array("unused", 0)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
                  .read("{ S0[i] -> s[] }")
                  .read("{ S0[i] -> p[] }")
                  .read("{ S0[i] -> A[0] }")
                  .build();
  std::vector<ArrayTransfer> transfers = transfersOf(scop);
  EXPECT_TRUE(transfers[0].byValue);
  EXPECT_FALSE(transfers[0].copyIn);
  EXPECT_FALSE(transfers[1].byValue); // Private: never copied.
  EXPECT_FALSE(transfers[1].copyIn);
  EXPECT_FALSE(transfers[2].byValue); // An array, not a scalar.
  EXPECT_TRUE(transfers[2].copyIn);
  EXPECT_FALSE(transfers[3].byValue);
}

TEST_F(LiveSets, a_private_array_is_never_copied) {
  Scop scop = TestScop(Ctx, "[n]")
                  .array("t", 1, "double", ArrayStorage::Private)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
                  .mayWrite("{ S0[i] -> t[i] }")
                  .build();
  ArrayTransfer transfer = transfersOf(scop).at(0);
  EXPECT_FALSE(transfer.copyIn);
  EXPECT_FALSE(transfer.copyOut);
  expectBound(transfer.box.upper[0], "[n] -> { [(n - 1)] : n > 0 }");
}

TEST_F(LiveSets, a_read_behind_a_may_write_may_see_the_old_value) {
  Scop scop = TestScop(Ctx, "[]")
                  .array("s", 0)
                  .array("t", 0)
                  .statement("{ S0[] }", "{ S0[] -> [0] }")
                  .mayWrite("{ S0[] -> s[] }")
                  .write("{ S0[] -> t[] }")
                  .statement("{ S1[] }", "{ S1[] -> [1] }")
                  .read("{ S1[] -> s[] }")
                  .read("{ S1[] -> t[] }")
                  .build();
  std::vector<ArrayLiveness> live = computeLiveness(scop);
  expectSet(live[0].liveIn, "{ s[] }");
  expectSet(live[1].liveIn, "{ t[] : false }");
}

TEST_F(LiveSets, every_other_element_is_stored_in_steps) {
  Scop scop = TestScop(Ctx, "[n]")
                  .array("A", 1)
                  .statement("{ S0[i] : 0 <= i < n and i mod 2 = 0 }", "{ S0[i] -> [i] }")
                  .write("{ S0[i] -> A[i] }")
                  .build();
  ArrayTransfer transfer = transfersOf(scop).at(0);
  expectBound(transfer.copyOutBox.upper[0], "[n] -> { [(2*floor((n - 1)/2))] : n > 0 }");
  EXPECT_FALSE(transfer.copyIn);
  EXPECT_FALSE(transfer.compared);
  EXPECT_EQ(transfer.copyOutSteps, std::vector<int64_t>{2});
  expectSet(steppedElements(transfer.copyOutBox, transfer.copyOutSteps, transfer.copyOutSet),
            "[n] -> { A[a] : 0 <= a < n and a mod 2 = 0 }");
}

TEST_F(LiveSets, steps_that_begin_elsewhere_in_each_row_are_compared) {
  Scop scop = TestScop(Ctx, "[n]")
                  .array("A", 2)
                  .statement("{ S0[i, j] : 0 <= i, j < n and (i + j) mod 2 = 0 }",
                             "{ S0[i, j] -> [i, j] }")
                  .write("{ S0[i, j] -> A[i, j] }")
                  .build();
  ArrayTransfer transfer = transfersOf(scop).at(0);
  EXPECT_TRUE(transfer.compared);
  EXPECT_TRUE(transfer.copyOutSteps.empty());
}

TEST_F(LiveSets, what_lies_between_elements_is_read_with_care) {
  Scop scop = TestScop(Ctx, "[n, m]")
                  .array("A", 2)
                  .array("B", 1)
                  .statement("{ S0[i, j] : 0 <= i < n and 0 <= j < m }", "{ S0[i, j] -> [i, j] }")
                  .read("{ S0[i, j] -> A[3i + 1, j] }")
                  .write("{ S0[i, j] -> A[3i + 1, j] }")
                  .read("{ S0[i, j] -> B[j] }")
                  .build();
  std::vector<ArrayTransfer> transfers = transfersOf(scop);
  EXPECT_EQ(transfers[0].copyOutSteps, (std::vector<int64_t>{3, 1}));
  EXPECT_TRUE(transfers[0].probed);
  EXPECT_FALSE(transfers[0].compared);
  EXPECT_FALSE(transfers[1].probed);
  scop.arrays[1].assumedExtent = true;
  EXPECT_TRUE(transfersOf(scop)[1].probed);
}

TEST_F(LiveSets, box_and_elements_are_inverse_on_boxes) {
  for (const char *text : {"[n] -> { A[i, j] : 0 <= i < n and -n <= j < 2n }",
                           "[n, m] -> { A[i] : n <= i <= m }", "[n] -> { A[i] : false }",
                           "[n, m] -> { A[i] : 0 <= i < n or 0 <= i < m }", "{ A[3, -4] }"}) {
    isl::set elements = set(text);
    expectSet(boxElements(boundingBox(elements), elements), text);
  }
}

/// Rows j of every second element i that begin with an element or the next one, as the colour says.
TEST_F(LiveSets, a_box_of_elements_in_steps_has_no_cases_for_a_few_small_sizes) {
  const isl::set elements = set("[m, n, c] -> { A[j, i] : 0 < j < m and 0 < i < n and "
                                "(i + j + c) mod 2 = 0 }");
  const Box box = boundingBox(elements);
  for (const std::vector<isl::pw_aff> &bounds : {box.lower, box.upper})
    for (const isl::pw_aff &bound : bounds)
      EXPECT_EQ(bound.n_piece(), 1u) << bound;
  EXPECT_FALSE(box.tight); // m = 2: one row, which may begin at 2.
  const isl::set all = boxElements(box, elements);
  EXPECT_TRUE(elements.is_subset(all));
  expectSet(all.intersect_params(set("[m, n, c] -> { A[j, i] : m > 2 and n > 2 }").params()),
            "[m, n, c] -> { A[j, i] : m > 2 and n > 2 and 0 < j < m and 0 < i < n }");
}

TEST_F(LiveSets, a_box_of_elements_in_steps_is_tight_for_most_sizes) {
  for (const auto &[elements, box] : std::map<std::string, std::string>{
           {"A[i] : 0 <= i < n and i mod 3 = 0", "A[i] : 0 <= i <= 3 * floor((n - 1) / 3)"},
           // i ^ 1 of all i < n
           {"A[i] : exists e : 0 <= e < n and i = e + 1 - 2 * (e mod 2)",
            "A[i] : n > 0 and ((n mod 2 = 0 and 0 <= i < n) or (n mod 2 = 1 and "
            "((n = 1 and i = 1) or (n > 1 and 0 <= i <= n))))"}}) {
    const isl::set all = set("[n] -> { " + elements + " }");
    EXPECT_TRUE(boundingBox(all).tight) << elements;
    expectSet(boxElements(boundingBox(all), all), "[n] -> { " + box + " }");
  }
}

/// What is copied in beyond the elements that are accessed may not exist.
TEST_F(LiveSets, copies_of_boxes_that_are_not_tight_are_probed) {
  const Scop scop =
      TestScop(Ctx, "[m, n, c]")
          .array("A", 2)
          .array("B", 1)
          .statement("{ S0[j, i] : 0 < j < m and 0 < i < n and (i + j + c) mod 2 = 0 }",
                     "{ S0[j, i] -> [j, i] }")
          .read("{ S0[j, i] -> A[j, i] }")
          .write("{ S0[j, i] -> B[j] }")
          .build();
  const std::vector<ArrayTransfer> transfers = transfersOf(scop);
  EXPECT_FALSE(transfers[0].copyInBox.tight);
  EXPECT_TRUE(transfers[0].probed);
}

/// Elements in steps of 3 are written first. A wide box around those that are read before they are
/// written begins at 0 for n = 1, where the allocated ones begin at 1.
TEST_F(LiveSets, copied_boxes_stay_inside_the_allocated_one) {
  const Scop scop =
      TestScop(Ctx, "[n]")
          .array("A", 3)
          .statement("{ S0[i] : 0 <= i and 2i < n - 1 and i mod 3 = 0 }", "{ S0[i] -> [0, i] }")
          .write("{ S0[i] -> A[i, i, i] }")
          .statement("{ S1[i] : 0 < i and 2i <= n + 1 }", "{ S1[i] -> [1, -i] }")
          .read("{ S1[i] -> A[0, i, 0] }")
          .read("{ S1[i] -> A[i, i, i + 1] }")
          .write("{ S1[i] -> A[0, i, 0] }")
          .build();
  const ArrayTransfer transfer = transfersOf(scop)[0];
  const auto elements = [&transfer](const Box &box) {
    return boxElements(box, transfer.footprint);
  };
  EXPECT_TRUE(elements(transfer.copyInBox).is_subset(elements(transfer.box)));
  EXPECT_TRUE(elements(transfer.copyOutBox).is_subset(elements(transfer.box)));
  EXPECT_TRUE(transfer.copyInSet.is_subset(elements(transfer.copyInBox)));
  EXPECT_TRUE(transfer.copyOutSet.is_subset(elements(transfer.copyOutBox)));
}

TEST_F(LiveSets, a_box_surrounds_its_elements_tightly) {
  isl::set elements = set("[n] -> { A[i, j] : 0 <= j <= i < n or (i = 3 and j = 10) }");
  isl::set box = boxElements(boundingBox(elements), elements);
  EXPECT_TRUE(elements.is_subset(box));
  expectSet(box, "[n] -> { A[i, j] : (n <= 0 and i = 3 and j = 10) or (n > 0 and 0 <= i and "
                 "(i <= 3 or i < n) and 0 <= j and (j <= 10 or j < n)) }");
}

} // namespace
