//===- Build.cpp - isl AST generation and space juggling --------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Ast/Build.h"

#include <limits>
#include <stdexcept>

namespace gputile::codegen {

isl::set simplified(const isl::set &set) {
  if (!quantifies(set) && isl_set_n_basic_set(set.get()) <= 2)
    return set;
  return isl::set(hullOf(set));
}

/// Makes sure that \p map has parameter \p name and returns its position.
static int paramPosition(isl::map &map, const std::string &name) {
  int pos = isl_map_find_dim_by_name(map.get(), isl_dim_param, name.c_str());
  if (pos >= 0)
    return pos;
  pos = isl_map_dim(map.get(), isl_dim_param);
  map = isl::manage(isl_map_add_dims(map.release(), isl_dim_param, 1));
  isl_id *id = isl_id_alloc(map.ctx().get(), name.c_str(), nullptr);
  map = isl::manage(isl_map_set_dim_id(map.release(), isl_dim_param, pos, id));
  return pos;
}

static isl::map equate(isl::map map, isl_dim_type type, unsigned first,
                       const std::vector<std::string> &names) {
  for (unsigned k = 0; k < names.size(); ++k) {
    int pos = paramPosition(map, names[k]);
    map = isl::manage(isl_map_equate(map.release(), isl_dim_param, pos, type, first + k));
  }
  return map;
}

isl::set equateWithParams(isl::set set, unsigned first, const std::vector<std::string> &names) {
  isl::map map = isl::manage(isl_map_from_range(set.release()));
  return equate(map, isl_dim_out, first, names).range();
}

isl::map equateRangeWithParams(isl::map map, const std::vector<std::string> &names) {
  return equate(std::move(map), isl_dim_out, 0, names);
}

isl::map bindLeadingDims(isl::map map, const std::vector<std::string> &names) {
  map = equate(std::move(map), isl_dim_in, 0, names);
  return isl::manage(isl_map_project_out(map.release(), isl_dim_in, 0, names.size()));
}

isl::set bindAllDims(isl::set set, const std::vector<std::string> &names) {
  return equateWithParams(std::move(set), 0, names).params();
}

isl::set forgetParams(isl::set set, const std::vector<std::string> &names) {
  for (const std::string &name : names) {
    int pos = isl_set_find_dim_by_name(set.get(), isl_dim_param, name.c_str());
    if (pos >= 0)
      set = isl::manage(isl_set_project_out(set.release(), isl_dim_param, pos, 1));
  }
  return set;
}

isl::set withoutParams(isl::set set, const std::vector<std::string> &names) {
  for (const std::string &name : names) {
    const int pos = isl_set_find_dim_by_name(set.get(), isl_dim_param, name.c_str());
    if (pos >= 0)
      set = isl::manage(isl_set_drop_constraints_involving_dims(
          set.release(), isl_dim_param, static_cast<unsigned>(pos), 1));
  }
  return set;
}

isl::set forAnyParams(const isl::set &set) {
  const unsigned params = static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_param));
  return isl::manage(isl_set_drop_constraints_involving_dims(withoutDivs(set).release(),
                                                             isl_dim_param, 0, params));
}

std::pair<long, long> constantRange(const isl::set &set, unsigned pos) {
  isl::val low = isl::manage(isl_set_dim_min_val(set.copy(), static_cast<int>(pos)));
  isl::val high = isl::manage(isl_set_dim_max_val(set.copy(), static_cast<int>(pos)));
  if (!low.is_int() || !high.is_int())
    throw std::logic_error("an unrolled position has no constant range");
  return {low.num_si(), high.num_si()};
}

isl::set paramUniverse(isl::ctx ctx) {
  return isl::manage(isl_set_universe(isl_space_params_alloc(ctx.get(), 0)));
}

isl::set paramInterval(isl::ctx ctx, const std::string &name, long low, long high) {
  isl_set *set = isl_set_add_dims(paramUniverse(ctx).release(), isl_dim_param, 1);
  set = isl_set_set_dim_id(set, isl_dim_param, 0, isl::id(ctx, name).release());
  set = isl_set_lower_bound_val(set, isl_dim_param, 0, isl::val(ctx, low).release());
  return isl::manage(isl_set_upper_bound_val(set, isl_dim_param, 0, isl::val(ctx, high).release()));
}

std::string LeafContext::name() const {
  return isl_map_get_tuple_name(schedule.get(), isl_dim_in);
}

/// The only piece of \p function, without its conditions.
static std::optional<isl::aff> onlyPiece(const isl::pw_aff &function) {
  std::optional<isl::aff> result;
  if (isl_pw_aff_n_piece(function.get()) == 1)
    function.foreach_piece([&](isl::set, isl::multi_aff piece) { result = piece.at(0); });
  return result;
}

std::optional<isl::pw_multi_aff> onlyPiece(const isl::pw_multi_aff &function) {
  std::optional<isl::pw_multi_aff> result;
  if (isl_pw_multi_aff_n_piece(function.get()) == 1)
    function.foreach_piece([&](isl::set, isl::multi_aff piece) { result.emplace(piece); });
  return result;
}

/// What stands for a function where it is defined nowhere, which no execution evaluates:
/// isl has no expression for it.
static isl::ast_expr unusedValue(isl::ctx ctx) {
  return isl::manage(isl_ast_expr_from_val(isl::val::zero(ctx).release()));
}

isl::ast_expr LeafContext::expr(const isl::pw_aff &function) const {
  // A function of one piece is defined wherever the leaf is. isl would simplify the
  // piece's domain in the leaf's context only to drop it, at most of the cost.
  if (std::optional<isl::aff> piece = onlyPiece(function); piece && plainIterators)
    return build.expr_from(isl::pw_aff(*piece).pullback(*plainIterators));
  isl::pw_aff here = function.pullback(iterators).coalesce();
  if (here.domain().intersect_params(known).is_empty())
    return unusedValue(here.ctx());
  if (here.isa_aff())
    here = isl::pw_aff(here.as_aff());
  return build.expr_from(here);
}

/// { [c…] -> name[pos] } for isl's options.
static isl::union_map optionAt(isl::ctx ctx, unsigned depth, const char *name, unsigned pos) {
  std::string dims;
  for (unsigned d = 0; d < depth; ++d)
    dims += (d ? ", x" : "x") + std::to_string(d);
  return isl::union_map(ctx, "{ [" + dims + "] -> " + name + "[" + std::to_string(pos) + "] }");
}

/// An option that isl does not know but that depends on all loops: it keeps isl (0.25 and
/// 0.26) from shifting statements at different remainders of a stride to run them in one loop
/// (generate_component in isl_ast_codegen.c). isl compares each with one of them only, and only
/// where this one has instances: elsewhere the shifts put others into a wrong order.
static isl::union_map withoutShifts(isl::ctx ctx, unsigned depth) {
  isl_map *option = isl_map_universe(isl_space_alloc(ctx.get(), 0, depth, 0));
  for (unsigned d = 0; d < depth; ++d)
    option = isl_map_lower_bound_si(option, isl_dim_in, d, std::numeric_limits<int>::min());
  option = isl_map_set_tuple_name(option, isl_dim_out, "gputile_shift_nothing");
  return isl::union_map(isl::manage(option));
}

static isl::ast_build applyRequest(const AstRequest &request) {
  isl::ctx ctx = request.context.ctx();
  isl::union_map options = withoutShifts(ctx, request.depth);
  for (unsigned pos : request.unrolled)
    options = options.unite(optionAt(ctx, request.depth, "unroll", pos));
  for (unsigned pos : request.atomic)
    options = options.unite(optionAt(ctx, request.depth, "atomic", pos));
  isl_id_list *names = isl_id_list_alloc(ctx.get(), static_cast<int>(request.iterators.size()));
  for (const std::string &name : request.iterators)
    names = isl_id_list_add(names, isl_id_alloc(ctx.get(), name.c_str(), nullptr));
  isl_ast_build *build = isl_ast_build_from_context(request.context.copy());
  build = isl_ast_build_set_options(build, options.release());
  return isl::manage(isl_ast_build_set_iterators(build, names));
}

isl::ast_node buildAst(const AstRequest &request, const LeafCallback &leaf) {
  isl::ast_build build = applyRequest(request);
  build = build.set_at_each_domain([&](isl::ast_node node, isl::ast_build at) {
    LeafContext context;
    context.build = at;
    context.known = request.context;
    context.schedule = at.schedule().as_map();
    context.iterators = context.schedule.reverse().detect_equalities().as_pw_multi_aff();
    context.plainIterators = onlyPiece(context.iterators);
    return withLeaf(node, leaf(context));
  });
  return build.node_from_schedule_map(request.schedule);
}

ParamExprs::ParamExprs(const isl::set &context)
    : Context(context), Build(isl::ast_build::from_context(context)) {}

isl::ast_expr ParamExprs::value(const isl::pw_aff &function) const {
  if (function.domain().is_disjoint(Context))
    return unusedValue(function.ctx());
  return Build.expr_from(function.gist(Context).coalesce());
}

isl::ast_expr ParamExprs::condition(const isl::set &set) const {
  return Build.expr_from(set.gist(Context).coalesce());
}

bool ParamExprs::implied(const isl::set &set) const { return Context.is_subset(set); }

} // namespace gputile::codegen
