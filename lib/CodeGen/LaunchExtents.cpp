//===- LaunchExtents.cpp - Ranges of blocks -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchExtents.h"

#include "ElementTest.h"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace gputile::codegen {

/// \param range { [y] }, convex and without existentials
static DimensionBounds boundsOf(const isl::set &range) {
  return DimensionBounds(isl::manage(isl_set_simple_hull(range.copy())));
}

/// True when, as is easily seen, there is a value between \p bounds where \p known holds.
static bool surelyNotEmpty(const DimensionBounds &bounds, const isl::basic_set &known) {
  for (const isl::aff &lower : bounds.lower)
    for (const isl::aff &upper : bounds.upper)
      if (!surelyBetween(lower, upper, known))
        return false;
  return true;
}

static bool areConstant(const std::vector<isl::aff> &bounds) {
  return std::all_of(bounds.begin(), bounds.end(), [](const isl::aff &bound) { return bound.is_cst(); });
}

/// Whether each of \p bounds is a constant as the limits of C's types leave: more blocks than
/// are worth launching to do nothing.
static bool areFar(const std::vector<isl::aff> &bounds) {
  constexpr long Worth = 256;
  return areConstant(bounds) && std::all_of(bounds.begin(), bounds.end(), [](const isl::aff &bound) {
    return isl_val_cmp_si(bound.constant_val().abs().get(), Worth) > 0;
  });
}

/// Whether \p parts, each for itself, end at sizes where \p all ends far away.
static bool endNearer(const std::vector<DimensionBounds> &parts, const DimensionBounds &all) {
  const auto nearer = [&](const auto side) {
    return areFar(all.*side) && !std::all_of(parts.begin(), parts.end(), [&](const auto &part) {
      return areConstant(part.*side);
    });
  };
  return nearer(&DimensionBounds::lower) || nearer(&DimensionBounds::upper);
}

LaunchExtents::LaunchExtents(const std::vector<const KernelModel *> &kernels, unsigned known) {
  for (const KernelModel *kernel : kernels)
    add(*kernel, known);
  Empty = std::find(HasValue.begin(), HasValue.end(), false) != HasValue.end();
}

void LaunchExtents::add(const KernelModel &kernel, unsigned known) {
  const std::vector<std::string> names(kernel.host.begin(), kernel.host.begin() + known);
  isl::set launched =
      kernel.region.context.intersect(bindFirst(kernel.launch.domain(), names).params());
  isl::set blocks = bindFirst(kernel.plan.blocks, names);
  const isl::basic_set always = convexHull(launched);
  std::vector<isl::set> parts;
  blocks.foreach_basic_set([&](isl::basic_set part) { parts.push_back(isl::set(part)); });
  // What is known of h makes nothing shorter, and isl would look for it for long.
  ParamExprs exprs(paramUniverse(blocks.ctx()));
  Ranges.resize(setDims(blocks));
  HasValue.resize(setDims(blocks), false);
  for (unsigned d = 0; d < setDims(blocks); ++d) {
    isl::set all = convexRange(blocks, d);
    std::vector<DimensionBounds> found{boundsOf(all.gist_params(launched))}, apart;
    // Not beyond the bounds that are valid for all parts: kernels rely on these.
    for (const isl::set &part : parts)
      apart.push_back(boundsOf(convexRange(part, d).intersect(all)));
    if (!found.front().complete() || endNearer(apart, found.front()))
      found = std::move(apart);
    for (const DimensionBounds &bounds : found)
      HasValue[d] = HasValue[d] || surelyNotEmpty(bounds, always);
    for (const DimensionBounds &bounds : found) {
      if (!bounds.complete())
        throw std::logic_error("a launch has no largest block");
      Range range;
      for (const isl::aff &bound : bounds.lower)
        range.lower.push_back(exprs.value(bound.ceil()));
      for (const isl::aff &bound : bounds.upper)
        range.upper.push_back(exprs.value(bound.floor()));
      Ranges[d].push_back(std::move(range));
    }
  }
}

std::string LaunchExtents::first(unsigned d, NodePrinter &printer) const {
  std::string text;
  std::set<std::string> known;
  for (const Range &range : Ranges[d]) {
    const std::string one = nestedCalls("gpt_max", range.lower, printer);
    if (known.insert(one).second)
      text = text.empty() ? one : "gpt_min(" + text + ", " + one + ")";
  }
  return text;
}

std::string LaunchExtents::count(unsigned d, const std::string &first, NodePrinter &printer) const {
  std::string last;
  std::set<std::string> known;
  for (const Range &range : Ranges[d]) {
    const std::string one = nestedCalls("gpt_min", range.upper, printer);
    if (known.insert(one).second)
      last = last.empty() ? one : "gpt_max(" + last + ", " + one + ")";
  }
  const bool call = known.size() > 1 || Ranges[d].front().upper.size() > 1;
  std::string text = (call ? last : "(" + last + ")") + " - " + first + " + 1";
  return Empty ? "gpt_max(0, " + text + ")" : text;
}

} // namespace gputile::codegen
