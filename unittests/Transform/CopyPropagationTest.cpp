//===- CopyPropagationTest.cpp - Copies that become versions --------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which copies are left out, what takes their place, that this is proved to change nothing, and
/// that no mistake in it is.
///
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "TestScop.h"
#include "gputile/Support/IslTools.h"
#include "gputile/Transform/CopyPropagation.h"
#include "gputile/Verifier/Verifier.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

using namespace gputile;
using namespace gputile::test;

namespace {

/// A loop over time of statements over i, each a row { S[t,i] }.
class TimeLoop {
public:
  explicit TimeLoop(IslContext &ctx, const std::string &parameters = "[T, n]")
      : Builder(ctx, parameters) {}

  TimeLoop &array(const std::string &name, const std::string &type = "double") {
    Builder.array(name, 1, type);
    return *this;
  }
  /// `target = f(reads…)` for all t of 0 … T-1 and 1 <= i < n-1.
  TimeLoop &compute(const std::string &target, const std::vector<std::string> &reads,
                    const std::string &domain = "0 <= t < T and 1 <= i < n - 1") {
    begin(domain);
    Builder.write(Tuple + " -> " + target + " }");
    for (const std::string &read : reads)
      Builder.read(Tuple + " -> " + read + " }");
    return *this;
  }
  TimeLoop &copy(const std::string &target, const std::string &source,
                 const std::string &domain = "0 <= t < T and 1 <= i < n - 1") {
    compute(target, {source}, domain);
    Builder.body("$0 = $1;");
    return *this;
  }
  TestScop &builder() { return Builder; }
  Scop build() { return withoutEmptyPieces(Builder.build()); }

private:
  void begin(const std::string &domain) {
    const std::string number = std::to_string(Count++);
    Tuple = "{ S" + number + "[t, i]";
    Builder.statement(Tuple + " : " + domain + " }", Tuple + " -> [t, " + number + ", i] }");
  }

  TestScop Builder;
  std::string Tuple;
  unsigned Count = 0;
};

/// for t { B = f(A); A = B; }
Scop jacobi(IslContext &ctx) {
  return TimeLoop(ctx).array("A").array("B").compute("B[i]", {"A[i-1]", "A[i]", "A[i+1]"}).copy("A[i]", "B[i]").build();
}

/// for t { C = f(B, A); A = B; B = C; }
Scop wave(IslContext &ctx) {
  return TimeLoop(ctx)
      .array("A").array("B").array("C")
      .compute("C[i]", {"B[i-1]", "B[i+1]", "A[i]"})
      .copy("A[i]", "B[i]")
      .copy("B[i]", "C[i]")
      .build();
}

const Statement &statement(const Scop &scop, const std::string &name) {
  return scop.statements[statementIndex(scop, name)];
}

isl::map onStatement(const Scop &scop, const Statement &s, const std::string &text) {
  return isl::map(scop.ctx(), "[T, n] -> " + text).intersect_domain(s.domain);
}

std::string outcome(const Scop &original, const Scop &changed) {
  const auto failure = verifyPropagatedCopies(original, changed);
  return failure ? failure->what : "proved";
}

TEST(CopyPropagation, a_time_step_that_is_copied_back_becomes_two_versions) {
  IslContext ctx;
  const Scop scop = jacobi(ctx);
  const auto changed = propagateCopies(scop);
  ASSERT_TRUE(changed);
  EXPECT_EQ(checkScop(changed->scop), "");
  ASSERT_EQ(changed->versions.size(), 1u);
  EXPECT_EQ(changed->versions[0].count, 2u);
  EXPECT_EQ(changed->versions[0].sources, (std::vector<std::string>{"A", "B"}));
  ASSERT_EQ(changed->scop.statements.size(), 4u); // f, entry, two exits
  const Statement &s = statement(changed->scop, "S0");
  EXPECT_TRUE(s.references[0].index.is_equal(
      onStatement(scop, s, "{ S0[t, i] -> A_version0[t mod 2, i] }")));
  EXPECT_TRUE(s.references[1].index.is_equal(
      onStatement(scop, s, "{ S0[t, i] -> A_version0[(t + 1) mod 2, i - 1] }")));
  EXPECT_EQ(outcome(scop, changed->scop), "proved");
}

TEST(CopyPropagation, what_the_loop_does_not_compute_comes_from_in_front_of_it) {
  IslContext ctx;
  const auto changed = propagateCopies(jacobi(ctx));
  ASSERT_TRUE(changed);
  const Statement &entry = changed->scop.statements[1];
  EXPECT_TRUE(entry.domain.is_subset(isl::set(
      ctx.get(), "[T, n] -> { " + entry.name + "[v, a] : 0 <= v <= 1 and 0 <= a < n and T >= 1 }")));
  const isl::set boundaries(ctx.get(), "[T, n] -> { " + entry.name +
                                           "[v, a] : 0 <= v <= 1 and (a = 0 or a = n - 1) and T >= 2 and n >= 3 }");
  EXPECT_TRUE(boundaries.is_subset(entry.domain));
}

TEST(CopyPropagation, a_chain_of_copies_becomes_as_many_versions_as_are_read) {
  IslContext ctx;
  const Scop scop = wave(ctx);
  const auto changed = propagateCopies(scop);
  ASSERT_TRUE(changed);
  EXPECT_EQ(changed->versions[0].count, 3u);
  const Statement &s = statement(changed->scop, "S0");
  EXPECT_TRUE(s.references[3].index.is_equal(
      onStatement(scop, s, "{ S0[t, i] -> A_version0[(t + 1) mod 3, i] }")));
  EXPECT_EQ(outcome(scop, changed->scop), "proved");
}

TEST(CopyPropagation, arrays_of_several_chains_and_other_statements_stay_apart) {
  IslContext ctx;
  const Scop scop = TimeLoop(ctx)
                        .array("A").array("B").array("C").array("D").array("E")
                        .compute("B[i]", {"A[i-1]", "C[i]"})
                        .compute("D[i]", {"C[i+1]", "A[i]"})
                        .compute("E[i]", {"B[i]", "E[i]"})
                        .copy("A[i]", "B[i]")
                        .copy("C[i]", "D[i]")
                        .build();
  const auto changed = propagateCopies(scop);
  ASSERT_TRUE(changed);
  EXPECT_EQ(changed->versions.size(), 2u);
  EXPECT_EQ(outcome(scop, changed->scop), "proved");
}

TEST(CopyPropagation, arrays_that_nobody_reads_behind_the_region_get_nothing_back) {
  IslContext ctx;
  TimeLoop loop(ctx);
  loop.array("A").array("B");
  loop.builder().lastArray().deadAfter = true;
  const Scop scop = loop.compute("B[i]", {"A[i-1]"}).copy("A[i]", "B[i]").build();
  const auto changed = propagateCopies(scop);
  ASSERT_TRUE(changed);
  EXPECT_EQ(changed->scop.statements.size(), 3u);
  EXPECT_EQ(outcome(scop, changed->scop), "proved");
}

TEST(CopyPropagation, copies_stay_where_versions_cannot_take_their_place) {
  using Loop = std::function<void(TimeLoop &)>;
  const std::pair<const char *, Loop> loops[] = {
      {"other elements", [](TimeLoop &l) { l.compute("B[i]", {"A[i]"}).copy("A[i]", "B[i + 1]"); }},
      {"no later iteration reads the copy",
       [](TimeLoop &l) { l.compute("B[i]", {"B[i-1]"}).copy("A[i]", "B[i]"); }},
      {"boundaries of another array",
       [](TimeLoop &l) {
         l.compute("B[i]", {"A[i-1]", "A[i+1]"}).copy("A[i]", "B[i]", "0 <= t < T and 0 <= i < n");
       }},
      {"distances that vary",
       [](TimeLoop &l) {
         const std::string domain = "0 <= t < T and 1 <= i < n - 1 - t";
         l.compute("B[i]", {"A[i+2]"}, domain).copy("A[i]", "B[i]", domain);
       }},
      {"values that are kept for too long",
       [](TimeLoop &l) {
         l.array("C").array("D").array("E");
         l.compute("B[i]", {"E[i-1]"}).copy("E[i]", "D[i]").copy("D[i]", "C[i]").copy("C[i]", "A[i]").copy("A[i]", "B[i]");
       }},
      {"a copy of itself", [](TimeLoop &l) { l.compute("B[0]", {"B[i]"}).copy("A[i]", "B[i]").copy("B[i]", "A[i]"); }},
  };
  for (const auto &[what, add] : loops) {
    IslContext ctx;
    TimeLoop loop(ctx);
    loop.array("A").array("B");
    add(loop);
    EXPECT_FALSE(propagateCopies(loop.build())) << what;
  }
}

TEST(CopyPropagation, data_that_decides_keeps_copies) {
  IslContext ctx;
  TimeLoop loop(ctx);
  loop.array("A").array("B").compute("B[i]", {"A[i-1]"}).copy("A[i]", "B[i]");
  loop.builder().mayWrite("{ S1[t, i] -> A[i] }");
  EXPECT_FALSE(propagateCopies(loop.build()));
}

//===-- Mistakes --------------------------------------------------------------------===//

using Mistake = std::function<void(Scop &)>;

/// Gives reference and access \p r of \p s the index \p index.
void setIndex(Scop &scop, Statement &s, unsigned r, const std::string &index) {
  s.references[r].index = isl::map(scop.ctx(), "[T, n] -> " + index).intersect_domain(s.domain);
  for (Access &access : s.accesses)
    if (access.reference == r)
      access.relation = s.references[r].index;
}

/// Restricts \p s.
void setDomain(Scop &scop, Statement &s, const std::string &text) {
  s.domain = s.domain.intersect(isl::set(scop.ctx(), "[T, n] -> { " + s.name + "[" + text + " }"));
  s.schedule = s.schedule.intersect_domain(s.domain);
  for (Reference &reference : s.references)
    reference.index = reference.index.intersect_domain(s.domain);
  for (Access &access : s.accesses)
    access.relation = access.relation.intersect_domain(s.domain);
}

TEST(CopyPropagation, no_mistake_is_proved) {
  const std::pair<const char *, Mistake> mistakes[] = {
      {"the wrong version is read",
       [](Scop &s) { setIndex(s, s.statements[0], 2, "{ S0[t, i] -> A_version0[t mod 2, i] }"); }},
      {"one version only",
       [](Scop &s) {
         for (unsigned r = 0; r < 4; ++r)
           setIndex(s, s.statements[0], r, "{ S0[t, i] -> A_version0[0, i" + std::string(r == 1 ? " - 1" : r == 3 ? " + 1" : "") + "] }");
       }},
      {"a neighbour is read",
       [](Scop &s) { setIndex(s, s.statements[0], 1, "{ S0[t, i] -> A_version0[(t + 1) mod 2, i + 1] }"); }},
      {"a version in front is missing", [](Scop &s) { setDomain(s, s.statements[1], "v, a] : v = 1"); }},
      {"an element in front is missing", [](Scop &s) { setDomain(s, s.statements[1], "v, a] : a > 0"); }},
      {"an array is not stored", [](Scop &s) { s.statements.pop_back(); }},
      {"an element is not stored", [](Scop &s) { setDomain(s, s.statements[3], "a] : a > 1"); }},
      {"another version is stored",
       [](Scop &s) {
         setIndex(s, s.statements[3], 1, "{ " + s.statements[3].name + "[a] -> A_version0[T mod 2, a] }");
       }},
      {"what was not written is stored",
       [](Scop &s) {
         Statement &exit = s.statements[3];
         exit.domain = isl::set(s.ctx(), "[T, n] -> { " + exit.name + "[a] : T >= 2 and n >= 3 and 0 <= a < n }");
         exit.schedule = isl::map(s.ctx(), "[T, n] -> { " + exit.name + "[a] -> [2, a, 0, 0, 9] }").intersect_domain(exit.domain);
         setIndex(s, exit, 0, "{ " + exit.name + "[a] -> B[a] }");
         setIndex(s, exit, 1, "{ " + exit.name + "[a] -> A_version0[(T - 1) mod 2, a] }");
       }},
      {"what is stored changes", [](Scop &s) { s.statements[3].body[3].text = " + 1;"; }},
      {"the loop runs another way",
       [](Scop &s) {
         s.statements[0].schedule =
             isl::map(s.ctx(), "[T, n] -> { S0[t, i] -> [1, -t, 0, i, 0] }").intersect_domain(s.statements[0].domain);
       }},
      {"what is in front runs behind",
       [](Scop &s) {
         const std::string name = s.statements[1].name;
         s.statements[1].schedule =
             isl::map(s.ctx(), "[T, n] -> { " + name + "[v, a] -> [3, v, a, 0, 8] }").intersect_domain(s.statements[1].domain);
       }},
      {"two instances run at one time",
       [](Scop &s) {
         const std::string name = s.statements[1].name;
         s.statements[1].schedule =
             isl::map(s.ctx(), "[T, n] -> { " + name + "[v, a] -> [0, 0, a, 0, 8] }").intersect_domain(s.statements[1].domain);
       }},
      {"a statement has another domain", [](Scop &s) { setDomain(s, s.statements[0], "t, i] : t > 0"); }},
      {"a computation is left out", [](Scop &s) { s.statements.erase(s.statements.begin()); }},
      {"the versions are an array of the program",
       [](Scop &s) {
         s.arrays.back().storage = ArrayStorage::Object;
         s.arrays.back().baseExpr = "A";
       }},
      {"the versions have another type", [](Scop &s) { s.arrays.back().elementType = "float"; }},
      {"the context changes", [](Scop &s) { s.context = isl::set(s.ctx(), "[T, n] -> { : T > 3 }"); }},
  };
  for (const auto &[what, change] : mistakes) {
    IslContext ctx;
    const Scop scop = jacobi(ctx);
    auto changed = propagateCopies(scop);
    ASSERT_TRUE(changed);
    change(changed->scop);
    EXPECT_NE(outcome(scop, changed->scop), "proved") << what << '\n' << printScop(changed->scop);
  }
}

TEST(CopyPropagation, memory_that_may_be_shared_is_accessed_as_a_whole) {
  IslContext ctx;
  Scop scop = jacobi(ctx);
  scop.arrays[1].deadAfter = true; // As a clause may say of a pointer.
  const auto changed = propagateCopies(scop);
  ASSERT_TRUE(changed);
  EXPECT_EQ(outcome(scop, changed->scop), "proved");
  Scop pointers = scop, without = changed->scop;
  pointers.arrays[1].storage = without.arrays[1].storage = ArrayStorage::Pointer;
  EXPECT_EQ(outcome(pointers, without), "array B may share memory, and is not accessed as a whole");
}

//===-- Random programs ---------------------------------------------------------------===//

/// Computations and copies of three arrays in any order, some of them of a part of the elements.
Scop randomLoop(IslContext &ctx, std::mt19937 &random) {
  const auto pick = [&](long low, long high) {
    return low + static_cast<long>(random() % static_cast<unsigned long>(high - low + 1));
  };
  const std::string names[] = {"A", "B", "C"};
  const auto domain = [&] {
    const long low = pick(0, 5) ? 1 : 0, high = pick(0, 5) ? 6 : 5;
    return "0 <= t < 5 and " + std::to_string(low) + " <= i < " + std::to_string(high);
  };
  TimeLoop loop(ctx, "[]");
  loop.array("A").array("B").array("C");
  for (long s = 0, count = pick(2, 4); s < count; ++s) {
    const std::string &target = names[pick(0, 2)], &source = names[pick(0, 2)];
    if (s > 0 && pick(0, 2) && target != source) {
      loop.copy(target + "[i]", source + "[i]", domain());
      continue;
    }
    std::vector<std::string> reads;
    for (long r = pick(1, 3); r > 0; --r)
      reads.push_back(names[pick(0, 2)] + "[i + " + std::to_string(pick(-1, 1)) + "]");
    loop.compute(target + "[i]", reads, domain());
  }
  return loop.build();
}

using Memory = std::map<std::pair<unsigned, Point>, uint64_t>;

/// What both programs leave in the first \p arrays arrays, for elements that \p a accesses.
bool leaveTheSame(const Scop &a, const Scop &b) {
  Memory before = Interpreter(a).run(), after = Interpreter(b).run();
  for (const auto &[place, value] : before)
    if (auto found = after.find(place); found != after.end() && found->second != value)
      return false;
  return true;
}

TEST(CopyPropagation, random_programs_leave_the_same_arrays) {
  unsigned changedPrograms = 0, proved = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    IslContext ctx;
    std::mt19937 random(seed);
    const Scop scop = randomLoop(ctx, random);
    const auto changed = propagateCopies(scop);
    if (!changed)
      continue;
    ++changedPrograms;
    EXPECT_EQ(checkScop(changed->scop), "") << seed;
    if (outcome(scop, changed->scop) != "proved")
      continue;
    ++proved;
    EXPECT_TRUE(leaveTheSame(scop, changed->scop)) << seed << '\n' << printScop(scop) << printScop(changed->scop);
  }
  EXPECT_GT(changedPrograms, 20u);
  EXPECT_GT(proved, 15u);
}

/// Moves a subscript of a version, or drops an instance of a new copy.
void breakSomething(Scop &scop, std::mt19937 &random) {
  Statement &s = scop.statements[random() % scop.statements.size()];
  const unsigned r = static_cast<unsigned>(random() % s.references.size());
  Reference &reference = s.references[r];
  const unsigned rank = rangeDims(reference.index);
  const std::string shift = rank == 2 ? (random() % 2 ? "[v, a] -> V[1 - v, a]" : "[v, a] -> V[v, a + 1]") : "[a] -> V[a + 1]";
  const std::string name = scop.arrays[reference.array].name;
  isl::map moved(scop.ctx(), "{ " + shift + " }");
  moved = moved.set_domain_tuple(name).set_range_tuple(name);
  reference.index = reference.index.apply_range(moved);
  for (Access &access : s.accesses)
    if (access.reference == r)
      access.relation = access.relation.apply_range(moved);
}

TEST(CopyPropagation, what_is_proved_leaves_the_same_arrays_whatever_was_changed) {
  unsigned broken = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    IslContext ctx;
    std::mt19937 random(seed);
    const Scop scop = randomLoop(ctx, random);
    auto changed = propagateCopies(scop);
    if (!changed || outcome(scop, changed->scop) != "proved")
      continue;
    for (unsigned k = 0; k < 4; ++k) {
      Scop other = changed->scop;
      breakSomething(other, random);
      const bool same = leaveTheSame(scop, other);
      broken += !same;
      if (!same)
        EXPECT_NE(outcome(scop, other), "proved") << seed << '\n' << printScop(scop) << printScop(other);
    }
  }
  EXPECT_GT(broken, 20u);
}

} // namespace
