//===- ConstantRows.cpp - Rows of constant length -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/ConstantRows.h"

#include "gputile/IR/PointerRows.h"
#include "gputile/Support/IslTools.h"

#include <isl/aff.h>

#include <cstdlib>
#include <set>

namespace gputile::frontend {

/// Shorter ones are steps of a loop, or the members of a structure.
static constexpr long ShortestRow = 8;
/// More dimensions than this are no shape that anyone means.
static constexpr unsigned MaxRank = 6;

namespace {
/// A subscript on a part of a statement's domain.
struct Piece {
  isl::set where;
  isl::aff value;
};

/// A subscript in rows: `rows * length + rest`.
struct RowPiece {
  isl::set where;
  isl::aff rows, rest;
};

/// A reference to the array whose dimensions are looked for.
struct Place {
  Statement *statement;
  unsigned reference;

  Reference &get() const { return statement->references[reference]; }
};
} // namespace

static std::vector<Piece> piecesOf(const isl::map &index, unsigned dimension) {
  std::vector<Piece> pieces;
  index.as_pw_multi_aff()
      .at(static_cast<int>(dimension))
      .foreach_piece([&](const isl::set &where, const isl::multi_aff &value) {
        pieces.push_back({where, value.at(0)});
      });
  return pieces;
}

/// The kinds of dimensions that affine expressions have coefficients of.
static constexpr isl_dim_type Kinds[] = {isl_dim_param, isl_dim_in, isl_dim_div};

/// Calls \p visit with the coefficients of \p value: kind, position, number.
/// \returns false if one is no integer that fits in a long
template <typename Visit> static bool forEachCoefficient(const isl::aff &value, Visit visit) {
  for (isl_dim_type kind : Kinds)
    for (int k = 0; k < isl_aff_dim(value.get(), kind); ++k) {
      const std::optional<long> number =
          asLong(isl::manage(isl_aff_get_coefficient_val(value.get(), kind, k)));
      if (!number)
        return false;
      visit(kind, k, *number);
    }
  return true;
}

/// How many rows \p distance is, so that a small part of a row remains: `41 * i` steps along a
/// diagonal of rows of 40 elements, `39 * i` along the other one.
static long rowsIn(long distance, long length) {
  const long rows = distance / length;
  const long rest = distance % length;
  if (4 * std::labs(rest) <= 3 * length)
    return rows;
  return rows + (rest < 0 ? -1 : 1);
}

static isl::aff multipliedBy(const isl::aff &value, long factor) {
  return value.scale(isl::val(value.ctx(), factor));
}

static bool stepsInLoops(const isl::aff &value) {
  const auto dims = static_cast<unsigned>(isl_aff_dim(value.get(), isl_dim_in));
  return isl_aff_involves_dims(value.get(), isl_dim_in, 0, dims) == isl_bool_true;
}

/// { x : 0 <= value(x) < length }
static isl::set insideRow(const isl::aff &value, long length) {
  const isl::aff zero = multipliedBy(value, 0);
  return value.ge_set(zero).intersect(
      value.lt_set(zero.add_constant(isl::val(value.ctx(), length))));
}

/// \p piece in rows, so that the rest lies in its row wherever \p runs contains the instance.
static std::optional<RowPiece> inRows(const Piece &piece, long length, const isl::set &runs) {
  isl::aff rows = piece.value;
  const bool known = forEachCoefficient(piece.value, [&](isl_dim_type kind, int k, long distance) {
    const isl::val count(piece.value.ctx(), rowsIn(distance, length));
    rows = isl::manage(isl_aff_set_coefficient_val(rows.release(), kind, k, count.copy()));
  });
  const std::optional<long> constant = asLong(piece.value.constant_val());
  if (!known || !constant)
    return std::nullopt;
  const isl::set where = piece.where.intersect(runs);
  // `j - 1` may be the row's own cell, or the last one of the row before.
  for (long more : {0, 1, -1}) {
    const isl::val count(piece.value.ctx(), *constant / length + more);
    rows = isl::manage(isl_aff_set_constant_val(rows.release(), count.copy()));
    const isl::aff rest = piece.value.sub(multipliedBy(rows, length));
    if (where.is_subset(insideRow(rest, length)))
      return RowPiece{piece.where, rows, rest};
  }
  return std::nullopt;
}

namespace {

/// Takes the dimensions of one array apart.
class RowFinder {
public:
  RowFinder(Scop &scop, unsigned array) : TheScop(scop), Index(array) {
    for (Statement &statement : scop.statements)
      addPlaces(statement);
    for (Inspection &inspection : scop.inspections)
      addPlaces(inspection.text);
  }

  void run() {
    if (!Possible)
      return;
    for (unsigned d = array().rank; d-- > 0;)
      while (array().rank < MaxRank && splitOnce(d))
        ;
  }

private:
  Array &array() const { return TheScop.arrays[Index]; }

  void addPlaces(Statement &statement) {
    for (unsigned r = 0; r < statement.references.size(); ++r)
      if (statement.references[r].array == Index) {
        Possible = Possible && statement.references[r].affine;
        Places.push_back({&statement, r});
      }
  }

  isl::set runsOf(const Place &place) const {
    return place.statement->domain.intersect_params(TheScop.context)
        .intersect_params(TheScop.guard);
  }

  /// The distances of iterations in dimension \p d that may be lengths of rows.
  std::set<long> lengthsIn(unsigned d) const {
    std::set<long> lengths;
    for (const Place &place : Places)
      for (const Piece &piece : piecesOf(place.get().index, d))
        forEachCoefficient(piece.value, [&](isl_dim_type kind, int, long distance) {
          if (kind == isl_dim_in && std::labs(distance) >= ShortestRow)
            lengths.insert(std::labs(distance));
        });
    return lengths;
  }

  /// \returns whether dimension \p d is two dimensions now
  bool splitOnce(unsigned d) {
    for (long length : lengthsIn(d))
      if (split(d, length))
        return true;
    return false;
  }

  bool split(unsigned d, long length) {
    std::vector<std::vector<RowPiece>> found;
    bool isWalked = false; // Rows are what one reference steps over, and through.
    for (const Place &place : Places) {
      found.emplace_back();
      for (const Piece &piece : piecesOf(place.get().index, d)) {
        const auto inRow = inRows(piece, length, runsOf(place));
        if (!inRow)
          return false;
        isWalked = isWalked || (stepsInLoops(inRow->rows) && stepsInLoops(inRow->rest));
        found.back().push_back(*inRow);
      }
    }
    if (!isWalked)
      return false;
    for (size_t p = 0; p < Places.size(); ++p)
      changeReference(Places[p], d, found[p]);
    changeArray(d, length);
    return true;
  }

  void changeReference(const Place &place, unsigned d, const std::vector<RowPiece> &pieces) const {
    Reference &reference = place.get();
    const isl::map old = reference.index;
    isl::map result = joinRanges(old, selectRange(old, d, 1)).set_range_tuple(array().name);
    result = isl::map::empty(result.space());
    for (const RowPiece &piece : pieces) {
      isl::map part = joinRanges(piece.rows.as_map(), piece.rest.as_map());
      part = joinRanges(joinRanges(selectRange(old, 0, d), part),
                        selectRange(old, d + 1, array().rank - d - 1));
      part = part.intersect_domain(piece.where).set_range_tuple(array().name);
      result = result.unite(part);
    }
    reference.index = result;
    for (Access &access : place.statement->accesses)
      if (access.reference == place.reference)
        access.relation = reference.index.intersect_domain(access.relation.domain());
  }

  void changeArray(unsigned d, long length) const {
    Array &changed = array();
    ++changed.rank;
    if (changed.storage == ArrayStorage::Private)
      return;
    const int64_t inner = changed.strideConstants[d];
    const std::string text = changed.strideExprs[d];
    const bool known = inner > 0;
    const std::string number = std::to_string(length);
    changed.strideConstants.insert(changed.strideConstants.begin() + d,
                                   known ? inner * length : -1);
    changed.strideExprs.insert(changed.strideExprs.begin() + d, known
                                                                    ? std::to_string(inner * length)
                                                                    : "(" + text + ") * " + number);
  }

  Scop &TheScop;
  unsigned Index;
  std::vector<Place> Places;
  bool Possible = true;
};

} // namespace

void takeRowsApart(Scop &scop) {
  std::set<unsigned> kept;
  for (const InspectedArray &inspected : scop.inspected)
    kept.insert(inspected.array);
  for (unsigned a = 0; a < scop.arrays.size(); ++a)
    if (kept.count(a) == 0 && pointerLevels(scop.arrays[a]) == 0)
      RowFinder(scop, a).run();
}

} // namespace gputile::frontend
