//===- UpdatesTest.cpp - Updates that may run in any order ----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plans.h"
#include "TestScop.h"

using namespace gputile;
using namespace gputile::test;
using Kind = VerificationFailure::Kind;

namespace {

/// `$0 op $1;` for statement \p s.
void makeUpdate(Statement &s, UpdateOperator op, const std::string &text) {
  const BodyPiece operand = BodyPiece::makeReference(1);
  s.body = {BodyPiece::makeReference(0), BodyPiece::makeText(text), operand,
            BodyPiece::makeText(";")};
  s.updates = {{op, 0, 0, 3, {operand}, "int"}};
}

/// sum += A[i]; for i < 64, each on a thread of its own.
Case parallelSum(IslContext &ctx) {
  Scop scop = TestScop(ctx, "[]")
                  .array("sum", 0, "int")
                  .array("A", 1, "int")
                  .statement("{ S0[i] : 0 <= i < 64 }", "{ S0[i] -> [i] }")
                  .update("{ S0[i] -> sum[] }")
                  .read("{ S0[i] -> A[i] }")
                  .build();
  makeUpdate(scop.statements[0], UpdateOperator::Add, " += ");
  TestPlan plan(scop, "[]", 0, "{ S0[i] -> [] }");
  mapToTwoBlocks(plan);
  plan.in("sum", "{ sum[] }").in("A", "{ A[i] : 0 <= i < 64 }").out("sum", "{ sum[] }");
  Case c{scop, scop, plan.Plan, plan.Parse};
  c.scop.statements[0].updates[0].unordered = true;
  return c;
}

Update &update(Case &c) { return c.scop.statements[0].updates[0]; }
TEST(VerifierUpdates, proves_sums_in_any_order) {
  IslContext ctx;
  EXPECT_TRUE(verifies(parallelSum(ctx)));
}

TEST(VerifierUpdates, refuses_ordered_updates_in_parallel) {
  IslContext ctx;
  Case c = parallelSum(ctx);
  update(c).unordered = false;
  EXPECT_TRUE(refuses(c, Kind::Order, "S0[0] must run before S0["));
}

TEST(VerifierUpdates, refuses_types_for_which_the_order_matters) {
  IslContext ctx;
  for (const char *type : {"double", "float", "bool", "struct s"}) {
    Case c = parallelSum(ctx);
    change(c, [&](Scop &scop) { scop.arrays[0].elementType = type; });
    EXPECT_TRUE(refuses(c, Kind::Order, "may matter")) << type;
  }
  Case c = parallelSum(ctx);
  change(c, [](Scop &scop) { scop.statements[0].updates[0].operandType = "double"; });
  EXPECT_TRUE(refuses(c, Kind::Order, "may matter"));
}

TEST(VerifierUpdates, proves_sums_of_narrow_integers) {
  IslContext ctx;
  for (const char *type : {"char", "short", "unsigned char"}) {
    Case c = parallelSum(ctx);
    change(c, [&](Scop &scop) { scop.arrays[0].elementType = type; });
    EXPECT_TRUE(verifies(c)) << type;
  }
}

TEST(VerifierUpdates, combines_truth_values_only) {
  IslContext ctx;
  for (const char *type : {"bool", "int", "char"}) {
    Case c = parallelSum(ctx);
    change(c, [&](Scop &scop) {
      makeUpdate(scop.statements[0], UpdateOperator::Or, " |= ");
      scop.arrays[0].elementType = type;
    });
    c.scop.statements[0].updates[0].unordered = true;
    EXPECT_EQ(verifies(c), std::string(type) != "bool") << type;
    change(c, [](Scop &scop) { scop.statements[0].updates[0].operandType = "bool"; });
    EXPECT_TRUE(verifies(c)) << type;
  }
}

/// `$0 = $0 && $1;`
void makeLogical(Statement &s) {
  const BodyPiece x = BodyPiece::makeReference(0), e = BodyPiece::makeReference(1);
  s.body = {x, BodyPiece::makeText(" = "), x, BodyPiece::makeText(" && "), e, BodyPiece::makeText(";")};
  s.updates = {{UpdateOperator::LogicalAnd, 0, 0, 5, {e}, "bool"}};
}

TEST(VerifierUpdates, proves_logical_updates) {
  IslContext ctx;
  Case c = parallelSum(ctx);
  change(c, [](Scop &scop) { makeLogical(scop.statements[0]); });
  c.scop.statements[0].updates[0].unordered = true;
  EXPECT_TRUE(verifies(c));
  change(c, [](Scop &scop) { scop.statements[0].body[3].text = " || "; });
  EXPECT_TRUE(refuses(c, Kind::Order, "may matter"));
}

TEST(VerifierUpdates, fills_with_one_constant) {
  IslContext ctx;
  Case c = parallelSum(ctx);
  const BodyPiece x = BodyPiece::makeReference(0), seven = BodyPiece::makeText("7");
  change(c, [&](Scop &scop) {
    Statement &s = scop.statements[0];
    s.body = {x, BodyPiece::makeText(" = "), x, BodyPiece::makeText(" ? "), x,
              BodyPiece::makeText(" : "), seven, BodyPiece::makeText(";")};
    s.updates = {{UpdateOperator::Fill, 0, 0, 7, {seven}, "int"}};
  });
  c.scop.statements[0].updates[0].unordered = true;
  EXPECT_TRUE(verifies(c));
  change(c, [](Scop &scop) { scop.statements[0].body[2] = BodyPiece::makeReference(1); });
  EXPECT_TRUE(refuses(c, Kind::Order, "may matter"));
  change(c, [&](Scop &scop) {
    scop.statements[0].body[2] = x;
    scop.statements[0].body[6] = scop.statements[0].updates[0].operand[0] = BodyPiece::makeReference(1);
  });
  EXPECT_TRUE(refuses(c, Kind::Order, "may matter"));
}

TEST(VerifierUpdates, compares_extrema_in_one_type) {
  IslContext ctx;
  Case c = parallelSum(ctx);
  change(c, [](Scop &scop) {
    Statement &s = scop.statements[0];
    const BodyPiece x = BodyPiece::makeReference(0), e = BodyPiece::makeReference(1);
    s.body = {x, BodyPiece::makeText(" = gpt_max("), x, BodyPiece::makeText(", "), e,
              BodyPiece::makeText(")"), BodyPiece::makeText(";")};
    s.updates[0].op = UpdateOperator::Max;
    s.updates[0].end = 6;
  });
  EXPECT_TRUE(verifies(c));
  change(c, [](Scop &scop) { scop.statements[0].updates[0].operandType = "long"; });
  EXPECT_TRUE(refuses(c, Kind::Order, "may matter"));
}

TEST(VerifierUpdates, refuses_texts_that_are_no_updates) {
  IslContext ctx;
  for (const char *text : {" = ", " /= ", " -= ", " += 2 * "}) {
    Case c = parallelSum(ctx);
    change(c, [&](Scop &scop) { scop.statements[0].body[1].text = text; });
    EXPECT_TRUE(refuses(c, Kind::Order, "may matter")) << text;
  }
}

TEST(VerifierUpdates, refuses_an_element_that_other_text_sees) {
  IslContext ctx;
  Case c = parallelSum(ctx);
  change(c, [](Scop &scop) {
    scop.statements[0].body.push_back(BodyPiece::makeReference(0));
    scop.statements[0].body.push_back(BodyPiece::makeText(";"));
  });
  EXPECT_TRUE(refuses(c, Kind::Order, "may matter"));
}

TEST(VerifierUpdates, refuses_an_operand_that_reads_the_array) {
  IslContext ctx;
  Case c = parallelSum(ctx);
  change(c, [](Scop &scop) {
    Reference &operand = scop.statements[0].references[1];
    operand.array = 0;
    operand.index = scop.statements[0].references[0].index;
    for (Access &access : scop.statements[0].accesses)
      access.relation = operand.index;
  });
  EXPECT_TRUE(refuses(c, Kind::Order, "must run before"));
}

TEST(VerifierUpdates, refuses_updates_that_the_program_does_not_have) {
  IslContext ctx;
  Case c = parallelSum(ctx);
  c.original.statements[0].updates.clear();
  EXPECT_TRUE(refuses(c, Kind::Privacy, "the updates of S0 are not the original ones"));
}

TEST(VerifierUpdates, refuses_an_update_in_a_register) {
  IslContext ctx;
  Case c = parallelSum(ctx);
  isl::map element = c.parse.map("{ [b, t] -> sum[] : 0 <= b < 2 and 0 <= t < 32 }");
  c.kernel().registers.push_back({"p_sum", 0, {{0, 0}}, element, element, element});
  EXPECT_TRUE(refuses(c, Kind::Order, "p_sum, where it is not atomic"));
}

/// A second statement with the updates of \p op in the same launch.
Case twoUpdates(IslContext &ctx, UpdateOperator op, const std::string &text) {
  Case c = parallelSum(ctx);
  Scop scop = TestScop(ctx, "[]")
                  .array("sum", 0, "int")
                  .array("A", 1, "int")
                  .statement("{ S0[i] : 0 <= i < 64 }", "{ S0[i] -> [0, i] }")
                  .update("{ S0[i] -> sum[] }")
                  .read("{ S0[i] -> A[i] }")
                  .statement("{ S1[i] : 0 <= i < 64 }", "{ S1[i] -> [1, i] }")
                  .update("{ S1[i] -> sum[] }")
                  .read("{ S1[i] -> A[i] }")
                  .build();
  makeUpdate(scop.statements[0], UpdateOperator::Add, " += ");
  makeUpdate(scop.statements[1], op, text);
  c.original = c.scop = scop;
  for (Statement &s : c.scop.statements)
    s.updates[0].unordered = true;
  c.plan.launch = c.parse.maps("{ S0[i] -> []; S1[i] -> [] }");
  KernelPlan &kernel = c.kernel();
  kernel.statements = {0, 1};
  kernel.host = c.parse.maps("{ S0[i] -> []; S1[i] -> [] }");
  kernel.block = c.parse.maps("{ S0[i] -> [floor(i/32)]; S1[i] -> [floor(i/32)] }");
  kernel.thread = c.parse.maps("{ S0[i] -> [i mod 32]; S1[i] -> [i mod 32] }");
  kernel.order = c.parse.maps("{ S0[i] -> [1]; S1[i] -> [0] }");
  return c;
}

TEST(VerifierUpdates, keeps_updates_in_order_that_do_not_commute) {
  IslContext ctx;
  EXPECT_TRUE(verifies(twoUpdates(ctx, UpdateOperator::Subtract, " -= ")));
  EXPECT_TRUE(refuses(twoUpdates(ctx, UpdateOperator::Multiply, " *= "), Kind::Order,
                      "must run before S1"));
}

/// Two statements that write numbers to one element in one launch.
Case twoConstants(IslContext &ctx, const std::string &first, const std::string &second) {
  Case c = twoUpdates(ctx, UpdateOperator::Add, " += ");
  const auto assign = [](Statement &s, const std::string &number) {
    const BodyPiece constant = BodyPiece::makeText(number);
    s.body = {BodyPiece::makeReference(0), BodyPiece::makeText(" = "), constant,
              BodyPiece::makeText(";")};
    s.updates = {{UpdateOperator::Assign, 0, 0, 3, {constant}, "int"}};
    std::erase_if(s.accesses, [](const Access &access) {
      return access.reference == 0 && access.kind == AccessKind::Read;
    });
  };
  change(c, [&](Scop &scop) {
    assign(scop.statements[0], first);
    assign(scop.statements[1], second);
  });
  for (Statement &s : c.scop.statements)
    s.updates[0].unordered = true;
  return c;
}

TEST(VerifierUpdates, lets_one_constant_be_written_in_any_order) {
  IslContext ctx;
  EXPECT_TRUE(verifies(twoConstants(ctx, "1", "1")));
  EXPECT_TRUE(verifies(twoConstants(ctx, "(-5l)", "(-5l)")));
  EXPECT_TRUE(refuses(twoConstants(ctx, "1", "2"), Kind::Order, "must run before S1"));
  for (const char *text : {"k", "1 + k", "threadIdx.x", "0x1f", "0.0"})
    EXPECT_TRUE(refuses(twoConstants(ctx, text, text), Kind::Order, "may matter")) << text;
}

/// The same with an element of type double.
Case twoDoubles(IslContext &ctx, const std::string &first, const std::string &second) {
  Case c = twoConstants(ctx, first, second);
  change(c, [](Scop &scop) { scop.arrays[0].elementType = "double"; });
  return c;
}

TEST(VerifierUpdates, lets_one_floating_point_constant_be_written_in_any_order) {
  IslContext ctx;
  for (const char *text : {"0.0", "(-0.0)", "1e-05", "2.5e+30"})
    EXPECT_TRUE(verifies(twoDoubles(ctx, text, text))) << text;
  for (const char *text : {"e", "1e+k", "x.0", "0.0 + k", "1.5e", "(-f)"})
    EXPECT_TRUE(refuses(twoDoubles(ctx, text, text), Kind::Order, "may matter")) << text;
  EXPECT_TRUE(refuses(twoDoubles(ctx, "0.0", "(-0.0)"), Kind::Order, "must run before S1"));
}

} // namespace
