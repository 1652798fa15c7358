//===- PartialSumsTest.cpp - Sums of partial sums -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What partial sums look like, that they are proved to be the sums of the original, and that
/// no mistake in them is.
///
//===----------------------------------------------------------------------===//

#include "TestScop.h"
#include "gputile/Support/IslTools.h"
#include "gputile/Transform/PartialSums.h"
#include "gputile/Verifier/Verifier.h"

#include <gtest/gtest.h>

#include <functional>

using namespace gputile;
using namespace gputile::test;

namespace {

/// `$0 += $1;` or `$0 = f($0, $1);`, which may be reassociated.
void makeSum(Statement &s, UpdateOperator op = UpdateOperator::Add) {
  const BodyPiece x = BodyPiece::makeReference(0), e = BodyPiece::makeReference(1);
  const auto text = [](const std::string &t) { return BodyPiece::makeText(t); };
  const bool isCall = op == UpdateOperator::Multiply || isExtremum(op);
  const std::string function = isExtremum(op) ? updateText(op) : "gpt_mul";
  s.body = isCall ? std::vector<BodyPiece>{x, text(" = " + function + "("), x, text(", "), e, text(")")}
                  : std::vector<BodyPiece>{x, text(op == UpdateOperator::Add ? " += " : " -= "), e};
  s.updates = {{op, 0, 0, s.body.size(), {e}, "double", false, UpdateOrder::Reassociable}};
  s.body.push_back(text(";"));
}

/// for i < n: s += A[i]
Scop sum(IslContext &ctx) {
  Scop scop = TestScop(ctx, "[n]")
                  .array("s", 0)
                  .array("A", 1)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [0, i, 0] }")
                  .update("{ S0[i] -> s[] }")
                  .read("{ S0[i] -> A[i] }")
                  .build();
  makeSum(scop.statements[0]);
  return scop;
}

/// for t < T: { s = 0; for i < n: s += A[i]; B[t] = s; }
Scop sumInLoop(IslContext &ctx) {
  Scop scop = TestScop(ctx, "[n, T]")
                  .array("s", 0)
                  .array("A", 1)
                  .array("B", 1)
                  .statement("{ S0[t] : 0 <= t < T }", "{ S0[t] -> [0, t, 0, 0, 0] }")
                  .write("{ S0[t] -> s[] }")
                  .statement("{ S1[t, i] : 0 <= t < T and 0 <= i < n }",
                             "{ S1[t, i] -> [0, t, 1, i, 0] }")
                  .update("{ S1[t, i] -> s[] }")
                  .read("{ S1[t, i] -> A[i] }")
                  .statement("{ S2[t] : 0 <= t < T }", "{ S2[t] -> [0, t, 2, 0, 0] }")
                  .write("{ S2[t] -> B[t] }")
                  .read("{ S2[t] -> s[] }")
                  .build();
  makeSum(scop.statements[1], UpdateOperator::Subtract);
  return scop;
}

/// for i, j < n, m < 5: R[m] *= A[i][j][m]
Scop products(IslContext &ctx) {
  Scop scop = TestScop(ctx, "[n]")
                  .array("R", 1)
                  .array("A", 3)
                  .statement("{ S0[i, j, m] : 1 <= i < n and 1 <= j <= i and 0 <= m < 5 }",
                             "{ S0[i, j, m] -> [0, i, 0, j, 0, m, 0] }")
                  .update("{ S0[i, j, m] -> R[m] }")
                  .read("{ S0[i, j, m] -> A[i, j, m] }")
                  .build();
  makeSum(scop.statements[0], UpdateOperator::Multiply);
  return scop;
}

isl::set set(IslContext &ctx, const std::string &text) { return isl::set(ctx.get(), text); }
isl::map map(IslContext &ctx, const std::string &text) { return isl::map(ctx.get(), text); }

std::string outcome(const Scop &original, const PartialSums &sums) {
  const auto failure = verifyPartialSums(original, sums.scop, sums.instances);
  return failure ? failure->what : "proved";
}

TEST(PartialSums, split_one_loop_in_rows_and_columns) {
  IslContext ctx;
  const Scop scop = sum(ctx);
  const auto sums = withPartialSums(scop, {0});
  ASSERT_TRUE(sums);
  EXPECT_EQ(checkScop(sums->scop), "");
  const Statement &s = sums->scop.statements[0];
  EXPECT_TRUE(sums->instances.at(0).is_equal(
      map(ctx, "{ S0[k, r, c] -> S0[65536k + 256r + c] : 0 <= r, c < 256 }")));
  EXPECT_TRUE(s.references[0].index.domain().is_equal(s.domain));
  EXPECT_TRUE(s.references[0].index.is_subset(map(ctx, "{ S0[k, r, c] -> s_sum0[r, c] }")));
  EXPECT_TRUE(s.references[1].index.is_subset(
      map(ctx, "{ S0[k, r, c] -> A[65536k + 256r + c] }")));
  ASSERT_EQ(sums->scop.statements.size(), 5u);
  // Short sums have few parts.
  EXPECT_TRUE(sums->scop.statements[1].domain.is_equal(
      set(ctx, "[n] -> { S1[r, c] : 0 <= r, c < 256 and 256r + c < n }")));
  EXPECT_TRUE(sums->scop.statements[4].domain.is_equal(
      set(ctx, "[n] -> { S4[c] : 0 <= c < 256 and c < n }")));
}

TEST(PartialSums, split_the_two_innermost_loops_around_one_element) {
  IslContext ctx;
  const auto sums = withPartialSums(products(ctx), {0});
  ASSERT_TRUE(sums);
  EXPECT_EQ(checkScop(sums->scop), "");
  EXPECT_TRUE(sums->instances.at(0).is_equal(
      map(ctx, "{ S0[k, r, l, c, m] -> S0[256k + r, 256l + c, m] : 0 <= r, c < 256 }")));
  EXPECT_TRUE(sums->scop.statements[0].references[0].index.is_subset(
      map(ctx, "{ S0[k, r, l, c, m] -> R_sum0[r, c, m] }")));
}

TEST(PartialSums, stay_inside_the_loops_that_use_the_sum) {
  IslContext ctx;
  const Scop scop = sumInLoop(ctx);
  const auto sums = withPartialSums(scop, {1});
  ASSERT_TRUE(sums);
  EXPECT_EQ(checkScop(sums->scop), "");
  EXPECT_TRUE(sums->instances.at(1).is_subset(
      map(ctx, "{ S1[t, k, r, c] -> S1[t, 65536k + 256r + c] }")));
  EXPECT_EQ(outcome(scop, *sums), "proved");
}

TEST(PartialSums, are_proved) {
  IslContext ctx;
  for (const Scop &scop : {sum(ctx), products(ctx)})
    EXPECT_EQ(outcome(scop, *withPartialSums(scop, {0})), "proved");
}

const UpdateOperator Extrema[] = {
    UpdateOperator::TakeLess,       UpdateOperator::TakeNotGreater, UpdateOperator::TakeGreater,
    UpdateOperator::TakeNotLess,    UpdateOperator::KeepLess,       UpdateOperator::KeepNotGreater,
    UpdateOperator::KeepGreater,    UpdateOperator::KeepNotLess,    UpdateOperator::LeastNumber,
    UpdateOperator::GreatestNumber};

Scop extremum(IslContext &ctx, UpdateOperator op) {
  Scop scop = sum(ctx);
  makeSum(scop.statements[0], op);
  return scop;
}

TEST(PartialSums, are_extrema_of_parts_likewise) {
  IslContext ctx;
  for (UpdateOperator op : Extrema) {
    const Scop scop = extremum(ctx, op);
    const PartialSums sums = *withPartialSums(scop, {0});
    EXPECT_EQ(outcome(scop, sums), "proved") << updateText(op);
    const bool number =
        op == UpdateOperator::LeastNumber || op == UpdateOperator::GreatestNumber;
    const bool least = clauseOperator(op) == UpdateOperator::Min;
    EXPECT_EQ(sums.scop.statements[1].body[2].text,
              number ? "gpt_nan()" : least ? "gpt_infinity()" : "-gpt_infinity()");
    EXPECT_EQ(sums.scop.statements[4].body[1].text, std::string(" = ") + updateText(op) + "(");
  }
}

TEST(PartialSums, are_not_made_where_the_order_must_stay) {
  IslContext ctx;
  Scop kept = sum(ctx);
  kept.statements[0].updates[0].order = UpdateOrder::Fixed;
  EXPECT_FALSE(withPartialSums(kept, {0}));
  // Each iteration reads the sum.
  Scop read = TestScop(ctx, "[n]")
                  .array("s", 0)
                  .array("A", 1)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [0, i, 0] }")
                  .update("{ S0[i] -> s[] }")
                  .read("{ S0[i] -> A[i] }")
                  .statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [0, i, 1] }")
                  .write("{ S1[i] -> A[i] }")
                  .read("{ S1[i] -> s[] }")
                  .build();
  makeSum(read.statements[0]);
  EXPECT_FALSE(withPartialSums(read, {0}));
}

TEST(PartialSums, are_made_of_two_statements_with_one_sum) {
  IslContext ctx;
  Scop scop = TestScop(ctx, "[n]")
                  .array("s", 0)
                  .array("A", 1)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [0, i, 0] }")
                  .update("{ S0[i] -> s[] }")
                  .read("{ S0[i] -> A[i] }")
                  .statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [0, i, 1] }")
                  .update("{ S1[i] -> s[] }")
                  .read("{ S1[i] -> A[i + 1] }")
                  .build();
  makeSum(scop.statements[0]);
  makeSum(scop.statements[1], UpdateOperator::Subtract);
  const auto sums = withPartialSums(scop, {0, 1});
  ASSERT_TRUE(sums);
  EXPECT_EQ(sums->instances.size(), 2u);
  EXPECT_EQ(checkScop(sums->scop), "");
  EXPECT_EQ(outcome(scop, *sums), "proved");
}

/// What the verifier says of the partial sums of \p scop after \p mistake.
std::string withMistake(const Scop &scop, unsigned statement,
                        const std::function<void(PartialSums &)> &mistake) {
  PartialSums sums = *withPartialSums(scop, {statement});
  mistake(sums);
  return outcome(scop, sums);
}

void restrict(Statement &s, const isl::set &domain) {
  s.domain = s.domain.intersect(domain);
  s.schedule = s.schedule.intersect_domain(domain);
  for (Access &access : s.accesses)
    access.relation = access.relation.intersect_domain(domain);
}

// The new statements of `sum` are S1 and S2, which initialise s_sum0[r, c] and s_sum1[c],
// S3, which adds up rows, and S4, which adds to s.
TEST(PartialSumsVerifier, refuses_lost_summands) {
  IslContext ctx;
  EXPECT_EQ(withMistake(sum(ctx), 0, [&](PartialSums &sums) {
              restrict(sums.scop.statements[3], set(ctx, "{ S3[r, c] : r < 255 }"));
            }), "a summand in s_sum0 is left out");
  EXPECT_EQ(withMistake(sum(ctx), 0, [&](PartialSums &sums) {
              restrict(sums.scop.statements[4], set(ctx, "{ S4[c] : c != 7 }"));
            }), "a summand in s_sum1 is left out");
  EXPECT_EQ(withMistake(sum(ctx), 0, [&](PartialSums &sums) { sums.scop.statements.pop_back(); }),
            "a summand in s_sum1 is left out");
  EXPECT_EQ(withMistake(sum(ctx), 0, [&](PartialSums &sums) {
              restrict(sums.scop.statements[0], set(ctx, "{ S0[k, r, c] : k != 3 }"));
            }), "the instances of S0 are not the original ones");
}

TEST(PartialSumsVerifier, refuses_summands_that_count_twice) {
  IslContext ctx;
  EXPECT_EQ(withMistake(sum(ctx), 0, [&](PartialSums &sums) {
              Statement again = sums.scop.statements[3];
              again.name = "S9";
              again.domain = named(again.domain, "S9");
              again.schedule = again.schedule.set_domain_tuple("S9");
              again.schedule = again.schedule.apply_range(
                  map(ctx, "{ [a, w, n, i, j] -> [a, w, n + 7, i, j] }"));
              for (Reference &reference : again.references)
                reference.index = reference.index.set_domain_tuple("S9");
              for (Access &access : again.accesses)
                access.relation = access.relation.set_domain_tuple("S9");
              sums.scop.statements.push_back(again);
            }), "a summand in s_sum0 is counted twice");
  EXPECT_EQ(withMistake(sum(ctx), 0, [&](PartialSums &sums) {
              sums.instances.at(0) = map(ctx, "{ S0[k, r, c] -> S0[65536k + 256r + c] }");
              sums.scop.statements[0].domain =
                  sums.instances.at(0).reverse().intersect_domain(
                      set(ctx, "[n] -> { S0[i] : 0 <= i < n }")).range();
            }), "the instances of S0 are not the original ones");
}

TEST(PartialSumsVerifier, refuses_wrong_initialisations) {
  IslContext ctx;
  const std::string early = "an element of s_sum0 is used before it is initialised";
  EXPECT_EQ(withMistake(sum(ctx), 0, [&](PartialSums &sums) {
              restrict(sums.scop.statements[1], set(ctx, "{ S1[r, c] : r > 0 }"));
            }), early);
  EXPECT_EQ(withMistake(sum(ctx), 0, [&](PartialSums &sums) {
              Statement &s = sums.scop.statements[1];
              s.schedule = s.schedule.apply_range(
                  map(ctx, "{ [a, w, n, i, j] -> [a, 1, n, i, j] }"));
            }), early);
  for (const char *text : {"0.0", "1.0", "-0.0f", "-1.0"})
    EXPECT_EQ(withMistake(sum(ctx), 0, [&](PartialSums &sums) {
                sums.scop.statements[1].body[2].text = text;
              }), std::string("an element of s_sum0 begins with ") + text);
}

TEST(PartialSumsVerifier, refuses_extrema_with_another_beginning) {
  IslContext ctx;
  for (UpdateOperator op : Extrema)
    for (const std::string text : {"gpt_nan()", "gpt_infinity()", "-gpt_infinity()", "-0.0"}) {
      const std::string right = withPartialSums(extremum(ctx, op), {0})->scop.statements[1].body[2].text;
      EXPECT_EQ(withMistake(extremum(ctx, op), 0, [&](PartialSums &sums) {
                  sums.scop.statements[1].body[2].text = text;
                }), text == right ? "proved" : "an element of s_sum0 begins with " + text);
    }
}

TEST(PartialSumsVerifier, refuses_extrema_of_another_kind) {
  IslContext ctx;
  EXPECT_EQ(withMistake(extremum(ctx, UpdateOperator::TakeLess), 0, [&](PartialSums &sums) {
              sums.scop.statements[3].body[1].text = " = gpt_keep_lt(";
            }), "sums and products meet in s_sum0");
  EXPECT_EQ(withMistake(extremum(ctx, UpdateOperator::TakeLess), 0, [&](PartialSums &sums) {
              sums.scop.statements[4].body[1].text = " = gpt_take_gt(";
            }), "sums and products meet in s_sum1");
}

TEST(PartialSumsVerifier, refuses_other_sums) {
  IslContext ctx;
  EXPECT_EQ(withMistake(sum(ctx), 0, [&](PartialSums &sums) {
              sums.scop.statements[3].body[1].text = " -= ";
            }), "the new statement S3 does not initialise a partial sum or add one to another element");
  EXPECT_EQ(withMistake(sum(ctx), 0, [&](PartialSums &sums) {
              sums.scop.statements[0].updates[0].order = UpdateOrder::Fixed;
            }), "statement S0 is not the original one");
  Scop exact = sum(ctx);
  PartialSums sums = *withPartialSums(exact, {0});
  exact.statements[0].updates[0].order = UpdateOrder::Fixed;
  sums.scop.statements[0].updates[0].order = UpdateOrder::Fixed;
  EXPECT_EQ(outcome(exact, sums), "the update of s in S0 may not be reassociated");
  EXPECT_EQ(withMistake(sum(ctx), 0, [&](PartialSums &sums) {
              Reference &reference = sums.scop.statements[0].references[1];
              reference.index = reference.index.apply_range(map(ctx, "{ A[i] -> A[i + 1] }"));
            }), "a reference of S0 is not the original one");
}

TEST(PartialSumsVerifier, refuses_another_element) {
  IslContext ctx;
  const Scop scop = products(ctx);
  EXPECT_EQ(withMistake(scop, 0, [&](PartialSums &sums) {
              Statement &last = sums.scop.statements.back();
              const isl::map next = map(ctx, "{ R[m] -> R[4 - m] }");
              last.references[0].index = last.references[0].index.apply_range(next);
              for (Access &access : last.accesses)
                if (access.reference == 0)
                  access.relation = access.relation.apply_range(next);
            }), "the summands of R in S0 reach another element");
  EXPECT_EQ(withMistake(scop, 0, [&](PartialSums &sums) {
              sums.scop.statements.back().body[1].text = " += ";
            }), "the new statement S4 does not initialise a partial sum or add one to another element");
}

TEST(PartialSumsVerifier, refuses_sums_at_other_times) {
  IslContext ctx;
  EXPECT_EQ(withMistake(sumInLoop(ctx), 1, [&](PartialSums &sums) {
              Statement &last = sums.scop.statements.back();
              last.schedule = last.schedule.apply_range(
                  map(ctx, "{ [a, t, b, w, n, r, c] -> [a, t, 3, w, n, r, c] }"));
            }), "an access to s in S2 sees other summands than before");
  EXPECT_EQ(withMistake(sumInLoop(ctx), 1, [&](PartialSums &sums) {
              Statement &first = sums.scop.statements[3];
              first.schedule = first.schedule.apply_range(
                  map(ctx, "{ [a, t, b, w, n, r, c] -> [a, 0, b, w, n, r, c] }"));
            }), "a summand in s_sum0 is counted twice");
}

/// for i < n: if (A[i] < s) s = A[i], whose order stays
Scop ordered(IslContext &ctx, UpdateOperator op) {
  Scop scop = extremum(ctx, op);
  scop.statements[0].updates[0].order = UpdateOrder::Fixed;
  return scop;
}

/// for t < T, i, j < n: the same of A[t][i][j], in one variable
Scop orderedNest(IslContext &ctx, const std::string &schedule) {
  Scop scop = TestScop(ctx, "[n, T]")
                  .array("s", 0)
                  .array("A", 3)
                  .statement("{ S0[t, i, j] : 0 <= t < T and 0 <= i < n and i <= j < n }", schedule)
                  .update("{ S0[t, i, j] -> s[] }")
                  .read("{ S0[t, i, j] -> A[t, i, j] }")
                  .build();
  makeSum(scop.statements[0], UpdateOperator::TakeLess);
  scop.statements[0].updates[0].order = UpdateOrder::Fixed;
  return scop;
}

const UpdateOperator Taking[] = {UpdateOperator::TakeLess, UpdateOperator::TakeNotGreater,
                                 UpdateOperator::TakeGreater, UpdateOperator::TakeNotLess};

TEST(PartialSums, are_made_of_ordered_parts_where_no_clause_is) {
  IslContext ctx;
  for (UpdateOperator op : Taking) {
    const Scop scop = ordered(ctx, op);
    const auto sums = withPartialSums(scop, {0});
    ASSERT_TRUE(sums);
    EXPECT_EQ(checkScop(sums->scop), "");
    EXPECT_TRUE(sums->instances.at(0).is_equal(
        map(ctx, "{ S0[g, r, k] -> S0[8192g + 32r + k] : 0 <= r < 256 and 0 <= k < 32 }")));
    EXPECT_TRUE(sums->scop.statements[0].references[0].index.is_subset(
        map(ctx, "{ S0[g, r, k] -> s_sum0[r, g] }")));
    EXPECT_EQ(outcome(scop, *sums), "proved") << updateText(op);
  }
  for (UpdateOperator op : {UpdateOperator::LeastNumber, UpdateOperator::GreatestNumber, UpdateOperator::Add})
    EXPECT_FALSE(withPartialSums(ordered(ctx, op), {0})) << updateText(op);
}

const UpdateOperator Keeping[] = {UpdateOperator::KeepLess, UpdateOperator::KeepNotGreater,
                                  UpdateOperator::KeepGreater, UpdateOperator::KeepNotLess};

TEST(PartialSums, tell_whether_a_part_has_taken_nan) {
  IslContext ctx;
  for (UpdateOperator op : Keeping) {
    const Scop scop = ordered(ctx, op);
    const auto sums = withPartialSums(scop, {0});
    ASSERT_TRUE(sums);
    for (unsigned array : {2u, 3u}) {
      EXPECT_EQ(sums->scop.arrays[array].elementType, "gpt_kept<double>");
      EXPECT_EQ(sums->scop.arrays[array].elementBytes, 16u);
    }
    EXPECT_EQ(sums->scop.statements[1].body[2].text, "gpt_kept<double>()");
    EXPECT_EQ(outcome(scop, *sums), "proved") << updateText(op);
  }
}

TEST(PartialSumsVerifier, refuses_parts_that_do_not_tell_of_nan) {
  IslContext ctx;
  const auto withChange = [&](UpdateOperator op, const std::function<void(Scop &)> &change) {
    const Scop scop = ordered(ctx, op);
    PartialSums sums = *withPartialSums(scop, {0});
    change(sums.scop);
    return outcome(scop, sums);
  };
  const auto withType = [](unsigned array, const std::string &type, unsigned bytes) {
    return [=](Scop &scop) {
      scop.arrays[array].elementType = type;
      scop.arrays[array].elementBytes = bytes;
    };
  };
  const std::string notAPart = "the update of s in S0 does not go to one element of a new array";
  EXPECT_EQ(withChange(UpdateOperator::KeepLess, withType(2, "double", 8)), notAPart);
  EXPECT_EQ(withChange(UpdateOperator::KeepLess, withType(2, "gpt_kept<double>", 8)), notAPart);
  EXPECT_EQ(withChange(UpdateOperator::TakeLess, withType(2, "gpt_kept<double>", 16)), notAPart);
  EXPECT_EQ(withChange(UpdateOperator::KeepLess, withType(3, "double", 8)),
            "the new statement S3 does not initialise a partial sum or add one to another element");
  EXPECT_EQ(withChange(UpdateOperator::KeepLess,
                       [](Scop &scop) { scop.statements[1].body[2].text = "gpt_infinity()"; }),
            "an element of s_sum0 begins with gpt_infinity()");
}

TEST(PartialSums, are_ordered_in_the_two_innermost_loops) {
  IslContext ctx;
  const Scop scop = orderedNest(ctx, "{ S0[t, i, j] -> [0, t, 0, i, 0, j, 0] }");
  const auto sums = withPartialSums(scop, {0});
  ASSERT_TRUE(sums);
  EXPECT_EQ(checkScop(sums->scop), "");
  EXPECT_TRUE(sums->instances.at(0).is_equal(
      map(ctx, "{ S0[t, i, r, k] -> S0[t, i, 32r + k] : 0 <= k < 32 }")));
  EXPECT_EQ(outcome(scop, *sums), "proved");
  const Scop down = orderedNest(ctx, "{ S0[t, i, j] -> [0, t, 0, i, 0, -j, 0] }");
  const auto back = withPartialSums(down, {0});
  ASSERT_TRUE(back);
  EXPECT_TRUE(back->instances.at(0).is_equal(
      map(ctx, "{ S0[t, i, r, k] -> S0[t, i, -32r - k] : 0 <= k < 32 }")));
  EXPECT_EQ(outcome(down, *back), "proved");
  EXPECT_FALSE(withPartialSums(orderedNest(ctx, "{ S0[t, i, j] -> [0, t, 0, j, 0, i, 0] }"), {0}));
}

TEST(PartialSumsVerifier, refuses_ordered_parts_in_another_order) {
  IslContext ctx;
  const std::string wrong = "the parts of s in S0 are combined in another order";
  // S3 combines the rows of a group, S4 the groups.
  const auto withTimes = [&](unsigned statement, const std::string &times) {
    return withMistake(ordered(ctx, UpdateOperator::TakeLess), 0, [&](PartialSums &sums) {
      Statement &s = sums.scop.statements[statement];
      s.schedule = s.schedule.apply_range(map(ctx, times));
    });
  };
  EXPECT_EQ(withTimes(3, "{ [a, w, n, i, j] -> [a, w, n, -i, j] }"), wrong);
  EXPECT_EQ(withTimes(3, "{ [a, w, n, i, j] -> [a, w, n, j, i] }"), "proved");
  EXPECT_EQ(withTimes(4, "{ [a, w, n, i, j] -> [a, w, n, -i, j] }"), wrong);
  // In the loop's place, one that counts down.
  Scop down = ordered(ctx, UpdateOperator::TakeLess);
  down.statements[0].schedule = map(ctx, "{ S0[i] -> [0, -i, 0] }");
  PartialSums up = *withPartialSums(down, {0});
  EXPECT_EQ(outcome(down, up), "proved");
  EXPECT_NE(outcome(ordered(ctx, UpdateOperator::TakeLess), up), "proved");
  // The split of sums whose order does not matter.
  Scop any = extremum(ctx, UpdateOperator::TakeLess);
  PartialSums sums = *withPartialSums(any, {0});
  any.statements[0].updates[0].order = UpdateOrder::Fixed;
  sums.scop.statements[0].updates[0].order = UpdateOrder::Fixed;
  EXPECT_EQ(outcome(any, sums), wrong);
}

/// \p scop, where clause independent keeps the instances \p apart in array 1.
Scop withApart(Scop scop, const std::string &apart) {
  scop.independent = {{1, isl::union_map(scop.ctx(), apart)}};
  return scop;
}

TEST(PartialSums, keep_what_clause_independent_says) {
  IslContext ctx;
  const Scop scop = withApart(sum(ctx), "{ S0[i] -> S0[j] : i < j or i > j }");
  const auto sums = withPartialSums(scop, {0});
  ASSERT_TRUE(sums);
  EXPECT_EQ(checkScop(sums->scop), "");
  const isl::union_map &apart = *apartIn(sums->scop, 1);
  EXPECT_TRUE(isl::union_map(ctx.get(), "{ S0[0, 0, 1] -> S0[0, 0, 2] }").is_subset(apart));
  EXPECT_FALSE(isl::union_map(ctx.get(), "{ S0[0, 0, 1] -> S0[0, 0, 1] }").is_subset(apart));
  EXPECT_EQ(outcome(scop, *sums), "proved");
}

TEST(PartialSumsVerifier, refuses_more_than_clause_independent_says) {
  IslContext ctx;
  EXPECT_EQ(withMistake(withApart(sum(ctx), "{ S0[i] -> S0[j] : i < j }"), 0, [&](PartialSums &sums) {
              isl::union_map &apart = sums.scop.independent[0].apart;
              apart = apart.unite(apart.reverse());
            }), "instances are kept apart in A of which clause independent does not say so");
}

} // namespace
