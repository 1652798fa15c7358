//===- MappedPlansTest.cpp - Plans of scheme parallel, whole and damaged -===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every plan that scheme `parallel` makes for these programs is proved, and no
/// longer so when any one load or store, or all barriers, are taken out of it.
///
//===----------------------------------------------------------------------===//

#include "TestScop.h"
#include "gputile/Analysis/Dependences.h"
#include "gputile/Mapping/Mapping.h"
#include "gputile/Transform/FalseDeps.h"
#include "gputile/Transform/Privatize.h"
#include "gputile/Schedule/Scheduler.h"
#include "gputile/Verifier/Verifier.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

struct Source {
  const char *name;
  Scop (*build)(IslContext &);
  bool copies = false; ///< Remove false dependences.
};

Scop matmul(IslContext &ctx) {
  return TestScop(ctx, "[n, m, l]")
      .array("A", 2)
      .array("B", 2)
      .array("C", 2)
      .statement("{ S0[i, j] : 0 <= i < n and 0 <= j < m }", "{ S0[i, j] -> [i, j, 0, 0] }")
      .write("{ S0[i, j] -> C[i, j] }")
      .statement("{ S1[i, j, k] : 0 <= i < n and 0 <= j < m and 0 <= k < l }",
                 "{ S1[i, j, k] -> [i, j, 1, k] }")
      .update("{ S1[i, j, k] -> C[i, j] }")
      .read("{ S1[i, j, k] -> A[i, k] }")
      .read("{ S1[i, j, k] -> B[k, j] }")
      .build();
}

Scop matmulInScalar(IslContext &ctx) {
  return TestScop(ctx, "[n]")
      .array("A", 2)
      .array("B", 2)
      .array("C", 2)
      .array("sum", 0, "double", ArrayStorage::Private)
      .statement("{ S0[i, j] : 0 <= i, j < n }", "{ S0[i, j] -> [i, j, 0, 0] }")
      .write("{ S0[i, j] -> sum[] }")
      .statement("{ S1[i, j, k] : 0 <= i, j, k < n }", "{ S1[i, j, k] -> [i, j, 1, k] }")
      .update("{ S1[i, j, k] -> sum[] }")
      .read("{ S1[i, j, k] -> A[i, k] }")
      .read("{ S1[i, j, k] -> B[k, j] }")
      .statement("{ S2[i, j] : 0 <= i, j < n }", "{ S2[i, j] -> [i, j, 2, 0] }")
      .read("{ S2[i, j] -> sum[] }")
      .write("{ S2[i, j] -> C[i, j] }")
      .build();
}

Scop jacobi2d(IslContext &ctx) {
  TestScop scop(ctx, "[T, n]");
  scop.array("A", 2).array("B", 2);
  scop.statement("{ S0[t, i, j] : 0 <= t < T and 1 <= i, j < n - 1 }",
                 "{ S0[t, i, j] -> [t, 0, i, j] }");
  for (const char *element :
       {"A[i, j]", "A[i - 1, j]", "A[i + 1, j]", "A[i, j - 1]", "A[i, j + 1]"})
    scop.read(std::string("{ S0[t, i, j] -> ") + element + " }");
  return scop.write("{ S0[t, i, j] -> B[i, j] }")
      .statement("{ S1[t, i, j] : 0 <= t < T and 1 <= i, j < n - 1 }",
                 "{ S1[t, i, j] -> [t, 1, i, j] }")
      .read("{ S1[t, i, j] -> B[i, j] }")
      .write("{ S1[t, i, j] -> A[i, j] }")
      .build();
}

Scop filter(IslContext &ctx) {
  TestScop scop(ctx, "[h, w]");
  scop.array("in", 2, "unsigned char").array("out", 2, "unsigned char");
  scop.statement("{ S0[i, j] : 1 <= i < h - 1 and 1 <= j < w - 1 }", "{ S0[i, j] -> [i, j] }");
  for (int a = -1; a <= 1; ++a)
    for (int b = -1; b <= 1; ++b)
      scop.read("{ S0[i, j] -> in[i + " + std::to_string(a) + ", j + " + std::to_string(b) + "] }");
  return scop.write("{ S0[i, j] -> out[i, j] }").build();
}

Scop gaussSeidel(IslContext &ctx) {
  return TestScop(ctx, "[T, n]")
      .array("A", 1)
      .statement("{ S0[t, i] : 0 <= t < T and 1 <= i < n - 1 }", "{ S0[t, i] -> [t, i] }")
      .read("{ S0[t, i] -> A[i - 1] }")
      .read("{ S0[t, i] -> A[i] }")
      .read("{ S0[t, i] -> A[i + 1] }")
      .write("{ S0[t, i] -> A[i] }")
      .build();
}

Scop cholesky(IslContext &ctx) {
  return TestScop(ctx, "[n]")
      .array("A", 2)
      .statement("{ S0[k] : 0 <= k < n }", "{ S0[k] -> [k, 0, 0, 0] }")
      .update("{ S0[k] -> A[k, k] }")
      .statement("{ S1[k, i] : 0 <= k < i < n }", "{ S1[k, i] -> [k, 1, i, 0] }")
      .update("{ S1[k, i] -> A[i, k] }")
      .read("{ S1[k, i] -> A[k, k] }")
      .statement("{ S2[k, i, j] : 0 <= k < j <= i < n }", "{ S2[k, i, j] -> [k, 2, i, j] }")
      .update("{ S2[k, i, j] -> A[i, j] }")
      .read("{ S2[k, i, j] -> A[i, k] }")
      .read("{ S2[k, i, j] -> A[j, k] }")
      .build();
}

Scop triangularSolve(IslContext &ctx) {
  return TestScop(ctx, "[n]")
      .array("L", 2)
      .array("x", 1)
      .array("b", 1)
      .statement("{ S0[i] : 0 <= i < n }", "{ S0[i] -> [i, 0, 0] }")
      .read("{ S0[i] -> b[i] }")
      .write("{ S0[i] -> x[i] }")
      .statement("{ S1[i, j] : 0 <= j < i < n }", "{ S1[i, j] -> [i, 1, j] }")
      .update("{ S1[i, j] -> x[i] }")
      .read("{ S1[i, j] -> L[i, j] }")
      .read("{ S1[i, j] -> x[j] }")
      .statement("{ S2[i] : 0 <= i < n }", "{ S2[i] -> [i, 2, 0] }")
      .update("{ S2[i] -> x[i] }")
      .read("{ S2[i] -> L[i, i] }")
      .build();
}

Scop fdtd(IslContext &ctx) {
  return TestScop(ctx, "[T, n, m]")
      .array("ex", 2)
      .array("ey", 2)
      .array("hz", 2)
      .statement("{ S0[t, i, j] : 0 <= t < T and 1 <= i < n and 0 <= j < m }",
                 "{ S0[t, i, j] -> [t, 0, i, j] }")
      .update("{ S0[t, i, j] -> ey[i, j] }")
      .read("{ S0[t, i, j] -> hz[i, j] }")
      .read("{ S0[t, i, j] -> hz[i - 1, j] }")
      .statement("{ S1[t, i, j] : 0 <= t < T and 0 <= i < n and 1 <= j < m }",
                 "{ S1[t, i, j] -> [t, 1, i, j] }")
      .update("{ S1[t, i, j] -> ex[i, j] }")
      .read("{ S1[t, i, j] -> hz[i, j] }")
      .read("{ S1[t, i, j] -> hz[i, j - 1] }")
      .statement("{ S2[t, i, j] : 0 <= t < T and 0 <= i < n - 1 and 0 <= j < m - 1 }",
                 "{ S2[t, i, j] -> [t, 2, i, j] }")
      .update("{ S2[t, i, j] -> hz[i, j] }")
      .read("{ S2[t, i, j] -> ex[i, j + 1] }")
      .read("{ S2[t, i, j] -> ex[i, j] }")
      .read("{ S2[t, i, j] -> ey[i + 1, j] }")
      .read("{ S2[t, i, j] -> ey[i, j] }")
      .build();
}

Scop figure2(IslContext &ctx) {
  return TestScop(ctx, "[T, I]")
      .array("A", 1)
      .statement("{ S0[t, i] : 1 <= t <= T and 1 <= i <= I }", "{ S0[t, i] -> [t, i] }")
      .read("{ S0[t, i] -> A[i] }")
      .read("{ S0[t, i] -> A[i + 1] }")
      .write("{ S0[t, i] -> A[i] }")
      .build();
}

class MappedPlan : public testing::TestWithParam<Source> {
protected:
  void SetUp() override {
    Original.emplace(GetParam().build(Ctx));
    Transformed.emplace(privatize(*Original));
    if (GetParam().copies) {
      Ddg ddg = markHindering(*Transformed, computeDependences(*Transformed));
      std::optional<CopiedScop> copied = removeFalseDependences(*Transformed, ddg);
      ASSERT_TRUE(copied);
      Transformed.emplace(copied->scop);
    }
    ScheduleNode schedule = findSchedule(*Transformed, computeDependences(*Transformed), {}).tree;
    Result<RegionPlan> plan = mapParallel(*Transformed, schedule, {});
    ASSERT_TRUE(plan) << formatDiag(plan.refusal().id, plan.refusal().args);
    Plan.emplace(*plan);
  }

  std::optional<VerificationFailure> run(const RegionPlan &plan) const {
    return verify(*Original, *Transformed, plan);
  }

  IslContext Ctx;
  std::optional<Scop> Original, Transformed;
  std::optional<RegionPlan> Plan;
};

} // namespace

TEST_P(MappedPlan, is_proved) {
  std::optional<VerificationFailure> failure = run(*Plan);
  EXPECT_FALSE(failure) << failure->what;
}

TEST_P(MappedPlan, needs_each_of_its_loads_and_stores) {
  for (size_t k = 0; k < Plan->kernels.size(); ++k)
    for (size_t a = 0; a < Plan->kernels[k].actions.size(); ++a) {
      RegionPlan damaged = *Plan;
      auto &actions = damaged.kernels[k].actions;
      if (actions[a].kind == KernelAction::Kind::Barrier)
        continue;
      std::string name = actions[a].name;
      actions.erase(actions.begin() + static_cast<long>(a));
      EXPECT_TRUE(run(damaged)) << "proved without " << name;
    }
}

TEST_P(MappedPlan, needs_its_barriers) {
  for (size_t k = 0; k < Plan->kernels.size(); ++k) {
    if (Plan->kernels[k].shared.empty())
      continue;
    RegionPlan damaged = *Plan;
    std::erase_if(damaged.kernels[k].actions, [](const KernelAction &action) {
      return action.kind == KernelAction::Kind::Barrier;
    });
    std::optional<VerificationFailure> failure = run(damaged);
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->kind, VerificationFailure::Kind::SharedTile) << failure->what;
  }
}

TEST_P(MappedPlan, needs_each_of_its_kernels) {
  for (size_t k = 0; k < Plan->kernels.size(); ++k) {
    RegionPlan damaged = *Plan;
    damaged.kernels.erase(damaged.kernels.begin() + static_cast<long>(k));
    std::optional<VerificationFailure> failure = run(damaged);
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->kind, VerificationFailure::Kind::Coverage) << failure->what;
  }
}

TEST_P(MappedPlan, needs_each_of_its_copies) {
  for (size_t a = 0; a < Plan->transfers.size(); ++a) {
    bool ArrayTransfer::*copies[] = {&ArrayTransfer::copyIn, &ArrayTransfer::copyOut};
    for (bool ArrayTransfer::*copy : copies) {
      if (!(Plan->transfers[a].*copy))
        continue;
      RegionPlan damaged = *Plan;
      damaged.transfers[a].*copy = false;
      std::optional<VerificationFailure> failure = run(damaged);
      ASSERT_TRUE(failure);
      EXPECT_EQ(failure->kind, VerificationFailure::Kind::Transfer) << failure->what;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Programs, MappedPlan,
    testing::Values(Source{"matmul", matmul}, Source{"matmul_in_scalar", matmulInScalar},
                    Source{"jacobi_2d", jacobi2d}, Source{"filter", filter},
                    Source{"gauss_seidel", gaussSeidel}, Source{"cholesky", cholesky},
                    Source{"triangular_solve", triangularSolve}, Source{"fdtd", fdtd},
                    Source{"figure_2_copied", figure2, true},
                    Source{"jacobi_2d_copied", jacobi2d, true}),
    [](const auto &info) { return std::string(info.param.name); });
