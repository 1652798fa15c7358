//===- OwnValues.cpp - Elements that an instance has written --------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/OwnValues.h"

#include <isl/map.h>

#include <algorithm>

namespace gputile::frontend {

static uint32_t hashOf(const isl::map &elements) { return isl_map_get_hash(elements.get()); }

void OwnValues::write(const Statement &statement, unsigned reference) {
  const isl::map &elements = statement.references[reference].index;
  Written.push_back({reference, hashOf(elements), FixedRange(elements)});
}

std::optional<unsigned> OwnValues::find(const Statement &statement, unsigned reference) const {
  const Reference &wanted = statement.references[reference];
  const auto end = Written.begin() + static_cast<long>(Before);
  const auto search = [&](const auto &fits) -> std::optional<unsigned> {
    const auto found = std::find_if(Written.begin(), end, [&](const Element &written) {
      const Reference &other = statement.references[written.reference];
      return other.array == wanted.array && fits(written, other.index);
    });
    return found == end ? std::nullopt : std::optional(found->reference);
  };
  // Most elements are told apart or found to be the same at a glance.
  if (Before == 0)
    return std::nullopt;
  const uint32_t hash = hashOf(wanted.index);
  if (const auto same = search([&](const Element &written, const isl::map &elements) {
        return written.hash == hash &&
               isl_map_plain_is_equal(elements.get(), wanted.index.get()) == isl_bool_true;
      }))
    return same;
  const FixedRange fixed(wanted.index);
  return search([&](const Element &written, const isl::map &elements) {
    return !written.fixed.differsFrom(fixed) && wanted.index.is_subset(elements);
  });
}

void OwnValues::forgetSince(size_t mark) {
  Written.erase(Written.begin() + static_cast<long>(mark), Written.end());
  Before = std::min(Before, mark);
}

void OwnValues::forgetReferences(size_t first) {
  const auto isGone = [&](const Element &written) { return written.reference >= first; };
  forgetSince(static_cast<size_t>(std::find_if(Written.begin(), Written.end(), isGone) - Written.begin()));
}

} // namespace gputile::frontend
