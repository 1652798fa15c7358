//===- Json.h - Results for other programs -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_DRIVER_JSON_H
#define GPUTILE_DRIVER_JSON_H

#include "gputile/Driver/Pipeline.h"

#include "llvm/Support/JSON.h"

#include <string>

namespace gputile {

/// The object that docs/json.md describes.
llvm::json::Object regionToJson(const RegionResult &result);

/// Writes `{"version": 1, "regions": […]}` to \p file ("-" is standard output).
/// \returns an empty string or what went wrong.
std::string writeJson(const std::string &file, llvm::json::Array regions);

} // namespace gputile

#endif
