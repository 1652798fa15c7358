//===- Region.cpp - Regions that the model of tile sizes is for -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Region.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/val.h>

#include <algorithm>
#include <optional>
#include <set>

namespace json = llvm::json;

namespace gputile::tiles {
namespace {

llvm::Error error(const std::string &what) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), what);
}

std::string textOf(const json::Object &object, llvm::StringRef key) {
  return object.getString(key).value_or("").str();
}

const json::Array &listOf(const json::Object &object, llvm::StringRef key) {
  static const json::Array none;
  const json::Array *list = object.getArray(key);
  return list ? *list : none;
}

RowVector numbersOf(const json::Array &list) {
  RowVector numbers;
  for (const json::Value &value : list)
    numbers.push_back(value.getAsInteger().value_or(0));
  return numbers;
}

long determinant(const std::vector<RowVector> &matrix) {
  if (matrix.empty())
    return 1;
  long sum = 0;
  for (size_t c = 0; c < matrix.size(); ++c) {
    std::vector<RowVector> minor(matrix.begin() + 1, matrix.end());
    for (RowVector &row : minor)
      row.erase(row.begin() + static_cast<long>(c));
    sum += (c % 2 ? -1 : 1) * matrix[0][c] * determinant(minor);
  }
  return sum;
}

/// Of a square matrix whose determinant is 1 or -1: by Cramer's rule, for at most four rows.
std::vector<RowVector> inverseOf(const std::vector<RowVector> &matrix) {
  const size_t n = matrix.size();
  const long whole = determinant(matrix);
  std::vector<RowVector> inverse(n, RowVector(n));
  for (size_t r = 0; r < n; ++r)
    for (size_t c = 0; c < n; ++c) {
      std::vector<RowVector> minor = matrix;
      minor.erase(minor.begin() + static_cast<long>(r));
      for (RowVector &row : minor)
        row.erase(row.begin() + static_cast<long>(c));
      inverse[c][r] = ((r + c) % 2 ? -1 : 1) * determinant(minor) * whole;
    }
  return inverse;
}

long dot(const RowVector &a, const RowVector &b) {
  long sum = 0;
  for (size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

RowVector times(const std::vector<RowVector> &matrix, const RowVector &vector) {
  RowVector result;
  for (const RowVector &row : matrix)
    result.push_back(dot(row, vector));
  return result;
}

/// The subscripts of an access. \returns false where one is not an iterator plus a constant, or two
/// have the same iterator
bool readSubscripts(const isl::map &relation, std::vector<size_t> &iterators, RowVector &offset) {
  if (isl_map_is_single_valued(relation.get()) != isl_bool_true)
    return false;
  const isl::pw_multi_aff pieces = isl::manage(isl_pw_multi_aff_from_map(relation.copy()));
  if (isl_pw_multi_aff_n_piece(pieces.get()) != 1)
    return false;
  isl::multi_aff functions;
  pieces.foreach_piece([&](const isl::set &, const isl::multi_aff &piece) { functions = piece; });
  const auto dims = static_cast<size_t>(isl_map_dim(relation.get(), isl_dim_in));
  const int parameters = isl_map_dim(relation.get(), isl_dim_param);
  offset.assign(dims, 0);
  iterators.clear();
  for (int d = 0; d < isl_map_dim(relation.get(), isl_dim_out); ++d) {
    const isl::aff function = functions.at(d);
    std::optional<size_t> iterator;
    for (size_t i = 0; i < dims; ++i) {
      const isl::val by =
          isl::manage(isl_aff_get_coefficient_val(function.get(), isl_dim_in, static_cast<int>(i)));
      if (by.is_zero())
        continue;
      if (iterator || !by.is_one())
        return false;
      iterator = i;
    }
    const isl::val constant = function.constant_val();
    if (!iterator || !constant.is_int() ||
        std::count(iterators.begin(), iterators.end(), *iterator) > 0 ||
        isl_aff_involves_dims(function.get(), isl_dim_param, 0,
                              static_cast<unsigned>(parameters)) != isl_bool_false)
      return false;
    iterators.push_back(*iterator);
    offset[*iterator] = constant.num_si();
  }
  return true;
}

/// Reads one region. Its functions stop at the first reason why the model is not for it.
class Reader {
public:
  Reader(isl::ctx ctx, const json::Object &object) : Ctx(ctx), Object(object) {}

  llvm::Error read(Region &region) {
    region.name = textOf(Object, "name");
    if (const json::Object *device = Object.getObject("device"))
      region.device = textOf(*device, "value");
    if (llvm::Error wrong = readStatement(region))
      return wrong;
    if (llvm::Error wrong = readRows(region))
      return wrong;
    if (llvm::Error wrong = readDependences(region))
      return wrong;
    return readArrays(region);
  }

private:
  llvm::Error readStatement(Region &region) {
    const json::Object *scheme = Object.getObject("scheme");
    if (textOf(Object, "outcome") != "transformed" || !scheme ||
        textOf(*scheme, "value") != "wavefront")
      return error("it does not run under scheme wavefront");
    const json::Array &statements = listOf(Object, "statements");
    const json::Array &kernels = listOf(Object, "kernels");
    if (statements.size() != 1 || kernels.size() != 1)
      return error("it has several statements");
    Statement = statements[0].getAsObject();
    Kernel = kernels[0].getAsObject();
    if (!Statement || !Kernel)
      return error("its JSON object is damaged");
    region.domain = isl::set(Ctx, textOf(*Statement, "domain"));
    return llvm::Error::success();
  }

  llvm::Error readRows(Region &region) {
    const json::Array &planes = listOf(Object, "hyperplanes");
    const json::Object *plane = planes.size() == 1 ? planes[0].getAsObject() : nullptr;
    if (!plane)
      return error("its JSON object is damaged");
    for (const json::Value &row : listOf(*plane, "matrix"))
      if (const json::Array *numbers = row.getAsArray())
        region.rows.push_back(numbersOf(*numbers));
    region.shift = numbersOf(listOf(*plane, "shift"));
    const auto dims = static_cast<size_t>(isl_set_dim(region.domain.get(), isl_dim_set));
    if (listOf(*Kernel, "tile").size() != dims)
      return error("not all of its loops are tiled together");
    for (const RowVector &row : region.rows)
      if (row.size() != dims)
        return error("its JSON object is damaged");
    if (region.rows.size() != dims || region.shift.size() != dims ||
        std::abs(determinant(region.rows)) != 1)
      return error("its hyperplanes do not number its iterations one by one");
    region.inverse = inverseOf(region.rows);
    return llvm::Error::success();
  }

  /// The fewest leading rows whose sum grows along all dependences.
  llvm::Error readDependences(Region &region) {
    for (const json::Value &value : listOf(Object, "dependences")) {
      const json::Object *dependence = value.getAsObject();
      const json::Array *distance = dependence ? dependence->getArray("distance") : nullptr;
      if (!distance || distance->size() != region.rows.size())
        return error("the distance between dependent iterations is not constant");
      const RowVector along = times(region.rows, numbersOf(*distance));
      unsigned carrying = 0;
      long sum = 0;
      while (sum < 1 && carrying < along.size())
        sum += along[carrying++];
      region.carrying = std::max(region.carrying, carrying);
    }
    return llvm::Error::success();
  }

  llvm::Error readArrays(Region &region) {
    for (const json::Value &value : listOf(*Kernel, "shared")) {
      const json::Object *tile = value.getAsObject();
      if (!tile)
        return error("its JSON object is damaged");
      HeldArray array{.name = textOf(*tile, "array"),
                      .elementBytes = tile->getInteger("elementBytes").value_or(0),
                      .bankConflictWays =
                          std::max<long>(1, tile->getInteger("bankConflictWays").value_or(1)),
                      .iterators = {},
                      .offsets = {}};
      if (array.elementBytes < 1)
        return error("its JSON object is of an older gputile");
      if (llvm::Error wrong = readAccesses(array))
        return wrong;
      region.arrays.push_back(std::move(array));
    }
    if (region.arrays.empty())
      return error("its tiles hold nothing in shared memory");
    return llvm::Error::success();
  }

  llvm::Error readAccesses(HeldArray &array) {
    for (const json::Value &value : listOf(*Statement, "accesses")) {
      const json::Object *access = value.getAsObject();
      const isl::map relation(Ctx, access ? textOf(*access, "relation") : "");
      if (relation.range_tuple_id().name() != array.name)
        continue;
      std::vector<size_t> iterators;
      RowVector offset;
      if (!readSubscripts(relation, iterators, offset) ||
          (!array.offsets.empty() && iterators != array.iterators))
        return error("subscripts of '" + array.name +
                     "' are not the same iterators plus constants in all references");
      array.iterators = iterators;
      array.offsets.push_back(std::move(offset));
    }
    const auto dims = static_cast<size_t>(
        isl_set_dim(isl::set(Ctx, textOf(*Statement, "domain")).get(), isl_dim_set));
    if (array.offsets.empty() || array.iterators.size() + 1 < dims)
      return error("many iterations access the same elements of '" + array.name + "'");
    return llvm::Error::success();
  }

  isl::ctx Ctx;
  const json::Object &Object;
  const json::Object *Statement = nullptr, *Kernel = nullptr;
};

ArrayUse useOf(const Region &region, const HeldArray &array) {
  ArrayUse use{.elementBytes = array.elementBytes, .subscripts = {}, .shifts = {}, .chain = {}};
  for (const size_t iterator : array.iterators)
    use.subscripts.push_back(region.inverse[iterator]);
  for (const RowVector &offset : array.offsets)
    use.shifts.push_back(times(region.rows, offset));
  RowVector same(region.rows.size(), 1);
  for (const size_t iterator : array.iterators)
    same[iterator] = 0;
  if (array.iterators.size() < region.rows.size())
    use.chain = times(region.rows, same);
  return use;
}

} // namespace

std::vector<std::string> Region::parameters() const {
  std::vector<std::string> names;
  for (int p = 0; p < isl_set_dim(domain.get(), isl_dim_param); ++p)
    names.push_back(isl_set_get_dim_name(domain.get(), isl_dim_param, static_cast<unsigned>(p)));
  return names;
}

llvm::Expected<Region> readRegion(isl::ctx ctx, const json::Object &object) {
  Region region;
  try {
    if (llvm::Error wrong = Reader(ctx, object).read(region))
      return std::move(wrong);
  } catch (const isl::exception &) {
    return error("its JSON object has a set or a relation that isl does not read");
  }
  return region;
}

llvm::Expected<TiledNest> nestOf(const Region &region, const Sizes &sizes) {
  isl::set domain = region.domain;
  const std::vector<std::string> names = region.parameters();
  for (size_t p = 0; p < names.size(); ++p) {
    const auto size = sizes.find(names[p]);
    if (size == sizes.end())
      return error("the size '" + names[p] + "' is not given");
    domain = isl::manage(isl_set_fix_si(domain.release(), isl_dim_param, static_cast<unsigned>(p),
                                        static_cast<int>(size->second)));
  }
  if (domain.is_empty())
    return error("its loops have no iterations with these sizes");
  const size_t dims = region.rows.size();
  TiledNest nest{.carrying = region.carrying,
                 .least = region.shift,
                 .most = region.shift,
                 .loops = {},
                 .arrays = {}};
  isl::set box = isl::manage(isl_set_universe(domain.space().release()));
  for (size_t d = 0; d < dims; ++d) {
    const int at = static_cast<int>(d);
    const isl::val low = domain.dim_min_val(at), high = domain.dim_max_val(at);
    if (!low.is_int() || !high.is_int())
      return error("its loops have no bounds with these sizes");
    box = isl::manage(
        isl_set_lower_bound_val(box.release(), isl_dim_set, static_cast<unsigned>(d), low.copy()));
    box = isl::manage(
        isl_set_upper_bound_val(box.release(), isl_dim_set, static_cast<unsigned>(d), high.copy()));
    const long least = low.num_si(), most = high.num_si();
    const long shifted = dot(region.inverse[d], region.shift); // Rows are moved by their shifts.
    nest.loops.push_back({region.inverse[d], least + shifted, most + shifted});
    for (size_t r = 0; r < dims; ++r) {
      const long by = region.rows[r][d];
      nest.least[r] += by * (by < 0 ? most : least);
      nest.most[r] += by * (by < 0 ? least : most);
    }
  }
  if (!box.intersect_params(domain.params()).is_subset(domain))
    return error("its loops are not rectangular");
  for (const HeldArray &array : region.arrays)
    nest.arrays.push_back(useOf(region, array));
  return nest;
}

} // namespace gputile::tiles
