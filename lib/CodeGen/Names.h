//===- Names.h - Identifiers of the emitted text --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// Chooses identifiers that cannot be captured by, or capture, the user's.

#ifndef GPUTILE_LIB_CODEGEN_NAMES_H
#define GPUTILE_LIB_CODEGEN_NAMES_H

#include "gputile/IR/RegionPlan.h"
#include "gputile/IR/Scop.h"

#include <set>
#include <string>

namespace gputile::codegen {

/// \returns the C identifiers that occur in \p text (also inside comments and
/// strings, which only makes the choice of names more careful).
std::set<std::string> identifiersIn(const std::string &text);

/// The identifiers that are taken. Names of loop iterators, thread indices,
/// tiles and arguments are made here: a statement's text may declare variables
/// of its own, and these must not hide what an emitted subscript refers to.
class NameTable {
public:
  /// Takes the words of C++ and CUDA, and every identifier in the text of
  /// \p scop's statements and device declarations.
  explicit NameTable(const Scop &scop);

  /// \returns \p wish, or \p wish with a suffix when it is taken; takes it.
  std::string fresh(const std::string &wish);

private:
  void takeText(const Statement &statement);
  void takePieces(const std::vector<BodyPiece> &pieces);

  std::set<std::string> Taken;
};

} // namespace gputile::codegen

#endif
