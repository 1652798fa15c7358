//===- TilePoints.cpp - The points of a picture of tiles ---------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Draw/TilePoints.h"

#include <algorithm>
#include <map>

namespace gputile::draw {
namespace {

constexpr long MaxRows = 12, MaxColumns = 16;
constexpr long MaxParameter = 40; ///< For those on which the picture does not depend.

unsigned depthOf(const Statement &statement) {
  return static_cast<unsigned>(statement.iterators.size());
}

isl::set fix(const isl::set &set, isl_dim_type type, unsigned position, long value) {
  return isl::manage(isl_set_fix_si(set.copy(), type, position, static_cast<int>(value)));
}

/// Smallest and largest value of a dimension; none when there are none.
std::optional<std::pair<long, long>> rangeOf(const isl::set &set, unsigned dim) {
  if (set.is_empty())
    return std::nullopt;
  const auto low = asLong(set.dim_min_val(static_cast<int>(dim)));
  const auto high = asLong(set.dim_max_val(static_cast<int>(dim)));
  if (!low || !high)
    return std::nullopt;
  return std::pair(*low, *high);
}

class Chooser {
public:
  Chooser(const Scop &scop, const KernelPlan &kernel) : TheScop(scop), Kernel(kernel) {}

  std::optional<TilePoints> choose(const std::vector<std::string> &dims) {
    if (Kernel.statements.empty() || !chooseDims(dims))
      return std::nullopt;
    chooseParameters();
    const isl::set domain = deepest().domain;
    chooseFixed(atParameters(domain));
    Result.hasInner = innerDims() > 0;
    for (unsigned s : Kernel.statements)
      addPoints(s);
    return Result;
  }

private:
  const Statement &deepest() const { return TheScop.statements[Result.deepest]; }

  bool chooseDims(const std::vector<std::string> &dims) {
    Result.deepest = *std::max_element(
        Kernel.statements.begin(), Kernel.statements.end(), [&](unsigned a, unsigned b) {
          return depthOf(TheScop.statements[a]) < depthOf(TheScop.statements[b]);
        });
    const std::vector<std::string> &names = deepest().iterators;
    Result.vertical = 0;
    Result.horizontal = 1;
    if (dims.empty())
      return names.size() >= 2;
    if (dims.size() != 2 || dims[0] == dims[1])
      return false;
    const auto first = std::find(names.begin(), names.end(), dims[0]);
    const auto second = std::find(names.begin(), names.end(), dims[1]);
    Result.vertical = static_cast<unsigned>(first - names.begin());
    Result.horizontal = static_cast<unsigned>(second - names.begin());
    return first != names.end() && second != names.end();
  }

  isl::set atParameters(isl::set set) const {
    for (const auto &[name, value] : Result.parameters) {
      const int position = isl_set_find_dim_by_name(set.get(), isl_dim_param, name.c_str());
      if (position >= 0)
        set = fix(set, isl_dim_param, static_cast<unsigned>(position), value);
    }
    return set;
  }

  /// Whether the deepest statement has few enough points in all directions.
  bool isSmall() const {
    const isl::set domain = atParameters(deepest().domain);
    for (unsigned d = 0; d < depthOf(deepest()); ++d)
      if (const auto range = rangeOf(domain, d))
        if (range->second - range->first >= (d == Result.horizontal ? MaxColumns : MaxRows))
          return false;
    return true;
  }

  /// Raises the parameters in turn as long as the picture stays small.
  void chooseParameters() {
    for (const Parameter &parameter : TheScop.parameters)
      Result.parameters.push_back({parameter.name, 1});
    std::vector<bool> done(Result.parameters.size(), false);
    for (long value = 2; value <= MaxParameter; ++value)
      for (size_t p = 0; p < done.size(); ++p) {
        if (done[p])
          continue;
        Result.parameters[p].second = value;
        if (!isSmall()) {
          Result.parameters[p].second = value - 1;
          done[p] = true;
        }
      }
  }

  void chooseFixed(isl::set domain) {
    for (unsigned d = 0; d < depthOf(deepest()); ++d) {
      if (d == Result.vertical || d == Result.horizontal)
        continue;
      const auto range = rangeOf(domain, d);
      const long value = range ? (range->first + range->second) / 2 : 0;
      domain = fix(domain, isl_dim_set, d, value);
      Result.fixed.push_back({deepest().iterators[d], value});
      FixedAt[d] = value;
    }
  }

  /// The order positions that tell wavefronts: those up to the innermost barrier.
  unsigned innerDims() const {
    unsigned most = 0;
    const auto above = static_cast<unsigned>(Kernel.hostDims.size()) + Kernel.blockDims;
    for (const KernelAction &action : Kernel.actions)
      if (action.kind == KernelAction::Kind::Barrier) {
        const auto dims = static_cast<unsigned>(isl_map_dim(action.order.get(), isl_dim_in));
        most = std::max(most, dims - above);
      }
    return most;
  }

  /// The instances of statement \p s in the picture.
  isl::set visible(unsigned s) const {
    isl::set domain = atParameters(TheScop.statements[s].domain);
    for (const auto &[dim, value] : FixedAt)
      if (dim < depthOf(TheScop.statements[s]))
        domain = fix(domain, isl_dim_set, dim, value);
    for (const auto &[dim, most] :
         {std::pair(Result.vertical, MaxRows), std::pair(Result.horizontal, MaxColumns)})
      if (const auto range = rangeOf(domain, dim))
        domain = isl::manage(isl_set_upper_bound_si(domain.release(), isl_dim_set, dim,
                                                    static_cast<int>(range->first + most - 1)));
    return domain;
  }

  void addPoints(unsigned s) {
    const unsigned depth = depthOf(TheScop.statements[s]);
    if (depth <= std::max(Result.vertical, Result.horizontal))
      return;
    const isl::set domain = visible(s);
    const auto hosts = static_cast<unsigned>(Kernel.hostDims.size());
    const isl::map host = mapOf(Kernel.host, domain, hosts);
    const isl::map block = mapOf(Kernel.block, domain, Kernel.blockDims);
    const isl::map order =
        mapOf(Kernel.order, domain, static_cast<unsigned>(Kernel.orderIsLoop.size()));
    const isl::map places = isl::manage(isl_map_flat_range_product(
        isl_map_flat_range_product(host.copy(), block.copy()), order.copy()));
    const unsigned inner = innerDims();
    places.wrap().foreach_point([&](const isl::point &point) {
      const isl::multi_val values = point.multi_val();
      const auto part = [&](unsigned from, unsigned count) {
        std::vector<long> numbers;
        for (unsigned d = from; d < from + count; ++d)
          numbers.push_back(asLong(values.at(static_cast<int>(d))).value_or(0));
        return numbers;
      };
      Result.points.push_back({s, part(Result.vertical, 1)[0], part(Result.horizontal, 1)[0],
                               part(depth, hosts), part(depth + hosts, Kernel.blockDims),
                               part(depth + hosts + Kernel.blockDims, inner)});
    });
  }

  const Scop &TheScop;
  const KernelPlan &Kernel;
  TilePoints Result{0, 0, 1, {}, {}, false, {}};
  std::map<unsigned, long> FixedAt;
};

} // namespace

std::optional<TilePoints> tilePoints(const Scop &scop, const KernelPlan &kernel,
                                     const std::vector<std::string> &dims) {
  return Chooser(scop, kernel).choose(dims);
}

} // namespace gputile::draw
