//===- TileCopy.cpp - One copy of a shared tile -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Kernel/TileCopy.h"

#include "CodeGen/Ast/ElementTest.h"
#include "CodeGen/Kernel/ElementText.h"

#include <algorithm>

namespace gputile::codegen {

/// Names of the dimensions of the tile's maps: h, b and the prefix.
static std::vector<std::string> keyNames(const UniformLeaf &leaf, const SharedTile &tile) {
  std::vector<std::string> names = leaf.kernel.hostAndBlock();
  names.insert(names.end(), leaf.kernel.prefix.begin(), leaf.kernel.prefix.begin() + tile.prefix);
  return names;
}

static std::vector<isl::ast_expr> offsetExprs(const ParamExprs &exprs, const isl::set &offset,
                                              size_t rank) {
  isl::pw_multi_aff values = offset.as_pw_multi_aff();
  std::vector<isl::ast_expr> result;
  for (size_t d = 0; d < rank; ++d)
    result.push_back(exprs.value(values.at(static_cast<int>(d))));
  return result;
}

/// The disjuncts of \p set that are not empty in \p context.
static isl::set meeting(const isl::set &set, const isl::set &context) {
  isl::set result = isl::set::empty(set.space());
  set.foreach_basic_set([&](const isl::basic_set &part) {
    if (!context.is_disjoint(isl::set(part)))
      result = result.unite(isl::set(part));
  });
  return result;
}

/// { x… } of { x_0 … x_{n-1} } with x_dim = \p value, a function of the parameters.
static isl::set fixTo(const isl::set &set, unsigned dim, const isl::pw_aff &value) {
  const unsigned count = setDims(set);
  isl_set *line = isl_set_from_pw_aff(value.copy());
  line = isl_set_insert_dims(line, isl_dim_set, 0, dim);
  line = isl_set_add_dims(line, isl_dim_set, count - dim - 1);
  if (isl_set_has_tuple_id(set.get()) == isl_bool_true)
    line = isl_set_set_tuple_id(line, isl_set_get_tuple_id(set.get()));
  return dropDims(set.intersect(isl::manage(line)), dim, 1);
}

TileCopy::TileCopy(const UniformLeaf &theLeaf, const KernelAction &action)
    : leaf(theLeaf), tile(leaf.kernel.plan.shared[action.tile]),
      name(leaf.kernel.sharedNames[action.tile]), out(action.kind == KernelAction::Kind::CopyOut),
      indices(leaf.kernel.copyIndices), context(leaf.context), moved(leaf.context),
      known(hullOf(leaf.context)) {
  for (unsigned d = 0; d < tile.size.size(); ++d)
    if (!action.slice || d != tile.circular->dim) {
      dims.push_back(d);
      size.push_back(tile.size[d]);
    }
  indices.resize(dims.size());
  for (unsigned d = 0; d < dims.size(); ++d)
    context = context.intersect(paramInterval(context.ctx(), indices[d], 0, size[d] - 1));
  known = hullOf(context);
  isl::map offset = isl::manage(isl_map_from_multi_aff(tile.offset.copy()));
  isl::set first = bindLeadingDims(offset, keyNames(leaf, tile)).range();
  offsets = offsetExprs(ParamExprs(context), first, tile.size.size());
  isl::set elements =
      bindLeadingDims(out ? *tile.stored : tile.copied, keyNames(leaf, tile)).range();
  isl::pw_multi_aff origin = first.as_pw_multi_aff().insert_domain(elements.space());
  isl::multi_aff position = isl::multi_aff::identity_on_domain(elements.space());
  moved = elements.preimage(origin.add(isl::pw_multi_aff(position)));
  if (action.slice)
    selectSlice(action, first);
  moved = bindAllDims(moved, indices);
  if (action.slice)
    moved = meeting(moved, context);
}

/// What is copied of the slice that \p action names. \param first { A[o] }
void TileCopy::selectSlice(const KernelAction &action, const isl::set &first) {
  const unsigned dim = tile.circular->dim;
  const isl::map index = isl::map(isl::manage(isl_map_from_aff(action.slice->copy())));
  std::vector<std::string> names = leaf.kernel.hostAndBlock();
  const size_t prefix = domainDims(index) - names.size();
  names.insert(names.end(), leaf.kernel.prefix.begin(), leaf.kernel.prefix.begin() + prefix);
  const isl::pw_aff value = bindLeadingDims(index, names).range().as_pw_multi_aff().at(0);
  const isl::pw_aff position = value.sub(first.as_pw_multi_aff().at(static_cast<int>(dim)));
  slice = ParamExprs(context).value(value);
  slicePosition = ParamExprs(context).value(position);
  moved = fixTo(moved, dim, position);
}

bool TileCopy::wholeBox() const {
  if (ElementTest(moved, known, indices).always())
    return true;
  // To make quantified variables explicit takes isl long and splits the set.
  return !tested() && !quantifies(moved) && context.is_subset(moved);
}

std::string slotText(NodePrinter &printer, const SharedTile &tile, unsigned d,
                     const isl::ast_expr &position) {
  const std::string text = printer.expr(position);
  if (!tile.circular || tile.circular->dim != d)
    return text;
  if (isl_ast_expr_get_type(position.get()) == isl_ast_expr_int) {
    const isl::val value = isl::manage(isl_ast_expr_get_val(position.get()));
    return std::to_string(value.num_si() % tile.circular->slots);
  }
  // Positions are small numbers, and unsigned division by a constant is cheap.
  return "(unsigned)(" + text + ") % " + std::to_string(tile.circular->slots) + "u";
}

std::pair<std::string, std::string> TileCopy::positions(NodePrinter &printer, unsigned d) const {
  const auto found = std::find(dims.begin(), dims.end(), d);
  if (found == dims.end())
    return {slotText(printer, tile, d, *slicePosition), printer.factor(*slice)};
  ExprText index = printer.exprs().value(indices[found - dims.begin()]);
  index.bound = Bound::constant(tile.size[d]); // That of a loop's iterator is larger.
  const std::string inTile = printer.writer().use(index);
  if (isConstant(offsets[d], 0))
    return {inTile, inTile};
  const ExprText offset = printer.exprs().print(offsets[d], Precedence::Sum);
  const std::string inArray = printer.writer().use(printer.exprs().sum(offset, index));
  const bool isFactor = leaf.kernel.region.arrays[tile.array].strides[d] != "1";
  return {inTile, isFactor ? "(" + inArray + ")" : inArray};
}

std::string TileCopy::moveText(NodePrinter &printer) const {
  std::string local = name;
  std::vector<std::string> source;
  for (unsigned d = 0; d < tile.size.size(); ++d) {
    auto [inTile, inArray] = positions(printer, d);
    local += "[" + inTile + "]";
    source.push_back(inArray);
  }
  if (tile.size.empty())
    local += "[0]";
  std::string global =
      globalElement(leaf.kernel.region.arrays[tile.array], source, printer.writer());
  return out ? global + " = " + local + ";" : local + " = " + global + ";";
}

} // namespace gputile::codegen
