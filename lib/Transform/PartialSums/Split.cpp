//===- Split.cpp - Iterations in rows and columns ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transform/PartialSums/Split.h"

#include "gputile/Support/IslTools.h"
#include "gputile/Transform/PartialSums.h"

#include <isl/constraint.h>

#include <algorithm>

namespace gputile::transform {
namespace {

/// A linear form of new dimensions: sum of coefficient times dimension.
using Form = std::vector<std::pair<long, unsigned>>;

/// Gives new dimensions to old ones, in their order.
class Layout {
public:
  explicit Layout(const std::vector<unsigned> &loops) : Loops(loops) {}
  Layout(const std::vector<unsigned> &loops, const std::vector<bool> &down)
      : Loops(loops), Ordered(true), Down(down) {}

  Split take(const Statement &statement) {
    const unsigned dims = setDims(statement.domain);
    for (unsigned d = 0; d < dims; ++d)
      place(d);
    Result.instances = build(statement.domain.space());
    return std::move(Result);
  }

private:
  unsigned next() { return Count++; }

  void place(unsigned d) {
    const auto found = std::find(Loops.begin(), Loops.end(), d);
    const bool split = found != Loops.end();
    if (Ordered && split)
      return placeInOrder(d, Down[static_cast<size_t>(found - Loops.begin())]);
    const unsigned first = next();
    Result.at.push_back(first);
    Form form{{1, first}};
    if (split) {
      Result.outer.push_back(first);
      form = Loops.size() == 1 ? rowsAndColumns(first)
                               : d == Loops.front() ? rows(first) : columns(first);
    }
    Forms.push_back(std::move(form));
  }

  void placeInOrder(unsigned d, bool down) {
    Form form;
    const bool whole = Loops.size() > 1 && d == Loops.front();
    if (d == Loops.front())
      form.push_back({whole ? 1 : PartialRows * PartLength, Result.column = next()});
    if (!whole) {
      form.push_back({PartLength, Result.row = next()});
      Result.outer.push_back(Loops.size() > 1 ? Result.row : Result.column);
      form.push_back({1, Inside = next()});
    }
    for (auto &[coefficient, dimension] : form)
      coefficient *= down ? -1 : 1;
    Result.at.push_back(form.back().second);
    Forms.push_back(std::move(form));
  }

  Form rowsAndColumns(unsigned first) {
    Result.row = next();
    Result.column = next();
    return {{PartialRows * PartialColumns, first}, {PartialColumns, Result.row}, {1, Result.column}};
  }
  Form rows(unsigned first) {
    Result.row = next();
    return {{PartialRows, first}, {1, Result.row}};
  }
  Form columns(unsigned first) {
    Result.column = next();
    return {{PartialColumns, first}, {1, Result.column}};
  }

  isl::map build(const isl::space &old) const {
    const std::string name = isl_space_get_tuple_name(old.get(), isl_dim_set);
    isl::map map = isl::map::universe(isl::space::unit(old.ctx())
                                          .add_named_tuple(name, Count)
                                          .add_named_tuple(name, static_cast<unsigned>(Forms.size())));
    for (unsigned d = 0; d < Forms.size(); ++d)
      map = withForm(map, d);
    if (!Ordered)
      return within(within(map, Result.row, PartialRows), Result.column, PartialColumns);
    const isl::map parts = within(map, Inside, PartLength);
    return Loops.size() > 1 ? parts : within(parts, Result.row, PartialRows);
  }

  /// Adds out_d = form.
  isl::map withForm(const isl::map &map, unsigned d) const {
    isl_constraint *equal =
        isl_constraint_alloc_equality(isl_local_space_from_space(map.space().release()));
    equal = isl_constraint_set_coefficient_si(equal, isl_dim_out, static_cast<int>(d), -1);
    for (const auto &[coefficient, dimension] : Forms[d])
      equal = isl_constraint_set_coefficient_si(equal, isl_dim_in, static_cast<int>(dimension),
                                                static_cast<int>(coefficient));
    return isl::manage(isl_map_add_constraint(map.copy(), equal));
  }

  static isl::map within(const isl::map &map, unsigned dimension, long extent) {
    isl_map *result = isl_map_lower_bound_si(map.copy(), isl_dim_in, dimension, 0);
    return isl::manage(
        isl_map_upper_bound_si(result, isl_dim_in, dimension, static_cast<int>(extent - 1)));
  }

  const std::vector<unsigned> &Loops;
  bool Ordered = false;
  std::vector<bool> Down; ///< With Ordered, for each of Loops.
  unsigned Inside = 0; ///< The new dimension in parts of PartLength.
  Split Result{};
  unsigned Count = 0;
  std::vector<Form> Forms; ///< By old dimension.
};

/// { S[i_new…] -> [value…] }: those of the old iterators, and the other new dimensions.
isl::pw_multi_aff newValues(const Statement &statement, const isl::set &domain,
                            const Split &split) {
  const isl::map old = statement.iteratorValues ? statement.iteratorValues->as_map()
                                                : statement.domain.identity();
  const isl::map values = split.instances.apply_range(old).intersect_domain(domain);
  const isl::map own = domain.identity();
  isl::map result = selectRange(own, 0, 0);
  for (unsigned n = 0, d = 0; n < setDims(domain); ++n) {
    const bool known = d < split.at.size() && split.at[d] == n;
    result = joinRanges(result, known ? selectRange(values, d, 1) : selectRange(own, n, 1));
    d += known;
  }
  return result.as_pw_multi_aff();
}

void renumberIterators(std::vector<BodyPiece> &pieces, const Split &split) {
  for (BodyPiece &piece : pieces)
    if (piece.kind == BodyPiece::Kind::Iterator)
      piece.index = split.at[piece.index];
}

void nameDimensions(Statement &result, const Statement &statement, const Split &split) {
  result.iterators.assign(setDims(result.domain), "");
  result.iteratorTypes.assign(result.iterators.size(), "long");
  result.iterators[split.row] = "row";
  result.iterators[split.column] = "column";
  for (unsigned d = 0; d < split.at.size(); ++d) {
    result.iterators[split.at[d]] = statement.iterators[d];
    result.iteratorTypes[split.at[d]] = statement.iteratorTypes[d];
  }
}

} // namespace

Split splitLoops(const Statement &statement, const std::vector<unsigned> &loops) {
  return Layout(loops).take(statement);
}

Split splitInOrder(const Statement &statement, const std::vector<unsigned> &loops,
                   const std::vector<bool> &down) {
  return Layout(loops, down).take(statement);
}

Statement withSplitLoops(const Statement &statement, const Split &split) {
  Statement result = statement;
  result.domain = statement.domain.apply(split.instances.reverse());
  const auto pulled = [&](const isl::map &map) {
    return split.instances.apply_range(map).intersect_domain(result.domain);
  };
  result.schedule = pulled(statement.schedule);
  result.iteratorValues = newValues(statement, result.domain, split);
  result.unsplit = flatRange(split.instances).intersect_domain(result.domain).as_pw_multi_aff();
  for (Reference &reference : result.references) {
    reference.index = pulled(reference.index);
    for (std::vector<BodyPiece> &subscript : reference.subscripts)
      renumberIterators(subscript, split);
  }
  for (Access &access : result.accesses)
    access.relation = pulled(access.relation);
  renumberIterators(result.body, split);
  for (Update &update : result.updates)
    renumberIterators(update.operand, split);
  nameDimensions(result, statement, split);
  return result;
}

} // namespace gputile::transform
