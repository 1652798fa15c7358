//===- ExecutionTest.cpp - Divergence, barriers, calls, grids ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

using namespace gputile::counts;

/// Copies a word to the place 64 words behind it.
static const std::string Copy =
    elementAddress(4) + "ld.global.u32 %r1, [%rd1];\nst.global.u32 [%rd1+256], %r1;\nret;";

TEST(Execution, of_a_copy_moves_its_sectors) {
  std::vector<uint32_t> data = ramp<uint32_t>(128);
  const KernelRun<uint32_t> run(kernel(Copy), data, threads(64));
  ASSERT_EQ(run.error, "");
  for (uint32_t at = 0; at < 64; ++at)
    EXPECT_EQ(run.data[64 + at], at);
  EXPECT_EQ(run.totals().loadSectors, 8u); // 64 words of 4 bytes
  EXPECT_EQ(run.totals().storeSectors, 8u);
  EXPECT_EQ(run.totals().all.issued, 2 * (HeadInstructions + 5));
  EXPECT_EQ(run.totals().all.lanes, 64 * (HeadInstructions + 5));
  EXPECT_EQ(run.of(Class::Integer).issued, 4u);
  EXPECT_EQ(run.of(Class::Move).issued, 4u);
  EXPECT_EQ(run.of(Class::Control).issued, 2u);
  EXPECT_EQ(run.counts.warps, 2u);
}

TEST(Execution, of_a_load_repeated_misses_once_between_fences) {
  const std::string load = "ld.global.u32 %r1, [%rd1];\n";
  const KernelRun<uint32_t> run(
      kernel(elementAddress(4) + load + load + "membar.cta;\n" + load + "membar.gl;\n" + load + "ret;"),
      ramp<uint32_t>(32), threads(32));
  ASSERT_EQ(run.error, "");
  EXPECT_EQ(run.totals().loadSectors, 16u);
  EXPECT_EQ(run.totals().missedSectors, 8u);
}

TEST(Execution, of_a_partial_warp_has_its_lanes_only) {
  const KernelRun<uint32_t> run(kernel(Copy), ramp<uint32_t>(128), threads(40));
  ASSERT_EQ(run.error, "");
  EXPECT_EQ(run.data[64 + 39], 39u);
  EXPECT_EQ(run.data[64 + 40], 104u);
  EXPECT_EQ(run.totals().all.lanes, 40 * (HeadInstructions + 5));
  EXPECT_EQ(run.totals().loadSectors, 5u);
}

TEST(Divergence, takes_both_ways_and_meets_again) {
  // Odd threads add 100, even ones 200, then all add 1.
  const KernelRun<uint32_t> run(
      kernel(elementAddress(4) +
             "ld.global.u32 %r1, [%rd1];\nand.b32 %r2, %r0, 1;\n"
             "setp.eq.s32 %p1, %r2, 0;\n@%p1 bra EVEN;\nadd.s32 %r1, %r1, 100;\nbra.uni MEET;\n"
             "EVEN: add.s32 %r1, %r1, 200;\nMEET: add.s32 %r1, %r1, 1;\nst.global.u32 [%rd1], "
             "%r1;\nret;"),
      ramp<uint32_t>(32), threads(32));
  ASSERT_EQ(run.error, "");
  for (uint32_t at = 0; at < 32; ++at)
    EXPECT_EQ(run.data[at], at + (at % 2 ? 101 : 201));
  EXPECT_EQ(run.totals().all.issued, HeadInstructions + 2 + 4 + 3 + 3); // Each once.
  EXPECT_EQ(run.totals().all.lanes, 32 * (HeadInstructions + 2 + 4 + 3) + 16 * 3);
}

TEST(Divergence, in_a_loop_lets_lanes_wait_for_the_last) {
  // Thread n adds n times.
  const std::string body =
      elementAddress(4) +
      "mov.u32 %r1, 0;\nmov.u32 %r2, 0;\nHEAD: setp.ge.u32 %p1, %r1, %r0;\n@%p1 bra DONE;\n"
      "add.u32 %r2, %r2, 3;\nadd.u32 %r1, %r1, 1;\nbra.uni HEAD;\nDONE: st.global.u32 [%rd1], "
      "%r2;\nret;";
  const KernelRun<uint32_t> run(kernel(body), ramp<uint32_t>(32), threads(32));
  ASSERT_EQ(run.error, "");
  for (uint32_t at = 0; at < 32; ++at)
    EXPECT_EQ(run.data[at], 3 * at);
  // 32 heads of two instructions, the last of which only leaves; 31 rounds of three.
  EXPECT_EQ(run.totals().all.issued, HeadInstructions + 4 + 32 * 2 + 31 * 3 + 2);
  ASSERT_EQ(run.loops().size(), 1u);
  EXPECT_EQ(run.loops()[0].label, "HEAD");
  EXPECT_EQ(run.loops()[0].instructions, 5u);
  EXPECT_EQ(run.loops()[0].iterations, 32u);
  EXPECT_EQ(run.loops()[0].issued, 32u * 2 + 31 * 3);
}

TEST(Divergence, by_an_early_return_keeps_others_going) {
  const KernelRun<uint32_t> run(kernel(elementAddress(4) +
                                       "setp.gt.u32 %p1, %r0, 9;\n@%p1 ret;\nbar.sync 0;\n"
                                       "st.global.u32 [%rd1], 7;\nret;"),
                                ramp<uint32_t>(64), threads(64));
  ASSERT_EQ(run.error, "");
  EXPECT_EQ(run.data[9], 7u);
  EXPECT_EQ(run.data[10], 10u);
  EXPECT_EQ(run.data[40], 40u);
  EXPECT_EQ(run.counts.barriers, 1u);
}

TEST(Divergence, by_a_table_groups_lanes) {
  const KernelRun<uint32_t> run(
      kernel(elementAddress(4) +
             "and.b32 %r1, %r0, 3;\nT: .branchtargets A, B, A, C;\n"
             "brx.idx %r1, T;\nA: mov.u32 %r2, 10;\nbra.uni M;\nB: mov.u32 %r2, 20;\nbra.uni M;\n"
             "C: mov.u32 %r2, 30;\nM: st.global.u32 [%rd1], %r2;\nret;"),
      ramp<uint32_t>(32), threads(32));
  ASSERT_EQ(run.error, "");
  EXPECT_EQ(std::vector<uint32_t>(run.data.begin(), run.data.begin() + 4),
            (std::vector<uint32_t>{10, 20, 10, 30}));
}

TEST(Guards, mask_lanes_of_what_is_issued) {
  const KernelRun<uint32_t> run(kernel(elementAddress(4) +
                                       "setp.lt.u32 %p1, %r0, 4;\n@!%p1 mov.u32 %r5, 9;\n"
                                       "@%p1 mov.u32 %r5, 8;\nst.global.u32 [%rd1], %r5;\nret;"),
                                ramp<uint32_t>(32), threads(32));
  EXPECT_EQ(run.data[3], 8u);
  EXPECT_EQ(run.data[4], 9u);
  EXPECT_EQ(run.totals().all.issued, HeadInstructions + 7);
  EXPECT_EQ(run.totals().all.lanes, 32 * (HeadInstructions + 7 - 2) + 28 + 4);
}

/// Each thread writes shared memory and reads what another warp wrote.
static std::string exchange(const std::string &between) {
  return ".shared .align 4 .b8 s[256];\n" + elementAddress(4) +
         "mov.u32 %r1, s;\nshl.b32 %r2, %r0, 2;\nadd.u32 %r3, %r1, %r2;\nst.shared.u32 [%r3], "
         "%r0;\n" +
         between +
         "xor.b32 %r4, %r2, 128;\nadd.u32 %r5, %r1, %r4;\nld.shared.u32 %r6, [%r5];\nst.global.u32 "
         "[%rd1], %r6;\nret;";
}

TEST(Barriers, let_warps_exchange_values) {
  const KernelRun<uint32_t> run(kernel(exchange("bar.sync 0;\n")), ramp<uint32_t>(64),
                                threads(64, 2));
  ASSERT_EQ(run.error, "");
  for (uint32_t at = 0; at < 64; ++at)
    EXPECT_EQ(run.data[at], at ^ 32);
  EXPECT_EQ(run.counts.barriers, 2u); // One for each block.
  EXPECT_EQ(run.of(Class::Barrier).issued, 4u);
  EXPECT_EQ(run.totals().all.wavefronts, 8u);
}

TEST(Barriers, that_are_missing_show_in_the_values) {
  const KernelRun<uint32_t> run(kernel(exchange("")), ramp<uint32_t>(64), threads(64));
  EXPECT_EQ(run.data[0], 0xffffffffu); // As it was before.
}

TEST(Barriers, that_not_all_lanes_reach_are_an_error) {
  const KernelRun<uint32_t> run(
      kernel("setp.lt.u32 %p1, %r0, 4;\n@%p1 bra OVER;\nbar.sync 0;\nOVER: bar.sync 0;\nret;"),
      ramp<uint32_t>(4), threads(32));
  EXPECT_EQ(run.error, "k: PTX line 11: bar.sync: some lanes of the warp do not reach the barrier");
}

TEST(Barriers, reduce) {
  const KernelRun<uint32_t> run(
      kernel(elementAddress(4) + "setp.lt.u32 %p1, %r0, 40;\nbar.red.popc.u32 %r1, 0, %p1;\n"
                                 "bar.red.and.pred %p2, 0, %p1;\nbar.red.or.pred %p3, 0, %p1;\n"
                                 "@%p2 add.u32 %r1, %r1, 100;\n@%p3 add.u32 %r1, %r1, "
                                 "1000;\nst.global.u32 [%rd1], %r1;\nret;"),
      ramp<uint32_t>(64), threads(64));
  ASSERT_EQ(run.error, "");
  EXPECT_EQ(run.data[63], 1040u);
}

TEST(Shared, columns_of_an_array_conflict) {
  // Thread n reads word 2n: two words of each bank.
  const KernelRun<uint32_t> run(
      kernel(".shared .align 4 .b8 s[512];\nmov.u32 %r1, s;\nshl.b32 %r2, %r0, 3;\n"
             "add.u32 %r2, %r2, %r1;\nst.shared.u32 [%r2], %r0;\nld.shared.v2.u32 {%r3, %r4}, "
             "[%r2];\nret;"),
      ramp<uint32_t>(1), threads(32));
  ASSERT_EQ(run.error, "");
  EXPECT_EQ(run.of(Class::StoreShared).wavefronts, 2u);
  EXPECT_EQ(run.of(Class::LoadShared).wavefronts, 2u); // 8 bytes: two halves.
}

TEST(Shared, dynamic_memory_lies_behind_static) {
  Launch launch = threads(1);
  launch.dynamicShared = 8;
  const std::string module =
      ".extern .shared .align 16 .b8 dyn[];\n" +
      kernel(".shared .align 4 .b8 s[20];\nmov.u32 %r1, dyn;\nst.shared.u32 [dyn+4], 5;\n"
             "ld.shared.u32 %r2, [%r1+4];\nst.global.u32 [%rd0], %r1;\nst.global.u32 [%rd0+4], "
             "%r2;\nret;");
  EXPECT_EQ(KernelRun<uint32_t>(module, {0, 0}, launch).data, (std::vector<uint32_t>{32, 5}));
  launch.dynamicShared = 7;
  EXPECT_NE(KernelRun<uint32_t>(module, {0, 0}, launch)
                .error.find("byte 36 of shared memory, which has 39"),
            std::string::npos);
}

TEST(Accesses, outside_of_allocations_are_an_error) {
  const KernelRun<uint32_t> run(kernel(Copy), ramp<uint32_t>(72), threads(32));
  EXPECT_NE(run.error.find("st.global.u32: lane 8 accesses 4 bytes outside of device memory"),
            std::string::npos)
      << run.error;
}

TEST(Accesses, of_vectors_move_their_elements) {
  const KernelRun<float> run(kernel(elementAddress(16) +
                                    "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];\n"
                                    "st.global.v2.f32 [%rd1], {%f4, %f1};\nret;"),
                             ramp<float>(128), threads(32));
  ASSERT_EQ(run.error, "");
  EXPECT_EQ(run.data[4], 7.0f);
  EXPECT_EQ(run.data[5], 4.0f);
  EXPECT_EQ(run.data[6], 6.0f);
  EXPECT_EQ(run.totals().loadSectors, 16u);
  EXPECT_EQ(run.totals().storeSectors, 16u); // 8 of every 16 bytes: each sector is touched.
}

TEST(Accesses, asynchronous_copies_count_as_both) {
  const KernelRun<uint32_t> run(
      kernel(".shared .align 16 .b8 s[512];\nmov.u32 %r1, s;\nshl.b32 %r2, %r0, 4;\nadd.u32 %r1, "
             "%r1, %r2;\n" +
             elementAddress(16) +
             "cp.async.cg.shared.global [%r1], [%rd1+16], 16;\ncp.async.commit_group;\n"
             "cp.async.wait_group 0;\nld.shared.u32 %r3, [%r1];\nst.global.u32 [%rd1], %r3;\nret;"),
      ramp<uint32_t>(132), threads(32));
  ASSERT_EQ(run.error, "");
  EXPECT_EQ(run.data[0], 4u);
  EXPECT_EQ(run.of(Class::LoadGlobal).sectors, 17u); // 512 bytes that begin in a sector's middle
  EXPECT_EQ(run.of(Class::LoadGlobal).wavefronts, 4u);
}

TEST(Calls, pass_parameters_and_recurse) {
  const std::string factorial = ".func (.param .b32 r) f(.param .b32 n)\n{\n.reg .pred %p; .reg "
                                ".b32 %a, %b;\nld.param.u32 %a, [n];\n"
                                "setp.lt.u32 %p, %a, 2;\n@%p bra ONE;\nsub.u32 %b, %a, 1;\n{ "
                                ".param .b32 x;\nst.param.b32 [x], %b;\n.param .b32 y;\n"
                                "call.uni (y), f, (x);\nld.param.b32 %b, [y]; }\nmul.lo.u32 %a, "
                                "%a, %b;\nst.param.b32 [r], %a;\nret;\n"
                                "ONE: st.param.b32 [r], 1;\nret;\n}\n";
  const KernelRun<uint32_t> run(
      factorial +
          kernel(
              elementAddress(4) +
              "{ .param .b32 x;\nst.param.b32 [x], %r0;\n.param .b32 y;\n"
              "call.uni (y), f, (x);\nld.param.b32 %r1, [y]; }\nst.global.u32 [%rd1], %r1;\nret;"),
      ramp<uint32_t>(8), threads(8));
  ASSERT_EQ(run.error, "");
  EXPECT_EQ(run.data, (std::vector<uint32_t>{1, 1, 2, 6, 24, 120, 720, 5040}));
}

TEST(Calls, give_each_lane_local_memory) {
  const KernelRun<uint32_t> run(
      kernel(".local .align 8 .b8 depot[16];\nmov.u64 %rd2, depot;\ncvta.local.u64 %rd3, %rd2;\n" +
             elementAddress(4) +
             "st.local.u32 [%rd2+4], %r0;\nld.u32 %r1, [%rd3+4];\n"
             "st.global.u32 [%rd1], %r1;\nret;"),
      std::vector<uint32_t>(32), threads(32));
  ASSERT_EQ(run.error, "");
  EXPECT_EQ(run.data, ramp<uint32_t>(32));
}

TEST(Grids, index_their_blocks) {
  Launch launch = threads(2, 2);
  launch.grid.y = 3;
  launch.block.y = 2;
  const KernelRun<uint32_t> run(
      kernel("mov.u32 %r1, %ctaid.y;\nmov.u32 %r2, %nctaid.x;\nmov.u32 %r3, %ctaid.x;\n"
             "mad.lo.u32 %r1, %r1, %r2, %r3;\nmov.u32 %r4, %tid.y;\nmad.lo.u32 %r5, %r4, 2, %r0;\n"
             "mad.lo.u32 %r5, %r1, 4, %r5;\nmul.wide.u32 %rd1, %r5, 4;\nadd.u64 %rd1, %rd1, %rd0;\n"
             "st.global.u32 [%rd1], %r5;\nret;"),
      std::vector<uint32_t>(24), launch);
  ASSERT_EQ(run.error, "");
  EXPECT_EQ(run.data, ramp<uint32_t>(24));
  EXPECT_EQ(run.counts.blocks, 6u);
}

/// Block 0 waits until the last of three blocks has set word 1.
static const char Waiting[] =
    "mov.u32 %r1, %ctaid.x;\nsetp.eq.u32 %p1, %r1, 2;\n@%p1 bra SET;\nsetp.ne.u32 %p2, %r1, "
    "0;\n@%p2 ret;\n"
    "SPIN: ld.volatile.global.u32 %r2, [%rd0+4];\nsetp.eq.u32 %p3, %r2, 0;\n@%p3 bra SPIN;\n"
    "st.global.u32 [%rd0], %r2;\nret;\nSET: st.global.u32 [%rd0+4], 5;\nret;";

TEST(Grids, let_blocks_wait_for_one_another) {
  const KernelRun<uint32_t> run(kernel(Waiting), {0, 0}, threads(1, 3));
  ASSERT_EQ(run.error, "");
  EXPECT_EQ(run.data, (std::vector<uint32_t>{5, 5}));
}

TEST(Grids, that_wait_for_nobody_end_with_an_error) {
  EXPECT_EQ(KernelRun<uint32_t>(kernel(Waiting), {0, 0}, threads(1, 2)).error,
            "k: the blocks wait for one another and none goes on");
}

TEST(Grids, that_are_cooperative_have_a_barrier) {
  // As cooperative groups do it: every block adds to the workspace's second word until its highest
  // bit turns.
  const std::string arrive = "mov.u32 %r1, %envreg1;\nmov.u32 %r2, %envreg2;\nmov.b64 %rd1, {%r2, "
                             "%r1};\nmov.u32 %r3, %ctaid.x;\n"
                             "red.global.add.u32 [%rd0+4], 1;\nmov.u32 %r4, 1;\nsetp.eq.u32 %p1, "
                             "%r3, 0;\n@%p1 mov.u32 %r4, 0x7ffffffe;\n"
                             "atom.add.release.gpu.u32 %r5, [%rd1+4], %r4;\nSPIN: "
                             "ld.acquire.gpu.u32 %r6, [%rd1+4];\nxor.b32 %r6, %r6, %r5;\n"
                             "setp.ge.s32 %p2, %r6, 0;\n@%p2 bra SPIN;\nld.global.u32 %r7, "
                             "[%rd0+4];\nred.global.min.u32 [%rd0], %r7;\nret;";
  Launch launch = threads(1, 3);
  launch.together = true;
  const KernelRun<uint32_t> run(kernel(arrive), {9, 0}, launch);
  ASSERT_EQ(run.error, "");
  EXPECT_EQ(run.data, (std::vector<uint32_t>{3, 3})); // All have seen all arrivals.
}

TEST(Errors, name_instructions_that_are_not_known_when_they_are_executed) {
  const std::string body =
      "setp.gt.u32 %p1, %r0, 5;\n@%p1 bra NEVER;\nret;\nNEVER: frobnicate.b32 %r1, %r0;\nret;";
  EXPECT_EQ(KernelRun<uint32_t>(kernel(body), {0}, threads(4)).error, "");
  EXPECT_EQ(KernelRun<uint32_t>(kernel(body), {0}, threads(8)).error,
            "k: PTX line 12: frobnicate.b32: this instruction is not executed here");
}
