//===- OperationsTest.cpp - Results of arithmetic ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include <bit>
#include <cmath>

using namespace gputile::counts;

/// What one thread computes in %r1 from 32-bit operands %r2 and %r3.
static uint32_t of32(const std::string &instructions, uint32_t a = 0, uint32_t b = 0) {
  const KernelRun<uint32_t> run(
      kernel("ld.global.u32 %r2, [%rd0];\nld.global.u32 %r3, [%rd0+4];\n" + instructions +
             "\nst.global.u32 [%rd0], %r1;\nret;"),
      {a, b}, threads(1));
  EXPECT_EQ(run.error, "") << instructions;
  return run.data[0];
}

/// The same in %rd1 from %rd2 and %rd3.
static uint64_t of64(const std::string &instructions, uint64_t a = 0, uint64_t b = 0) {
  const KernelRun<uint64_t> run(
      kernel("ld.global.u64 %rd2, [%rd0];\nld.global.u64 %rd3, [%rd0+8];\n" + instructions +
             "\nst.global.u64 [%rd0], %rd1;\nret;"),
      {a, b}, threads(1));
  EXPECT_EQ(run.error, "") << instructions;
  return run.data[0];
}

/// The same in %f1 from %f2 and %f3.
static float ofFloat(const std::string &instructions, float a, float b = 0) {
  const KernelRun<float> run(kernel("ld.global.f32 %f2, [%rd0];\nld.global.f32 %f3, [%rd0+4];\n" +
                                    instructions + "\nst.global.f32 [%rd0], %f1;\nret;"),
                             {a, b}, threads(1));
  EXPECT_EQ(run.error, "") << instructions;
  return run.data[0];
}

TEST(Integers, wrap_divide_and_extend) {
  EXPECT_EQ(of32("add.s32 %r1, %r2, %r3;", 0xffffffff, 2), 1u);
  EXPECT_EQ(of32("sub.s32 %r1, %r2, 5;", 3), 0xfffffffeu);
  EXPECT_EQ(of32("mul.hi.s32 %r1, %r2, %r3;", 0xffffffff, 7), 0xffffffffu);
  EXPECT_EQ(of32("mul.hi.u32 %r1, %r2, %r3;", 0xffffffff, 7), 6u);
  EXPECT_EQ(of32("mad.lo.s32 %r1, %r2, %r3, -1;", 5, 4), 19u);
  EXPECT_EQ(of32("div.s32 %r1, %r2, %r3;", uint32_t(-7), 2), uint32_t(-3));
  EXPECT_EQ(of32("rem.s32 %r1, %r2, %r3;", uint32_t(-7), 2), uint32_t(-1));
  EXPECT_EQ(of32("div.u32 %r1, %r2, %r3;", 9, 0), 0xffffffffu);
  EXPECT_EQ(of32("min.s32 %r1, %r2, %r3;", uint32_t(-7), 2), uint32_t(-7));
  EXPECT_EQ(of32("max.u32 %r1, %r2, %r3;", uint32_t(-7), 2), uint32_t(-7));
  EXPECT_EQ(of32("abs.s32 %r1, %r2;", uint32_t(-7)), 7u);
  EXPECT_EQ(of64("mul.wide.s32 %rd1, %r0, -3;"), 0u);
  EXPECT_EQ(of64("cvt.u32.u64 %r2, %rd2;\nmul.wide.s32 %rd1, %r2, 3;", uint32_t(-2)), uint64_t(-6));
  EXPECT_EQ(of64("cvt.u32.u64 %r2, %rd2;\nmad.wide.u32 %rd1, %r2, 3, %rd3;", uint32_t(-2), 1),
            0x2fffffffbu);
  EXPECT_EQ(of64("mul.hi.u64 %rd1, %rd2, %rd3;", ~uint64_t(0), 5), 4u);
}

TEST(Integers, carry) {
  EXPECT_EQ(of32("add.cc.u32 %r4, %r2, %r3;\naddc.u32 %r1, 0, 0;", 0xffffffff, 1), 1u);
  EXPECT_EQ(of32("sub.cc.u32 %r4, %r2, %r3;\nsubc.u32 %r1, 5, 0;", 0, 1), 4u);
  EXPECT_EQ(of32("mad.lo.cc.u32 %r4, %r2, %r3, 4;\nmadc.hi.u32 %r1, %r2, %r3, 0;", 0xfffffffe, 2),
            2u);
}

TEST(Bits, shift_extract_and_permute) {
  EXPECT_EQ(of32("shl.b32 %r1, %r2, %r3;", 1, 33), 0u);
  EXPECT_EQ(of32("shr.s32 %r1, %r2, %r3;", 0x80000000, 40), 0xffffffffu);
  EXPECT_EQ(of32("shr.u32 %r1, %r2, 4;", 0x80000000), 0x08000000u);
  EXPECT_EQ(of32("bfe.u32 %r1, %r2, 4, 8;", 0x12345678), 0x67u);
  EXPECT_EQ(of32("bfe.s32 %r1, %r2, 8, 4;", 0x00000f00), 0xffffffffu);
  EXPECT_EQ(of32("bfi.b32 %r1, %r2, %r3, 8, 4;", 0xa, 0xffffffff), 0xfffffaffu);
  EXPECT_EQ(of32("prmt.b32 %r1, %r2, %r3, 0x5410;", 0x44332211, 0x88776655), 0x66552211u);
  EXPECT_EQ(of32("prmt.b32 %r1, %r2, %r3, 0x0008;", 0x80, 0), 0x808080ffu); // The sign of byte 0.
  EXPECT_EQ(of32("lop3.b32 %r1, %r2, %r3, 255, 0x96;", 0x0f, 0x33), 0x0fu ^ 0x33 ^ 0xff);
  EXPECT_EQ(of32("shf.l.wrap.b32 %r1, %r2, %r3, 8;", 0xaa000000, 0x1), 0x1aau);
  EXPECT_EQ(of32("shf.r.clamp.b32 %r1, %r2, %r3, 8;", 0xaa000000, 0x1), 0x01aa0000u);
  EXPECT_EQ(of32("popc.b32 %r1, %r2;", 0xf0f0), 8u);
  EXPECT_EQ(of32("clz.b32 %r1, %r2;", 0), 32u);
  EXPECT_EQ(of32("brev.b32 %r1, %r2;", 1), 0x80000000u);
  EXPECT_EQ(of32("bfind.u32 %r1, %r2;", 0), 0xffffffffu);
  EXPECT_EQ(of32("bfind.s32 %r1, %r2;", 0xfffffffd), 1u);
}

TEST(Floats, round_to_nearest_unless_told) {
  const float third = 1.0f / 3, tiny = std::ldexp(1.0f, -30);
  EXPECT_EQ(ofFloat("add.rn.f32 %f1, %f2, %f3;", 1, tiny), 1.0f);
  EXPECT_EQ(ofFloat("add.rp.f32 %f1, %f2, %f3;", 1, tiny), std::nextafter(1.0f, 2.0f));
  EXPECT_EQ(ofFloat("sub.rz.f32 %f1, %f2, %f3;", 1, tiny), std::nextafter(1.0f, 0.0f));
  EXPECT_EQ(ofFloat("div.rn.f32 %f1, %f2, %f3;", 1, 3), third);
  EXPECT_EQ(ofFloat("fma.rn.f32 %f1, %f2, %f3, 0fBF800000;", third, 3),
            std::fma(third, 3.0f, -1.0f));
  EXPECT_EQ(ofFloat("mul.f32 %f1, %f2, %f3;", third, 3), third * 3);
  EXPECT_EQ(ofFloat("sqrt.rn.f32 %f1, %f2;", 2), std::sqrt(2.0f));
  EXPECT_EQ(ofFloat("min.f32 %f1, %f2, %f3;", NAN, 3), 3.0f);
  EXPECT_EQ(ofFloat("max.f32 %f1, %f2, %f3;", -0.0f, 0.0f), 0.0f);
  EXPECT_EQ(ofFloat("copysign.f32 %f1, %f2, %f3;", -1, 3), -3.0f);
  EXPECT_EQ(ofFloat("mul.ftz.f32 %f1, %f2, %f3;", std::ldexp(1.0f, -140), 1), 0.0f);
  EXPECT_EQ(ofFloat("mul.f32 %f1, %f2, %f3;", std::ldexp(1.0f, -140), 1), std::ldexp(1.0f, -140));
  EXPECT_EQ(ofFloat("add.sat.f32 %f1, %f2, %f3;", 1, 3), 1.0f);
}

TEST(Floats, convert) {
  EXPECT_EQ(of32("mov.b32 %f1, %r2;\ncvt.rzi.s32.f32 %r1, %f1;", std::bit_cast<uint32_t>(-2.9f)),
            uint32_t(-2));
  EXPECT_EQ(of32("mov.b32 %f1, %r2;\ncvt.rni.s32.f32 %r1, %f1;", std::bit_cast<uint32_t>(2.5f)),
            2u);
  EXPECT_EQ(of32("mov.b32 %f1, %r2;\ncvt.rmi.s32.f32 %r1, %f1;", std::bit_cast<uint32_t>(-2.1f)),
            uint32_t(-3));
  EXPECT_EQ(of32("mov.b32 %f1, %r2;\ncvt.rzi.s32.f32 %r1, %f1;", std::bit_cast<uint32_t>(3e9f)),
            0x7fffffffu);
  EXPECT_EQ(of32("mov.b32 %f1, %r2;\ncvt.rzi.u32.f32 %r1, %f1;", std::bit_cast<uint32_t>(NAN)), 0u);
  EXPECT_EQ(
      of64(
          "mov.b64 %d1, %rd2;\ncvt.rn.f32.f64 %f1, %d1;\ncvt.f64.f32 %d2, %f1;\nmov.b64 %rd1, %d2;",
          std::bit_cast<uint64_t>(0.1)),
      std::bit_cast<uint64_t>(double(0.1f)));
  EXPECT_EQ(of64("cvt.rn.f64.s64 %d1, %rd2;\nmov.b64 %rd1, %d1;", uint64_t(-5)),
            std::bit_cast<uint64_t>(-5.0));
  EXPECT_EQ(ofFloat("cvt.rpi.f32.f32 %f1, %f2;", 1.25f), 2.0f);
}

TEST(Conversions, extend_by_the_types_not_the_registers) {
  EXPECT_EQ(of64("cvt.u32.u64 %r2, %rd2;\ncvt.s64.s32 %rd1, %r2;", 0x80000000),
            0xffffffff80000000u);
  EXPECT_EQ(of32("cvt.s32.s8 %r1, %r2;", 0x1ff), 0xffffffffu);
  EXPECT_EQ(of32("cvt.u16.u32 %h1, %r2;\ncvt.u32.u16 %r1, %h1;", 0x12345), 0x2345u);
  EXPECT_EQ(of32("cvt.u16.u32 %h1, %r2;\nmul.wide.u16 %r1, %h1, 9363;", 77), 77u * 9363);
  EXPECT_EQ(of64("mov.b64 {%r2, %r3}, %rd2;\nmov.b64 %rd1, {%r3, %r2};", 0x1122334455667788),
            0x5566778811223344u);
  EXPECT_EQ(of64("{ .reg .b32 %t;\nmov.b64 {%t, %r2}, %rd2; }\ncvt.u64.u32 %rd1, %r2;",
                 0x1122334455667788),
            0x11223344u);
}

TEST(Predicates, compare_combine_and_select) {
  const std::string select = "\nselp.b32 %r1, 1, 0, %p1;";
  EXPECT_EQ(of32("setp.lt.s32 %p1, %r2, %r3;" + select, uint32_t(-1), 0), 1u);
  EXPECT_EQ(of32("setp.lt.u32 %p1, %r2, %r3;" + select, uint32_t(-1), 0), 0u);
  EXPECT_EQ(of32("setp.eq.s32 %p2|%p1, %r2, %r3;" + select, 1, 0), 1u);
  EXPECT_EQ(of32("setp.eq.s32 %p2, %r2, 1;\nsetp.eq.and.s32 %p1, %r3, 0, !%p2;" + select, 1, 0),
            0u);
  EXPECT_EQ(of32("mov.b32 %f1, %r2;\nsetp.gt.f32 %p1, %f1, 0f00000000;" + select,
                 std::bit_cast<uint32_t>(NAN)),
            0u);
  EXPECT_EQ(of32("mov.b32 %f1, %r2;\nsetp.gtu.f32 %p1, %f1, 0f00000000;" + select,
                 std::bit_cast<uint32_t>(NAN)),
            1u);
  EXPECT_EQ(of32("setp.eq.s32 %p2, %r2, 1;\nsetp.eq.s32 %p3, %r3, 0;\nxor.pred %p4, %p2, "
                 "%p3;\nnot.pred %p1, %p4;" +
                     select,
                 1, 0),
            1u);
}

TEST(Atomics, go_lane_by_lane) {
  const KernelRun<uint32_t> sum(kernel("atom.global.add.u32 %r1, [%rd0], 2;\n" + elementAddress(4) +
                                       "st.global.u32 [%rd1+4], %r1;\nret;"),
                                std::vector<uint32_t>(33), threads(32));
  EXPECT_EQ(sum.data[0], 64u);
  EXPECT_EQ(sum.data[32], 62u);
  EXPECT_EQ(sum.of(Class::Atomic).sectors, 1u);
  const KernelRun<uint32_t> swap(kernel("atom.global.cas.b32 %r1, [%rd0], 5, %r0;\nret;"), {5},
                                 threads(32));
  EXPECT_EQ(swap.data[0], 0u); // Lane 0 finds 5 and writes 0.
  const KernelRun<uint32_t> most(kernel("red.global.max.s32 [%rd0], %r0;\nret;"), {7}, threads(32));
  EXPECT_EQ(most.data[0], 31u);
  const KernelRun<float> floats(kernel("red.global.add.f32 [%rd0], 0f3F000000;\nret;"), {1},
                                threads(32));
  EXPECT_EQ(floats.data[0], 17.0f);
}

TEST(Globals, have_their_initial_values) {
  const std::string module =
      ".global .align 4 .u32 n = 9;\n.const .align 4 .b8 t[8] = {1, 0, 0, 0, 2, 0, 0, 0};\n";
  const KernelRun<uint32_t> run(
      module + kernel("ld.global.u32 %r1, [n];\nmov.u64 %rd2, t;\nld.const.u32 %r2, [%rd2+4];\n"
                      "st.global.u32 [%rd0], %r1;\nst.global.u32 [%rd0+4], %r2;\nret;"),
      {0, 0}, threads(1));
  ASSERT_EQ(run.error, "");
  EXPECT_EQ(run.data, (std::vector<uint32_t>{9, 2}));
}
