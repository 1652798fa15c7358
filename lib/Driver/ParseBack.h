//===- ParseBack.h - Generated text is parsed before it is used --*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_PARSEBACK_H
#define GPUTILE_LIB_DRIVER_PARSEBACK_H

#include "gputile/Driver/Driver.h"
#include "gputile/Reader/Parse.h"

#include "llvm/ADT/ArrayRef.h"

namespace gputile::driver {

/// What is made from regions of one unit.
struct UnitTexts {
  GeneratedFiles generated;
  std::vector<RewrittenSource> sources;
};

/// Makes the texts of some of the unit's edits.
using MakeTexts = std::function<UnitTexts(const std::vector<RegionEdit> &)>;

/// Parses \p texts, made from \p edits: the CUDA text by itself, the program's files as the
/// compilation of \p compiler does.
std::optional<TextError> parseBack(clang::CompilerInstance &compiler, const UnitTexts &texts,
                                   llvm::ArrayRef<RegionEdit> edits);

/// A region without which the others' texts have no error.
struct Culprit {
  size_t edit;
  TextError error;
};

/// Which of \p edits, whose texts have \p error, are to be left out. Not empty.
std::vector<Culprit> findCulprits(clang::CompilerInstance &compiler, const MakeTexts &make,
                                  const std::vector<RegionEdit> &edits, const TextError &error);

/// Puts errors into the texts of the first three regions, for --fail-in=parse: into the
/// program's file, the entry and the kernels.
void spoil(std::vector<RegionEdit> &edits);

} // namespace gputile::driver

#endif
