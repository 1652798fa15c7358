//===- ExprPrinter.cpp - isl expressions as C text --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Ast/ExprPrinter.h"

#include "gputile/CodeGen/CodeGen.h"

#include <cstdlib>
#include <limits>
#include <optional>
#include <stdexcept>

namespace gputile::codegen {

bool isConstant(const isl::ast_expr &expr, long value) {
  return isl_ast_expr_get_type(expr.get()) == isl_ast_expr_int &&
         isl::manage(isl_ast_expr_get_val(expr.get())).eq(isl::val(expr.ctx(), value));
}

long numberOf(const isl::val &value) {
  if (const auto number = asLong(value); number && *number != std::numeric_limits<long>::min())
    return *number;
  char *digits = isl_val_to_str(value.get());
  const NumberTooLarge error(digits);
  std::free(digits);
  throw error;
}

namespace {

using enum Precedence;

struct BinaryOperator {
  const char *text;
  Precedence left, right, own; ///< Needed of the operands, and what the result has.
};

/// The C operator for \p type; text null when it is none.
BinaryOperator binaryOperator(isl_ast_expr_op_type type) {
  switch (type) {
  case isl_ast_expr_op_and:
  case isl_ast_expr_op_and_then:
    return {" && ", And, And, And};
  case isl_ast_expr_op_or:
  case isl_ast_expr_op_or_else:
    return {" || ", Compare, Compare, Or}; // "a && b || c" draws a warning.
  case isl_ast_expr_op_add:
    return {" + ", Sum, Sum, Sum};
  case isl_ast_expr_op_sub:
    return {" - ", Sum, Product, Sum};
  case isl_ast_expr_op_mul:
    return {" * ", Product, Unary, Product};
  case isl_ast_expr_op_div:
  case isl_ast_expr_op_pdiv_q:
    return {" / ", Unary, Unary, Product};
  case isl_ast_expr_op_pdiv_r:
  case isl_ast_expr_op_zdiv_r:
    return {" % ", Unary, Unary, Product};
  case isl_ast_expr_op_eq:
    return {" == ", Sum, Sum, Compare};
  case isl_ast_expr_op_le:
    return {" <= ", Sum, Sum, Compare};
  case isl_ast_expr_op_lt:
    return {" < ", Sum, Sum, Compare};
  case isl_ast_expr_op_ge:
    return {" >= ", Sum, Sum, Compare};
  case isl_ast_expr_op_gt:
    return {" > ", Sum, Sum, Compare};
  default:
    return {nullptr, Lowest, Lowest, Lowest};
  }
}

std::string parenthesised(std::string text, Precedence own, Precedence outer) {
  return own < outer ? "(" + text + ")" : text;
}

std::string printValue(isl_ast_expr *expr, Precedence outer) {
  const long value = numberOf(isl::manage(isl_ast_expr_get_val(expr)));
  std::string text = std::to_string(value);
  if (std::abs(value) > std::numeric_limits<int>::max())
    text += "LL";
  return value < 0 ? parenthesised(text, Sum, outer) : text;
}

} // namespace

void ExprPrinter::define(const std::string &id, const ExprText &value) {
  Meanings[id] = {value.text, value.uses};
  Bounds.setIdentifier(id, value.bound);
}

ExprText ExprPrinter::value(const std::string &id) const {
  ExprText result;
  result.text = printIdentifier(id, result.uses);
  result.bound = Bounds.identifier(id);
  return result;
}

ExprText ExprPrinter::print(const isl::ast_expr &expr, Precedence place) {
  ExprText result;
  result.text = print(expr.get(), place, result.uses);
  result.bound = Bounds.visit(expr);
  return result;
}

LoopText ExprPrinter::printLoop(const std::string &iterator, const isl::ast_expr &init,
                                const isl::ast_expr &cond, const isl::ast_expr &inc) {
  declare(iterator, Bounds.visitLoop(iterator, init, cond, inc));
  return {print(init), print(cond), print(inc)};
}

ExprText ExprPrinter::sum(const ExprText &a, const ExprText &b) {
  ExprText result{a.text + " + " + b.text, a.bound + b.bound, a.uses};
  result.uses.insert(b.uses.begin(), b.uses.end());
  record(result.bound);
  return result;
}

std::string ExprPrinter::printIdentifier(const std::string &id, Uses &uses) const {
  auto found = Meanings.find(id);
  if (found == Meanings.end())
    return *uses.insert(id).first;
  uses.insert(found->second.uses.begin(), found->second.uses.end());
  return found->second.text;
}

std::string ExprPrinter::print(isl_ast_expr *expr, Precedence outer, Uses &uses) const {
  switch (isl_ast_expr_get_type(expr)) {
  case isl_ast_expr_int:
    return printValue(expr, outer);
  case isl_ast_expr_id:
    return printIdentifier(isl::manage(isl_ast_expr_get_id(expr)).name(), uses);
  case isl_ast_expr_op:
    return printOperation(expr, outer, uses);
  default:
    throw std::logic_error("expression of unknown kind in an AST");
  }
}

std::string ExprPrinter::argument(isl_ast_expr *expr, int index, Precedence outer,
                                  Uses &uses) const {
  return print(isl::manage(isl_ast_expr_op_get_arg(expr, index)).get(), outer, uses);
}

std::string ExprPrinter::extremumOf(const std::vector<std::string> &values, bool isMin) const {
  std::string result = values.front();
  for (size_t i = 1; i < values.size(); ++i) {
    const std::string &next = values[i];
    if (TheDialect == Dialect::Cuda)
      result = (isMin ? "gpt_min(" : "gpt_max(") + result + ", " + next + ")";
    else
      result = "((" + result + ")" + (isMin ? " < (" : " > (") + next + ") ? (" + result + ") : (" +
               next + "))";
  }
  return result;
}

ExprText ExprPrinter::extremum(const std::vector<ExprText> &values, bool isMin) const {
  ExprText result;
  std::vector<std::string> texts;
  for (const ExprText &value : values) {
    texts.push_back(value.text);
    result.bound = maxOf(result.bound, value.bound);
    result.uses.insert(value.uses.begin(), value.uses.end());
  }
  result.text = extremumOf(texts, isMin);
  return result;
}

/// The quotient rounded down; isl's divisors are positive constants.
std::string ExprPrinter::floorDivision(isl_ast_expr *expr, Uses &uses) const {
  const std::string n = argument(expr, 0, Lowest, uses), d = argument(expr, 1, Unary, uses);
  if (TheDialect == Dialect::Cuda)
    return "gpt_floord(" + n + ", " + d + ")";
  return "((" + n + ") / " + d + " - ((" + n + ") % " + d + " < 0))";
}

std::string ExprPrinter::printOperation(isl_ast_expr *expr, Precedence outer, Uses &uses) const {
  isl_ast_expr_op_type type = isl_ast_expr_op_get_type(expr);
  BinaryOperator binary = binaryOperator(type);
  if (binary.text)
    return parenthesised(argument(expr, 0, binary.left, uses) + binary.text +
                             argument(expr, 1, binary.right, uses),
                         binary.own, outer);
  switch (type) {
  case isl_ast_expr_op_min:
  case isl_ast_expr_op_max: {
    std::vector<std::string> values;
    for (int i = 0; i < isl_ast_expr_op_get_n_arg(expr); ++i)
      values.push_back(argument(expr, i, Lowest, uses));
    return extremumOf(values, type == isl_ast_expr_op_min);
  }
  case isl_ast_expr_op_minus:
    return parenthesised("-" + argument(expr, 0, Unary, uses), Sum, outer);
  case isl_ast_expr_op_fdiv_q:
    return floorDivision(expr, uses);
  case isl_ast_expr_op_cond:
  case isl_ast_expr_op_select:
    return "(" + argument(expr, 0, Or, uses) + " ? " + argument(expr, 1, Choice, uses) + " : " +
           argument(expr, 2, Choice, uses) + ")";
  default:
    throw std::logic_error("operation of unknown kind in an AST");
  }
}

} // namespace gputile::codegen
