//===- FalseDepsRunTest.cpp - Programs with copies, executed --------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Small random programs are run instance by instance, before and after the
/// removal of false dependences: the arrays must be the same in the end, and the
/// verifier must be able to prove it.
///
//===----------------------------------------------------------------------===//

#include "TestScop.h"
#include "Verifier/Program.h"

#include "gputile/Analysis/Dependences.h"
#include "gputile/Transform/FalseDeps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

using namespace gputile;
using namespace gputile::test;

namespace {

using Point = std::vector<long>;

Point coordinatesOf(const isl::point &point) {
  isl::set set = isl::manage(isl_set_from_point(point.copy()));
  Point result;
  for (int d = 0, n = static_cast<int>(isl_set_dim(set.get(), isl_dim_set)); d < n; ++d)
    result.push_back(
        *asLong(isl::manage(isl_point_get_coordinate_val(point.get(), isl_dim_set, d))));
  return result;
}

/// The function that \p map is, by enumeration.
std::map<Point, Point> tableOf(const isl::map &map) {
  std::map<Point, Point> table;
  const auto dims = isl_map_dim(map.get(), isl_dim_in);
  isl::set pairs = isl::manage(isl_set_flatten(map.wrap().release()));
  pairs.foreach_point([&](isl::point point) {
    Point both = coordinatesOf(point);
    table[Point(both.begin(), both.begin() + dims)] = Point(both.begin() + dims, both.end());
  });
  return table;
}

uint64_t mix(uint64_t hash, uint64_t value) {
  return (hash ^ value) * 0x9E3779B97F4A7C15u + (hash >> 29);
}

/// Runs a Scop without parameters: a statement writes a hash of its instance and of
/// what it reads; those behind the first \p own copy.
class Interpreter {
public:
  Interpreter(const Scop &scop, size_t own) : TheScop(scop), Own(own) {}

  std::map<std::pair<unsigned, Point>, uint64_t> run() {
    std::map<Point, std::pair<unsigned, Point>> order; // Time -> instance.
    for (unsigned s = 0; s < TheScop.statements.size(); ++s) {
      const Statement &statement = TheScop.statements[s];
      for (const auto &[instance, time] :
           tableOf(statement.schedule.intersect_domain(statement.domain)))
        order[time] = {s, instance};
      for (const Access &access : statement.accesses)
        Tables[&access] = tableOf(access.relation);
    }
    for (const auto &[time, instance] : order)
      execute(instance.first, instance.second);
    return Memory;
  }

private:
  void execute(unsigned s, const Point &instance) {
    const Statement &statement = TheScop.statements[s];
    uint64_t value = s;
    for (long coordinate : instance)
      value = mix(value, static_cast<uint64_t>(coordinate));
    for (const Access &access : statement.accesses)
      if (access.kind == AccessKind::Read)
        value =
            s < Own ? mix(value, at(statement, access, instance)) : at(statement, access, instance);
    for (const Access &access : statement.accesses)
      if (access.kind == AccessKind::MustWrite ||
          (access.kind == AccessKind::MayWrite && value % 3 != 0))
        at(statement, access, instance) = value;
  }

  uint64_t &at(const Statement &statement, const Access &access, const Point &instance) {
    const unsigned array = statement.references[access.reference].array;
    const Point &element = Tables.at(&access).at(instance);
    auto [entry, isNew] = Memory.try_emplace({array, element}, array * 1000);
    if (isNew)
      for (long coordinate : element)
        entry->second = mix(entry->second, static_cast<uint64_t>(coordinate));
    return entry->second;
  }

  const Scop &TheScop;
  const size_t Own;
  std::map<const Access *, std::map<Point, Point>> Tables;
  std::map<std::pair<unsigned, Point>, uint64_t> Memory;
};

long pick(std::mt19937 &random, long low, long high) {
  return low + static_cast<long>(random() % static_cast<unsigned long>(high - low + 1));
}

/// for t { for i: S0; for i: S1; … }, some loops over i shared, some downwards.
Scop randomProgram(IslContext &ctx, unsigned seed) {
  std::mt19937 random(seed);
  auto text = [](long value) { return std::to_string(value); };
  auto element = [&] {
    std::string array = pick(random, 0, 2) ? "A" : "B";
    return array + "[" + (pick(random, 0, 9) ? "" : "5 - ") + "i + " + text(pick(random, -1, 1)) +
           "]";
  };
  TestScop builder(ctx, "[]");
  builder.array("A", 1).array("B", 1);
  long outer = 0;
  for (long s = 0, n = pick(random, 1, 3); s < n; ++s) {
    outer += pick(random, 0, 1);
    std::string tuple = "{ S" + text(s) + "[t, i]";
    std::string direction = (outer + static_cast<long>(seed)) % 3 ? "i" : "-i";
    builder.statement(tuple + " : " + text(pick(random, 0, 1)) + " <= t < 3 and " +
                          text(pick(random, 0, 2)) + " <= i < " + text(pick(random, 3, 6)) + " }",
                      tuple + " -> [t, " + text(outer) + ", " + direction + ", " + text(s) + "] }");
    for (long reads = pick(random, 1, 3); reads > 0; --reads)
      builder.read(tuple + " -> " + element() + " }");
    if (pick(random, 0, 4))
      builder.write(tuple + " -> " + element() + " }");
    else
      builder.mayWrite(tuple + " -> " + element() + " }");
  }
  return builder.build();
}

TEST(FalseDepsRun, random_programs_leave_the_same_arrays) {
  unsigned changed = 0;
  for (unsigned seed = 0; seed < 250; ++seed) {
    IslContext ctx;
    Scop before = randomProgram(ctx, seed);
    ASSERT_EQ(checkScop(before), "") << seed;
    std::optional<CopiedScop> copied =
        removeFalseDependences(before, markHindering(before, computeDependences(before)));
    if (!copied)
      continue;
    const Scop *after = &copied->scop;
    ++changed;
    ASSERT_EQ(checkScop(*after), "") << seed;
    auto expected = Interpreter(before, before.statements.size()).run();
    auto actual = Interpreter(*after, before.statements.size()).run();
    for (const auto &[place, value] : expected)
      EXPECT_EQ(actual.at(place), value) << "seed " << seed << '\n' << printScop(*after);
    // Copies are unknown before they are written: no element may be taken from there.
    std::optional<VerificationFailure> failure = verifier::checkPrivacy(before, *after);
    EXPECT_FALSE(failure) << "seed " << seed << ": " << failure->what << '\n' << printScop(*after);
  }
  EXPECT_GT(changed, 50u);
}

} // namespace
