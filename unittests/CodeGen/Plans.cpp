//===- Plans.cpp - Hand-written plans of small programs, for tests -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plans.h"

#include "PlanBuilder.h"
#include "TestScop.h"

#include <functional>

namespace gputile::test {

ScopAndPlan vectorAdd(IslContext &context) {
  Scop scop = TestScop(context, "[n]")
                  .array("A", 1, "double", ArrayStorage::Pointer)
                  .array("B", 1, "double", ArrayStorage::Pointer)
                  .array("C", 1, "double", ArrayStorage::Pointer)
                  .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i] }")
                  .write("{ S0[i] -> C[i] }")
                  .read("{ S0[i] -> A[i] }")
                  .read("{ S0[i] -> B[i] }")
                  .body("$0 = $1 + $2;")
                  .build();
  KernelPlan kernel = KernelBuilder(scop, "[n]", "kernel0")
                          .statements({0})
                          .launch("{ kernel0[] -> [0] : n > 0 }", {})
                          .host("{ S0[i] -> [] }")
                          .blocks("{ S0[i] -> [floor(i/8)] }", "{ [b] : 0 <= b and 8b + 7 < n }")
                          .threads("{ S0[i] -> [i mod 8] }", {8})
                          .order("{ S0[i] -> [0] }", {false})
                          .build();
  return {scop, makePlan(scop, 1, {kernel})};
}

ScopAndPlan transpose(IslContext &context) {
  Scop scop = TestScop(context, "[n, m]")
                  .array("A", 2, "float", ArrayStorage::Pointer)
                  .array("B", 2, "float", ArrayStorage::Pointer)
                  .statement("{ S0[i, j] : 0 <= i < n and 0 <= j < m }", "{ S0[i, j] -> [i, j] }")
                  .write("{ S0[i, j] -> B[i, j] }")
                  .read("{ S0[i, j] -> A[j, i] }")
                  .body("$0 = $1;")
                  .build();
  KernelPlan kernel =
      KernelBuilder(scop, "[n, m]", "kernel0")
          .statements({0})
          .launch("{ kernel0[] -> [0] : n > 0 and m > 0 }", {})
          .host("{ S0[i, j] -> [] }")
          .blocks("{ S0[i, j] -> [floor(i/8), floor(j/8)] }",
                  "{ [b, c] : 0 <= b, c and 8b + 7 < n and 8c + 7 < m }")
          .threads("{ S0[i, j] -> [i mod 4, j mod 8] }", {4, 8})
          .order("{ S0[i, j] -> [2, floor((i mod 8)/4)] }", {false, true}, {1})
          .shared("s_A", "A", {{0, 1}}, 0, "{ [b, c] -> A[8c, 8b] }", {8, 8},
                  "{ [b, c] -> A[x, y] : 8c <= x < 8c + 8 and 8b <= y < 8b + 8 and 0 <= x < m and "
                  "0 <= y < n }",
                  1)
          .action(KernelAction::Kind::CopyIn, 0, "{ copy_A[b, c] -> [0, 0] }")
          .action(KernelAction::Kind::Barrier, 0, "{ sync[b, c] -> [1, 0] }")
          .build();
  return {scop, makePlan(scop, 1, {kernel})};
}

static Scop matmulScop(IslContext &context) {
  Scop scop = TestScop(context, "[n, m, p]")
                  .array("alpha", 0)
                  .array("beta", 0)
                  .array("A", 2, "double", ArrayStorage::Pointer)
                  .array("B", 2, "double", ArrayStorage::Pointer)
                  .array("C", 2, "double", ArrayStorage::Pointer)
                  .statement("{ S0[i, j] : 0 <= i < n and 0 <= j < m }",
                             "{ S0[i, j] -> [i, j, 0, 0] }")
                  .update("{ S0[i, j] -> C[i, j] }")
                  .read("{ S0[i, j] -> beta[] }")
                  .body("$0 *= $1;")
                  .statement("{ S1[i, j, k] : 0 <= i < n and 0 <= j < m and 0 <= k < p }",
                             "{ S1[i, j, k] -> [i, j, 1, k] }")
                  .update("{ S1[i, j, k] -> C[i, j] }")
                  .read("{ S1[i, j, k] -> alpha[] }")
                  .read("{ S1[i, j, k] -> A[i, k] }")
                  .read("{ S1[i, j, k] -> B[k, j] }")
                  .body("$0 += gpt_mul(gpt_mul($1, $2), $3);")
                  .build();
  return scop;
}

/// Replaces @T, @B, @D by the sizes.
static std::string sized(std::string text, long tile, long block, long depth) {
  auto replace = [&](const std::string &from, long to) {
    for (size_t at; (at = text.find(from)) != std::string::npos;)
      text.replace(at, from.size(), std::to_string(to));
  };
  replace("@T", tile);
  replace("@B", block);
  replace("@D", depth);
  return text;
}

static void placeMatmul(KernelBuilder &kernel, const std::function<std::string(std::string)> &s,
                        long block) {
  kernel.blocks(s("{ S0[i, j] -> [floor(i/@T), floor(j/@T)]; "
                  "S1[i, j, k] -> [floor(i/@T), floor(j/@T)] }"),
                s("{ [b, c] : 0 <= b, c and @Tb + @T <= n and @Tc + @T <= m }"))
      .threads(s("{ S0[i, j] -> [i mod @B, j mod @B]; S1[i, j, k] -> [i mod @B, j mod @B] }"),
               {block, block})
      .order(s("{ S0[i, j] -> [1, 0, 0, 0, floor((i mod @T)/@B), floor((j mod @T)/@B)]; "
               "S1[i, j, k] -> [2, floor(k/@D), 3, k mod @D, floor((i mod @T)/@B), "
               "floor((j mod @T)/@B)] }"),
             {false, true, false, true, true, true}, {4, 5});
}

static void placeMatmulMemory(KernelBuilder &kernel, const std::function<std::string(std::string)> &s,
                              long tile, long depth) {
  const std::string element = s("{ [b, c, t, u, x, y] -> C[@Tb + @Bx + t, @Tc + @By + u] : 0 <= t, u < @B "
                                "and 0 <= x, y and @Bx < @T and @By < @T and 0 <= @Tb + @Bx + t < n and "
                                "0 <= @Tc + @By + u < m }");
  kernel
      .shared("s_A", "A", {{1, 2}}, 2, s("{ [b, c, e, f] -> A[@Tb, @Df] }"), {tile, depth},
              s("{ [b, c, e, f] -> A[x, y] : @Tb <= x < @Tb + @T and @Df <= y < @Df + @D and "
                "0 <= x < n and 0 <= y < p }"), 1)
      .shared("s_B", "B", {{1, 3}}, 2, s("{ [b, c, e, f] -> B[@Df, @Tc] }"), {depth, tile},
              s("{ [b, c, e, f] -> B[x, y] : @Df <= x < @Df + @D and @Tc <= y < @Tc + @T and "
                "0 <= x < p and 0 <= y < m }"))
      .registers("p_C", "C", {{0, 0}, {1, 0}}, element, element, element)
      .action(KernelAction::Kind::RegisterLoad, 0, "{ load_C[b, c] -> [0, 0, 0, 0, 0, 0] }")
      .action(KernelAction::Kind::CopyIn, 0,
              s("{ copy_A[b, c, e, f] -> [e, f, 0, 0, 0, 0] : e = 2 and 0 <= @Df < p }"))
      .action(KernelAction::Kind::CopyIn, 1,
              s("{ copy_B[b, c, e, f] -> [e, f, 1, 0, 0, 0] : e = 2 and 0 <= @Df < p }"))
      .action(KernelAction::Kind::Barrier, 0,
              s("{ loaded[b, c, e, f] -> [e, f, 2, 0, 0, 0] : e = 2 and 0 <= @Df < p }"))
      .action(KernelAction::Kind::Barrier, 0,
              s("{ used[b, c, e, f] -> [e, f, 4, 0, 0, 0] : e = 2 and 0 <= @Df < p }"))
      .action(KernelAction::Kind::RegisterStore, 0, "{ store_C[b, c] -> [3, 0, 0, 0, 0, 0] }");
}

ScopAndPlan matmul(IslContext &context, long tile, long block, long depth) {
  Scop scop = matmulScop(context);
  auto s = [=](std::string text) { return sized(std::move(text), tile, block, depth); };
  KernelBuilder kernel(scop, "[n, m, p]", "kernel0");
  kernel.statements({0, 1})
      .launch("{ kernel0[] -> [0] : n > 0 and m > 0 }", {})
      .host("{ S0[i, j] -> []; S1[i, j, k] -> [] }");
  placeMatmul(kernel, s, block);
  placeMatmulMemory(kernel, s, tile, depth);
  return {scop, makePlan(scop, 1, {kernel.build()})};
}

static KernelPlan jacobiKernel(const Scop &scop, unsigned statement) {
  std::string s = "S" + std::to_string(statement), k = "kernel" + std::to_string(statement);
  return KernelBuilder(scop, "[T, n]", k)
      .statements({statement})
      .launch("{ " + k + "[t] -> [t, " + std::to_string(statement) + "] : 0 <= t < T and n > 2 }", {0})
      .host("{ " + s + "[t, i] -> [t] }")
      .blocks("{ " + s + "[t, i] -> [floor((i - 1)/16)] }", "{ [t, b] : 0 <= t < T and 0 <= b and 16b + 17 < n }")
      .threads("{ " + s + "[t, i] -> [(i - 1) mod 16] }", {16})
      .order("{ " + s + "[t, i] -> [0] }", {false})
      .build();
}

ScopAndPlan jacobi(IslContext &context) {
  Scop scop = TestScop(context, "[T, n]")
                  .array("A", 1, "float", ArrayStorage::Pointer)
                  .array("B", 1, "float", ArrayStorage::Private)
                  .statement("{ S0[t, i] : 0 <= t < T and 1 <= i < n - 1 }", "{ S0[t, i] -> [t, 0, i] }")
                  .write("{ S0[t, i] -> B[i] }")
                  .read("{ S0[t, i] -> A[i - 1] }")
                  .read("{ S0[t, i] -> A[i] }")
                  .read("{ S0[t, i] -> A[i + 1] }")
                  .body("$0 = gpt_mul(0.25f, $1) + gpt_mul(0.5f, $2) + gpt_mul(0.25f, $3);")
                  .statement("{ S1[t, i] : 0 <= t < T and 1 <= i < n - 1 }", "{ S1[t, i] -> [t, 1, i] }")
                  .write("{ S1[t, i] -> A[i] }")
                  .read("{ S1[t, i] -> B[i] }")
                  .body("$0 = $1;")
                  .build();
  return {scop, makePlan(scop, 2, {jacobiKernel(scop, 0), jacobiKernel(scop, 1)})};
}

} // namespace gputile::test
