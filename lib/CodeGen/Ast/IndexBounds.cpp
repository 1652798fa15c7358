//===- IndexBounds.cpp - How large an index expression can get --*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Ast/IndexBounds.h"

#include "gputile/CodeGen/CodeGen.h"

#include <algorithm>

namespace gputile::codegen {

static int64_t clamped(__int128 value) {
  return value >= Bound::Infinite ? Bound::Infinite : static_cast<int64_t>(value);
}

Bound operator+(Bound a, Bound b) {
  return {clamped(static_cast<__int128>(a.alpha) + b.alpha),
          clamped(static_cast<__int128>(a.beta) + b.beta)};
}

Bound maxOf(Bound a, Bound b) { return {std::max(a.alpha, b.alpha), std::max(a.beta, b.beta)}; }

Bound scaled(Bound bound, int64_t factor) {
  __int128 magnitude = factor < 0 ? -static_cast<__int128>(factor) : factor;
  return {clamped(bound.alpha * magnitude), clamped(bound.beta * magnitude)};
}

static Bound boundOfValue(isl_ast_expr *expr) {
  isl::val value = isl::manage(isl_ast_expr_get_val(expr)).abs();
  isl::val infinite(value.ctx(), Bound::Infinite);
  return Bound::constant(value.ge(infinite) ? Bound::Infinite : value.num_si());
}

Bound IndexBounds::identifier(const std::string &name) const {
  auto found = Identifiers.find(name);
  return found == Identifiers.end() ? Bound::parameter() : found->second;
}

Bound IndexBounds::visit(const isl::ast_expr &expr) {
  Bound bound;
  switch (isl_ast_expr_get_type(expr.get())) {
  case isl_ast_expr_int:
    bound = boundOfValue(expr.get());
    break;
  case isl_ast_expr_id:
    bound = identifier(isl::manage(isl_ast_expr_get_id(expr.get())).name());
    break;
  case isl_ast_expr_op:
    bound = visitOperation(expr.get());
    break;
  default:
    bound = Bound::infinite();
  }
  add(bound);
  return bound;
}

Bound IndexBounds::visitOperation(isl_ast_expr *expr) {
  std::vector<Bound> args;
  int count = isl_ast_expr_op_get_n_arg(expr);
  for (int i = 0; i < count; ++i)
    args.push_back(visit(isl::manage(isl_ast_expr_op_get_arg(expr, i))));
  Bound largest;
  for (Bound arg : args)
    largest = maxOf(largest, arg);
  switch (isl_ast_expr_op_get_type(expr)) {
  case isl_ast_expr_op_add:
  case isl_ast_expr_op_sub:
    return args[0] + args[1];
  case isl_ast_expr_op_mul:
    if (args[0].alpha == 0)
      return scaled(args[1], args[0].beta);
    return args[1].alpha == 0 ? scaled(args[0], args[1].beta) : Bound::infinite();
  case isl_ast_expr_op_div:
  case isl_ast_expr_op_fdiv_q:
  case isl_ast_expr_op_pdiv_q:
    return args[0] + Bound::constant(1); // Rounding down moves away from zero by one.
  case isl_ast_expr_op_pdiv_r:
  case isl_ast_expr_op_zdiv_r:
    return args[1];
  case isl_ast_expr_op_call:
  case isl_ast_expr_op_access:
  case isl_ast_expr_op_member:
  case isl_ast_expr_op_address_of:
    return Bound::infinite();
  default: // Minus, min, max, choices; comparisons give 0 or 1.
    return maxOf(largest, Bound::constant(1));
  }
}

/// The bound of the last value that \p cond lets the iterator have.
Bound IndexBounds::iteratorLimit(const std::string &iterator, const isl::ast_expr &cond) {
  if (isl_ast_expr_get_type(cond.get()) != isl_ast_expr_op)
    return Bound::infinite();
  auto argument = [&](int i) { return isl::manage(isl_ast_expr_op_get_arg(cond.get(), i)); };
  switch (isl_ast_expr_op_get_type(cond.get())) {
  case isl_ast_expr_op_and:
  case isl_ast_expr_op_and_then: {
    Bound left = iteratorLimit(iterator, argument(0)), right = iteratorLimit(iterator, argument(1));
    if (left.finite() && right.finite())
      return maxOf(left, right);
    return left.finite() ? left : right;
  }
  case isl_ast_expr_op_le:
  case isl_ast_expr_op_lt: {
    isl::ast_expr left = argument(0);
    if (isl_ast_expr_get_type(left.get()) != isl_ast_expr_id ||
        isl::manage(isl_ast_expr_get_id(left.get())).name() != iterator)
      return Bound::infinite();
    return visit(argument(1));
  }
  default:
    return Bound::infinite();
  }
}

Bound IndexBounds::visitLoop(const std::string &iterator, const isl::ast_expr &init,
                             const isl::ast_expr &cond, const isl::ast_expr &inc) {
  Bound range = maxOf(visit(init), iteratorLimit(iterator, cond));
  add(range + visit(inc)); // The value that ends the loop.
  return range;
}

int64_t largestSafe(Bound worst, int64_t limit) {
  if (!worst.finite() || worst.beta > limit)
    return -1;
  return worst.alpha == 0 ? limit : (limit - worst.beta) / worst.alpha;
}

int64_t largestInWide(Bound worst) {
  const int64_t largest = largestSafe(worst, Bound::Infinite - 1);
  if (largest < 0)
    throw NumberTooLarge("numbers beyond 2^62");
  return largest;
}

} // namespace gputile::codegen
