//===- RowsText.cpp - Rows behind pointers in the entry ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Host/RowsText.h"

#include "gputile/IR/PointerRows.h"

namespace gputile::codegen {

/// { A[i…, j] } -> { A[i…] -> [j] }
static isl::map elementsOfRows(const isl::set &elements) {
  const unsigned levels = static_cast<unsigned>(isl_set_dim(elements.get(), isl_dim_set)) - 1;
  isl_map *map = isl_map_from_range(isl_set_reset_tuple_id(elements.copy()));
  map = isl_map_move_dims(map, isl_dim_in, 0, isl_dim_out, 0, levels);
  return isl::manage(isl_map_set_tuple_name(map, isl_dim_in, isl_set_get_tuple_name(elements.get())));
}

/// Visits the rows in the order of their subscripts.
static AstRequest visitInOrder(const RegionModel &region, const isl::set &rows) {
  AstRequest request;
  request.context = region.context;
  request.depth = setDims(rows);
  request.schedule = isl::union_map(
      isl::manage(isl_map_reset_tuple_id(rows.identity().release(), isl_dim_out)));
  NameTable names = region.names;
  for (unsigned d = 0; d < request.depth; ++d)
    request.iterators.push_back(names.fresh("i" + std::to_string(d)));
  return request;
}

void printRows(const EntryModel &entry, const HostTarget &target, unsigned array,
               NodePrinter &printer) {
  const RegionModel &region = entry.region;
  const isl::map elements =
      elementsOfRows(region.plan.transfers[array].footprint.intersect_params(region.context));
  if (elements.is_empty())
    return;
  const isl::set rows = elements.domain().coalesce();
  const isl::pw_multi_aff index = rows.identity().as_pw_multi_aff();
  const isl::pw_aff lower = elements.lexmin_pw_multi_aff().coalesce().at(0);
  const isl::pw_aff upper = elements.lexmax_pw_multi_aff().coalesce().at(0);
  printer.print(buildAst(visitInOrder(region, rows), [&](const LeafContext &context) -> LeafText {
    std::vector<isl::ast_expr> values;
    for (unsigned d = 0; d < setDims(rows); ++d)
      values.push_back(context.expr(index.at(static_cast<int>(d))));
    values.push_back(context.expr(lower));
    values.push_back(context.expr(upper));
    return [&target, array, values](NodePrinter &at) {
      std::vector<std::string> texts;
      for (const isl::ast_expr &value : values)
        texts.push_back(at.expr(value));
      at.writer().line(target.row(array, texts));
    };
  }));
}

} // namespace gputile::codegen
