//===- Boxes.cpp - Boxes around sets of elements --------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Analysis/LiveSets.h"

#include "gputile/Support/IslTools.h"

using namespace gputile;

/// \p bound in as few pieces as possible, defined for \p nonEmpty only.
static isl::pw_aff simplified(const isl::pw_aff &bound, const isl::set &nonEmpty) {
  return bound.gist_params(nonEmpty).coalesce().intersect_params(nonEmpty);
}

Box gputile::boundingBox(const isl::set &elements) {
  Box box;
  isl::set nonEmpty = elements.params().coalesce();
  for (unsigned d = 0; d < setDims(elements); ++d) {
    isl::set values = onlyDim(elements, d).coalesce();
    box.lower.push_back(simplified(isl::manage(isl_set_dim_min(values.copy(), 0)), nonEmpty));
    box.upper.push_back(simplified(isl::manage(isl_set_dim_max(values.release(), 0)), nonEmpty));
  }
  return box;
}

/// { A[a] -> [(bound)] }: \p bound as a function on the elements of \p space.
static isl::pw_aff onElements(const isl::pw_aff &bound, const isl::space &space) {
  return isl::manage(isl_pw_aff_insert_domain(bound.copy(), space.copy()));
}

isl::set gputile::boxElements(const Box &box, const isl::set &like) {
  isl::space space = like.space();
  isl::set result = isl::set::universe(space);
  isl::multi_aff identity = isl::multi_aff::identity_on_domain(space);
  for (unsigned d = 0; d < box.lower.size(); ++d) {
    isl::pw_aff element(identity.at(static_cast<int>(d)));
    result = result.intersect(element.ge_set(onElements(box.lower[d], space)));
    result = result.intersect(element.le_set(onElements(box.upper[d], space)));
  }
  return result.coalesce();
}

isl::set gputile::steppedElements(const Box &box, const std::vector<int64_t> &steps,
                                  const isl::set &like) {
  isl::set result = boxElements(box, like);
  isl::multi_aff identity = isl::multi_aff::identity_on_domain(like.space());
  for (unsigned d = 0; d < steps.size(); ++d) {
    isl::pw_aff element(identity.at(static_cast<int>(d)));
    isl::pw_aff distance = element.sub(onElements(box.lower[d], like.space()));
    isl::val step(like.ctx(), static_cast<long>(steps[d]));
    result = result.intersect(distance.mod(step).eq_set(distance.sub(distance)));
  }
  return result.coalesce();
}
