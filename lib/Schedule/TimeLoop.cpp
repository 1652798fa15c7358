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
#include <numeric>

namespace gputile::schedule {
namespace {

using Functions = std::vector<isl::aff>;

/// The position of time in \p orders, by statement; none where there is no loop around all of them.
std::optional<size_t> timePosition(const Orders &orders) {
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

std::optional<Orders> ordersOf(const Scop &scop) {
  Orders orders;
  for (const Statement &statement : scop.statements) {
    std::optional<Functions> order = affineFunctions(isl::map(statement.schedule.affine_hull()));
    if (!order)
      return std::nullopt;
    orders.push_back(std::move(*order));
  }
  return orders;
}

TimeLoop timeLoopAt(const Orders &orders, const std::vector<unsigned> &statements,
                    size_t position) {
  TimeLoop loop;
  for (unsigned s : statements) {
    loop.time.emplace(s, orders[s][position]);
    loop.below.emplace(
        s, Functions(orders[s].begin() + static_cast<long>(position) + 1, orders[s].end()));
  }
  loop.rank = ranksOf(loop.below);
  return loop;
}

TimeLoopSearch findTimeLoop(const Scop &scop) {
  const std::optional<Orders> orders = ordersOf(scop);
  if (!orders)
    return {std::nullopt, "the order of its statements is not affine"};
  const std::optional<size_t> position = timePosition(*orders);
  if (!position)
    return {std::nullopt,
            "the region is not one loop around all statements; mark its time loop alone"};
  std::vector<unsigned> all(orders->size());
  std::iota(all.begin(), all.end(), 0u);
  return {timeLoopAt(*orders, all, *position), {}};
}

} // namespace gputile::schedule
