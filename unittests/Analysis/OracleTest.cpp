//===- OracleTest.cpp - Dependences and live sets against enumeration -----===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Small random programs are run instance by instance; what that shows must be
/// what the analyses say.
///
//===----------------------------------------------------------------------===//

#include "TestScop.h"

#include "gputile/Analysis/Dependences.h"
#include "gputile/Analysis/LiveSets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <tuple>

using namespace gputile;
using namespace gputile::test;

namespace {

/// A[c_0 * i + c_1 * j + c] in a statement.
struct RandomAccess {
  AccessKind kind;
  long ci, cj, c;
  long element(long i, long j) const { return ci * i + cj * j + c; }
};

/// for i, j with lo <= i < hi, j < jMax (+ i when triangular), at schedule
/// [outer, i, inner, j] — statements with equal `outer` share the loop over i.
struct RandomStatement {
  long outer, inner, lo, hi, jMax;
  bool triangular;
  std::vector<RandomAccess> accesses;
};

using Program = std::vector<RandomStatement>;

long pick(std::mt19937 &random, long low, long high) {
  return low + static_cast<long>(random() % static_cast<unsigned long>(high - low + 1));
}

Program makeProgram(unsigned seed) {
  std::mt19937 random(seed);
  Program program;
  long outer = 0;
  for (long s = 0, n = pick(random, 1, 4); s < n; ++s) {
    outer += s > 0 && pick(random, 0, 1);
    // Some run in one iteration of a loop around others.
    const long lo = pick(random, -1, 1);
    const long hi = pick(random, 0, 2) == 0 ? lo + 1 : pick(random, 1, 4);
    RandomStatement statement{outer, s, lo, hi, pick(random, 1, 3), pick(random, 0, 1) == 1, {}};
    for (long a = 0, m = pick(random, 1, 3); a < m; ++a) {
      AccessKind kinds[] = {AccessKind::Read, AccessKind::MustWrite, AccessKind::MayWrite};
      statement.accesses.push_back({kinds[pick(random, 0, 2)], pick(random, -1, 2),
                                    pick(random, -1, 1), pick(random, -2, 2)});
    }
    program.push_back(statement);
  }
  return program;
}

Scop scopOf(IslContext &ctx, const Program &program) {
  TestScop builder(ctx, "[]");
  builder.array("A", 1);
  for (unsigned s = 0; s < program.size(); ++s) {
    const RandomStatement &p = program[s];
    auto text = [](long value) { return std::to_string(value); };
    std::string tuple = "S" + text(s) + "[i, j]";
    builder.statement("{ " + tuple + " : " + text(p.lo) + " <= i < " + text(p.hi) +
                          " and 0 <= j < " + text(p.jMax) + (p.triangular ? " + i }" : " }"),
                      "{ " + tuple + " -> [" + text(p.outer) + ", i, " + text(p.inner) + ", j] }");
    for (const RandomAccess &a : p.accesses) {
      std::string relation =
          "{ " + tuple + " -> A[" + text(a.ci) + "i + " + text(a.cj) + "j + " + text(a.c) + "] }";
      if (a.kind == AccessKind::Read)
        builder.read(relation);
      else if (a.kind == AccessKind::MustWrite)
        builder.write(relation);
      else
        builder.mayWrite(relation);
    }
  }
  return builder.build();
}

/// One executed instance.
struct Instance {
  std::vector<long> time;
  unsigned statement;
  long i, j;
};

std::vector<Instance> instancesOf(const Program &program) {
  std::vector<Instance> result;
  for (unsigned s = 0; s < program.size(); ++s)
    for (long i = program[s].lo; i < program[s].hi; ++i)
      for (long j = 0; j < program[s].jMax + (program[s].triangular ? i : 0); ++j)
        result.push_back({{program[s].outer, i, program[s].inner, j}, s, i, j});
  std::sort(result.begin(), result.end(),
            [](const Instance &a, const Instance &b) { return a.time < b.time; });
  return result;
}

using EdgeKey = std::tuple<DependenceKind, unsigned, unsigned, unsigned, unsigned>;
using Pair = std::array<long, 4>; ///< i, j -> i', j'
using Edges = std::map<EdgeKey, std::set<Pair>>;

/// Calls \p found(instance, access) for the accesses to \p element, starting
/// beside position \p from in direction \p step, up to the first instance that
/// surely writes it. \returns false when there is no such instance.
template <typename Callback>
bool scan(const Program &program, const std::vector<Instance> &order, long from, long step,
          long element, Callback found) {
  for (long at = from + step; at >= 0 && at < static_cast<long>(order.size()); at += step) {
    const Instance &instance = order[at];
    bool surely = false;
    const auto &accesses = program[instance.statement].accesses;
    for (unsigned a = 0; a < accesses.size(); ++a) {
      if (accesses[a].kind == AccessKind::Read ||
          accesses[a].element(instance.i, instance.j) != element)
        continue;
      found(instance, a);
      surely |= accesses[a].kind == AccessKind::MustWrite;
    }
    if (surely)
      return true;
  }
  return false;
}

struct Observed {
  Edges edges;
  std::set<long> liveIn, mayWrite, mustWrite;
};

Observed run(const Program &program) {
  Observed result;
  std::vector<Instance> order = instancesOf(program);
  for (long at = 0; at < static_cast<long>(order.size()); ++at) {
    const Instance &x = order[at];
    for (unsigned a = 0; a < program[x.statement].accesses.size(); ++a) {
      const RandomAccess &access = program[x.statement].accesses[a];
      long element = access.element(x.i, x.j);
      bool isRead = access.kind == AccessKind::Read;
      DependenceKind kind = isRead ? DependenceKind::Flow : DependenceKind::Output;
      bool written = scan(program, order, at, -1, element, [&](const Instance &w, unsigned b) {
        result.edges[{kind, w.statement, b, x.statement, a}].insert({w.i, w.j, x.i, x.j});
      });
      if (isRead && !written)
        result.liveIn.insert(element);
      if (isRead)
        scan(program, order, at, 1, element, [&](const Instance &w, unsigned b) {
          result.edges[{DependenceKind::Anti, x.statement, a, w.statement, b}].insert(
              {x.i, x.j, w.i, w.j});
        });
      else
        result.mayWrite.insert(element);
      if (access.kind == AccessKind::MustWrite)
        result.mustWrite.insert(element);
    }
  }
  return result;
}

Edges edgesOf(const Ddg &ddg) {
  Edges result;
  for (const Dependence &e : ddg.edges) {
    std::set<Pair> &pairs = result[{e.kind, e.source, e.sourceAccess, e.target, e.targetAccess}];
    e.relation.wrap().foreach_point([&](isl::point point) {
      Pair pair;
      for (int d = 0; d < 4; ++d)
        pair[d] = isl::manage(isl_point_get_coordinate_val(point.get(), isl_dim_set, d)).num_si();
      pairs.insert(pair);
    });
  }
  return result;
}

std::set<long> elementsOf(const isl::set &set) {
  std::set<long> result;
  set.foreach_point([&](isl::point point) {
    result.insert(isl::manage(isl_point_get_coordinate_val(point.get(), isl_dim_set, 0)).num_si());
  });
  return result;
}

/// All pairs of \p edges differ by one vector.
bool isUniform(const std::set<Pair> &pairs) {
  std::set<std::pair<long, long>> distances;
  for (const Pair &p : pairs)
    distances.insert({p[2] - p[0], p[3] - p[1]});
  return distances.size() == 1;
}

/// The pairs of instances by kind, source and target statement. When an instance
/// writes an element twice, the edge may name either access.
std::map<std::tuple<DependenceKind, unsigned, unsigned>, std::set<Pair>>
byStatement(const Edges &edges) {
  std::map<std::tuple<DependenceKind, unsigned, unsigned>, std::set<Pair>> result;
  for (const auto &[key, pairs] : edges)
    result[{std::get<0>(key), std::get<1>(key), std::get<3>(key)}].insert(pairs.begin(),
                                                                          pairs.end());
  return result;
}

TEST(Oracle, random_programs_have_the_dependences_that_running_them_shows) {
  size_t count = 0;
  for (unsigned seed = 1; seed <= 150; ++seed) {
    IslContext ctx;
    Program program = makeProgram(seed);
    Scop scop = scopOf(ctx, program);
    ASSERT_EQ(checkScop(scop), "") << "seed " << seed;
    Ddg ddg = computeDependences(scop);
    Edges expected = run(program).edges, actual = edgesOf(ddg);
    EXPECT_EQ(byStatement(actual), byStatement(expected)) << "seed " << seed << "\n"
                                                          << printScop(scop) << printDdg(ddg);
    for (const auto &[key, pairs] : actual)
      EXPECT_TRUE(
          std::includes(expected[key].begin(), expected[key].end(), pairs.begin(), pairs.end()))
          << "seed " << seed;
    for (const Dependence &e : ddg.edges)
      EXPECT_EQ(e.distance.has_value(),
                isUniform(actual[{e.kind, e.source, e.sourceAccess, e.target, e.targetAccess}]));
    count += expected.size();
  }
  EXPECT_GT(count, 500u);
}

TEST(Oracle, random_programs_have_the_live_sets_that_running_them_shows) {
  for (unsigned seed = 1; seed <= 150; ++seed) {
    IslContext ctx;
    Program program = makeProgram(seed);
    Scop scop = scopOf(ctx, program);
    ArrayLiveness live = computeLiveness(scop).at(0);
    Observed observed = run(program);
    EXPECT_EQ(elementsOf(live.liveIn), observed.liveIn) << "seed " << seed;
    EXPECT_EQ(elementsOf(live.mayWrite), observed.mayWrite) << "seed " << seed;
    EXPECT_EQ(elementsOf(live.mustWrite), observed.mustWrite) << "seed " << seed;
  }
}

/// After the region, host memory is what it would have been, whoever else writes to it:
/// whatever is stored was written, or differs from the old value.
TEST(Oracle, planned_transfers_store_only_what_is_written) {
  for (unsigned seed = 1; seed <= 150; ++seed) {
    IslContext ctx;
    Program program = makeProgram(seed);
    Scop scop = scopOf(ctx, program);
    ArrayTransfer transfer = planTransfers(scop, computeLiveness(scop)).at(0);
    Observed observed = run(program);
    std::set<long> in, out, allocated = elementsOf(boxElements(transfer.box, transfer.footprint));
    if (transfer.copyIn)
      in = elementsOf(boxElements(transfer.copyInBox, transfer.footprint));
    if (transfer.copyOut)
      out = elementsOf(
          steppedElements(transfer.copyOutBox, transfer.copyOutSteps, transfer.footprint));
    for (long element : observed.liveIn)
      EXPECT_TRUE(in.count(element)) << "seed " << seed;
    for (long element : observed.mayWrite)
      EXPECT_TRUE(out.count(element)) << "seed " << seed;
    for (long element : out)
      EXPECT_TRUE(transfer.compared ? in.count(element) : observed.mustWrite.count(element))
          << "seed " << seed;
    EXPECT_TRUE(std::includes(allocated.begin(), allocated.end(), in.begin(), in.end()));
    EXPECT_TRUE(std::includes(allocated.begin(), allocated.end(), out.begin(), out.end()));
  }
}

} // namespace
