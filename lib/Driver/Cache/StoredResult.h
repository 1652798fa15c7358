//===- StoredResult.h - The result of a region as text ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the rest of a compilation needs of a region: its code, or why it has none, and what
/// is said of it. The text fits every region with the same key: places are numbers, and the
/// region's own texts are left open.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_CACHE_STOREDRESULT_H
#define GPUTILE_LIB_DRIVER_CACHE_STOREDRESULT_H

#include "Driver/Cache/RegionKey.h"

#include <optional>
#include <string>

namespace gputile::driver {

/// \p result, of a region with key \p key, as text; none where it cannot be used again: time
/// ran out, or a message names a place that the key does not know.
std::optional<std::string> storedText(const RegionResult &result, const RegionKey &key);

/// Gives \p result, of an extracted region with key \p key, what \p text says.
/// \returns false, and changes nothing, when it is not such a text.
bool takeStored(RegionResult &result, const std::string &text, const RegionKey &key);

} // namespace gputile::driver

#endif
