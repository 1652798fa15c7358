//===- ParserTest.cpp - PTX as its text says it -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax.h"

#include "gtest/gtest.h"

using namespace gputile::counts::syntax;

static Module parsed(llvm::StringRef text) {
  llvm::Expected<Module> module = parse(text);
  if (!module) {
    ADD_FAILURE() << toString(module.takeError());
    return {};
  }
  return std::move(*module);
}

static std::string problem(llvm::StringRef text) {
  llvm::Expected<Module> module = parse(text);
  return module ? "" : toString(module.takeError());
}

TEST(Parser, reads_variables_with_initialisers) {
  const Module module =
      parsed(".version 9.0\n.target sm_90\n.global .align 4 .u32 n = 258;\n"
             ".const .align 4 .b8 t[4] = {1, 2, 3};\n.extern .shared .align 16 .b8 s[];\n");
  ASSERT_EQ(module.variables.size(), 3u);
  EXPECT_EQ(module.variables[0].initial, (std::vector<uint8_t>{2, 1, 0, 0}));
  EXPECT_EQ(module.variables[1].size, 4u);
  EXPECT_EQ(module.variables[1].initial, (std::vector<uint8_t>{1, 2, 3, 0}));
  EXPECT_TRUE(module.variables[2].isExtern);
  EXPECT_EQ(module.variables[2].align, 16u);
}

TEST(Parser, reads_guards_addresses_lists_and_numbers) {
  const Module module =
      parsed(".entry k(.param .u64 p) .maxntid 256, 1, 1 {\n.reg .pred %p<2>; .reg .f32 %f<4>; "
             ".reg .b64 %rd<2>;\n"
             "@!%p1 ld.global.v2.f32 {%f1, %f2}, [%rd1+-8];\nmov.f32 %f3, 0f3F800000; // one\n"
             "L: bra L;\n}\n");
  ASSERT_EQ(module.functions.size(), 1u);
  const Function &function = module.functions[0];
  EXPECT_TRUE(function.isKernel);
  ASSERT_EQ(function.statements.size(), 3u);
  const Statement &load = function.statements[0];
  EXPECT_TRUE(load.guardNegated);
  EXPECT_EQ(load.guard, 1);
  EXPECT_EQ(load.opcode, (std::vector<std::string>{"ld", "global", "v2", "f32"}));
  EXPECT_EQ(load.operands[0].elements[1].reg, 4); // Behind %p0, %p1, %f0 and %f1.
  EXPECT_EQ(load.operands[1].kind, Operand::Address);
  EXPECT_EQ(load.operands[1].offset, -8);
  EXPECT_EQ(function.statements[1].operands[1].bits, 0x3f800000u);
  EXPECT_EQ(function.statements[1].operands[1].floatWidth, 32u);
  EXPECT_EQ(function.labels.at("L"), 2u);
}

TEST(Parser, lets_blocks_declare_names_again) {
  const Module module =
      parsed(".func f() {\n.reg .b32 %t;\n{ .reg .b64 %t; mov.u64 %t, 1; }\nmov.u32 %t, 2;\n}\n");
  const Function &function = module.functions[0];
  EXPECT_EQ(function.registers, (std::vector<std::string>{"b32", "b64"}));
  EXPECT_EQ(function.statements[0].operands[0].reg, 1);
  EXPECT_EQ(function.statements[1].operands[0].reg, 0);
}

TEST(Parser, skips_lines_of_debug_information) {
  const Module module = parsed(".file 1 \"a.cu\"\n.entry k() {\n.loc 1 2 3, function_name "
                               "$L__info, inlined_at 1 4 5\nret;\n}\n"
                               ".section .debug_str { .b8 1 }\n");
  EXPECT_EQ(module.functions[0].statements.size(), 1u);
}

TEST(Parser, says_where_a_mistake_is) {
  EXPECT_EQ(problem(".entry k() {\n add.s32 %r1, ; \n}"),
            "PTX line 2: expected an operand (at ';')");
  EXPECT_EQ(problem(".entry k() { @%p1 ret; }"), "PTX line 1: the guard is no register (at 'ret')");
  EXPECT_EQ(problem("/* "), "PTX line 1: the comment has no end");
}
