//===- CheckScopTest.cpp - Tests of the invariants of a Scop --------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestScop.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

/// A good Scop, from which each test breaks one thing.
class CheckScop : public ::testing::Test {
protected:
  IslContext Ctx;
  Scop TheScop = TestScop(Ctx, "[n]")
                     .array("A", 1)
                     .array("B", 2)
                     .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i, 0] }")
                     .read("{ S0[i] -> A[i + 1] }")
                     .write("{ S0[i] -> A[i] }")
                     .statement("{ S1[i] : 0 <= i < n }", "{ S1[i] -> [i, 1] }")
                     .update("{ S1[i] -> B[i, 0] }")
                     .build();

  Statement &first() { return TheScop.statements[0]; }

  /// Expects the message to contain \p part.
  void expectWrong(const std::string &part) {
    std::string message = checkScop(TheScop);
    EXPECT_NE(message.find(part), std::string::npos) << "message: '" << message << "'";
  }

  isl::map map(const char *text) { return isl::map(Ctx.get(), text); }
};

TEST_F(CheckScop, accepts_a_good_scop) { EXPECT_EQ(checkScop(TheScop), ""); }

TEST_F(CheckScop, refuses_a_name_used_twice) {
  TheScop.arrays[1].name = "A";
  expectWrong("'A' is used twice");
}

TEST_F(CheckScop, refuses_an_array_named_like_a_parameter) {
  TheScop.parameters[0].name = "A";
  expectWrong("'A' is used twice");
}

TEST_F(CheckScop, refuses_a_name_that_is_not_an_identifier) {
  TheScop.name = "2d";
  expectWrong("'2d'");
}

TEST_F(CheckScop, refuses_a_context_that_is_not_over_parameters) {
  TheScop.context = isl::set(Ctx.get(), "{ [i] }");
  expectWrong("context");
}

TEST_F(CheckScop, refuses_a_parameter_that_is_not_declared) {
  first().domain = isl::set(Ctx.get(), "[m] -> { S0[i] : 0 <= i < m }");
  expectWrong("unknown parameter 'm'");
}

TEST_F(CheckScop, refuses_an_array_without_one_stride_per_dimension) {
  TheScop.arrays[1].strideExprs.pop_back();
  expectWrong("stride");
}

TEST_F(CheckScop, refuses_a_domain_in_another_statements_space) {
  first().domain = TheScop.statements[1].domain;
  expectWrong("domain of S0");
}

TEST_F(CheckScop, refuses_a_missing_iterator_name) {
  first().iterators.clear();
  expectWrong("every dimension");
}

TEST_F(CheckScop, wants_values_of_all_iterators_everywhere) {
  isl::ctx isl = first().domain.ctx();
  first().iteratorValues = isl::pw_multi_aff(isl, "{ S0[i] -> [2i] }");
  EXPECT_EQ(checkScop(TheScop), "");
  first().iteratorValues = isl::pw_multi_aff(isl, "{ S0[i] -> [2i] : i > 3 }");
  expectWrong("iterators of S0");
  first().iteratorValues = isl::pw_multi_aff(isl, "{ S0[i] -> [2i, i] }");
  expectWrong("iterators of S0");
  first().iteratorValues = isl::pw_multi_aff(isl, "{ S1[i] -> [2i] }");
  expectWrong("iterators of S0");
}

TEST_F(CheckScop, wants_loops_before_they_were_split_to_tell_instances_apart) {
  isl::ctx isl = first().domain.ctx();
  first().unsplit = isl::pw_multi_aff(isl, "{ S0[i] -> [2i] }");
  EXPECT_EQ(checkScop(TheScop), "");
  first().unsplit = isl::pw_multi_aff(isl, "{ S0[i] -> [2i] : i > 3 }");
  expectWrong("loops of S0");
  first().unsplit = isl::pw_multi_aff(isl, "{ S0[i] -> [0] }");
  expectWrong("loops of S0");
  first().unsplit = isl::pw_multi_aff(isl, "{ S1[i] -> [2i] }");
  expectWrong("loops of S0");
}

TEST_F(CheckScop, refuses_a_reference_to_another_array_than_it_says) {
  first().references[0].array = 1;
  expectWrong("reference 0 of S0");
}

TEST_F(CheckScop, refuses_a_reference_of_wrong_rank) {
  first().references[0].index = map("[n] -> { S0[i] -> A[i, i] }");
  expectWrong("reference 0 of S0");
}

TEST_F(CheckScop, refuses_an_affine_reference_to_many_elements) {
  first().references[0].index = map("[n] -> { S0[i] -> A[a] }");
  expectWrong("one element");
}

TEST_F(CheckScop, refuses_subscript_texts_that_do_not_match_the_rank) {
  first().references[0].affine = false;
  expectWrong("subscript text");
}

TEST_F(CheckScop, accepts_a_reference_that_is_not_affine) {
  Reference &reference = first().references[0];
  reference.affine = false;
  reference.subscripts = {{BodyPiece::makeIterator(0, "long"), BodyPiece::makeText(" % 3")}};
  reference.index = first().accesses[0].relation =
      map("[n] -> { S0[i] -> A[a] : 0 <= i < n and 0 <= a < n }");
  EXPECT_EQ(checkScop(TheScop), "");
}

TEST_F(CheckScop, refuses_a_certain_write_that_is_not_affine) {
  Reference &reference = first().references[1];
  reference.affine = false;
  reference.subscripts = {{BodyPiece::makeText("0")}};
  expectWrong("certain write");
}

TEST_F(CheckScop, refuses_an_access_outside_the_domain) {
  first().accesses[0].relation = map("[n] -> { S0[i] -> A[i + 1] : 0 <= i <= n }");
  first().references[0].index = first().accesses[0].relation;
  expectWrong("outside the statement's domain");
}

TEST_F(CheckScop, refuses_an_access_that_is_not_of_its_reference) {
  first().accesses[0].relation = map("[n] -> { S0[i] -> A[i + 2] : 0 <= i < n }");
  expectWrong("not of its reference");
}

TEST_F(CheckScop, refuses_an_access_without_reference) {
  first().accesses[0].reference = 9;
  expectWrong("has no reference");
}

TEST_F(CheckScop, refuses_text_that_names_what_is_not_there) {
  first().body.push_back(BodyPiece::makeIterator(1, "long"));
  expectWrong("text of S0");
  first().body.back() = BodyPiece::makeReference(2);
  expectWrong("text of S0");
  first().body.back() = BodyPiece::makeParameter(1, "long");
  expectWrong("text of S0");
}

TEST_F(CheckScop, refuses_schedules_of_different_lengths) {
  first().schedule = map("[n] -> { S0[i] -> [i] }");
  TheScop.statements[1].schedule = map("[n] -> { S1[i] -> [i, 1] }");
  expectWrong("space of the others");
}

TEST_F(CheckScop, refuses_an_instance_without_time) {
  first().schedule = map("[n] -> { S0[i] -> [i, 0] : i > 0 }");
  expectWrong("does not order all");
}

TEST_F(CheckScop, refuses_an_instance_with_two_times) {
  first().schedule = map("[n] -> { S0[i] -> [i, j] : 2 <= j <= 3 }");
  expectWrong("not a function");
}

TEST_F(CheckScop, refuses_two_instances_at_one_time) {
  first().schedule = map("[n] -> { S0[i] -> [i, 1] }");
  expectWrong("same time");
}

TEST_F(CheckScop, refuses_an_exit_value_that_depends_on_iterators) {
  TheScop.exitValues.push_back({"i", isl::pw_aff(Ctx.get(), "[n] -> { [i] -> [(i)] }")});
  expectWrong("exit value of 'i'");
  TheScop.exitValues[0].value = isl::pw_aff(Ctx.get(), "[n] -> { [(n)] : n > 0 }");
  EXPECT_EQ(checkScop(TheScop), "");
}

TEST_F(CheckScop, refuses_pointers_with_two_values_behind_the_region) {
  TheScop.pointerExits.push_back(
      {isl::set(Ctx.get(), "[n] -> { : n mod 2 = 1 }"), {{"u", "v"}, {"v", "u"}}});
  EXPECT_EQ(checkScop(TheScop), "");
  TheScop.pointerExits.push_back({isl::set(Ctx.get(), "[n] -> { : n >= 5 }"), {{"w", "u"}}});
  expectWrong("two exits");
  TheScop.pointerExits[1].when = isl::set(Ctx.get(), "[n] -> { : n mod 2 = 0 }");
  EXPECT_EQ(checkScop(TheScop), "");
  TheScop.pointerExits[1].values.push_back({"w", "v"});
  expectWrong("not one value");
  TheScop.pointerExits[1] = {isl::set(Ctx.get(), "[n] -> { [i] : i = n }"), {{"w", "u"}}};
  expectWrong("no set of parameters");
}

} // namespace
