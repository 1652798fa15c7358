//===- CopiesTest.cpp - Copy statements, right and wrong ------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plans.h"
#include "TestScop.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

using Kind = VerificationFailure::Kind;

namespace {

/// for t, i: A[i] = 0.5 * (A[i] + A[i+1]) with its copies (Di et al. 2012, Figure 7); what a
/// test changes of it.
struct Figure7 {
  std::string readElement = "A0[i + 1]";
  std::string onceDomain = "a = I + 1 and T >= 1 and I >= 1";
  std::string copyDomain = "1 <= t <= T and 2 <= a <= I";
  std::string copyTime = "[1, t, 0, a]";
  std::string copySource = "A[a]";
  std::string copyTarget = "A0[a]";
  std::string readTime = "[1, t, 1, i]";

  Scop build(IslContext &ctx) const {
    return TestScop(ctx, "[T, I]")
        .array("A", 1)
        .array("A0", 1, "double", ArrayStorage::Private)
        .statement("{ S0[t, i] : 1 <= t <= T and 1 <= i <= I }", "{ S0[t, i] -> " + readTime + " }")
        .read("{ S0[t, i] -> A[i] }")
        .read("{ S0[t, i] -> " + readElement + " }")
        .write("{ S0[t, i] -> A[i] }")
        .statement("{ S1[a] : " + onceDomain + " }", "{ S1[a] -> [0, a, 0, 0] }")
        .write("{ S1[a] -> A0[a] }")
        .read("{ S1[a] -> A[a] }")
        .body("$0 = $1;")
        .statement("{ S2[t, a] : " + copyDomain + " }", "{ S2[t, a] -> " + copyTime + " }")
        .write("{ S2[t, a] -> " + copyTarget + " }")
        .read("{ S2[t, a] -> " + copySource + " }")
        .body("$0 = $1;")
        .build();
  }
};

class VerifierCopies : public ::testing::Test {
protected:
  IslContext Ctx;

  Scop figure2() {
    Scop scop =
        TestScop(Ctx, "[T, I]")
            .array("A", 1)
            .statement("{ S0[t, i] : 1 <= t <= T and 1 <= i <= I }", "{ S0[t, i] -> [t, i] }")
            .read("{ S0[t, i] -> A[i] }")
            .read("{ S0[t, i] -> A[i + 1] }")
            .write("{ S0[t, i] -> A[i] }")
            .build();
    return withoutEmptyPieces(scop);
  }

  /// Figure 7 in one thread, in its own order.
  Case figure7(const Figure7 &program = {}) {
    Scop scop = withoutEmptyPieces(program.build(Ctx));
    TestPlan plan(scop, "[T, I]", 0, "{ S0[t, i] -> []; S1[a] -> []; S2[t, a] -> [] }");
    plan.kernel("K0", {0, 1, 2})
        .launches("{ K0[] -> [] : T >= 1 and I >= 1 }")
        .host("{ S0[t, i] -> []; S1[a] -> []; S2[t, a] -> [] }")
        .blocks(0, "{ S0[t, i] -> []; S1[a] -> []; S2[t, a] -> [] }", "{ [] : T >= 1 and I >= 1 }")
        .threads({1}, "{ S0[t, i] -> [0]; S1[a] -> [0]; S2[t, a] -> [0] }")
        .order({false, true, false, true}, "{ S0[t, i] -> " + program.readTime +
                                               "; S1[a] -> [0, a, 0, 0]; S2[t, a] -> " +
                                               program.copyTime + " }");
    plan.in("A", "{ A[i] : 1 <= i <= I + 1 and I >= 1 and T >= 1 }");
    ArrayTransfer &a = plan.Plan.transfers[0];
    a.copyOut = true;
    a.copyOutSet = plan.Parse.set("{ A[i] : 1 <= i <= I and T >= 1 }");
    a.copyOutBox = plan.Parse.box("{ A[i] : 1 <= i <= I and T >= 1 }");
    plan.local("A0", "{ A0[i] : 2 <= i <= I + 1 and I >= 1 and T >= 1 }");
    return {figure2(), scop, plan.Plan, plan.Parse};
  }

  /// The plan has no place for this order, which comes after the comparison.
  testing::AssertionResult verifiesPrivacy(const Figure7 &program) {
    std::optional<VerificationFailure> failure = figure7(program).run();
    if (failure && failure->kind == Kind::Privacy)
      return testing::AssertionFailure() << failure->what;
    return testing::AssertionSuccess();
  }

  testing::AssertionResult refusesProgram(const Figure7 &program, const std::string &text) {
    return refuses(figure7(program), Kind::Privacy, text);
  }
};

TEST_F(VerifierCopies, proves_figure_7) { EXPECT_TRUE(verifies(figure7())); }

TEST_F(VerifierCopies, proves_copies_of_more_elements_than_are_read) {
  Figure7 program;
  program.copyDomain = "1 <= t <= T and 2 <= a <= I + 1";
  EXPECT_TRUE(verifies(figure7(program)));
}

TEST_F(VerifierCopies, refuses_a_copy_that_lacks_an_element) {
  Figure7 once, loop;
  once.onceDomain = "a = I + 1 and T >= 2 and I >= 1";
  EXPECT_TRUE(refusesProgram(once, "other values from outside"));
  loop.copyDomain = "1 <= t <= T and 2 <= a <= I - 1";
  EXPECT_TRUE(refusesProgram(loop, "sees other writes"));
  loop.copyDomain = "2 <= t <= T and 2 <= a <= I";
  EXPECT_TRUE(refusesProgram(loop, "other values from outside"));
}

TEST_F(VerifierCopies, refuses_copies_of_the_wrong_element) {
  Figure7 source, target;
  source.copySource = "A[a - 1]";
  EXPECT_TRUE(refusesProgram(source, "sees other writes"));
  target.copyTarget = "A0[I + 2 - a]";
  EXPECT_TRUE(refusesProgram(target, "sees other writes"));
}

TEST_F(VerifierCopies, refuses_a_copy_that_is_late) {
  Figure7 program;
  program.copyTime = "[1, t, 2, a]"; // Nothing is copied before the first step.
  EXPECT_TRUE(refusesProgram(program, "other values from outside"));
  program.copyTime = "[1, t, a, 0]"; // In the loop over i, one iteration late.
  program.readTime = "[1, t, i, 1]";
  EXPECT_TRUE(refusesProgram(program, "sees other writes"));
  program.copyTime = "[1, t, a - 1, 2]"; // Right behind the read.
  EXPECT_TRUE(refusesProgram(program, "sees other writes"));
  program.copyTime = "[1, t, a - 1, 0]"; // Right before it.
  EXPECT_TRUE(verifiesPrivacy(program));
}

TEST_F(VerifierCopies, refuses_a_copy_that_is_early) {
  Figure7 program;
  program.copyTime = "[0, t, 0, a]"; // All before the first step.
  EXPECT_TRUE(refusesProgram(program, "sees other writes"));
  program.copyTime = "[1, t - 1, 0, a]"; // One step early.
  EXPECT_TRUE(refusesProgram(program, "sees other writes"));
}

TEST_F(VerifierCopies, refuses_a_read_of_the_wrong_element) {
  Figure7 program;
  program.readElement = "A0[i]";
  EXPECT_TRUE(refusesProgram(program, "sees other"));
  program.readElement = "A0[I + 2 - i]";
  EXPECT_TRUE(refusesProgram(program, "sees other writes"));
}

TEST_F(VerifierCopies, refuses_original_statements_in_another_order) {
  Figure7 program;
  program.readTime = "[1, t, 1, -i]";
  EXPECT_TRUE(refusesProgram(program, "not the original one"));
  program.readTime = "[1, -t, 1, i]";
  EXPECT_TRUE(refusesProgram(program, "not the original one"));
}

/// All reads still see right values, but of two writes the other is the last.
TEST_F(VerifierCopies, refuses_writes_in_another_order) {
  auto build = [&](const std::string &first, const std::string &second) {
    return TestScop(Ctx, "[T, I]")
        .array("A", 1)
        .statement("{ S0[] }", "{ S0[] -> " + first + " }")
        .write("{ S0[] -> A[0] }")
        .body("$0 = 1;")
        .statement("{ S1[] }", "{ S1[] -> " + second + " }")
        .write("{ S1[] -> A[0] }")
        .body("$0 = 2;")
        .build();
  };
  Case c = figure7();
  c.original = build("[0]", "[1]");
  c.scop = build("[1]", "[0]");
  EXPECT_TRUE(refuses(c, Kind::Privacy, "not the original one"));
}

TEST_F(VerifierCopies, refuses_new_statements_that_do_more_than_copy) {
  Case c = figure7();
  c.scop.statements[2].body[1].text = " = 2 * ";
  EXPECT_TRUE(refuses(c, Kind::Privacy, "does more than copy"));
  c = figure7();
  c.scop.statements[2].body[2].index = 0;
  EXPECT_TRUE(refuses(c, Kind::Privacy, "does more than copy"));
  c = figure7();
  c.scop.statements[2].accesses[0].kind = AccessKind::MayWrite;
  EXPECT_TRUE(refuses(c, Kind::Privacy, "does more than copy"));
  c = figure7();
  c.scop.statements[2].accesses[1].relation = c.parse.map("{ S2[t, a] -> A[a] : t = 1 }");
  EXPECT_TRUE(refuses(c, Kind::Privacy));
}

TEST_F(VerifierCopies, refuses_new_statements_that_write_to_the_program) {
  Case c = figure7();
  std::swap(c.scop.statements[2].references[0], c.scop.statements[2].references[1]);
  for (unsigned r = 0; r < 2; ++r)
    c.scop.statements[2].accesses[r].relation = c.scop.statements[2].references[r].index;
  EXPECT_TRUE(refuses(c, Kind::Privacy, "does not copy from an array of the program"));
}

TEST_F(VerifierCopies, refuses_arrays_that_others_can_see) {
  Case c = figure7();
  c.scop.arrays[1].storage = ArrayStorage::Object;
  EXPECT_TRUE(refuses(c, Kind::Privacy, "is not private"));
  c = figure7();
  c.scop.arrays[1].name = "A";
  EXPECT_TRUE(refuses(c, Kind::Privacy, "two arrays have the name"));
  c = figure7();
  c.scop.statements[2].name = "S1";
  EXPECT_TRUE(refuses(c, Kind::Privacy, "two statements have the name"));
}

TEST_F(VerifierCopies, refuses_copies_of_another_type) {
  Case c = figure7();
  c.scop.arrays[1].elementType = "float";
  c.scop.arrays[1].elementBytes = 4;
  EXPECT_TRUE(refuses(c, Kind::Privacy, "converts"));
  c.scop.arrays[1].elementType = "long long";
  c.scop.arrays[1].elementBytes = 8;
  EXPECT_TRUE(refuses(c, Kind::Privacy, "converts"));
}

/// A write to the copy instead of the array.
TEST_F(VerifierCopies, refuses_redirected_writes) {
  Case c = figure7();
  Statement &s = c.scop.statements[0];
  s.references[2].array = 1;
  s.references[2].index = s.accesses[2].relation = s.accesses[2].relation.set_range_tuple("A0");
  EXPECT_TRUE(refuses(c, Kind::Privacy, "same instance writes"));
}

/// A read whose element the same instance writes might want that value.
TEST_F(VerifierCopies, refuses_to_redirect_what_the_instance_writes) {
  Figure7 program;
  program.readElement = "A0[i]";
  program.onceDomain = "a = 1 and a = 2";
  program.copyDomain = "1 <= t <= T and 1 <= a <= I";
  Case c = figure7(program);
  c.original.statements[0].references[1].index = c.original.statements[0].accesses[1].relation =
      c.parse.map("{ S0[t, i] -> A[i] : 1 <= t <= T and 1 <= i <= I }");
  EXPECT_TRUE(refuses(c, Kind::Privacy, "same instance writes"));
}

/// `i < 3 ? 0 : A[i+1]` reads in some instances only.
TEST_F(VerifierCopies, proves_a_copy_for_reads_of_some_instances) {
  Case c = figure7();
  for (Scop *scop : {&c.original, &c.scop}) {
    Statement &s = scop->statements[0];
    isl::set reading = c.parse.set("{ S0[t, i] : i >= 3 }");
    s.references[1].index = s.references[1].index.intersect_domain(reading);
    s.accesses[1].relation = s.accesses[1].relation.intersect_domain(reading);
  }
  EXPECT_TRUE(verifies(c));
}

TEST_F(VerifierCopies, refuses_a_copy_for_fewer_instances_than_read) {
  Case c = figure7();
  Statement &s = c.scop.statements[0];
  s.references[1].index =
      s.references[1].index.intersect_domain(c.parse.set("{ S0[t, i] : i >= 3 }"));
  EXPECT_TRUE(refuses(c, Kind::Privacy, "exact subscript"));
}

} // namespace
