//===- TimeLoop.cpp - The loop around all statements ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule/TimeLoop.h"

#include "Schedule/Functions.h"
#include "Schedule/Tree.h"

#include <algorithm>
#include <isl/map.h>

namespace gputile::schedule {
namespace {

using Functions = std::vector<isl::aff>;

/// The position of time in \p orders, by statement; none where there is no loop around all of them.
std::optional<size_t> timePosition(const std::vector<Functions> &orders) {
  const size_t length = orders.empty() ? 0 : orders.front().size();
  for (size_t position = 0; position < length; ++position) {
    const isl::aff &first = orders.front()[position];
    const bool constant = first.is_cst();
    for (const Functions &order : orders) {
      const isl::aff &f = order[position];
      if (f.is_cst() != constant || (constant && !f.constant_val().eq(first.constant_val())))
        return std::nullopt;
    }
    if (!constant)
      return position;
  }
  return std::nullopt;
}

/// Ranks statements by the constants below time, outermost first.
std::map<unsigned, unsigned> ranksOf(const std::map<unsigned, Functions> &below) {
  const auto constants = [&](unsigned s) {
    std::vector<long> key;
    for (const isl::aff &f : below.at(s))
      key.push_back(f.is_cst() ? asLong(f.constant_val()).value_or(0) : 0);
    return key;
  };
  std::vector<unsigned> order;
  for (const auto &[s, functions] : below)
    order.push_back(s);
  std::sort(order.begin(), order.end(), [&](unsigned a, unsigned b) {
    return std::pair(constants(a), a) < std::pair(constants(b), b);
  });
  std::map<unsigned, unsigned> ranks;
  for (unsigned r = 0; r < order.size(); ++r)
    ranks[order[r]] = r;
  return ranks;
}

} // namespace

std::vector<isl::aff> TimeLoop::loopsOf(unsigned statement) const {
  Functions loops;
  for (const isl::aff &f : below.at(statement))
    if (!f.is_cst())
      loops.push_back(f);
  return loops;
}

TimeLoopSearch findTimeLoop(const Scop &scop) {
  std::vector<Functions> orders;
  for (const Statement &statement : scop.statements) {
    // Without regard to the domain.
    std::optional<Functions> order = affineFunctions(isl::map(statement.schedule.affine_hull()));
    if (!order)
      return {std::nullopt, "the order of its statements is not affine"};
    orders.push_back(std::move(*order));
  }
  const std::optional<size_t> position = timePosition(orders);
  if (!position)
    return {std::nullopt,
            "the region is not one loop around all statements; mark its time loop alone"};
  TimeLoop loop;
  for (unsigned s = 0; s < orders.size(); ++s) {
    loop.time.emplace(s, orders[s][*position]);
    loop.below.emplace(s, Functions(orders[s].begin() + static_cast<long>(*position) + 1,
                                    orders[s].end()));
  }
  loop.rank = ranksOf(loop.below);
  return {std::move(loop), {}};
}

} // namespace gputile::schedule
