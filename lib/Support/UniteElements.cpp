//===- UniteElements.cpp - Unions of many elements -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Support/UniteElements.h"

#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <utility>

using namespace gputile;

namespace {

/// By dimension of the range, its number; none where it is not plain.
using Numbers = std::vector<std::optional<long>>;

/// Maps that differ in numbers only.
struct Group {
  isl::map rest; ///< Without these dimensions of the range.
  std::vector<size_t> members;
  std::vector<Numbers> numbers; ///< Of each member.
};

/// By dimension with numbers the least and the greatest one.
using Box = std::vector<std::pair<long, long>>;

} // namespace

static Numbers numbersOf(const isl::map &map) {
  Numbers numbers;
  for (unsigned d = 0; d < rangeDims(map); ++d) {
    const std::optional<long> number = plainFixedRangeDim(map, d);
    numbers.push_back(number && std::in_range<int>(*number) ? number : std::nullopt);
  }
  return numbers;
}

/// \p map without the dimensions that have \p numbers.
static isl::map withoutNumbers(const isl::map &map, const Numbers &numbers) {
  isl_map *rest = map.copy();
  for (unsigned d = 0; d < numbers.size(); ++d)
    if (numbers[d])
      rest = isl_map_eliminate(rest, isl_dim_out, d, 1);
  return isl::manage(rest);
}

static bool sameDimensions(const Numbers &a, const Numbers &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto &x, const auto &y) { return x.has_value() == y.has_value(); });
}

static std::vector<Group> groupsOf(const std::vector<isl::map> &maps) {
  std::vector<Group> groups;
  for (size_t k = 0; k < maps.size(); ++k) {
    const Numbers numbers = numbersOf(maps[k]);
    const isl::map rest = withoutNumbers(maps[k], numbers);
    const auto isSame = [&](const Group &group) {
      return sameDimensions(group.numbers.front(), numbers) &&
             isl_map_plain_is_equal(group.rest.get(), rest.get()) == isl_bool_true;
    };
    auto group = std::find_if(groups.begin(), groups.end(), isSame);
    if (group == groups.end())
      group = groups.insert(groups.end(), {rest, {}, {}});
    group->members.push_back(k);
    group->numbers.push_back(numbers);
  }
  return groups;
}

/// Joins those of \p boxes that are neighbours in dimension \p d and the same in others.
static void joinNeighbours(std::vector<Box> &boxes, size_t d) {
  const auto other = [d](Box box) {
    box.erase(box.begin() + static_cast<long>(d));
    return box;
  };
  std::sort(boxes.begin(), boxes.end(), [&](const Box &a, const Box &b) {
    return std::pair(other(a), a[d]) < std::pair(other(b), b[d]);
  });
  std::vector<Box> joined;
  for (Box &box : boxes)
    if (!joined.empty() && other(joined.back()) == other(box) &&
        box[d].first <= joined.back()[d].second + 1)
      joined.back()[d].second = std::max(joined.back()[d].second, box[d].second);
    else
      joined.push_back(std::move(box));
  boxes = std::move(joined);
}

static std::vector<Box> boxesOf(const std::vector<Numbers> &points) {
  std::vector<Box> boxes;
  for (const Numbers &point : points) {
    Box box;
    for (const std::optional<long> &number : point)
      if (number)
        box.emplace_back(*number, *number);
    boxes.push_back(std::move(box));
  }
  for (size_t d = boxes.front().size(); d-- > 0;)
    joinNeighbours(boxes, d);
  return boxes;
}

/// \p rest where the dimensions that have \p numbers lie in \p box.
static isl::map within(const isl::map &rest, const Numbers &numbers, const Box &box) {
  isl_map *map = rest.copy();
  auto range = box.begin();
  for (unsigned d = 0; d < numbers.size(); ++d) {
    if (!numbers[d])
      continue;
    if (range->first == range->second) {
      map = isl_map_fix_si(map, isl_dim_out, d, static_cast<int>(range->first));
    } else {
      map = isl_map_lower_bound_si(map, isl_dim_out, d, static_cast<int>(range->first));
      map = isl_map_upper_bound_si(map, isl_dim_out, d, static_cast<int>(range->second));
    }
    ++range;
  }
  return isl::manage(map);
}

std::vector<std::vector<size_t>> gputile::groupsOfElements(const std::vector<isl::map> &maps) {
  std::vector<std::vector<size_t>> result;
  for (Group &group : groupsOf(maps))
    result.push_back(std::move(group.members));
  return result;
}

isl::map gputile::uniteElements(const std::vector<isl::map> &maps) {
  isl::map result = isl::map::empty(maps.front().space());
  for (const Group &group : groupsOf(maps)) {
    if (group.members.size() == 1) {
      result = result.unite(maps[group.members.front()]);
      continue;
    }
    for (const Box &box : boxesOf(group.numbers))
      result = result.unite(within(group.rest, group.numbers.front(), box));
  }
  return result;
}
