//===- Interpreter.h - Scops executed instance by instance -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_UNITTESTS_INTERPRETER_H
#define GPUTILE_UNITTESTS_INTERPRETER_H

#include "gputile/IR/Scop.h"

#include <functional>
#include <map>
#include <vector>

namespace gputile::test {

using Point = std::vector<long>;

inline Point coordinatesOf(const isl::point &point) {
  isl::set set = isl::manage(isl_set_from_point(point.copy()));
  Point result;
  for (int d = 0, n = static_cast<int>(isl_set_dim(set.get(), isl_dim_set)); d < n; ++d)
    result.push_back(
        *asLong(isl::manage(isl_point_get_coordinate_val(point.get(), isl_dim_set, d))));
  return result;
}

/// The function that \p map is, by enumeration.
inline std::map<Point, Point> tableOf(const isl::map &map) {
  std::map<Point, Point> table;
  const auto dims = isl_map_dim(map.get(), isl_dim_in);
  isl::set pairs = isl::manage(isl_set_flatten(map.wrap().release()));
  pairs.foreach_point([&](isl::point point) {
    Point both = coordinatesOf(point);
    table[Point(both.begin(), both.begin() + dims)] = Point(both.begin() + dims, both.end());
  });
  return table;
}

inline uint64_t mix(uint64_t hash, uint64_t value) {
  return (hash ^ value) * 0x9E3779B97F4A7C15u + (hash >> 29);
}

/// Runs a Scop without parameters: a statement writes a hash of its name, its instance and of
/// what it reads; those of the form `$0 = $1;` copy.
class Interpreter {
public:
  explicit Interpreter(const Scop &scop) : TheScop(scop) {}

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
  static bool isCopy(const Statement &s) { return s.body.size() == 4 && s.body[1].text == " = "; }

  void execute(unsigned s, const Point &instance) {
    const Statement &statement = TheScop.statements[s];
    uint64_t value = std::hash<std::string>()(statement.name);
    for (long coordinate : instance)
      value = mix(value, static_cast<uint64_t>(coordinate));
    for (const Access &access : statement.accesses)
      if (access.kind == AccessKind::Read)
        value = isCopy(statement) ? at(statement, access, instance)
                                  : mix(value, at(statement, access, instance));
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
  std::map<const Access *, std::map<Point, Point>> Tables;
  std::map<std::pair<unsigned, Point>, uint64_t> Memory;
};

} // namespace gputile::test

#endif
