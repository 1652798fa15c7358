//===- ConditionText.cpp - Conditions on parameters as C text -------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/ConditionText.h"

#include <isl/constraint.h>
#include <isl/set.h>

#include <cstdlib>

namespace gputile::frontend {
namespace {

/// Longer conditions are not worth their text.
constexpr int MaxPieces = 3, MaxConstraints = 8, MaxTerms = 4;
constexpr size_t MaxLength = 600;
/// Entries decline parameters beyond 2^46; sums of MaxTerms products below 2^62 fit.
constexpr long LargestFactor = 1 << 12, LargestConstant = 1L << 60;

/// Prints the pieces of a set of parameters.
class Printer {
public:
  Printer(const std::vector<Parameter> &parameters, size_t count)
      : Parameters(parameters), Count(count) {}

  bool Failed = false;

  std::string piece(const isl::basic_set &set) {
    isl_constraint_list *list = isl_basic_set_get_constraint_list(set.get());
    const int count = isl_constraint_list_n_constraint(list);
    Failed = Failed || isl_basic_set_dim(set.get(), isl_dim_div) > 0 || count > MaxConstraints;
    std::string text;
    for (int k = 0; k < count && !Failed; ++k) {
      isl_constraint *constraint = isl_constraint_list_get_constraint(list, k);
      text += (text.empty() ? "" : " && ") + constraintText(constraint);
      isl_constraint_free(constraint);
    }
    isl_constraint_list_free(list);
    return text.empty() ? "1" : text;
  }

private:
  const std::vector<Parameter> &Parameters;
  size_t Count;

  long number(isl_val *owned, long limit) {
    const bool small = isl_val_is_int(owned) && isAtMost(owned, limit);
    const long value = small ? isl_val_get_num_si(owned) : 0;
    Failed = Failed || !small;
    isl_val_free(owned);
    return value;
  }
  static bool isAtMost(isl_val *value, long limit) {
    isl_val *size = isl_val_abs(isl_val_copy(value));
    const bool less = isl_val_cmp_si(size, limit) <= 0;
    isl_val_free(size);
    return less;
  }

  const Parameter *parameter(const std::string &name) {
    for (size_t p = 0; p < Parameters.size(); ++p)
      if (Parameters[p].name == name && (p < Count || !isReadConditionally(Parameters[p])))
        return &Parameters[p];
    Failed = true;
    return nullptr;
  }

  /// Appends `factor * parameter` to \p sum and what keeps it from overflowing to \p limits.
  void addTerm(long factor, const Parameter &of, std::string &sum, std::string &limits) {
    const std::string value = "(long long)(" + of.callExpr + ")";
    if (!sum.empty())
      sum += factor < 0 ? " - " : " + ";
    else if (factor < 0)
      sum += "-";
    sum += std::labs(factor) == 1 ? value : std::to_string(std::labs(factor)) + " * " + value;
    if (!isNarrow(of.type))
      limits += value + " <= (1LL << 46) && " + value + " >= -(1LL << 46) && ";
  }
  static bool isNarrow(const std::string &type) {
    return type == "int" || type == "unsigned int" || type.find("short") != std::string::npos ||
           type.find("char") != std::string::npos || type == "bool";
  }

  std::string constraintText(isl_constraint *constraint) {
    const int dims = isl_constraint_dim(constraint, isl_dim_param);
    std::string sum, limits;
    int terms = 0;
    for (int d = 0; d < dims; ++d) {
      const long factor = number(
          isl_constraint_get_coefficient_val(constraint, isl_dim_param, d), LargestFactor);
      if (factor == 0)
        continue;
      ++terms;
      if (const Parameter *of = parameter(isl_constraint_get_dim_name(
              constraint, isl_dim_param, static_cast<unsigned>(d))))
        addTerm(factor, *of, sum, limits);
    }
    Failed = Failed || terms > MaxTerms;
    const long constant = number(isl_constraint_get_constant_val(constraint), LargestConstant);
    const std::string relation = isl_constraint_is_equality(constraint) ? " == " : " >= ";
    return limits + (sum.empty() ? "0" : sum) + relation + std::to_string(-constant);
  }
};

} // namespace

bool isReadConditionally(const Parameter &parameter) {
  return parameter.callExpr.find('?') != std::string::npos;
}

std::optional<std::string> conditionText(const isl::set &condition,
                                         const std::vector<Parameter> &parameters, size_t count) {
  isl_basic_set_list *pieces = isl_set_get_basic_set_list(condition.get());
  const int number = isl_basic_set_list_n_basic_set(pieces);
  Printer printer(parameters, count);
  std::string text;
  for (int k = 0; k < number && number <= MaxPieces; ++k)
    text += (k > 0 ? " || " : "") + ("(" + printer.piece(isl::manage(
                                               isl_basic_set_list_get_basic_set(pieces, k))) +
                                     ")");
  isl_basic_set_list_free(pieces);
  if (number > MaxPieces || printer.Failed || text.empty() || text.size() > MaxLength)
    return std::nullopt;
  return text;
}

} // namespace gputile::frontend
