//===- RegionSection.h - What became of one region -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_REPORT_REGIONSECTION_H
#define GPUTILE_LIB_DRIVER_REPORT_REGIONSECTION_H

#include "gputile/Driver/Driver.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace gputile::driver {

/// One region of a unit: its row in the table of all, and its section.
class RegionSection {
public:
  /// \param anchor names the section in the page
  RegionSection(const UnitResult &unit, const llvm::json::Object &region, std::string anchor)
      : Unit(unit), Region(region), Anchor(std::move(anchor)) {}

  bool isTransformed() const;
  /// The id of the refusal, empty where there is none.
  llvm::StringRef reason() const;
  void printRow(llvm::raw_ostream &out) const;
  void print(llvm::raw_ostream &out) const;

private:
  void printBadge(llvm::raw_ostream &out) const;
  void printSource(llvm::raw_ostream &out) const;
  void printOtherPlaces(llvm::raw_ostream &out) const;
  void printKernels(llvm::raw_ostream &out) const;
  void printLayouts(llvm::raw_ostream &out) const;
  void printPictures(llvm::raw_ostream &out) const;
  void printCopies(llvm::raw_ostream &out) const;
  void printGuards(llvm::raw_ostream &out) const;
  void printDependences(llvm::raw_ostream &out) const;
  void printStatements(llvm::raw_ostream &out) const;
  std::string place() const;

  const UnitResult &Unit;
  const llvm::json::Object &Region;
  std::string Anchor;
};

} // namespace gputile::driver

#endif
