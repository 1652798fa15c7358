//===- BankConflicts.cpp - Conflicts of a warp in shared memory -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Memory/BankConflicts.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>

namespace gputile {

constexpr long banks = 32, bankBytes = 4, lanes = 32;

long bankConflictWays(long stride, long elementBytes) {
  const long together = std::min(lanes, banks * bankBytes / elementBytes);
  std::array<std::set<long>, banks> words;
  for (long lane = 0; lane < together; ++lane) {
    long first = std::abs(stride) * lane * elementBytes;
    for (long byte = first; byte < first + elementBytes; byte += bankBytes)
      words[static_cast<size_t>(byte / bankBytes % banks)].insert(byte / bankBytes);
  }
  size_t most = 1;
  for (const std::set<long> &bank : words)
    most = std::max(most, bank.size());
  return static_cast<long>(most);
}

} // namespace gputile
