//===- Distance.cpp - Order proved from distances -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier/Distance.h"
#include "Verifier/Sync.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/mat.h>
#include <isl/set.h>
#include <isl/val.h>

#include <algorithm>

using namespace gputile;
using namespace gputile::verifier;

/// \p map without parameters: all that holds for some value of them.
static isl::map withoutParams(isl_map *map) {
  return isl::manage(isl_map_project_out(map, isl_dim_param, 0, isl_map_dim(map, isl_dim_param)));
}

/// The equations of \p map that hold without quantified variables.
static isl::map equationsOf(const isl::map &map) {
  isl_basic_map *hull = isl_map_affine_hull(map.copy());
  return isl::manage(isl_map_from_basic_map(isl_basic_map_remove_divs(hull)));
}

/// The coefficients of the range in the equations \p map that look at it.
static std::vector<std::vector<long>> equationRows(const isl::map &map) {
  std::vector<std::vector<long>> rows;
  isl::basic_map hull = map.affine_hull();
  const unsigned columns = rangeDims(map);
  isl_mat *matrix = isl_basic_map_equalities_matrix(hull.get(), isl_dim_out, isl_dim_in,
                                                    isl_dim_param, isl_dim_div, isl_dim_cst);
  for (int r = 0; r < isl_mat_rows(matrix); ++r) {
    std::vector<long> row;
    for (unsigned c = 0; c < columns; ++c)
      row.push_back(
          asLong(isl::manage(isl_mat_get_element_val(matrix, r, static_cast<int>(c)))).value_or(0));
    auto first = std::find_if(row.begin(), row.end(), [](long value) { return value != 0; });
    if (first == row.end())
      continue;
    // An equation has two signs.
    if (*first < 0)
      for (long &value : row)
        value = -value;
    rows.push_back(row);
  }
  isl_mat_free(matrix);
  return rows;
}

/// The constants c of { S[i] -> [f] }, f = g(S[i]) + c; 0 where that is not a plain equation.
static std::vector<long> constantsOf(const isl::map &map) {
  const unsigned columns = rangeDims(map);
  std::vector<long> constants(columns, 0);
  isl::basic_map hull = map.affine_hull();
  isl_mat *matrix = isl_basic_map_equalities_matrix(hull.get(), isl_dim_out, isl_dim_in,
                                                    isl_dim_param, isl_dim_div, isl_dim_cst);
  const auto number = [&](int r, unsigned c) {
    return asLong(isl::manage(isl_mat_get_element_val(matrix, r, static_cast<int>(c)))).value_or(0);
  };
  for (int r = 0; r < isl_mat_rows(matrix); ++r) {
    std::vector<unsigned> used;
    for (unsigned c = 0; c < columns; ++c)
      if (number(r, c) != 0)
        used.push_back(c);
    if (used.size() == 1 && std::abs(number(r, used[0])) == 1)
      constants[used[0]] =
          -number(r, used[0]) * number(r, static_cast<unsigned>(isl_mat_cols(matrix)) - 1);
  }
  isl_mat_free(matrix);
  return constants;
}

/// { [w] -> [r_0 w - c_0, r_1 w - c_1, …] }.
static isl::map mapOfRows(isl::ctx ctx, const std::vector<std::vector<long>> &rows, unsigned dims,
                          const std::vector<long> &constants) {
  isl_space *space = isl_space_alloc(ctx.get(), 0, dims, static_cast<unsigned>(rows.size()));
  isl_multi_aff *result = isl_multi_aff_zero(space);
  for (unsigned r = 0; r < rows.size(); ++r) {
    isl_aff *row = isl_multi_aff_get_aff(result, static_cast<int>(r));
    for (unsigned c = 0; c < dims; ++c)
      row = isl_aff_set_coefficient_si(row, isl_dim_in, static_cast<int>(c),
                                       static_cast<int>(rows[r][c]));
    row = isl_aff_set_constant_val(row, isl_val_int_from_si(ctx.get(), -constants[r]));
    result = isl_multi_aff_set_aff(result, static_cast<int>(r), row);
  }
  return isl::manage(isl_map_from_multi_aff(result));
}

/// One convex set without parameters and divisions that contains the range of \p place.
static isl::set placesOf(const isl::map &place) {
  const isl::set places = withoutDivs(withoutParamConstraints(place).range());
  return isl::set(simpleHull(places.project_out_all_params()));
}

/// { f -> f' : f' - f in \p distances }.
static isl::map apartBy(const isl::set &distances) {
  isl_space *space = isl_space_map_from_set(isl_set_get_space(distances.get()));
  isl_map *difference = isl_map_deltas_map(isl_map_universe(space));
  difference = isl_map_intersect_range(difference, distances.copy());
  return isl::manage(isl_set_unwrap(isl_map_domain(difference)));
}

DistanceProof::DistanceProof(const Program &program, Conflicts &conflicts)
    : P(program), Pairs(conflicts) {
  for (const MappedKernel &kernel : P.kernels)
    Frames.push_back(makeFrame(kernel));
}

/// { x -> y : their block surely passes a barrier between them }, for places \p places
/// of the statements: the barriers of the loops that are around x, or around y.
static isl::map separatedPlaces(const MappedKernel &kernel, const std::vector<isl::set> &places) {
  isl::ctx ctx = kernel.launch.ctx();
  const unsigned moment = kernel.groupDims() + kernel.orderDims;
  isl::map point = projection(ctx, moment + kernel.threadDims, 0, moment);
  isl::map later = laterInBlock(kernel);
  isl::map result = isl::map::empty(sameImage(point, point).space());
  for (const PlacedAction &action : kernel.actions) {
    if (action.action->kind != KernelAction::Kind::Barrier)
      continue;
    isl::map barrier = withoutParams(equationsOf(action.point).release());
    if (!barrier.is_single_valued())
      continue;
    const unsigned around = domainDims(barrier);
    isl::map loops = projection(ctx, moment + kernel.threadDims, 0, around);
    isl::set with = isl::set::empty(places.front().space()), without = with;
    for (size_t s = 0; s < places.size(); ++s) {
      isl::set &side = action.inLoopsOf[s] ? with : without;
      side = side.unite(places[s]);
    }
    // The hull, as that is what will be asked about.
    with = hullOf(with);
    if (!with.intersect(without).is_empty())
      continue;
    isl::map own = loops.apply_range(barrier).intersect_domain(with);
    isl::map after = own.intersect(point.apply_range(later));
    isl::map before = own.intersect(point.apply_range(later.reverse()));
    result = result.unite(after.apply_range(later).apply_range(point.reverse()))
                 .unite(point.apply_range(later).apply_range(before.reverse()));
  }
  return result;
}

static DistanceProof::Hulls hullsOf(std::vector<isl::set> sets) {
  isl::set all = sets.front();
  for (const isl::set &set : sets)
    all = all.unite(set);
  return {std::move(sets), hullOf(all)};
}

/// { [h…, b_d, f…] }: what constraints of \p tile = { [h…, b…, f…] } say that look at no
/// other of the \p blocks block dimensions, but at b_d or the \p hosts host dimensions.
static isl::set alongDim(const isl::set &tile, unsigned hosts, unsigned blocks, unsigned d) {
  isl_set *set = tile.copy();
  for (unsigned other = blocks; other-- > 0;) {
    if (other == d)
      continue;
    set = isl_set_drop_constraints_involving_dims(set, isl_dim_set, hosts + other, 1);
    set = isl_set_project_out(set, isl_dim_set, hosts + other, 1);
  }
  return isl::manage(isl_set_drop_constraints_not_involving_dims(set, isl_dim_set, 0, hosts + 1));
}

static DistanceProof::Tile tileOf(const MappedKernel &kernel, isl::set whole) {
  const unsigned hosts = kernel.hostDims, blocks = kernel.blockDims;
  DistanceProof::Tile tile{whole, {}};
  if (blocks == 0)
    return tile;
  // Which step of its band a row is may follow from all dimensions together.
  isl_set *steps = isl_set_project_out(whole.copy(), isl_dim_set, hosts, blocks);
  steps = isl_set_remove_divs(steps);
  steps = isl_set_drop_constraints_not_involving_dims(steps, isl_dim_set, 0, hosts);
  isl::set always = isl::manage(isl_set_insert_dims(steps, isl_dim_set, hosts, 1));
  for (unsigned d = 0; d < blocks; ++d)
    tile.alongDims.push_back(alongDim(whole, hosts, blocks, d).intersect(always));
  return tile;
}

static DistanceProof::Tiles tilesOf(const MappedKernel &kernel, const std::vector<isl::set> &each,
                                    const isl::set &any) {
  std::vector<DistanceProof::Tile> tiles;
  for (const isl::set &one : each)
    tiles.push_back(tileOf(kernel, one));
  return {std::move(tiles), tileOf(kernel, any)};
}

DistanceProof::Frame DistanceProof::makeFrame(const MappedKernel &kernel) const {
  const unsigned dims = kernel.groupDims() + kernel.orderDims + kernel.threadDims;
  std::vector<std::vector<long>> rows;
  std::vector<isl::map> equations;
  std::vector<isl::set> places;
  for (const Placed &placed : kernel.placed) {
    equations.push_back(equationsOf(placed.place));
    places.push_back(placesOf(placed.place));
    // A statement of fewer loops fixes coordinates that are part of the rows of others.
    std::vector<std::vector<long>> own = equationRows(equations.back());
    if (rows.empty() || own.size() < rows.size())
      rows = std::move(own);
  }
  isl::map row = mapOfRows(P.ctx(), rows, dims, std::vector<long>(rows.size(), 0));
  // Without constants, kernels that run parts of the statements have much in common.
  if (!equations.empty())
    row = mapOfRows(P.ctx(), rows, dims,
                    constantsOf(equationsOf(equations.front().apply_range(row))));
  isl::map tile = joinRanges(projection(P.ctx(), dims, 0, kernel.groupDims()), row);
  std::vector<isl::map> ofStatement;
  std::vector<isl::set> inTiles;
  for (size_t s = 0; s < places.size(); ++s) {
    ofStatement.push_back(equationsOf(equations[s].apply_range(row)));
    inTiles.push_back(hullOf(places[s].apply(tile)));
  }
  isl::map launch = withoutParams(equationsOf(flatRange(flatDomain(kernel.launch))).release());
  const Hulls tiles = hullsOf(std::move(inTiles));
  return {rows,
          row,
          ofStatement,
          tilesOf(kernel, tiles.each, tiles.any),
          hullsOf(places),
          launch,
          separatedPlaces(kernel, places)};
}

/// For the pairs of statements at positions \p a and \p b.
const DistanceProof::Distances &DistanceProof::distances(size_t k, size_t a, size_t l,
                                                         size_t b) const {
  const isl::map &from = Frames[k].ofStatement[a], &to = Frames[l].ofStatement[b];
  const unsigned s = P.kernels[k].placed[a].statement, t = P.kernels[l].placed[b].statement;
  // Kernels that run parts of a statement mostly have the same rows.
  std::vector<Distances> &known = Known[{s, t}];
  for (const Distances &other : known)
    if (isl_map_plain_is_equal(other.from.get(), from.get()) == isl_bool_true &&
        isl_map_plain_is_equal(other.to.get(), to.get()) == isl_bool_true)
      return other;
  isl::map rows = Pairs.ordered(s, t).apply_domain(from).apply_range(to);
  isl::set far =
      isl::manage(isl_set_remove_divs(isl_map_deltas(withoutParams(rows.release()).release())));
  known.push_back({from, to, far, hullOf(far)});
  return known.back();
}

/// Whether all pairs of places in \p from and \p to, { [h…, b…, f…] }, whose rows
/// differ by \p far, are in launches in the right order, or in one block.
bool DistanceProof::blocksInOrder(size_t k, const Tile &from, size_t l, const Tile &to,
                                  const isl::set &far) const {
  const auto rowsOf = [&](size_t kernel) {
    const unsigned groups = P.kernels[kernel].groupDims(), rows = setDims(far);
    return projection(P.ctx(), groups + rows, groups, rows);
  };
  const auto launchOf = [&](size_t kernel) {
    const unsigned hosts = P.kernels[kernel].hostDims;
    return projection(P.ctx(), P.kernels[kernel].groupDims() + setDims(far), 0, hosts)
        .apply_range(Frames[kernel].launch);
  };
  isl::map pairs = rowsOf(k).apply_range(apartBy(far)).apply_range(rowsOf(l).reverse());
  pairs = pairs.intersect_domain(from.whole).intersect_range(to.whole);
  if (meet(pairs, lexGreater(launchOf(k), launchOf(l))))
    return false;
  if (k != l) // Kernels do not share launches.
    return true;
  isl::map together = pairs.intersect(sameImage(launchOf(k), launchOf(l)));
  const unsigned groups = P.kernels[k].groupDims();
  isl::map group = projection(P.ctx(), setDims(from.whole), 0, groups);
  for (unsigned d = 0; d < groups; ++d)
    if (meet(together, differIn(group, group, d)))
      return false;
  return true;
}

/// { [h…, b_d, f…] -> [h'…, b'_d, f'…] }: pairs in \p from and \p to whose rows differ by
/// \p far, without rows that neither of them looks at.
static isl::map pairsAlongDim(isl::set from, isl::set to, isl::set far) {
  const unsigned outer = setDims(from) - setDims(far);
  const auto involves = [](const isl::set &set, unsigned d) {
    return isl_set_involves_dims(set.get(), isl_dim_set, d, 1) == isl_bool_true;
  };
  for (unsigned r = setDims(far); r-- > 0;) {
    if (involves(from, outer + r) || involves(to, outer + r))
      continue;
    from = dropDims(from, outer + r, 1);
    to = dropDims(to, outer + r, 1);
    far = dropDims(far, r, 1);
  }
  isl_map *pairs = isl_map_insert_dims(apartBy(far.coalesce()).release(), isl_dim_in, 0, outer);
  pairs = isl_map_insert_dims(pairs, isl_dim_out, 0, outer);
  return isl::manage(pairs).intersect_domain(from).intersect_range(to);
}

/// The pairs \p of = { x -> y } as { [x…, z…] -> [y…, z'…] } with tuples as long as in \p like.
static isl::map extended(const isl::map &of, const isl::map &like) {
  isl_map *map = of.copy();
  map = isl_map_add_dims(map, isl_dim_in, domainDims(like) - domainDims(of));
  return isl::manage(isl_map_add_dims(map, isl_dim_out, rangeDims(like) - rangeDims(of)));
}

size_t DistanceProof::numberOf(const isl::map &map) const {
  const auto found = std::find_if(Seen.begin(), Seen.end(), [&](const isl::map &other) {
    return isl_map_plain_is_equal(map.get(), other.get()) == isl_bool_true;
  });
  if (found == Seen.end())
    Seen.push_back(map);
  return static_cast<size_t>(found - Seen.begin());
}

bool DistanceProof::neverAlongDim(const isl::set &from, const isl::set &to, const isl::set &far,
                                  const isl::map &related) const {
  const auto numberOfSet = [&](const isl::set &set) {
    return numberOf(isl::manage(isl_map_from_range(set.copy())));
  };
  auto [known, isNew] = Never.try_emplace(
      {numberOfSet(from), numberOfSet(to), numberOfSet(far), numberOf(related)}, false);
  if (isNew) {
    const isl::map pairs = pairsAlongDim(from, to, far);
    known->second = !meet(pairs, extended(related, pairs));
  }
  return known->second;
}

/// The same as blocksInOrder, shown from what the coordinates of blocks say one by one:
/// much of tiles that are products of intervals. The answer no means nothing.
bool DistanceProof::blocksInOrderAlongDims(size_t k, const Tile &from, size_t l, const Tile &to,
                                           const isl::set &far) const {
  const unsigned hosts = P.kernels[k].hostDims, blocks = P.kernels[k].blockDims;
  if (P.kernels[l].hostDims != hosts || P.kernels[l].blockDims != blocks)
    return false;
  const isl::map wrong = lexGreater(Frames[k].launch, Frames[l].launch).coalesce();
  bool never = false;
  for (unsigned d = 0; d < blocks && !never; ++d)
    never = neverAlongDim(from.alongDims[d], to.alongDims[d], far, wrong);
  if (!never || k != l) // Kernels do not share launches.
    return never;
  const isl::map together = sameImage(Frames[k].launch, Frames[l].launch);
  if (!together.is_subset(projection(P.ctx(), hosts, 0, hosts)))
    return false;
  const isl::map b = projection(P.ctx(), hosts + 1, hosts, 1), differ = differIn(b, b, 0);
  const isl::map apart = extended(together, differ).intersect(differ);
  for (unsigned d = 0; d < blocks; ++d)
    if (!neverAlongDim(from.alongDims[d], to.alongDims[d], far, apart))
      return false;
  return true;
}

/// Whether all pairs of places in \p from and \p to, { [w] }, of one block whose rows
/// differ by \p far are kept in order by a barrier, or by their thread.
bool DistanceProof::threadsInOrder(size_t k, const isl::set &from, const isl::set &to,
                                   const isl::set &far) const {
  const MappedKernel &kernel = P.kernels[k];
  const Frame &frame = Frames[k];
  const unsigned moment = kernel.groupDims() + kernel.orderDims, dims = setDims(from);
  isl::map group = projection(P.ctx(), dims, 0, kernel.groupDims());
  isl::map pairs = frame.row.apply_range(apartBy(far)).apply_range(frame.row.reverse());
  pairs = pairs.intersect_domain(from).intersect_range(to).intersect(sameImage(group, group));
  if (pairs.is_subset(frame.separated))
    return true;
  isl::map thread = projection(P.ctx(), dims, moment, kernel.threadDims);
  for (unsigned d = 0; d < kernel.threadDims; ++d) {
    isl::map apart = pairs.intersect(differIn(thread, thread, d));
    if (!apart.is_empty() && !apart.is_subset(frame.separated))
      return false;
  }
  isl::map order = projection(P.ctx(), dims, kernel.groupDims(), kernel.orderDims);
  isl::map later =
      pairs.intersect(sameImage(thread, thread)).intersect(lexGreaterEqual(order, order));
  return later.is_empty() || later.is_subset(frame.separated);
}

bool DistanceProof::proves(size_t k, size_t l) const {
  const Frame &first = Frames[k], &second = Frames[l];
  if (first.rows != second.rows)
    return false;
  struct Pair {
    size_t a, b; ///< Positions in `placed`.
    isl::set far, hull;
  };
  std::vector<Pair> pairs;
  isl::set any = isl::set::empty(first.row.range().space());
  for (size_t a = 0; a < first.ofStatement.size(); ++a)
    for (size_t b = 0; b < second.ofStatement.size(); ++b)
      if (const Distances &far = distances(k, a, l, b); !far.all.is_empty()) {
        pairs.push_back({a, b, far.all, far.hull});
        any = any.unite(far.hull);
      }
  any = any.coalesce();
  // All statements at once, and where these are placed in different ways, one by one.
  const auto inOrder = [&](auto test) {
    return (this->*test)(k, first.tiles.any, l, second.tiles.any, any) ||
           std::all_of(pairs.begin(), pairs.end(), [&](const Pair &pair) {
             return (this->*test)(k, first.tiles.each[pair.a], l, second.tiles.each[pair.b],
                                  pair.hull);
           });
  };
  const bool blocks =
      inOrder(&DistanceProof::blocksInOrderAlongDims) || inOrder(&DistanceProof::blocksInOrder);
  if (!blocks || k != l)
    return blocks;
  return threadsInOrder(k, first.places.any, first.places.any, any) ||
         std::all_of(pairs.begin(), pairs.end(), [&](const Pair &pair) {
           return threadsInOrder(k, first.places.each[pair.a], first.places.each[pair.b], pair.far);
         });
}
