//===- BoxLoops.cpp - Loops whose bounds are parameters ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Ast/BoxLoops.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/set.h>

#include <algorithm>
#include <map>

namespace gputile::codegen {

namespace {

/// The least or largest value of one position: the maximum or minimum of functions.
struct BoxBound {
  unsigned position;
  bool lower;
  std::vector<isl::pw_aff> values; ///< { [(f)] } over parameters.

  /// As isl knows it: no C identifier, so that it is no other name.
  std::string name() const { return (lower ? "least " : "largest ") + std::to_string(position); }
};

/// { [c…] } as bounds of its positions.
struct Box {
  std::vector<BoxBound> bounds;
  isl::set rest; ///< The constraints that are no bounds, { [c…] }.
};

/// What is printed around loops over a box, and for their bounds.
struct BoxText {
  struct BoundText {
    std::string name;
    bool lower;
    std::vector<isl::ast_expr> values;
  };
  std::vector<BoundText> bounds;
  isl::ast_node loops;

  void print(NodePrinter &printer) const;
};

} // namespace

/// The only map of \p request that has anything in its context.
static std::optional<isl::map> onlyMap(const AstRequest &request) {
  std::optional<isl::map> only;
  unsigned count = 0;
  request.schedule.foreach_map([&](const isl::map &map) {
    if (map.intersect_params(request.context).is_empty())
      return;
    ++count;
    only = map;
  });
  return count == 1 ? only : std::nullopt;
}

/// The only convex part of \p set, if it has no quantified variables.
static std::optional<isl::basic_set> onlyPart(const isl::set &set) {
  std::optional<isl::basic_set> only;
  set.foreach_basic_set([&](const isl::basic_set &part) { only = part; });
  if (isl_set_n_basic_set(set.get()) != 1 || isl_basic_set_dim(only->get(), isl_dim_div) != 0)
    return std::nullopt;
  return only;
}

static std::vector<unsigned> positionsIn(isl_constraint *constraint) {
  std::vector<unsigned> positions;
  const unsigned dims = static_cast<unsigned>(isl_constraint_dim(constraint, isl_dim_set));
  for (unsigned d = 0; d < dims; ++d)
    if (isl_constraint_involves_dims(constraint, isl_dim_set, d, 1))
      positions.push_back(d);
  return positions;
}

/// Adds a bound to \p box. \returns whether \p constraint is one of a box.
static bool addConstraint(isl_constraint *constraint, Box &box) {
  const std::vector<unsigned> positions = positionsIn(constraint);
  if (positions.size() > 1)
    return false;
  if (positions.empty() || isl_constraint_is_equality(constraint)) {
    box.rest = box.rest.intersect(isl::manage(
        isl_set_from_basic_set(isl_basic_set_from_constraint(isl_constraint_copy(constraint)))));
    return true;
  }
  const int position = static_cast<int>(positions.front());
  const isl::val factor =
      isl::manage(isl_constraint_get_coefficient_val(constraint, isl_dim_set, position));
  if (!factor.abs().is_one())
    return false;
  isl_aff *value =
      isl_aff_project_domain_on_params(isl_constraint_get_bound(constraint, isl_dim_set, position));
  const bool lower = factor.is_pos();
  auto same = std::find_if(box.bounds.begin(), box.bounds.end(), [&](const BoxBound &bound) {
    return bound.position == positions.front() && bound.lower == lower;
  });
  if (same == box.bounds.end())
    same = box.bounds.insert(same, {positions.front(), lower, {}});
  same->values.push_back(isl::pw_aff(isl::manage(value)));
  return true;
}

static std::optional<Box> boxOf(const isl::basic_set &points) {
  Box box{{}, isl::set::universe(points.space())};
  isl_constraint_list *list = isl_basic_set_get_constraint_list(points.get());
  const int count = isl_constraint_list_n_constraint(list);
  bool fits = true;
  for (int c = 0; c < count && fits; ++c) {
    isl_constraint *constraint = isl_constraint_list_get_constraint(list, c);
    fits = addConstraint(constraint, box);
    isl_constraint_free(constraint);
  }
  isl_constraint_list_free(list);
  return fits ? std::optional(box) : std::nullopt;
}

/// What stands for \p bound in isl, as a function on \p domain: itself if it is a constant.
static isl::pw_aff symbolOf(const BoxBound &bound, const isl::set &domain) {
  const isl::pw_aff &value = bound.values.front();
  if (bound.values.size() == 1 && isl_pw_aff_is_cst(value.get()) == isl_bool_true)
    return domain.pw_aff_on_domain(value.max_val());
  const isl::id id = isl::manage(isl_id_alloc(domain.ctx().get(), bound.name().c_str(), nullptr));
  return isl::pw_aff::param_on_domain(domain, id);
}

/// { [c…] } and { : constraints } in which bounds have names.
struct Symbolic {
  isl::set points, known;
};

/// Each loop tests its bounds, so that no harm is done by telling isl that none is empty.
static Symbolic symbolic(const Box &box) {
  const isl::set anywhere = isl::set::universe(box.rest.space()), params = anywhere.params();
  Symbolic result{box.rest, params};
  const isl::multi_aff position = isl::multi_aff::identity_on_domain(box.rest.space());
  for (const BoxBound &bound : box.bounds) {
    const isl::pw_aff own(position.at(static_cast<int>(bound.position)));
    const isl::pw_aff limit = symbolOf(bound, anywhere);
    result.points = result.points.intersect(bound.lower ? own.ge_set(limit) : own.le_set(limit));
    for (const BoxBound &other : box.bounds)
      if (bound.lower && !other.lower && other.position == bound.position)
        result.known =
            result.known.intersect(symbolOf(bound, params).le_set(symbolOf(other, params)));
  }
  return result;
}

void BoxText::print(NodePrinter &printer) const {
  for (const BoundText &bound : bounds) {
    std::vector<ExprText> values;
    for (const isl::ast_expr &value : bound.values)
      values.push_back(printer.exprs().print(value));
    printer.exprs().define(bound.name, printer.exprs().extremum(values, !bound.lower));
  }
  printer.print(loops);
}

/// \returns no value if the request is not for one statement on a box.
static std::optional<BoxText> boxText(const AstRequest &request, const isl::set &known,
                                      const LeafCallback &leaf) {
  const std::optional<isl::map> map = onlyMap(request);
  if (!map || !request.unrolled.empty() || !onlyPart(map->wrap()))
    return std::nullopt;
  const isl::map functions(map->affine_hull());
  const std::optional<isl::basic_set> points = onlyPart(map->range().gist_params(request.context));
  const std::optional<Box> box = points ? boxOf(*points) : std::nullopt;
  if (!box || !functions.is_injective())
    return std::nullopt;
  const Symbolic symbols = symbolic(*box);
  AstRequest simple = request;
  simple.context = known.intersect(symbols.known);
  simple.schedule = isl::union_map(functions.intersect_range(symbols.points));
  BoxText text{{}, buildAst(simple, leaf)};
  const ParamExprs exprs(paramUniverse(map->ctx()));
  for (const BoxBound &bound : box->bounds) {
    text.bounds.push_back({bound.name(), bound.lower, {}});
    for (const isl::pw_aff &value : bound.values)
      text.bounds.back().values.push_back(exprs.value(value));
  }
  return text;
}

static isl::ast_node anyLoops(const AstRequest &request, const LeafCallback &leaf) {
  AstRequest whole = request;
  whole.schedule = request.schedule.intersect_params(request.context);
  return buildAst(whole, leaf);
}

LeafText loopsText(const AstRequest &request, const isl::set &known, const LeafCallback &leaf) {
  if (std::optional<BoxText> text = boxText(request, known, leaf))
    return [text = *text](NodePrinter &printer) { text.print(printer); };
  const isl::ast_node loops = anyLoops(request, leaf);
  return [loops](NodePrinter &printer) { printer.print(loops); };
}

std::optional<LeafText> constantLoopsText(const AstRequest &request,
                                          const std::vector<std::string> &iterators,
                                          const LeafCallback &leaf) {
  const isl::ast_node loops = anyLoops(request, leaf);
  if (!haveConstantTrips(loops, iterators))
    return std::nullopt;
  return [loops](NodePrinter &printer) { printer.print(loops); };
}

/// \p points, { [c…] }, and more: all positions of \p ranges, where the others have some.
static isl::set widened(const isl::set &points, const std::vector<PositionRange> &ranges) {
  isl_set *wide = isl_set_from_basic_set(isl_set_simple_hull(points.copy()));
  for (const PositionRange &range : ranges) {
    wide = isl_set_eliminate(wide, isl_dim_set, range.position, 1);
    wide = isl_set_lower_bound_si(wide, isl_dim_set, range.position, static_cast<int>(range.first));
    wide = isl_set_upper_bound_si(wide, isl_dim_set, range.position,
                                  static_cast<int>(range.first + range.count - 1));
  }
  return isl::manage(wide);
}

/// The same where no constraint on the others alone excludes it, if that leaves bounds to loops.
static isl::set widenedAtOnce(const isl::set &points, const std::vector<PositionRange> &ranges) {
  isl_set *free = isl_set_from_basic_set(isl_set_simple_hull(points.copy()));
  for (const PositionRange &range : ranges)
    free = isl_set_drop_constraints_involving_dims(free, isl_dim_set, range.position, 1);
  const isl::set wide = widened(isl::manage(free), ranges);
  return isl_set_is_bounded(wide.get()) == isl_bool_true ? wide : widened(points, ranges);
}

bool fillsRanges(const AstRequest &request, const std::vector<PositionRange> &ranges) {
  bool fills = true;
  request.schedule.foreach_map([&](const isl::map &map) {
    const isl::set points = map.intersect_params(request.context).range();
    fills = fills && widened(points, ranges).is_subset(points);
  });
  return fills;
}

/// \p text for instances in \p domain, { D[i] }.
static LeafText testedText(const LeafContext &context, const isl::set &domain, LeafText text) {
  const isl::ast_expr test = context.build.expr_from(domain.apply(context.schedule).coalesce());
  if (isConstant(test, 1))
    return text;
  return [test, text](NodePrinter &printer) {
    printer.writer().open("if (", printer.condition(test), ")");
    text(printer);
    printer.writer().close();
  };
}

std::optional<LeafText> testedLoopsText(const AstRequest &request,
                                        const std::vector<PositionRange> &ranges, bool skipsEmpty,
                                        const LeafCallback &leaf) {
  AstRequest wide = request;
  wide.schedule = isl::union_map::empty(request.schedule.ctx());
  std::map<std::string, isl::set> domains;
  bool fits = true;
  request.schedule.foreach_map([&](const isl::map &map) {
    const isl::map here = map.intersect_params(request.context);
    if (here.is_empty())
      return;
    const isl::map functions(here.affine_hull());
    const isl::set points = here.range().coalesce();
    // Else an instance would stand at several positions, or a position for several instances.
    fits = fits && functions.is_single_valued() && functions.is_injective() &&
           isl_set_n_basic_set(points.get()) == 1;
    wide.schedule = wide.schedule.unite(isl::union_map(functions.intersect_range(
        skipsEmpty ? widened(points, ranges) : widenedAtOnce(points, ranges))));
    domains.emplace(map.domain_tuple_id().name(), here.domain());
  });
  if (!fits || domains.empty())
    return std::nullopt;
  const isl::ast_node loops = buildAst(wide, [&](const LeafContext &context) {
    return testedText(context, domains.at(context.name()), leaf(context));
  });
  return [loops](NodePrinter &printer) { printer.print(loops); };
}

} // namespace gputile::codegen
