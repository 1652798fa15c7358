//===- SharersTest.cpp - Proofs that two names may be of one array ----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Verifier/Verifier.h"

#include "TestScop.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

class VerifierSharers : public ::testing::Test {
protected:
  IslContext Ctx;

  /// w[i] = r[i + distance]; with r and w said to be one.
  Scop shifted(int distance) {
    Scop scop = TestScop(Ctx, "[n]")
                    .array("r", 1, "double", ArrayStorage::Pointer)
                    .array("w", 1, "double", ArrayStorage::Pointer)
                    .statement("{ S[i] : 1 <= i < n }", "{ S[i] -> [i] }")
                    .write("{ S[i] -> w[i] }")
                    .read("{ S[i] -> r[i + " + std::to_string(distance) + "] }")
                    .build();
    scop.arrays[0].sharers = {"w"};
    return scop;
  }

  static std::string failureOf(const Scop &scop) {
    const auto failure = verifySharers(scop);
    if (!failure)
      return "";
    EXPECT_EQ(failure->kind, VerificationFailure::Kind::Sharers);
    return failure->what;
  }
};

TEST_F(VerifierSharers, proves_reads_in_front_of_writes) {
  EXPECT_EQ(failureOf(shifted(0)), "");
  EXPECT_EQ(failureOf(shifted(1)), "");
}

TEST_F(VerifierSharers, refuses_reads_behind_writes) {
  EXPECT_EQ(failureOf(shifted(-1)),
            "'r' and 'w' may not have the same memory: what is written is read later");
  Scop scop = shifted(-1);
  scop.context = isl::set(Ctx.get(), "[n] -> { : n <= 2 }"); // One instance.
  EXPECT_EQ(failureOf(scop), "");
}

TEST_F(VerifierSharers, refuses_an_instance_that_reads_what_it_has_written) {
  Scop scop = shifted(0);
  scop.statements[0].body = {BodyPiece::makeReference(0), BodyPiece::makeText(" = 1; x = "),
                             BodyPiece::makeReference(1), BodyPiece::makeText(";")};
  EXPECT_EQ(failureOf(scop),
            "'r' and 'w' may not have the same memory: an instance of S may read what it writes");
}

TEST_F(VerifierSharers, refuses_arrays_that_are_both_written) {
  Scop scop = shifted(0);
  scop.arrays[0].sharers.clear();
  scop.arrays[1].sharers = {"r"};
  EXPECT_EQ(failureOf(scop), "'w' and 'r' may not have the same memory: both are written");
}

TEST_F(VerifierSharers, refuses_arrays_of_other_forms) {
  const auto with = [&](auto change) {
    Scop scop = shifted(0);
    change(scop.arrays[1]);
    return failureOf(scop);
  };
  const std::string forms = "'r' and 'w' may not have the same memory: they have not one form";
  EXPECT_EQ(with([](Array &w) { w.rank = 2; }), forms);
  EXPECT_EQ(with([](Array &w) { w.elementType = "float"; }), forms);
  EXPECT_EQ(with([](Array &w) { w.present = true; }), forms);
  EXPECT_EQ(with([](Array &w) { w.inDeviceMemory = true; }), forms);
  EXPECT_EQ(with([](Array &w) { w.storage = ArrayStorage::Private; }), forms);
}

} // namespace
