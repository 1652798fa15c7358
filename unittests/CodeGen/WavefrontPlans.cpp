//===- WavefrontPlans.cpp - Plans with read-write tiles, for tests -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanBuilder.h"
#include "Plans.h"
#include "TestScop.h"

#include <utility>

namespace gputile::test {

/// Replaces, one after the other, each "@X" of \p text by its value.
static std::string with(std::string text,
                        const std::vector<std::pair<std::string, std::string>> &values) {
  for (const auto &[name, value] : values)
    for (size_t at; (at = text.find(name)) != std::string::npos;)
      text.replace(at, name.size(), value);
  return text;
}

ScopAndPlan sor1d(IslContext &context, long steps, long width) {
  Scop scop =
      TestScop(context, "[T, n]")
          .array("A", 1, "float", ArrayStorage::Pointer)
          .statement("{ S0[t, i] : 0 <= t < T and 1 <= i <= n - 2 }", "{ S0[t, i] -> [t, i] }")
          .write("{ S0[t, i] -> A[i] }")
          .read("{ S0[t, i] -> A[i - 1] }")
          .read("{ S0[t, i] -> A[i] }")
          .read("{ S0[t, i] -> A[i + 1] }")
          .body("$0 = ($1 + $2 + $3) / 3;")
          .build();
  auto s = [&](const std::string &text) {
    return with(text, {{"@work", "0 <= t < T and 1 <= i <= n - 2 and h = floor(t/@S) + b and "
                                 "b = floor((t + i)/@W)"},
                       {"@S", std::to_string(steps)},
                       {"@W", std::to_string(width)}});
  };
  KernelPlan kernel =
      KernelBuilder(scop, "[T, n]", "kernel0")
          .statements({0})
          .launch(s("{ kernel0[h] -> [h] : T >= 1 and n >= 3 and 0 <= h and h <= "
                    "floor((T - 1)/@S) + floor((T + n - 3)/@W) }"),
                  {0})
          .host(s("{ S0[t, i] -> [floor(t/@S) + floor((t + i)/@W)] }"))
          .blocks(s("{ S0[t, i] -> [floor((t + i)/@W)] }"),
                  s("{ [h, b] : h >= b and @Sh - @Sb + @S <= T and @Wb - @Sh + @Sb - @S >= 0 and "
                    "@Wb + @W - @Sh + @Sb < n }"))
          .allBlocks(s("{ [h, b] : n >= 3 and 0 <= @Sh - @Sb < T and @Wb + @W - 2 >= @Sh - @Sb "
                       "and @Wb <= @Sh - @Sb + @S + n - 3 }"))
          .threads(s("{ S0[t, i] -> [(t + i) mod @W] }"), {width})
          .order(s("{ S0[t, i] -> [2, (t mod @S) + ((t + i) mod @W), 0] }"), {false, true, false})
          .shared("s_A", "A", {{0, 0}, {0, 1}, {0, 2}, {0, 3}}, 0,
                  s("{ [h, b] -> A[@Wb - @Sh + @Sb - @S] }"), {steps + width + 1},
                  s("{ [h, b] -> A[a] : exists t, i : @work and i - 1 <= a <= i + 1 }"))
          .stored(s("{ [h, b] -> A[i] : exists t : @work }"))
          .action(KernelAction::Kind::CopyIn, 0, "{ load_A[h, b] -> [0, 0, 0] }")
          .action(KernelAction::Kind::Barrier, 0, "{ loaded[h, b] -> [1, 0, 0] }")
          .action(KernelAction::Kind::Barrier, 0,
                  s("{ step[h, b, p, e] -> [p, e, 1] : p = 2 and 0 <= e <= @S + @W - 2 }"))
          .action(KernelAction::Kind::CopyOut, 0, "{ store_A[h, b] -> [3, 0, 0] }")
          .build();
  return {scop, makePlan(scop, 1, {kernel})};
}

static Scop sor2dScop(IslContext &context) {
  return TestScop(context, "[T, n, m]")
      .array("A", 2, "float", ArrayStorage::Pointer)
      .statement("{ S0[t, i, j] : 0 <= t < T and 1 <= i <= n - 2 and 1 <= j <= m - 2 }",
                 "{ S0[t, i, j] -> [t, i, j] }")
      .write("{ S0[t, i, j] -> A[i, j] }")
      .read("{ S0[t, i, j] -> A[i - 1, j] }")
      .read("{ S0[t, i, j] -> A[i, j - 1] }")
      .read("{ S0[t, i, j] -> A[i, j] }")
      .read("{ S0[t, i, j] -> A[i, j + 1] }")
      .read("{ S0[t, i, j] -> A[i + 1, j] }")
      .body("$0 = ($1 + $2 + $3 + $4 + $5) / 5;")
      .build();
}

ScopAndPlan sor2d(IslContext &context, long steps, long height, long width) {
  Scop scop = sor2dScop(context);
  auto s = [&](const std::string &text) {
    return with(text, {{"@work", "0 <= t < T and 1 <= i <= n - 2 and 1 <= j <= m - 2 and "
                                 "h = floor(t/@S) + b + c and b = floor((t + i)/@H) and "
                                 "c = floor((t + j)/@W)"},
                       {"@now", "@Sh - @Sb - @Sc"}, // First time step of the tile.
                       {"@S", std::to_string(steps)},
                       {"@H", std::to_string(height)},
                       {"@W", std::to_string(width)}});
  };
  KernelPlan kernel =
      KernelBuilder(scop, "[T, n, m]", "kernel0")
          .statements({0})
          .launch(s("{ kernel0[h] -> [h] : T >= 1 and n >= 3 and m >= 3 and 0 <= h and h <= "
                    "floor((T - 1)/@S) + floor((T + n - 3)/@H) + floor((T + m - 3)/@W) }"),
                  {0})
          .host(s("{ S0[t, i, j] -> [floor(t/@S) + floor((t + i)/@H) + floor((t + j)/@W)] }"))
          .blocks(s("{ S0[t, i, j] -> [floor((t + i)/@H), floor((t + j)/@W)] }"),
                  s("{ [h, b, c] : 0 <= @now and @now + @S <= T and @Hb - (@now) - @S >= 0 and "
                    "@Hb + @H - (@now) < n and @Wc - (@now) - @S >= 0 and @Wc + @W - (@now) < m }"))
          .allBlocks(s("{ [h, b, c] : n >= 3 and m >= 3 and 0 <= @now < T and "
                       "@Hb + @H - 2 >= @now and @Hb <= @now + @S + n - 3 and "
                       "@Wc + @W - 2 >= @now and @Wc <= @now + @S + m - 3 }"))
          .threads(s("{ S0[t, i, j] -> [(t + i) mod @H, (t + j) mod @W] }"), {height, width})
          .order(s("{ S0[t, i, j] -> [2, (t mod @S) + ((t + i) mod @H) + ((t + j) mod @W), 0] }"),
                 {false, true, false})
          .shared("s_A", "A", {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}}, 0,
                  s("{ [h, b, c] -> A[@Hb - (@now) - @S, @Wc - (@now) - @S] }"),
                  {steps + height + 1, steps + width + 1},
                  s("{ [h, b, c] -> A[x, y] : exists t, i, j : @work and ((x = i and j - 1 <= y <= "
                    "j + 1) or (y = j and i - 1 <= x <= i + 1)) }"),
                  1)
          .stored(s("{ [h, b, c] -> A[i, j] : exists t : @work }"))
          .action(KernelAction::Kind::CopyIn, 0, "{ load_A[h, b, c] -> [0, 0, 0] }")
          .action(KernelAction::Kind::Barrier, 0, "{ loaded[h, b, c] -> [1, 0, 0] }")
          .action(KernelAction::Kind::Barrier, 0,
                  s("{ step[h, b, c, p, e] -> [p, e, 1] : p = 2 and 0 <= e <= @S + @H + @W - 3 }"))
          .action(KernelAction::Kind::CopyOut, 0, "{ store_A[h, b, c] -> [3, 0, 0] }")
          .build();
  return {scop, makePlan(scop, 1, {kernel})};
}

} // namespace gputile::test
