//===- LaunchExtents.cpp - Ranges of blocks -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchExtents.h"

#include <isl/constraint.h>

#include <stdexcept>

namespace gputile::codegen {

namespace {

/// The bounds that constraints set to the only dimension of a set.
struct Bounds {
  std::vector<isl::aff> lower, upper;

  bool complete() const { return !lower.empty() && !upper.empty(); }

  void add(isl_constraint *constraint) {
    bool below = isl_constraint_is_lower_bound(constraint, isl_dim_set, 0) == isl_bool_true;
    bool above = isl_constraint_is_upper_bound(constraint, isl_dim_set, 0) == isl_bool_true;
    if (isl_constraint_is_equality(constraint) == isl_bool_true)
      below = above = below || above;
    if (below || above) {
      isl_aff *value = isl_constraint_get_bound(constraint, isl_dim_set, 0);
      isl::aff bound =
          isl::manage(isl_aff_project_domain_on_params(isl_aff_drop_dims(value, isl_dim_in, 0, 1)));
      if (below)
        lower.push_back(bound.ceil());
      if (above)
        upper.push_back(bound.floor());
    }
    isl_constraint_free(constraint);
  }
};

} // namespace

/// \param range { [y] }, convex and without existentials
static Bounds boundsOf(const isl::set &range) {
  Bounds bounds;
  isl::basic_set hull = isl::manage(isl_set_simple_hull(range.copy()));
  isl_basic_set_foreach_constraint(
      hull.get(),
      [](isl_constraint *constraint, void *user) {
        static_cast<Bounds *>(user)->add(constraint);
        return isl_stat_ok;
      },
      &bounds);
  return bounds;
}

LaunchExtents::LaunchExtents(const KernelModel &kernel, unsigned known) {
  const std::vector<std::string> names(kernel.host.begin(), kernel.host.begin() + known);
  isl::set launched =
      kernel.region.context.intersect(bindFirst(kernel.launch.domain(), names).params());
  isl::set blocks = bindFirst(kernel.plan.blocks, names);
  isl::set some = launched;
  std::vector<isl::set> parts;
  blocks.foreach_basic_set([&](isl::basic_set part) { parts.push_back(isl::set(part)); });
  // What is known of h makes nothing shorter, and isl would look for it for long.
  ParamExprs exprs(paramUniverse(blocks.ctx()));
  for (unsigned d = 0; d < setDims(blocks); ++d) {
    isl::set all = convexRange(blocks, d);
    some = some.intersect(all.params());
    std::vector<Bounds> found{boundsOf(all.gist_params(launched))};
    if (!found.front().complete()) {
      found.clear();
      for (const isl::set &part : parts)
        found.push_back(boundsOf(convexRange(part, d)));
    }
    Ranges.emplace_back();
    for (const Bounds &bounds : found) {
      if (!bounds.complete())
        throw std::logic_error("a launch has no largest block");
      Range range;
      for (const isl::aff &bound : bounds.lower)
        range.lower.push_back(exprs.value(bound));
      for (const isl::aff &bound : bounds.upper)
        range.upper.push_back(exprs.value(bound));
      Ranges.back().push_back(std::move(range));
    }
  }
  Empty = !launched.is_subset(some);
}

/// function(function(a, b), c)
static std::string nested(const char *function, const std::vector<isl::ast_expr> &values,
                          NodePrinter &printer) {
  std::string text;
  for (const isl::ast_expr &value : values) {
    printer.bounds().visit(value);
    text = text.empty() ? printer.expr(value)
                        : std::string(function) + "(" + text + ", " + printer.expr(value) + ")";
  }
  return text;
}

std::string LaunchExtents::first(unsigned d, NodePrinter &printer) const {
  std::string text;
  for (const Range &range : Ranges[d]) {
    const std::string one = nested("gpt_max", range.lower, printer);
    text = text.empty() ? one : "gpt_min(" + text + ", " + one + ")";
  }
  return text;
}

std::string LaunchExtents::count(unsigned d, const std::string &first, NodePrinter &printer) const {
  std::string last;
  for (const Range &range : Ranges[d]) {
    const std::string one = nested("gpt_min", range.upper, printer);
    last = last.empty() ? one : "gpt_max(" + last + ", " + one + ")";
  }
  const bool call = Ranges[d].size() > 1 || Ranges[d].front().upper.size() > 1;
  std::string text = (call ? last : "(" + last + ")") + " - " + first + " + 1";
  return Empty ? "gpt_max(0, " + text + ")" : text;
}

} // namespace gputile::codegen
