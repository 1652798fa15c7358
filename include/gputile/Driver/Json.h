//===- Json.h - Results for other programs -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_DRIVER_JSON_H
#define GPUTILE_DRIVER_JSON_H

#include "llvm/Support/JSON.h"

#include <string>

namespace gputile {

struct RegionResult;

/// The lists of objects that docs/json.md describes.
struct JsonReport {
  llvm::json::Array regions, dataBlocks;
};

llvm::json::Object regionToJson(const RegionResult &result);

/// `{"version": 1, "regions": […], "dataBlocks": […]}`.
std::string jsonText(JsonReport report);

} // namespace gputile

#endif
