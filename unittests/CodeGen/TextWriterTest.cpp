//===- TextWriterTest.cpp - Barriers in emitted text ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Ast/TextWriter.h"

#include <gtest/gtest.h>

using namespace gputile::codegen;

namespace {

/// A loop whose body \p fill writes, behind \p before.
template <typename Before, typename Fill> std::string loopText(Before &&before, Fill &&fill) {
  TextWriter writer(1);
  before(writer);
  const size_t head = writer.position();
  writer.line("GPT_UNROLL");
  writer.open("for (;;)");
  const size_t body = writer.position();
  fill(writer);
  writer.moveBarrierOut(head, body);
  writer.close();
  return writer.text();
}

const auto Nothing = [](TextWriter &) {};

TEST(TextWriter, lines_stand_one_level_further_out) {
  TextWriter writer(2);
  writer.open("if (", writer.use("n"), ")");
  writer.line("x = 1;\n  y = 2;");
  writer.close();
  const TextWriter outer = writer.outdented();
  EXPECT_EQ(outer.text(), "  if (n) {\n    x = 1;\n      y = 2;\n  }\n");
  EXPECT_EQ(outer.depth(), 1u);
  EXPECT_TRUE(outer.uses("n"));
}

TEST(TextWriter, a_barrier_behind_another_is_none) {
  TextWriter writer;
  writer.barrier();
  writer.barrier();
  writer.line("x = 1;");
  writer.barrier();
  writer.open();
  writer.barrier(); // At another depth: whoever reads need not look outside.
  writer.close();
  EXPECT_EQ(writer.text(),
            "__syncthreads();\nx = 1;\n__syncthreads();\n{\n  __syncthreads();\n}\n");
}

TEST(TextWriter, one_barrier_stands_between_two_iterations) {
  const auto body = [](TextWriter &writer) {
    writer.barrier();
    writer.line("x = y;");
    writer.barrier();
  };
  const std::string loop = "  GPT_UNROLL\n  for (;;) {\n    x = y;\n    __syncthreads();\n  }\n";
  EXPECT_EQ(loopText(Nothing, body), "  __syncthreads();\n" + loop);
  EXPECT_EQ(loopText([](TextWriter &writer) { writer.barrier(); }, body),
            "  __syncthreads();\n" + loop);
}

TEST(TextWriter, barriers_that_do_not_meet_stay_in_their_loop) {
  EXPECT_EQ(loopText(Nothing,
                     [](TextWriter &writer) {
                       writer.barrier();
                       writer.line("x = y;");
                     }),
            "  GPT_UNROLL\n  for (;;) {\n    __syncthreads();\n    x = y;\n  }\n");
  EXPECT_EQ(loopText(Nothing, [](TextWriter &writer) { writer.barrier(); }),
            "  GPT_UNROLL\n  for (;;) {\n    __syncthreads();\n  }\n");
  EXPECT_EQ(loopText(Nothing,
                     [](TextWriter &writer) {
                       writer.barrier();
                       writer.line("// no__syncthreads();");
                     }),
            "  GPT_UNROLL\n  for (;;) {\n    __syncthreads();\n    // no__syncthreads();\n  }\n");
}

} // namespace
