//===- RegionMemory.h - What was said of regions before an edit --- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Editors parse a file after each edit, in one process. Of regions for which nothing changed
/// that their result rests on, the process says what it said before, at the places where their
/// text is now. Nothing of them is analysed, not even extracted.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_RECALL_REGIONMEMORY_H
#define GPUTILE_LIB_DRIVER_RECALL_REGIONMEMORY_H

#include "Driver/Recall/UnitText.h"

#include "gputile/Frontend/Frontend.h"
#include "gputile/Support/Diagnostic.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gputile::driver {

/// What became of a region, as far as messages go.
struct RegionOutcome {
  std::optional<DiagId> refusal;     ///< None: it can be transformed.
  std::string name;                  ///< Of the Scop, which ends in the line; empty: has none.
  std::vector<std::string> believed; ///< As in UnitResult.
  std::vector<Diagnostic> said;      ///< In order.
};

/// The regions of one unit in what the process remembers of all units.
class RegionMemory {
public:
  /// \param environment a hash of all that the meaning of the main file's text depends on
  RegionMemory(clang::ASTContext &context, std::string environment)
      : Sources(context.getSourceManager()), Text(context), Environment(std::move(environment)) {}

  /// What became of \p region before; none where it or what it rests on was another.
  std::optional<RegionOutcome> find(const MarkedRegion &region);
  /// Remembers \p outcome, unless it names a place that later cannot be told.
  void keep(const MarkedRegion &region, RegionOutcome outcome);

private:
  const std::optional<RegionText> &textOf(const MarkedRegion &region);
  std::string keyOf(const RegionText &text) const { return Environment + text.hash; }
  /// As names and messages have it.
  std::string lineOf(const MarkedRegion &region) const;

  const clang::SourceManager &Sources;
  UnitText Text;
  std::string Environment;
  std::map<const PragmaRecord *, std::optional<RegionText>> Texts;
};

} // namespace gputile::driver

#endif
