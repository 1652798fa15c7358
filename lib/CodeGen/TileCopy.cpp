//===- TileCopy.cpp - One copy of a shared tile ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileCopy.h"

#include "ElementTest.h"
#include "StatementText.h"

namespace gputile::codegen {

static isl::set indexBox(isl::ctx ctx, const std::string &name, long size) {
  return isl::set(ctx, "[" + name + "] -> { : 0 <= " + name + " < " + std::to_string(size) + " }");
}

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

TileCopy::TileCopy(const UniformLeaf &theLeaf, const SharedTile &theTile,
                   const std::string &theName, bool isOut)
    : leaf(theLeaf), tile(theTile), name(theName), out(isOut), indices(leaf.kernel.copyIndices),
      context(leaf.context), moved(leaf.context), known(convexHull(leaf.context)) {
  indices.resize(tile.size.size());
  for (unsigned d = 0; d < tile.size.size(); ++d)
    context = context.intersect(indexBox(context.ctx(), indices[d], tile.size[d]));
  known = convexHull(context);
  isl::map offset = isl::manage(isl_map_from_multi_aff(tile.offset.copy()));
  isl::set first = bindLeadingDims(offset, keyNames(leaf, tile)).range();
  offsets = offsetExprs(ParamExprs(context), first, indices.size());
  isl::set elements =
      bindLeadingDims(out ? *tile.stored : tile.copied, keyNames(leaf, tile)).range();
  isl::pw_multi_aff origin = first.as_pw_multi_aff().insert_domain(elements.space());
  isl::multi_aff position = isl::multi_aff::identity_on_domain(elements.space());
  moved = bindAllDims(elements.preimage(origin.add(isl::pw_multi_aff(position))), indices);
}

bool TileCopy::wholeBox() const {
  if (ElementTest(moved, known, indices).always())
    return true;
  // To make quantified variables explicit takes isl long and splits the set.
  return !isQuantified(moved) && context.is_subset(moved);
}

std::string TileCopy::moveText(NodePrinter &printer) const {
  std::string local = name;
  std::vector<std::string> source;
  const ArrayText &array = leaf.kernel.region.arrays[tile.array];
  for (unsigned d = 0; d < tile.size.size(); ++d) {
    printer.bounds().setIdentifier(indices[d], Bound::constant(tile.size[d]));
    const std::string index = printer.exprs().name(indices[d]);
    local += "[" + index + "]";
    std::string position = index;
    if (!isConstant(offsets[d], 0)) {
      printer.bounds().add(printer.bounds().visit(offsets[d]) + Bound::constant(tile.size[d]));
      position = printer.term(offsets[d]) + " + " + index;
      if (array.strides[d] != "1")
        position = "(" + position + ")";
    }
    source.push_back(position);
  }
  if (tile.size.empty())
    local += "[0]";
  std::string global = globalElement(array, source);
  return out ? global + " = " + local + ";" : local + " = " + global + ";";
}

} // namespace gputile::codegen
