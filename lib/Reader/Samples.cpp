//===- Samples.cpp - For which parameters text is checked -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader/Samples.h"

#include "llvm/ADT/SetVector.h"

#include <isl/point.h>
#include <isl/set.h>
#include <isl/val.h>

#include <algorithm>
#include <set>

namespace gputile::reader {
namespace {

/// How many samples of each kind are run.
constexpr size_t LargeSamples = 4, SmallSamples = 5, EmptySamples = 4;

class Chooser {
public:
  Chooser(const PlannedRegion &region, const TextCheckLimits &limits)
      : Region(region), Allowed(region.scop.context.intersect(region.scop.guard)),
        Left(limits.instances) {}

  Samples choose();
  std::vector<Sample> chooseRemainders(size_t most);

private:
  size_t count() const { return Region.scop.parameters.size(); }
  std::optional<Sample> near(const isl::set &set, const Sample &wanted, int64_t reach) const;
  bool isIn(const isl::set &set, const Sample &sample) const {
    return !set.intersect(sampleSet(Region.scop, sample)).is_empty();
  }
  std::vector<int64_t> sizes() const;
  std::vector<int64_t> remainders() const;
  std::vector<Sample> variants(int64_t size) const;
  std::vector<Sample> remainderSamples() const;
  bool isFew(const Sample &sample, size_t most);
  void addInside(Samples &samples);
  void addOutside(Samples &samples) const;
  void addLarge(Samples &samples) const;

  const PlannedRegion &Region;
  isl::set Allowed;
  size_t Left; ///< Instances that more samples may have.
};

} // namespace

/// A point of \p set at most \p reach above \p wanted in each parameter.
std::optional<Sample> Chooser::near(const isl::set &set, const Sample &wanted, int64_t reach) const {
  if (isIn(set, wanted))
    return wanted;
  isl_set *around = set.copy();
  for (size_t p = 0; p < count(); ++p) {
    const int dim = isl_set_find_dim_by_name(around, isl_dim_param, Region.scop.parameters[p].name.c_str());
    if (dim < 0)
      continue;
    around = isl_set_lower_bound_si(around, isl_dim_param, unsigned(dim), int(wanted[p]));
    around = isl_set_upper_bound_si(around, isl_dim_param, unsigned(dim), int(wanted[p] + reach));
  }
  const isl::set bounded = isl::manage(around);
  if (bounded.is_empty())
    return std::nullopt;
  const isl::point point = isl::manage(isl_set_sample_point(bounded.copy()));
  Sample result = wanted;
  isl_space *space = isl_point_get_space(point.get());
  for (size_t p = 0; p < count(); ++p) {
    const int dim = isl_space_find_dim_by_name(space, isl_dim_param, Region.scop.parameters[p].name.c_str());
    if (dim < 0)
      continue;
    const isl::val value = isl::manage(isl_point_get_coordinate_val(point.get(), isl_dim_param, dim));
    result[p] = asLong(value).value_or(0);
  }
  isl_space_free(space);
  return result;
}

/// Around multiples of tile sizes, largest first.
std::vector<int64_t> Chooser::sizes() const {
  std::set<int64_t, std::greater<>> sizes = {6, 11, 18};
  for (const KernelPlan &kernel : Region.plan.kernels)
    for (const long tile : kernel.tileSizes)
      for (const int64_t size : {tile + 3, 2 * tile + 5, 3 * tile + 2, 5 * tile + 1, 8 * tile + 3, 13 * tile})
        if (size <= 1000)
          sizes.insert(size);
  return {sizes.begin(), sizes.end()};
}

/// All parameters near \p size, then one or all but one of them small.
std::vector<Sample> Chooser::variants(int64_t size) const {
  Sample all;
  for (size_t p = 0; p < count(); ++p)
    all.push_back(size + int64_t(p % 3));
  std::vector<Sample> result = {all};
  for (size_t p = 0; count() > 1 && p < count(); ++p)
    for (const int64_t small : {3, 7}) {
      Sample one = all, others(count(), small);
      one[p] = small;
      others[p] = size;
      result.push_back(one);
      if (count() > 2)
        result.push_back(others);
    }
  return result;
}

/// Two tiles and a part of one, and all sizes up to four tiles: conditions of partial tiles, and
/// of the copies of each thread, differ only for some remainders.
std::vector<int64_t> Chooser::remainders() const {
  std::set<int64_t, std::greater<>> tiles;
  for (const KernelPlan &kernel : Region.plan.kernels)
    tiles.insert(kernel.tileSizes.begin(), kernel.tileSizes.end());
  llvm::SetVector<int64_t> sizes;
  for (const int64_t tile : tiles)
    for (const int64_t more : {tile - 1, int64_t(1), int64_t(0), int64_t(2), tile / 2, int64_t(3), tile / 2 + 1})
      sizes.insert(2 * tile + more);
  for (int64_t more = 0; !tiles.empty() && more < std::min<int64_t>(2 * *tiles.begin(), 40); ++more)
    sizes.insert(2 * *tiles.begin() + more);
  sizes.remove_if([](int64_t size) { return size > 1000; });
  return {sizes.begin(), sizes.end()};
}

/// Each size for all parameters, and for each with others of changing size.
std::vector<Sample> Chooser::remainderSamples() const {
  std::vector<Sample> result;
  int64_t other = 0;
  for (const int64_t size : remainders()) {
    result.push_back(Sample(count(), size));
    for (size_t p = 0; count() > 1 && p < count(); ++p) {
      other = (other + 4) % 9;
      Sample one(count(), 1 + other);
      one[p] = size;
      result.push_back(one);
    }
  }
  return result;
}

/// Whether there are at most \p most instances; then they count.
bool Chooser::isFew(const Sample &sample, size_t most) {
  const isl::set at = sampleSet(Region.scop, sample);
  size_t left = most;
  for (const Statement &statement : Region.original.statements) {
    const auto points = pointsAt(statement.domain, at, left);
    if (!points)
      return false;
    left -= points->size();
  }
  Left -= most - left;
  return true;
}

void Chooser::addInside(Samples &samples) {
  std::set<Sample> taken;
  // A part of the instances is left, so that others can follow.
  const auto add = [&](const Sample &wanted, size_t most) {
    if (samples.inside.size() >= most)
      return;
    const auto sample = near(Allowed, wanted, 8);
    if (sample && taken.insert(*sample).second && isFew(*sample, Left - Left / 4))
      samples.inside.push_back(*sample);
  };
  if (count() == 0)
    return add({}, 1);
  // Of each kind of variant the largest, so that every parameter is large in one.
  const size_t kinds = variants(1).size();
  for (size_t kind = 0; kind < kinds; ++kind) {
    const size_t before = samples.inside.size();
    for (const int64_t size : sizes())
      add(variants(size)[kind], std::min(before + 1, LargeSamples));
  }
  const size_t large = samples.inside.size();
  for (const int64_t size : {1, 0, 2, 3, -1, 4, 5})
    add(variants(size).front(), large + SmallSamples);
  // Loops without an iteration beside others: what is launched for one must not be for both.
  const size_t small = samples.inside.size();
  for (size_t p = 0; count() > 1 && p < count(); ++p) {
    Sample one(count(), 2);
    one[p] = -1;
    add(one, small + EmptySamples);
  }
}

std::vector<Sample> Chooser::chooseRemainders(size_t most) {
  std::vector<Sample> result;
  std::set<Sample> taken;
  const size_t share = Left / 8;
  for (const Sample &wanted : remainderSamples()) {
    if (result.size() >= most)
      break;
    const auto sample = near(Allowed, wanted, 8);
    if (sample && taken.insert(*sample).second && isFew(*sample, std::min(Left, share)))
      result.push_back(*sample);
  }
  return result;
}

void Chooser::addOutside(Samples &samples) const {
  const isl::set outside = Region.scop.context.subtract(Region.scop.guard);
  if (count() == 0 || outside.is_empty())
    return;
  std::set<Sample> taken;
  // Each way to violate it.
  std::vector<isl::set> ways;
  outside.foreach_basic_set([&](const isl::basic_set &way) { ways.push_back(isl::set(way)); });
  if (ways.size() > 8)
    ways.resize(8);
  for (const isl::set &way : ways)
    for (const int64_t size : {-20, 1}) {
      const auto sample = near(way, Sample(count(), size), 40);
      if (sample && taken.insert(*sample).second)
        samples.outside.push_back(*sample);
    }
}

void Chooser::addLarge(Samples &samples) const {
  for (const int64_t size : {3000, 70000, 40'000'000, 2'100'000'000})
    if (const auto sample = near(Allowed, Sample(count(), size), 64); sample && count() > 0)
      samples.large.push_back(*sample);
}

Samples Chooser::choose() {
  Samples samples;
  addInside(samples);
  addOutside(samples);
  addLarge(samples);
  return samples;
}

Samples chooseSamples(const PlannedRegion &region, const TextCheckLimits &limits) {
  return Chooser(region, limits).choose();
}

std::vector<Sample> chooseRemainders(const PlannedRegion &region, const TextCheckLimits &limits) {
  return Chooser(region, limits).chooseRemainders(limits.remainders);
}

} // namespace gputile::reader
