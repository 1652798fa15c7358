//===- Functions.cpp - Functions of a schedule map ------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule/Functions.h"

#include <isl/aff.h>
#include <isl/local_space.h>
#include <isl/map.h>

namespace gputile::schedule {

/// \p function, the value of position \p d of \p schedule, as an iterator if it is one.
static isl::aff iteratorOrSame(const isl::map &schedule, unsigned d, const isl::aff &function) {
  if (isl_aff_dim(function.get(), isl_dim_div) == 0)
    return function;
  const isl_size iterators = isl_map_dim(schedule.get(), isl_dim_in);
  for (isl_size i = 0; i < iterators; ++i) {
    isl_map *same = isl_map_universe(schedule.get_space().release());
    same = isl_map_equate(same, isl_dim_in, i, isl_dim_out, static_cast<int>(d));
    if (!schedule.is_subset(isl::manage(same)))
      continue;
    isl_local_space *domain = isl_local_space_from_space(isl_aff_get_domain_space(function.get()));
    return isl::manage(isl_aff_var_on_domain(domain, isl_dim_set, static_cast<unsigned>(i)));
  }
  return function;
}

std::vector<isl::aff> scheduleFunctions(const isl::map &schedule, const isl::multi_aff &piece) {
  std::vector<isl::aff> functions;
  for (unsigned d = 0; d < piece.size(); ++d)
    functions.push_back(iteratorOrSame(schedule, d, piece.at(static_cast<int>(d))));
  return functions;
}

/// The functions of \p graph, if it has one piece.
static std::optional<isl::multi_aff> onlyPiece(const isl::map &graph) {
  if (!graph.is_single_valued())
    return std::nullopt;
  const isl::pw_multi_aff pieces = graph.as_pw_multi_aff();
  std::optional<isl::multi_aff> only;
  if (pieces.n_piece() == 1)
    pieces.foreach_piece([&](isl::set, isl::multi_aff f) { only = f; });
  return only;
}

std::optional<std::vector<isl::aff>> affineFunctions(const isl::map &map) {
  std::optional<isl::multi_aff> piece = onlyPiece(map);
  if (!piece)
    piece = onlyPiece(isl::map(map.affine_hull()));
  return piece ? std::optional(scheduleFunctions(map, *piece)) : std::nullopt;
}

} // namespace gputile::schedule
