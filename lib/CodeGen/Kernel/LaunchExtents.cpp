//===- LaunchExtents.cpp - Ranges of blocks ---------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Kernel/LaunchExtents.h"

#include "CodeGen/Ast/ElementTest.h"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace gputile::codegen {

/// \param range { [y] }, convex and without existentials
static DimensionBounds boundsOf(const isl::set &range) {
  return DimensionBounds(simpleHull(range));
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

/// Adds those of \p more that are new and not far away.
static void addNear(std::vector<isl::aff> &bounds, const std::vector<isl::aff> &more) {
  for (const isl::aff &bound : more)
    if (!areFar({bound}) && std::none_of(bounds.begin(), bounds.end(), [&](const isl::aff &known) {
          return isl_aff_plain_is_equal(known.get(), bound.get()) == isl_bool_true;
        }))
      bounds.push_back(bound);
}

/// Bounds of dimension \p d of \p blocks, together around all values: those that are valid for
/// all parts or, where these miss or are far away, those of each part.
static std::vector<DimensionBounds> rangesOf(const isl::set &blocks, unsigned d,
                                             const isl::set &launched) {
  const isl::set all = convexRange(blocks, d);
  const DimensionBounds common(boundsOfLaunches(all, launched));
  if (common.complete() && !areFar(common.lower) && !areFar(common.upper))
    return {common};
  // Not beyond the bounds that are valid for all parts: kernels rely on these. A part may imply
  // them by what it says of the parameters, and be empty for others, where its own bounds say less.
  std::vector<DimensionBounds> apart;
  blocks.foreach_basic_set([&](const isl::basic_set &part) {
    DimensionBounds bounds = boundsOf(convexRange(isl::set(part), d).intersect(all));
    addNear(bounds.lower, common.lower);
    addNear(bounds.upper, common.upper);
    apart.push_back(std::move(bounds));
  });
  if (common.complete() && !endNearer(apart, common))
    return {common};
  return apart;
}

/// "outer(inner(a, b), inner(c))" without repetitions, and how many there are.
static std::pair<std::string, size_t> nestedRanges(const char *outer, const char *inner,
                                                   const std::vector<const std::vector<isl::ast_expr> *> &sides,
                                                   NodePrinter &printer) {
  std::string text;
  std::set<std::string> known;
  for (const std::vector<isl::ast_expr> *side : sides) {
    const std::string one = nestedCalls(inner, *side, printer);
    if (known.insert(one).second)
      text = text.empty() ? one : std::string(outer) + "(" + text + ", " + one + ")";
  }
  return {text, known.size()};
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
  const isl::basic_set always = hullOf(launched);
  // What is known of h makes nothing shorter, and isl would look for it for long.
  ParamExprs exprs(paramUniverse(blocks.ctx()));
  Ranges.resize(setDims(blocks));
  HasValue.resize(setDims(blocks), false);
  for (unsigned d = 0; d < setDims(blocks); ++d) {
    const std::vector<DimensionBounds> found = rangesOf(blocks, d, launched);
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
  std::vector<const std::vector<isl::ast_expr> *> lower;
  for (const Range &range : Ranges[d])
    lower.push_back(&range.lower);
  return nestedRanges("gpt_min", "gpt_max", lower, printer).first;
}

std::string LaunchExtents::count(unsigned d, const std::string &first, NodePrinter &printer) const {
  std::vector<const std::vector<isl::ast_expr> *> upper;
  for (const Range &range : Ranges[d])
    upper.push_back(&range.upper);
  const auto [last, different] = nestedRanges("gpt_max", "gpt_min", upper, printer);
  const bool call = different > 1 || upper.front()->size() > 1;
  std::string text = (call ? last : "(" + last + ")") + " - " + first + " + 1";
  return Empty ? "gpt_max(0, " + text + ")" : text;
}

} // namespace gputile::codegen
