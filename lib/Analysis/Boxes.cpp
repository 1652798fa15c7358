//===- Boxes.cpp - Boxes around sets of elements --------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Analysis/LiveSets.h"

#include "gputile/Support/IslTools.h"

using namespace gputile;

namespace {

/// The bounds of one dimension of a box.
class Bounds {
public:
  using Extremum = isl_pw_aff *(isl_set *, int);

  /// \param values { [a_d] }: what the dimension is
  /// \param nonEmpty the parameters for which it has values
  Bounds(const isl::set &values, const isl::set &nonEmpty)
      : Values(values), NonEmpty(nonEmpty),
        Defined(quantifies(nonEmpty) ? isl::set(hullOf(nonEmpty)) : nonEmpty) {}

  /// The least or the greatest value. Where elements come in steps, a few small sizes may not have
  /// the least one, as the only row of a red-black sweep that begins with the other colour: each
  /// such size would be a case of its own, and the dimensions multiply them.
  isl::pw_aff operator()(Extremum *extremum) {
    const isl::pw_aff exact = exactly(extremum);
    if (exact.n_piece() < 2 || !quantifies(Values))
      return exact;
    const isl::pw_aff wide = bound(extremum, withoutDivs(Values).coalesce());
    if (wide.n_piece() >= exact.n_piece() || !areFew(exact.ne_set(wide)))
      return exact;
    Tight = false;
    return wide;
  }
  bool areTight() const { return Tight; }
  isl::pw_aff exactly(Extremum *extremum) const { return bound(extremum, Values); }

private:
  isl::pw_aff bound(Extremum *extremum, const isl::set &values) const {
    isl::pw_aff result = isl::manage(extremum(values.copy(), 0));
    return result.gist_params(NonEmpty).coalesce().intersect_params(Defined);
  }

  /// Whether \p parameters are few of those for which there are bounds: a relation among them is
  /// fixed, or one of them is, up to a few values.
  bool areFew(const isl::set &parameters) const {
    bool few = true;
    withoutDivs(parameters).foreach_basic_set([&](const isl::basic_set &part) {
      few = few && (!isl_basic_set_plain_is_universe(part.affine_hull().get()) || fixesOne(part));
    });
    return few;
  }
  bool fixesOne(const isl::set &parameters) const {
    for (unsigned p = 0; p < static_cast<unsigned>(isl_set_dim(parameters.get(), isl_dim_param));
         ++p)
      if (spanOf(parameters, p) <= FewValues && spanOf(Defined, p) > FewValues)
        return true;
    return false;
  }
  static constexpr long FewValues = 8;
  /// The distance of the least from the greatest value of parameter \p p; more than FewValues
  /// where it has no such values.
  static long spanOf(const isl::set &parameters, unsigned p) {
    isl_set *values = isl_set_move_dims(isl_set_from_params(parameters.copy()), isl_dim_set, 0,
                                        isl_dim_param, p, 1);
    const isl::val least = isl::manage(isl_set_dim_min_val(isl_set_copy(values), 0));
    const isl::val most = isl::manage(isl_set_dim_max_val(values, 0));
    const isl::val span = most.sub(least);
    return span.is_int() && isl_val_cmp_si(span.get(), FewValues) <= 0 ? span.num_si()
                                                                       : FewValues + 1;
  }

  isl::set Values, NonEmpty;
  isl::set Defined; ///< The parameters for which there are bounds.
  bool Tight = true;
};

} // namespace

/// \param bound the function of Bounds that gives one
template <typename Bound> static Box boundsOfAll(const isl::set &elements, Bound &&bound) {
  Box box;
  const isl::set nonEmpty = elements.params().coalesce();
  for (unsigned d = 0; d < setDims(elements); ++d) {
    Bounds bounds(onlyDim(elements, d).coalesce(), nonEmpty);
    box.lower.push_back(bound(bounds, isl_set_dim_min));
    box.upper.push_back(bound(bounds, isl_set_dim_max));
    box.tight = box.tight && bounds.areTight();
  }
  return box;
}

Box gputile::boundingBox(const isl::set &elements) {
  return boundsOfAll(elements, [](Bounds &bounds, Bounds::Extremum *end) { return bounds(end); });
}

Box gputile::tightBox(const isl::set &elements) {
  return boundsOfAll(elements,
                     [](Bounds &bounds, Bounds::Extremum *end) { return bounds.exactly(end); });
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
