//===- StoredOperandsTest.cpp - Operands of updates apart from them -------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which updates leave their statements, what becomes of both, that this is proved to change
/// nothing, and that no mistake in it is.
///
//===----------------------------------------------------------------------===//

#include "TestScop.h"
#include "gputile/Support/IslTools.h"
#include "gputile/Transform/StoredOperands.h"
#include "gputile/Verifier/Verifier.h"

#include <gtest/gtest.h>

#include <functional>

using namespace gputile;
using namespace gputile::test;

namespace {

BodyPiece ref(unsigned r) { return BodyPiece::makeReference(r); }
BodyPiece text(const std::string &t) { return BodyPiece::makeText(t); }
using Pieces = std::vector<BodyPiece>;
isl::set set(IslContext &ctx, const std::string &text) { return isl::set(ctx.get(), text); }
isl::map map(IslContext &ctx, const std::string &text) { return isl::map(ctx.get(), text); }

/// Appends `$reference op= operand`, whose order stays.
void addUpdate(Statement &s, UpdateOperator op, unsigned reference, const Pieces &operand,
               const std::string &type = "double") {
  Update update{op, reference, s.body.size(), 0, operand, type, false, UpdateOrder::Fixed};
  s.body.push_back(ref(reference));
  const bool isCall = isExtremum(op) || op == UpdateOperator::Multiply;
  if (isCall) {
    s.body.push_back(text(std::string(" = ") + (isExtremum(op) ? updateText(op) : "gpt_mul") + "("));
    s.body.push_back(ref(reference));
    s.body.push_back(text(", "));
  } else {
    s.body.push_back(text(std::string(" ") + updateText(op) + " "));
  }
  s.body.insert(s.body.end(), operand.begin(), operand.end());
  if (isCall)
    s.body.push_back(text(")"));
  update.end = s.body.size();
  s.updates.push_back(update);
}

std::string textOf(const Statement &s) {
  std::string result;
  for (const BodyPiece &piece : s.body)
    result += piece.kind == BodyPiece::Kind::Reference ? "$" + std::to_string(piece.index) : piece.text;
  return result;
}

const Pieces Product{text("("), ref(1), text(" * "), ref(2), text(")")};

/// for i < n: s += A[i] * B[i]
Scop dot(IslContext &ctx, UpdateOperator op = UpdateOperator::Add) {
  Scop scop = TestScop(ctx, "[n]")
                  .array("s", 0)
                  .array("A", 1)
                  .array("B", 1)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i, 0] }")
                  .update("{ S0[i] -> s[] }")
                  .read("{ S0[i] -> A[i] }")
                  .read("{ S0[i] -> B[i] }")
                  .build();
  scop.statements[0].body.clear();
  addUpdate(scop.statements[0], op, 0, Product);
  scop.statements[0].body.push_back(text(";"));
  return scop;
}

/// for i < n: if (A[i]) s += A[i] * B[i];
Scop conditional(IslContext &ctx, UpdateOperator op = UpdateOperator::Add) {
  Scop scop = dot(ctx, op);
  Statement &s = scop.statements[0];
  for (Access &access : s.accesses)
    if (access.kind == AccessKind::MustWrite)
      access.kind = AccessKind::MayWrite;
  s.body.insert(s.body.begin(), {text("if ("), ref(1), text(") ")});
  s.updates[0].begin += 3;
  s.updates[0].end += 3;
  return scop;
}

/// for i < n: { C[i] = A[i]; s += A[i] * B[i]; R[0] -= A[i]; }
Scop several(IslContext &ctx) {
  Scop scop = TestScop(ctx, "[n]")
                  .array("s", 0)
                  .array("A", 1)
                  .array("B", 1)
                  .array("C", 1)
                  .array("R", 1)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i, 0] }")
                  .update("{ S0[i] -> s[] }")
                  .read("{ S0[i] -> A[i] }")
                  .read("{ S0[i] -> B[i] }")
                  .write("{ S0[i] -> C[i] }")
                  .update("{ S0[i] -> R[0] }")
                  .build();
  Statement &s = scop.statements[0];
  s.body = {ref(3), text(" = "), ref(1), text("; ")};
  addUpdate(s, UpdateOperator::Add, 0, Product);
  s.body.push_back(text("; "));
  addUpdate(s, UpdateOperator::Subtract, 4, {ref(1)});
  s.body.push_back(text(";"));
  return scop;
}

std::string outcome(const Scop &original, const Scop &changed) {
  const auto failure = verifyStoredOperands(original, changed);
  return failure ? failure->what : "proved";
}

TEST(StoredOperands, make_a_statement_of_the_update) {
  IslContext ctx;
  const Scop scop = dot(ctx);
  const auto stored = withStoredOperands(scop, {0});
  ASSERT_TRUE(stored);
  EXPECT_EQ(stored->statements, std::vector<unsigned>{0});
  EXPECT_EQ(checkScop(stored->scop), "");
  ASSERT_EQ(stored->scop.statements.size(), 2u);
  const Statement &store = stored->scop.statements[0], &update = stored->scop.statements[1];
  EXPECT_EQ(textOf(store), "$0 = ($1 * $2);");
  EXPECT_TRUE(store.updates.empty());
  EXPECT_EQ(textOf(update), "$0 += $1;");
  ASSERT_EQ(update.updates.size(), 1u);
  EXPECT_EQ(update.updates[0].order, UpdateOrder::Fixed);
  EXPECT_EQ(update.references[0].array, 0u);
  const Array &scalar = stored->scop.arrays.back();
  EXPECT_EQ(scalar.storage, ArrayStorage::Private);
  EXPECT_EQ(scalar.rank, 0u);
  EXPECT_TRUE(store.schedule.is_equal(map(ctx, "[n] -> { S0[i] -> [i, 0, 1] : 0 <= i < n }")));
  EXPECT_TRUE(update.schedule.is_equal(map(ctx, "[n] -> { S1[i] -> [i, 0, 2] : 0 <= i < n }")));
  EXPECT_EQ(outcome(scop, stored->scop), "proved");
}

TEST(StoredOperands, begin_with_what_changes_nothing_where_data_decides) {
  IslContext ctx;
  const std::pair<UpdateOperator, const char *> neutral[] = {
      {UpdateOperator::Add, "-0.0"},
      {UpdateOperator::Subtract, "0.0"},
      {UpdateOperator::Multiply, "1.0"},
      {UpdateOperator::TakeLess, "gpt_infinity()"},
      {UpdateOperator::TakeNotLess, "-gpt_infinity()"},
      {UpdateOperator::LeastNumber, "gpt_nan()"}};
  for (const auto &[op, value] : neutral) {
    const Scop scop = conditional(ctx, op);
    const auto stored = withStoredOperands(scop, {0});
    ASSERT_TRUE(stored) << value;
    ASSERT_EQ(stored->scop.statements.size(), 3u);
    EXPECT_EQ(textOf(stored->scop.statements[0]), "if ($1) $0 = ($1 * $2);");
    EXPECT_EQ(textOf(stored->scop.statements[1]), std::string("$0 = ") + value + ";");
    EXPECT_TRUE(stored->scop.statements[1].schedule.is_equal(
        map(ctx, "[n] -> { S1[i] -> [i, 0, 0] : 0 <= i < n }")));
    EXPECT_EQ(outcome(scop, stored->scop), "proved");
  }
  EXPECT_FALSE(withStoredOperands(conditional(ctx, UpdateOperator::KeepLess), {0}))
      << "infinity takes the place of what is no number";
  Scop integer = conditional(ctx);
  integer.statements[0].updates[0].operandType = "int";
  EXPECT_FALSE(withStoredOperands(integer, {0})) << "0 changes -0.0";
  Scop element = conditional(ctx);
  element.arrays[0].rank = 1;
  EXPECT_FALSE(withStoredOperands(element, {0})) << "the element may not exist";
}

TEST(StoredOperands, keep_the_order_of_several_updates) {
  IslContext ctx;
  const Scop scop = several(ctx);
  const auto stored = withStoredOperands(scop, {0});
  ASSERT_TRUE(stored);
  ASSERT_EQ(stored->scop.statements.size(), 3u);
  EXPECT_EQ(checkScop(stored->scop), "");
  EXPECT_EQ(textOf(stored->scop.statements[0]), "$3 = $1; $0 = ($1 * $2); $4 = $1;");
  EXPECT_EQ(textOf(stored->scop.statements[1]), "$0 += $1;");
  EXPECT_EQ(textOf(stored->scop.statements[2]), "$0 -= $1;");
  EXPECT_EQ(outcome(scop, stored->scop), "proved");
}

TEST(StoredOperands, leave_updates_without_work_besides) {
  IslContext ctx;
  Scop scop = dot(ctx);
  scop.statements[0].body.clear();
  scop.statements[0].updates.clear();
  addUpdate(scop.statements[0], UpdateOperator::Add, 0, {ref(1)});
  scop.statements[0].body.push_back(text(";"));
  EXPECT_FALSE(withStoredOperands(scop, {0}));
}

TEST(StoredOperands, leave_updates_whose_array_has_other_uses) {
  IslContext ctx;
  Scop scop = several(ctx);
  scop.statements[0].references[3].array = 0; // $3 = …
  scop.statements[0].references[3].index = map(ctx, "[n] -> { S0[i] -> s[] }");
  scop.statements[0].accesses[4].relation = map(ctx, "[n] -> { S0[i] -> s[] : 0 <= i < n }");
  const auto stored = withStoredOperands(scop, {0});
  ASSERT_TRUE(stored);
  EXPECT_EQ(textOf(stored->scop.statements[0]), "$3 = $1; $0 += ($1 * $2); $4 = $1;");
  EXPECT_EQ(stored->scop.statements[0].updates.size(), 1u);
  Scop free = dot(ctx);
  free.statements[0].updates[0].order = UpdateOrder::Reassociable;
  EXPECT_FALSE(withStoredOperands(free, {0}));
}

/// What the verifier says of \p scop with stored operands after \p mistake.
std::string withMistake(const Scop &scop, const std::function<void(Scop &)> &mistake) {
  Scop changed = withStoredOperands(scop, {0})->scop;
  mistake(changed);
  return outcome(scop, changed);
}

void retime(Statement &s, const std::string &change) {
  s.schedule = s.schedule.apply_range(isl::map(s.schedule.ctx(), change));
}

TEST(StoredOperandsVerifier, refuses_updates_at_other_times) {
  IslContext ctx;
  EXPECT_EQ(withMistake(dot(ctx), [](Scop &scop) {
              retime(scop.statements[1], "{ [i, c, p] -> [i + 1, c, p] }");
            }), "statement S1 does not run with what stores s_operand0");
  EXPECT_EQ(withMistake(dot(ctx), [](Scop &scop) {
              retime(scop.statements[1], "{ [i, c, p] -> [i, c, 0] }");
            }), "statement S1 is not the update whose operand s_operand0 holds");
  EXPECT_EQ(withMistake(several(ctx), [](Scop &scop) {
              retime(scop.statements[1], "{ [i, c, p] -> [i, c, 7] }");
            }), "statement S2 is not the update whose operand R_operand0 holds");
  EXPECT_EQ(withMistake(dot(ctx), [](Scop &scop) {
              retime(scop.statements[0], "{ [i, c, p] -> [-i, c, p] }");
            }), "statement S0 is not the original one");
  EXPECT_EQ(withMistake(conditional(ctx), [](Scop &scop) {
              retime(scop.statements[1], "{ [i, c, p] -> [i, c, 9] }");
            }), "statement S1 is not the update whose operand s_operand0 holds");
}

TEST(StoredOperandsVerifier, refuses_updates_that_are_lost_or_doubled) {
  IslContext ctx;
  EXPECT_EQ(withMistake(dot(ctx), [](Scop &scop) { scop.statements.pop_back(); }),
            "what s_operand0 holds is not used once");
  EXPECT_EQ(withMistake(dot(ctx), [](Scop &scop) {
              Statement again = scop.statements[1];
              again.name = "S9";
              again.domain = named(again.domain, "S9");
              again.schedule = again.schedule.set_domain_tuple("S9");
              retime(again, "{ [i, c, p] -> [i, c, 5] }");
              for (Reference &reference : again.references)
                reference.index = reference.index.set_domain_tuple("S9");
              for (Access &access : again.accesses)
                access.relation = access.relation.set_domain_tuple("S9");
              scop.statements.push_back(again);
            }), "what s_operand0 holds is not used once");
  EXPECT_EQ(withMistake(dot(ctx), [&](Scop &scop) {
              scop.statements[1].domain = set(ctx, "[n] -> { S1[i] : 0 < i < n }");
            }), "statement S1 does not run with what stores s_operand0");
}

TEST(StoredOperandsVerifier, refuses_other_updates) {
  IslContext ctx;
  const std::string other = "statement S1 is not the update whose operand s_operand0 holds";
  EXPECT_EQ(withMistake(dot(ctx), [](Scop &scop) {
              scop.statements[1].body[1].text = " -= ";
            }), other);
  EXPECT_EQ(withMistake(dot(ctx), [](Scop &scop) {
              scop.statements[1].updates[0].op = UpdateOperator::Subtract;
              scop.statements[1].body[1].text = " -= ";
            }), other);
  EXPECT_EQ(withMistake(dot(ctx), [](Scop &scop) {
              scop.statements[1].updates[0].operandType = "float";
            }), other);
  EXPECT_EQ(withMistake(dot(ctx), [](Scop &scop) {
              scop.statements[1].updates[0].order = UpdateOrder::Reassociable;
            }), other);
  EXPECT_EQ(withMistake(several(ctx), [&](Scop &scop) {
              for (Access &access : scop.statements[2].accesses)
                if (access.reference == 0)
                  access.relation = map(ctx, "[n] -> { S2[i] -> R[1] : 0 <= i < n }");
              scop.statements[2].references[0].index = map(ctx, "[n] -> { S2[i] -> R[1] : 0 <= i < n }");
            }), "statement S2 is not the update whose operand R_operand0 holds");
}

TEST(StoredOperandsVerifier, refuses_other_operands) {
  IslContext ctx;
  EXPECT_EQ(withMistake(dot(ctx), [](Scop &scop) {
              scop.statements[0].body[4] = text(" + ");
            }), "statement S0 is not the original one");
  EXPECT_EQ(withMistake(dot(ctx), [](Scop &scop) { scop.arrays.back().elementType = "float"; }),
            "the update of s in S0 does not store its operand in a new scalar of its type");
  EXPECT_EQ(withMistake(dot(ctx), [](Scop &scop) { scop.arrays.back().storage = ArrayStorage::Object; }),
            "the new array s_operand0 is not private");
  EXPECT_EQ(withMistake(several(ctx), [](Scop &scop) {
              scop.statements[0].references[4].array = scop.statements[0].references[0].array;
            }), "statement S0 is not the original one");
}

TEST(StoredOperandsVerifier, refuses_wrong_beginnings) {
  IslContext ctx;
  for (const char *value : {"0.0", "1.0", "-0.0f"})
    EXPECT_EQ(withMistake(conditional(ctx), [&](Scop &scop) {
                scop.statements[1].body[2].text = value;
              }), "statement S1 is not the update whose operand s_operand0 holds") << value;
  EXPECT_EQ(withMistake(conditional(ctx), [](Scop &scop) {
              scop.statements.erase(scop.statements.begin() + 1);
            }), "what s_operand0 holds is not used once");
}

TEST(StoredOperandsVerifier, refuses_updates_with_another_order) {
  IslContext ctx;
  Scop scop = dot(ctx);
  Scop changed = withStoredOperands(scop, {0})->scop;
  for (Scop *program : {&scop, &changed})
    for (Statement &s : program->statements)
      for (Update &update : s.updates)
        update.order = UpdateOrder::Any;
  EXPECT_EQ(outcome(scop, changed), "the update of s in S0 is not one whose operand can be stored");
}

} // namespace
