//===- GuardText.cpp - Run-time tests of the parameters ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Host/GuardText.h"

#include <isl/constraint.h>

namespace gputile::codegen {

/// The conjuncts of \p set when it is one, else \p set itself: one message each.
static std::vector<isl::set> conjuncts(const isl::set &set) {
  std::vector<isl::set> parts;
  isl_basic_set_list *list = isl_set_get_basic_set_list(set.get());
  bool single = isl_basic_set_list_n_basic_set(list) == 1;
  isl_basic_set *basic = single ? isl_basic_set_list_get_basic_set(list, 0) : nullptr;
  isl_basic_set_list_free(list);
  if (!basic || isl_basic_set_dim(basic, isl_dim_div) > 0) {
    isl_basic_set_free(basic);
    return {set};
  }
  isl_constraint_list *constraints = isl_basic_set_get_constraint_list(basic);
  int count = isl_constraint_list_n_constraint(constraints);
  for (int i = 0; i < count; ++i) {
    isl_constraint *constraint = isl_constraint_list_get_constraint(constraints, i);
    parts.push_back(isl::manage(isl_set_from_basic_set(isl_basic_set_from_constraint(constraint))));
  }
  isl_constraint_list_free(constraints);
  isl_basic_set_free(basic);
  return parts;
}

/// The C text of \p expr for users.
static std::string readable(const isl::ast_expr &expr) {
  return ExprPrinter(Dialect::C).print(expr).text;
}

void printGuards(const RegionModel &region, const HostTarget &target, NodePrinter &printer,
                 std::vector<std::string> &guards) {
  isl::set known = region.scop.context.intersect(region.parameterBox()).coalesce();
  isl::set guard = region.scop.guard.gist(known).coalesce();
  TextWriter &writer = printer.writer();
  for (const isl::set &part : conjuncts(guard)) {
    if (known.is_subset(part))
      continue;
    isl::ast_expr condition = ParamExprs(known).condition(part);
    std::string text = readable(condition);
    writer.line("if (!(", printer.expr(condition), "))");
    writer.line("  ", target.giveUp(GiveUp::Guard, text + " does not hold"));
    guards.push_back(text);
  }
  isl::set executes = isl::manage(isl_union_set_params(domainOf(region.scop).release()));
  if (region.guarded.is_subset(executes))
    return;
  isl::ast_expr condition = ParamExprs(region.guarded).condition(executes);
  writer.line("if (!(", printer.expr(condition), "))");
  writer.line("  ", target.nothingToDo());
}

} // namespace gputile::codegen
