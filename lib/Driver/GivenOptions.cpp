//===- GivenOptions.cpp - Options of the command that act as clauses ------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/GivenOptions.h"

#include <optional>

namespace gputile::driver {
namespace {

std::string sizesText(const std::vector<long> &sizes) {
  std::string text;
  for (long size : sizes)
    text += (text.empty() ? "" : ",") + std::to_string(size);
  return text;
}

/// Calls \p visit(choice, default, option's text) for all that options may set and that
/// regions may fail with.
template <typename Visit> void forEachChoice(Clauses &clauses, Visit visit) {
  const Clauses model;
  const auto named = [](const char *name, const std::string &value) {
    return std::string(name) + "=" + value;
  };
  visit(clauses.scheme, model.scheme, named("scheme", schemeName(clauses.scheme.value)));
  visit(clauses.launch, model.launch, named("launch", launchName(clauses.launch.value)));
  visit(clauses.tile, model.tile, named("tile", sizesText(clauses.tile.value)));
  visit(clauses.block, model.block, named("block", sizesText(clauses.block.value)));
  visit(clauses.fuse, model.fuse, named("fuse", fuseName(clauses.fuse.value)));
  visit(clauses.balance, model.balance, named("balance", balanceName(clauses.balance.value)));
  visit(clauses.falseDeps, model.falseDeps,
        named("false-deps", falseDepsName(clauses.falseDeps.value)));
}

/// \p clauses without the option at \p position, or without all.
FewerOptions without(Clauses clauses, std::optional<size_t> position) {
  FewerOptions result;
  size_t next = 0;
  forEachChoice(clauses, [&](auto &choice, const auto &model, std::string text) {
    if (choice.origin != Origin::Option && choice.origin != Origin::Measured)
      return;
    if (!position || next++ == *position) {
      choice = model;
      result.left.push_back(std::move(text));
    }
  });
  result.clauses = std::move(clauses);
  return result;
}

} // namespace

std::vector<FewerOptions> withFewerOptions(const Clauses &clauses) {
  const FewerOptions none = without(clauses, std::nullopt);
  std::vector<FewerOptions> result;
  for (size_t k = 0; k < none.left.size(); ++k)
    result.push_back(without(clauses, k));
  if (none.left.size() > 1)
    result.push_back(none);
  return result;
}

} // namespace gputile::driver
