//===- BankConflicts.cpp - Conflicts of a warp in shared memory -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Coordinates.h"
#include "Mapping/Memory/BankConflicts.h"

#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <array>
#include <set>

namespace gputile::mapping {

std::optional<long> laneStride(const isl::set &step, const std::vector<long> &size, long padding) {
  if (step.is_empty())
    return std::nullopt;
  long stride = 0;
  for (unsigned d = 0; d < size.size(); ++d) {
    const std::optional<long> by = plainFixedDim(step, d);
    if (!by)
      return std::nullopt;
    stride = stride * (size[d] + (d + 1 == size.size() ? padding : 0)) + *by;
  }
  return stride;
}

constexpr long banks = 32, bankBytes = 4, lanes = 32;

long bankConflictWays(long stride, long elementBytes) {
  return bankConflictWays({{lanes, stride}}, elementBytes);
}

long bankConflictWays(const std::vector<ThreadStride> &block, long elementBytes) {
  const long together = std::min(lanes, banks * bankBytes / elementBytes);
  std::vector<long> elements;
  for (long lane = 0; lane < together; ++lane) {
    long element = 0, rest = lane;
    for (const ThreadStride &dim : block) {
      element += rest % dim.threads * dim.stride;
      rest /= dim.threads;
    }
    if (rest == 0) // Else there are fewer threads.
      elements.push_back(element);
  }
  const long least = *std::min_element(elements.begin(), elements.end());
  std::array<std::set<long>, banks> words;
  for (long element : elements) {
    const long first = (element - least) * elementBytes;
    for (long byte = first; byte < first + elementBytes; byte += bankBytes)
      words[static_cast<size_t>(byte / bankBytes % banks)].insert(byte / bankBytes);
  }
  size_t most = 1;
  for (const std::set<long> &bank : words)
    most = std::max(most, bank.size());
  return static_cast<long>(most);
}

} // namespace gputile::mapping
